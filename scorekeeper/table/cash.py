"""Stacks and debts of cash play (rules, Credit): who runs short owes, and pays as soon as he has money again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.table.chains import shortest
from scorekeeper.table.ledger import Debt, Transfer
from scorekeeper.table.settlement import fewest


@dataclass(frozen=True, slots=True)
class Handed:
    """A step of paying in cash (rules, Credit): what is handed over now, and what is not.

    `points` (>= 0) go over the table; `owed` of them become a debt, `set_off` are set off against one the other way.
    """

    payer: str
    payee: str
    points: int
    transfer: int | None
    """Which transfer of the round it is, from 0; None: an open debt is paid, since the payer has money again."""
    owed: int = 0
    set_off: int = 0


@dataclass(frozen=True, slots=True)
class Cash:
    """The cash in front of each player present (never below zero), and the open debts, oldest first. All in points.

    What lies on the table and what was taken away is what was brought, and what nobody can explain.
    """

    stacks: dict[str, int]
    debts: tuple[Debt, ...] = ()
    brought: Mapping[str, int] = field(default_factory=dict)
    """Credit that each has put on the table over the night."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """Cash with which each has left the table over the night."""
    unexplained: int = 0
    """Cash that was counted beyond what the book says (negative: that was missing), and is nobody's yet."""

    @classmethod
    def of(cls, credit: Mapping[str, int]) -> Cash:
        """A table where everybody has just put his credit before him."""
        return cls(dict(credit), brought=dict(credit))

    def bring(self, player: str, points: int) -> Cash:
        """`player` puts `points` (>= 0) on the table, sitting down or adding; open debts are paid from it."""
        moving = _Moving(self)
        moving.receive(player, points)
        return replace(moving.done(), brought=_more(self.brought, player, points))

    def take_away(self, *players: str) -> Cash:
        """These leave the table with their stacks; what they owe and are owed stays."""
        taken = self.taken
        for player in players:
            taken = _more(taken, player, self.stacks[player])
        left = {player: points for player, points in self.stacks.items() if player not in players}
        return replace(self, stacks=left, taken=taken)

    def pay(self, transfers: Iterable[Transfer], entry: int = 0) -> Cash:
        """After `transfers`, payment by payment; what a payer does not have becomes a debt to that payee.

        `entry` is that of the round, for the debts that arise.
        """
        return self.hand_over(transfers, entry)[0]

    def hand_over(self, transfers: Iterable[Transfer], entry: int = 0) -> tuple[Cash, tuple[Handed, ...]]:
        """Like `pay`, and what goes over the table, step by step in the order in which it does."""
        moving = _Moving(self)
        for number, transfer in enumerate(transfers):
            moving.pay(number, transfer, entry)
        return moving.done(), tuple(moving.handed)

    def short(self, required: int) -> tuple[str, ...]:
        """Who has less than `required` points in front of him."""
        return tuple(player for player, points in self.stacks.items() if points < required)

    def settle(self, payer: str, payee: str, points: int) -> tuple[Cash, int]:
        """After a payment apart from the stacks, and how many of its points (>= 0) went to open debts.

        It clears what the payer owes the payee, oldest first; then, by the shortest way, what he owes to somebody who
        owes the payee: all debts on that way are paid by this one payment.
        """
        moving = _Moving(self)
        rest = points
        while rest and (way := moving.way(payer, payee)):
            part = min(rest, *(debt.points for debt in way))
            for debt in way:
                debt.points -= part
            rest -= part
        return moving.done(), points - rest

    def moved_since(self, before: Cash) -> dict[str, int]:
        """By player, how much more (or less) he has before him and has taken away, less what he brought.

        All together zero, unless cash was counted that nobody can explain.
        """
        players = {**before.brought, **self.brought, **before.stacks, **self.stacks}
        return {player: self.won(player) - before.won(player) for player in players}

    def won(self, player: str) -> int:
        """What he has before him and has taken away, less what he brought."""
        return self.stacks.get(player, 0) + self.taken.get(player, 0) - self.brought.get(player, 0)

    def without_debts(self) -> Cash:
        """Once everything is settled in another way."""
        return replace(self, debts=())

    def counted(self, stacks: Mapping[str, int], shared_by: Sequence[str], entry: int = 0) -> Cash:
        """The stacks as they were counted. A difference to the book is that of `shared_by`, in equal parts.

        What is missing they took away, what is left over they brought; those who come first bear what does not
        divide. Who then has more before him than is his owes it to whoever has less: the fewest debts, of the entry
        `entry`. With nobody in `shared_by` a difference stays unexplained, and nobody owes anything for it.
        """
        difference = sum(stacks.values()) - sum(self.stacks.values())
        found = replace(self, stacks=dict(stacks))
        if difference and not shared_by:
            return replace(found, unexplained=self.unexplained + difference)
        each, odd = divmod(abs(difference), max(1, len(shared_by)))
        parts = {player: each + (place < odd) for place, player in enumerate(shared_by)}
        for player, part in parts.items():
            if difference > 0:
                found = replace(found, brought=_more(found.brought, player, part))
            else:
                found = replace(found, taken=_more(found.taken, player, part))
        sign = 1 if difference > 0 else -1
        lacking = {p: self.stacks[p] + sign * parts.get(p, 0) - stacks[p] for p in self.stacks}
        moving = _Moving(found)
        for debt in fewest(lacking).payments:
            moving.owe(debt.payer, debt.payee, debt.points, entry)
        return moving.done()


def _more(points: Mapping[str, int], player: str, more: int) -> dict[str, int]:
    return {**points, player: points.get(player, 0) + more}


@dataclass(slots=True)
class _Open:
    debtor: str
    creditor: str
    points: int
    entry: int


class _Moving:
    """Cash while it changes hands."""

    def __init__(self, cash: Cash) -> None:
        self._before = cash
        self._stacks = dict(cash.stacks)
        self.handed: list[Handed] = []
        self._debts = [_Open(debt.debtor, debt.creditor, debt.points, debt.entry) for debt in cash.debts]

    def done(self) -> Cash:
        open_debts = (Debt(debt.debtor, debt.creditor, debt.points, debt.entry) for debt in self._debts if debt.points)
        return replace(self._before, stacks=self._stacks, debts=tuple(open_debts))

    def way(self, debtor: str, creditor: str) -> list[_Open]:
        """The shortest chain of debts from one to the other, of equal ones that of the older debts; or none."""
        return shortest(
            debtor, creditor, lambda at: ((d.creditor, d) for d in self._debts if d.debtor == at and d.points)
        )

    def pay(self, number: int, transfer: Transfer, entry: int) -> None:
        cash = min(self._stacks[transfer.payer], transfer.points)
        self._stacks[transfer.payer] -= cash
        owed = self.owe(transfer.payer, transfer.payee, transfer.points - cash, entry)
        set_off = transfer.points - cash - owed
        self.handed.append(Handed(transfer.payer, transfer.payee, cash, number, owed, set_off))
        if cash:  # who receives nothing has no occasion to pay
            self.receive(transfer.payee, cash)

    def receive(self, player: str, points: int) -> None:
        """A receipt is also the moment to pay one's debts, oldest first; so does whoever is paid by it."""
        waiting = [(player, points)]
        while waiting:
            who, got = waiting.pop()
            self._stacks[who] = self._stacks.get(who, 0) + got
            for debt in self._debts:
                part = min(self._stacks[who], debt.points)
                if debt.debtor == who and debt.creditor in self._stacks and part:
                    self._stacks[who] -= part
                    debt.points -= part
                    self.handed.append(Handed(who, debt.creditor, part, None))
                    waiting.append((debt.creditor, part))

    def owe(self, debtor: str, creditor: str, points: int, entry: int) -> int:
        """A debt, set off first against what the creditor owes the debtor, oldest first; what is left of it."""
        for debt in self._debts:
            if debt.debtor == creditor and debt.creditor == debtor:
                part = min(debt.points, points)
                debt.points -= part
                points -= part
        if points:
            self._debts.append(_Open(debtor, creditor, points, entry))
        return points
