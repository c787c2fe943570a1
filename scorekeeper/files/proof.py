"""What proofs are made of: the parts of a workbook that they compare, and the words of a cell that compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.files.cells import Formula, Value
from scorekeeper.files.sheet import Area
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.workbook_cash import CashAreas
from scorekeeper.files.workbook_summary import PAYEE, PAYER, SettlementAreas, SummaryAreas
from scorekeeper.i18n import _


@dataclass(frozen=True, slots=True)
class Areas:
    """Where the workbook of a night has what is to be proved."""

    summary: SummaryAreas
    rounds: Area
    payments: Area
    balances: Area
    settlement: SettlementAreas
    cash: CashAreas | None
    journal: Area

    @property
    def players(self) -> Area:
        """Those of the summary."""
        return self.summary.players


@dataclass(frozen=True, slots=True)
class RoundsProof:
    """What the proof of a game's rounds gives: a column of nets a player, the cells that compare, and formulas."""

    area: Area
    nets: int
    checks: tuple[str, ...]
    """The blocks of cells that compare, on whatever sheet."""
    count: int
    """How many cells these are."""
    best_hands: tuple[str, ...]
    """For each player, what his best hand is."""
    credit: str
    """Points that everybody needs for the next round; `§` stands for the number of players."""
    lines: tuple[Line, ...]
    """More lines for the totals of the night."""


class Line(NamedTuple):
    """A line of the proof: what it is about, what the formulas find, and what is stated; and what else must hold."""

    what: str
    computed: Formula
    stated: Value
    digits: int = 0
    also: str = ""


def agrees() -> str:
    """What a cell says when all is well."""
    return _("agrees")


def differs() -> str:
    """What it says otherwise."""
    return _("differs")


def check(condition: str) -> str:
    """The formula that says whether a condition holds; what cannot be computed does not."""
    no = literal(differs())
    return f"IFERROR(IF({condition},{literal(agrees())},{no}),{no})"


def proved(condition: str) -> Formula:
    """A cell that compares, and finds that all is well."""
    return Formula(check(condition), agrees())


class Template:
    """A formula that is the same in every row but for the number of the row, which stands as `§`."""

    def __init__(self, text: str) -> None:
        self._parts = text.split("§")

    def at(self, row: int) -> str:
        """The formula of a row."""
        return str(row).join(self._parts)


def all_equal(one: str, other: str) -> str:
    """The condition that two ranges of one shape hold the same."""
    return f"SUMPRODUCT(--({one}<>{other}))=0"


def total_of(names: str, name: str, points: str) -> str:
    """The sum of `points` where `names` are exactly `name`: no wildcards, whatever a name looks like."""
    return f"SUMPRODUCT(EXACT({names},{name})*{points})"


def sides(area: Area, column: int, row: int) -> tuple[str, str]:
    """The totals of a column where the name in column A of the row stands first, and where it stands second."""
    first, second = (total_of(area.column(side), f"$A{row}", area.column(column)) for side in (PAYER, PAYEE))
    return first, second


def joined(conditions: Sequence[str]) -> str:
    """The condition that all hold."""
    return f"AND({','.join(conditions)})"
