"""The cell of a template that is to blame for a fault of the night, and the fault in the words of the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorekeeper.files import template as at
from scorekeeper.files.template_cells import FINES, NIGHT, ROUNDS, TypedCells, Where, column_of, fact_row
from scorekeeper.files.template_moves import MOST
from scorekeeper.table.errors import Fault

_FINE_PARTS: Final = {"kind": at.FINE_KIND, "each": at.FINE_EACH, "note": at.FINE_NOTE}
_SEAT_PARTS: Final = {"suit": 1, "credit": 2}
_ROUND_PARTS: Final = {
    "swap": at.SWAP,
    "insured": at.INSURED,
    "dealer": at.DEALER,
    "hands": at.CUT,
    "at": at.TIME,
    "cut": at.CUT,
}
"""Columns, by keys of a night file."""
_BY_SEATING: Final = frozenset(["unknown_player", "exposed_by_dealer", "dealer"])
"""Faults of a round that depend on who plays it."""


class Source(NamedTuple):
    """The cells of which an entry comes: the row of a round, whoever moves, and the rows of its fines."""

    row: int
    player: str | None
    fines: tuple[int, ...]


@dataclass(slots=True)
class Blame:
    """Where everything stands of which the night was made."""

    cells: TypedCells
    seats: Mapping[str, int]
    """The row of each player on the first sheet."""
    rounds: bool
    """Whether there are any."""
    first: list[str] = field(default_factory=list)
    """Who sits down as the night opens."""
    sources: list[Source] = field(default_factory=list)
    """Of each entry."""

    miscounted: set[int] = field(default_factory=set)
    """Rows with too many hands, or too few."""

    def placed(self, faults: Iterable[Fault]) -> Iterator[Fault]:
        """The same faults, each at its cell, but for those that only follow from rows with a wrong number of hands."""
        for fault in faults:
            steps = dict(fault.place)
            row = self.sources[int(steps["entry"]) - 1].row if "entry" in steps else None
            if not (fault.code == "players" and self.miscounted) and not (
                fault.code in _BY_SEATING and row in self.miscounted
            ):
                yield self._placed(fault)

    def _placed(self, fault: Fault) -> Fault:
        steps = dict(fault.place)
        where = self._of_entry(fault.code, steps) if "entry" in steps else self._of_opening(fault.code, steps)
        return Fault(fault.code, (where,), {**fault.params, **self._words(fault, steps)})

    def _words(self, fault: Fault, steps: Mapping[str, str | int]) -> dict[str, str | int]:
        """What a sentence about a cell says, where one about a night file names keys."""
        if fault.code == "insurance_split" and "other" in fault.params:
            return {"cell": self._rule(str(fault.params["other"]))[1]}
        if fault.code == "exposed_by_dealer":
            row = self.sources[int(steps["entry"]) - 1].fines[int(steps["fine"]) - 1]
            return {"cell": self.cells.where(FINES, row, at.FINE_KIND)[1]}
        return {}

    def _of_entry(self, code: str, steps: Mapping[str, str | int]) -> Where:
        source, key = self.sources[int(steps["entry"]) - 1], str(steps.get("key"))
        if "fine" in steps:
            return self.cells.where(FINES, source.fines[int(steps["fine"]) - 1], _FINE_PARTS.get(key, at.FINE_PLAYER))
        player = steps.get("hand", source.player)
        if player in self.seats:
            row = self.seats[str(player)]
            if key in _SEAT_PARTS:
                return self.cells.where(NIGHT, row, _SEAT_PARTS[key])
            return self.cells.where(ROUNDS, source.row, column_of(row))
        return self.cells.where(ROUNDS, source.row, at.DEALER if code == "dealer" else _ROUND_PARTS.get(key, 0))

    def _of_opening(self, code: str, steps: Mapping[str, str | int]) -> Where:
        key = str(steps.get("key"))
        if "seat" in steps:
            row = self.seats[self.first[int(steps["seat"]) - 1]]
            return self.cells.where(NIGHT, row, 1 if code == "suit_taken" else _SEAT_PARTS.get(key, 0))
        if key in at.RULE_KEYS:
            return self._rule(key)
        key = {"started_at": "date", "stake": "point"}.get(key, key)
        if key in at.NIGHT_KEYS:
            return self.cells.where(NIGHT, fact_row(key), 1)
        rows = list(self.seats.values())  # too many names, or too few
        return self.cells.where(NIGHT, rows[MOST] if len(rows) > MOST else rows[-1] + 1, 0)

    def _rule(self, key: str) -> Where:
        return self.cells.where(NIGHT, at.FIRST_RULE + at.RULE_KEYS.index(key), 1)
