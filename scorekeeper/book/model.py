"""What a book hands out. All frozen: to change something, ask the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from scorekeeper.table.money import Stake
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode

FINDING_CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "revision": ("found", "known"),
    "integrity": ("detail",),
    "foreign_key": ("table", "row", "parent"),
    "guard": ("name",),
    "name_key": ("player", "name"),
    "gap": ("night", "entry", "found"),
    "damaged": ("night", "entry", "fault"),
    "unplayable": ("night", "entry", "fault"),
    "ledger": ("night", "entry", "line", "expected", "found"),
    "sum": ("night", "points"),
}
"""Every code of a `Finding`, with its parameters. `entry` 0 is the opening; an absent ledger line is "–"."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A night as it was read from the book, or as it was left by the last append."""

    number: int
    night: Night
    closed: bool
    ids: Mapping[str, int] = field(repr=False, compare=False)
    """The book's id of everybody whom the journal names, by the names that `night` uses."""

    @property
    def sequence(self) -> int:
        """How many entries there are: what an append expects to find."""
        return len(self.night.journal)


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night in a list, computed without replaying it."""

    number: int
    uuid: str
    game: str
    title: str
    mode: Mode
    """How the table settles now."""
    started_at: datetime
    zone: str
    stake: Stake | None
    players: tuple[str, ...]
    """Clockwise as the night began, then those who joined."""
    rounds: int
    """How many hold."""
    leader: str | None
    """Who has most points, if anybody is above zero; of several the first in `players`."""
    balance: int
    """The leader's points; 0 without one."""
    closed: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A person in a list; `nights` counts those that are not hidden, under whatever name."""

    id: int
    name: str
    nights: int
    aliases: tuple[tuple[int, str], ...] = ()
    """Other names that were merged into this one, each with its id."""


@dataclass(frozen=True, slots=True)
class TabNight:
    """A night on somebody's tab. Sums in units: minor units of the night's currency, or points."""

    number: int
    title: str
    started_at: datetime | None
    zone: str | None
    result: int
    """What he won (or, below zero, lost)."""
    due: int
    """What is still to be settled: above zero, he is owed."""


@dataclass(frozen=True, slots=True)
class Tab:
    """All nights of a person in one currency (None: where points are worth nothing), the oldest first."""

    player: str
    currency: str | None
    nights: tuple[TabNight, ...]

    @property
    def result(self) -> int:
        """What he won over all these nights, in units."""
        return sum(night.result for night in self.nights)

    @property
    def due(self) -> int:
        """What is still to be settled over all these nights, in units."""
        return sum(night.due for night in self.nights)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one imported file."""

    number: int
    new: bool
    added: int
    """Entries that the book did not have."""
    respelled: tuple[tuple[str, str], ...]
    """Names of the file that the book spells in another way: (in the file, in the book)."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Something half typed, and how many entries the night had then."""

    data: str
    base: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that `check` found; see `FINDING_CODES`."""

    code: str
    params: Mapping[str, str | int]
