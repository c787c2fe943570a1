"""The workbook of a night of 10,000 rounds against bare openpyxl, which writes as many cells of the same kinds."""

from __future__ import annotations

import gc
import io
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

from openpyxl import Workbook, load_workbook

from benchmarks.timing import environment, finish, interleaved, verdict
from scorekeeper.files.workbook import workbook
from scorekeeper.games import GAMES
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.table.journal import Round
from scorekeeper.table.money import Stake
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Opening, Seat

ROUNDS = 10_000
COUNT = 2
LEAST_RATE = 0.7
MOST_MEMORY = 64
"""Mebibytes that writing, the file among it, may take beside the night itself."""

_PLAYERS = ("Алла", "Борис", "Вадим", "Галина")
_BEGUN = datetime(2026, 11, 27, 17, 15, tzinfo=UTC)

Kinds = dict[str, Counter[str]]
"""By sheet: how many cells there are of each kind of openpyxl's (n, s, d, f)."""


def night_of(rounds: int) -> Night:
    """The same night every time."""
    opening = Opening(
        game=GAMES["decarte"],
        seats=tuple(Seat(player) for player in _PLAYERS),
        dealer=_PLAYERS[0],
        stake=Stake(50, "EUR"),
        title="Friday",
        started_at=_BEGUN,
    )
    chance = random.Random(rounds)
    journal = (
        Round(
            record=Record(hands={player: Hand(*chance.sample(range(10), 2)) for player in _PLAYERS}),
            at=_BEGUN + timedelta(minutes=number),
        )
        for number in range(rounds)
    )
    return Night.replay(opening, journal)


def kinds_of(content: bytes) -> Kinds:
    """The cells of a workbook."""
    book = load_workbook(io.BytesIO(content), read_only=True)
    return {
        sheet.title: Counter(cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None)
        for sheet in book.worksheets
    }


_SAMPLES = {
    "n": 12345,
    "s": "fine: exposed card",
    "d": datetime(2026, 11, 27, 20, 31),  # noqa: DTZ001 - as a cell holds it
    "f": "=SUMPRODUCT(EXACT('Payments'!$E$2:$E$33,$A8)*'Payments'!$F$2:$F$33)",
}
_WIDTH = 20


def bare(kinds: Kinds) -> bytes:
    """As many cells of the same kinds, in openpyxl's fastest way and without any style."""
    book = Workbook(write_only=True)
    for title, counts in kinds.items():
        sheet = book.create_sheet(title)
        for row in _rows(counts):
            sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _rows(counts: Counter[str]) -> Iterator[list[object]]:
    row: list[object] = []
    for kind, count in sorted(counts.items()):
        for _cell in range(count):
            row.append(_SAMPLES[kind])
            if len(row) == _WIDTH:
                yield row
                row = []
    yield row


def memory(rounds: int) -> tuple[int, int]:
    """Mebibytes at the highest: once the night was there, and once its workbook was written."""
    night = night_of(rounds)
    before = _highest()
    workbook(night)
    return before, _highest()


def _highest() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _seconds(write: Callable[[], bytes]) -> float:
    gc.collect()
    begun = perf_counter()
    write()
    return perf_counter() - begun


def main() -> None:
    """Measure and end."""
    night = night_of(ROUNDS)
    kinds = kinds_of(workbook(night))
    cells = sum(counts.total() for counts in kinds.values())
    print(f"workbook: {ROUNDS} rounds, {cells} cells", flush=True)

    ours, theirs = interleaved(COUNT, lambda: _seconds(lambda: workbook(night)), lambda: _seconds(lambda: bare(kinds)))
    within = verdict("workbook", ours, theirs, 1 / LEAST_RATE)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.workbook", "memory"]
        said = subprocess.run(command, env=environment(Path(folder)), capture_output=True, text=True, check=True).stdout
    before, after = map(int, said.split())
    print(f"workbook: {after - before} MiB more than the {before} of the night (limit {MOST_MEMORY})", flush=True)
    finish(within, after - before <= MOST_MEMORY)


if __name__ == "__main__":
    if sys.argv[1:] == ["memory"]:
        print(*memory(ROUNDS))
    else:
        main()
