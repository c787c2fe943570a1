"""The entries that a night is made of. Nothing in a journal is ever edited or removed: corrections are new entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from scorekeeper.table.amounts import Amount
from scorekeeper.table.game import RulesChange
from scorekeeper.table.settlement import Method


class Mode(StrEnum):
    """When the table settles: at the end of the night (под запись), or at once after every round (без записи)."""

    RECORD = "record"
    CASH = "cash"


class Difference(StrEnum):
    """What becomes of cash that is missing or left over: everybody's in equal parts, one player's, or nobody's yet."""

    SHARED = "shared"
    GIVEN = "given"
    CARRIED = "carried"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What happened, and when (`at`, with its offset) if that is known."""

    kind: ClassVar[str] = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Round(Entry):
    """A round, by the game's record; `dealer` None: whoever was next to deal."""

    kind = "round"
    record: Any
    dealer: str | None = None
    lasted: int | None = field(default=None, compare=False)
    """Seconds played, pauses left out; None where nobody measured them. A measurement that only the book keeps: night
    files do not know it."""


@dataclass(frozen=True, slots=True)
class Amend(Entry):
    """Round number `entry` of the journal was really `record`; place, dealer, seats and rules stay."""

    kind = "amend"
    entry: int
    record: Any
    dealer: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Void(Entry):
    """Entry number `entry` did not happen."""

    kind = "void"
    entry: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Join(Entry):
    """`player` sits down directly to the left of `left_of`; `option` is the game's (a suit), `credit` for cash play."""

    kind = "join"
    player: str
    left_of: str
    option: str | None = None
    credit: int = 0


@dataclass(frozen=True, slots=True)
class Leave(Entry):
    """`player` gets up, with his stack."""

    kind = "leave"
    player: str


@dataclass(frozen=True, slots=True)
class Away(Entry):
    """`player` sits out from the next round on, and keeps his chair, his suit and his stack."""

    kind = "away"
    player: str


@dataclass(frozen=True, slots=True)
class Back(Entry):
    """`player`, who was away, plays again."""

    kind = "back"
    player: str


@dataclass(frozen=True, slots=True)
class Reseat(Entry):
    """Everybody who has a chair (those away too) sits in the order `players` now, clockwise."""

    kind = "seats"
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Credit(Entry):
    """`player` puts `points` more on the table (cash play)."""

    kind = "credit"
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class HouseRules(Entry):
    """House rules that hold from the next round on."""

    kind = "rules"
    change: RulesChange


@dataclass(frozen=True, slots=True)
class Consent(Entry):
    """The table lets `player` play the next round although he is short (cash play)."""

    kind = "consent"
    player: str


@dataclass(frozen=True, slots=True)
class ChangeMode(Entry):
    """The table settles as `to` says from here on; into cash play those seated bring `credit` (points, 0 if unnamed).

    Out of cash play everybody takes his stack off the table; open debts stay.
    """

    kind = "mode"
    to: Mode
    credit: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Limit(Entry):
    """`player` should owe no more than `points` on record; None: no limit any more. Passing it is only a warning."""

    kind = "limit"
    player: str
    points: int | None


@dataclass(frozen=True, slots=True)
class PlannedPayment:
    """One transfer of an accepted plan."""

    payer: str
    payee: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Accept(Entry):
    """The table will settle by these payments, whatever a later program would plan; `coin`: rounded to it."""

    kind = "plan"
    method: Method
    payments: tuple[PlannedPayment, ...]
    coin: Amount | None = None


@dataclass(frozen=True, slots=True)
class Paid(Entry):
    """`payer` handed `amount` to `payee`, apart from the stacks on the table; or it was forgiven him.

    `plan` is the number of the accepted plan's entry; None: of the one in force, if it has such a transfer.
    `across`: part of a payment over several nights, so what is owed is not for this night to judge. `action`: the word
    that all parts of one payment over the tab bear, in every night; empty for a payment of this night alone.
    `set_off`: against what the payee owes in other nights; no money moved.
    """

    kind = "paid"
    payer: str
    payee: str
    amount: Amount
    plan: int | None = None
    forgiven: bool = False
    across: bool = False
    action: str = ""
    set_off: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Restore(Entry):
    """After a catastrophe: the balances are these (points, adding up to zero), and 0 for who is not named."""

    kind = "restore"
    balances: Mapping[str, int]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Counted(Entry):
    """The cash (points) that lies before everybody seated, as counted, and what becomes of a difference to the book."""

    kind = "counted"
    cash: Mapping[str, int]
    difference: Difference | None = None
    to: str | None = None
    """Whose the difference is, when it is `GIVEN`."""


@dataclass(frozen=True, slots=True)
class Reopened(Entry):
    """The closed night goes on, and why. It changes nothing else."""

    kind = "reopened"
    reason: str


@dataclass(frozen=True, slots=True)
class Unread(Entry):
    """An entry that could not be read; `of` is its kind, or what that was most likely meant to be, or empty.

    It stands only in a journal that is looked through for further faults (`night.judged`).
    """

    of: str

    @property
    def corrects(self) -> bool:
        """Whether it takes back or changes another, nobody knows which."""
        return self.of in (Void.kind, Amend.kind)


KINDS = (
    "round", "amend", "void", "join", "leave", "away", "back", "seats", "credit", "rules",
    "consent", "mode", "limit", "plan", "paid", "restore", "counted", "reopened",
)  # fmt: skip

Journal = Sequence[Entry]
"""Numbered from 1."""


def effective(journal: Journal) -> list[bool]:
    """Whether each entry holds: no later void that holds itself names it (one pass from the end)."""
    holds = [True] * len(journal)
    for at in range(len(journal) - 1, -1, -1):
        entry = journal[at]
        if holds[at] and isinstance(entry, Void) and 1 <= entry.entry <= at:
            holds[entry.entry - 1] = False
    return holds


@dataclass(frozen=True, slots=True)
class Steps:
    """What can be taken back and what can be brought back: entry numbers, the next one last."""

    done: tuple[int, ...]
    undone: tuple[int, ...]
    """Voids made by undo: voiding the last one of them is redo."""


def settles(entry: Entry, journal: Journal) -> bool:
    """Whether the entry, as the next one of the journal, only settles: a plan, a payment, or one of these taken back.

    That much may still come when a night is closed.
    """
    while isinstance(entry, Void) and 1 <= entry.entry <= len(journal):
        journal, entry = journal[: entry.entry - 1], journal[entry.entry - 1]
    return isinstance(entry, Accept | Paid)


def steps(journal: Journal) -> Steps:
    """Undo and redo as the journal tells them, so that they survive a restart.

    A void of the last action that stands is an undo; a void of the last such undo is a redo; every other entry
    (a void of something older too) is an action of its own, after which nothing is left to redo. That a night was
    reopened cannot be taken back.
    """
    done: list[int] = []
    undone: list[tuple[int, int]] = []  # (the void, the action it took back)
    for number, entry in enumerate(journal, start=1):
        if isinstance(entry, Void) and done and entry.entry == done[-1]:
            undone.append((number, done.pop()))
        elif isinstance(entry, Void) and undone and entry.entry == undone[-1][0]:
            done.append(undone.pop()[1])
        elif not isinstance(entry, Reopened):
            done.append(number)
            undone.clear()
    return Steps(tuple(done), tuple(void for void, _ in undone))
