"""What the measurements share: medians of interleaved runs, the verdict, and a terminal to paint on.

Every measurement is a ratio to the bare library doing the same work in the same run, so that it says the same on a
slow machine as on a fast one.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from rich.cells import cell_len

ROOT = Path(__file__).resolve().parent.parent
COLUMNS, LINES = 80, 24
PATIENCE = 60
"""Seconds after which a program that has painted nothing is given up."""

# What would change the language, the colours, or which book is opened.
_UNWANTED = ("LC_", "LANG", "TEXTUAL", "XDG_", "SCOREKEEPER_", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PYTHON")


def environment(home: Path) -> dict[str, str]:
    """The environment of a measured program: a common terminal, English, and folders of its own below `home`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_UNWANTED)}
    return kept | {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
    }


def interleaved(count: int, *measures: Callable[[], float]) -> list[list[float]]:
    """What each measure gives, `count` times in turn, after one round that only warms the caches."""
    for measure in measures:
        measure()
    taken: list[list[float]] = [[] for _measure in measures]
    for _round in range(count):
        for values, measure in zip(taken, measures, strict=True):
            values.append(measure())
    return taken


def verdict(name: str, ours: Sequence[float], bare: Sequence[float], limit: float) -> bool:
    """Print the ratio of the medians (of seconds); whether it is within the limit."""
    ratio = median(ours) / median(bare)
    print(
        f"{name}: ratio {ratio:.2f} (limit {limit:g}), {median(ours) * 1000:.1f} ms to {median(bare) * 1000:.1f} ms",
        flush=True,
    )
    return ratio <= limit


def run_time(command: Sequence[str], variables: Mapping[str, str]) -> float:
    """Seconds from the start of a program to its end."""
    begun = time.perf_counter()
    subprocess.run(command, env=variables, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def paint_time(command: Sequence[str], variables: Mapping[str, str]) -> float:
    """Seconds from the start of a full-screen program until there is text on its screen; it is then killed."""
    # Not on Windows; the other measurements run there.
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    terminal, decoder = Terminal(), codecs.getincrementaldecoder("utf-8")("replace")
    begun = seen = time.perf_counter()
    process = subprocess.Popen(
        command, env=variables, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    try:
        while not (terminal.full_screen and terminal.text.strip()):
            if not select.select([ours], [], [], PATIENCE)[0]:
                raise TimeoutError(f"nothing painted: {' '.join(command)}")
            try:
                data = os.read(ours, 1 << 16)
            except OSError:  # how Linux says that nobody is left at the other end
                data = b""
            seen = time.perf_counter()
            if not data:
                raise RuntimeError(f"it ended before it painted: {' '.join(command)}\n{terminal.text}")
            terminal.feed(decoder.decode(data))
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    return seen - begun


def finish(*within: bool) -> None:
    """End the script: 1 when a limit is broken."""
    sys.exit(0 if all(within) else 1)


Cell = tuple[str, str]
"""A character, and the escape parameters of its style."""

_TOKEN = re.compile(
    r"\x1b\[(?P<values>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[\]P^_X].*?(?:\x07|\x1b\\)"
    r"|\x1b[ -/]+[0-~]"
    r"|\x1b[0-OQ-WYZ\\`a-~]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    r"|(?P<text>[^\x00-\x1f\x7f]+)",
    re.DOTALL,
)


class Terminal:
    """As much of a terminal as Textual and a traceback need: cursor moves, styles, text."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        """What is painted, by line and column, from 1."""
        self.full_screen = False
        """Whether the program has taken the whole screen."""
        self._line, self._column, self._style, self._rest = 1, 1, "", ""

    @property
    def text(self) -> str:
        """What can be read, line by line."""
        last = max((line for line, _column in self.cells), default=0)
        return "\n".join(
            "".join(self.cells.get((line, column), (" ", ""))[0] for column in range(1, COLUMNS + 1)).rstrip()
            for line in range(1, last + 1)
        )

    def feed(self, data: str) -> int:
        """Paint; how many cells now look different. An unfinished sequence waits for its end."""
        data, at, changed = self._rest + data, 0, 0
        while token := _TOKEN.match(data, at):
            at = token.end()
            if token["text"]:
                changed += self._write(token["text"])
            elif token["control"] == "\n":
                self._line, self._column = self._line + 1, 1
            elif token["final"]:
                self._obey(token["values"], token["final"])
        self._rest = data[at:]
        return changed

    def _write(self, text: str) -> int:
        changed = 0
        for character in text:
            width = cell_len(character)
            for part in range(width):
                cell = ("" if part else character, self._style)
                place = (self._line, self._column + part)
                changed += self.cells.get(place) != cell
                self.cells[place] = cell
            self._column += width
        return changed

    def _obey(self, values: str, final: str) -> None:
        if final == "H":
            line, _, column = values.partition(";")
            self._line, self._column = int(line or 1), int(column or 1)
        elif final == "m":
            self._style = "" if values in ("", "0") else f"{self._style};{values}"
        elif (values, final) == ("?1049", "h"):
            self.full_screen = True
            self.cells.clear()
