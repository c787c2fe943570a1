"""Stacks and debts of cash play (rules, Credit): who runs short owes, and pays as soon as he has money again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.table.ledger import Debt, Transfer


@dataclass(frozen=True, slots=True)
class Cash:
    """The cash in front of each player present (never below zero), and the open debts, oldest first."""

    stacks: dict[str, int]
    debts: tuple[Debt, ...] = ()

    def bring(self, player: str, points: int) -> Cash:
        """`player` puts `points` (>= 0) on the table, sitting down or adding; open debts are paid from it."""
        moving = _Moving(self)
        moving.receive(player, points)
        return moving.done()

    def take_away(self, player: str) -> Cash:
        """`player` leaves with his stack; what he owes and is owed stays."""
        return Cash({p: points for p, points in self.stacks.items() if p != player}, self.debts)

    def pay(self, transfers: Iterable[Transfer]) -> Cash:
        """After `transfers`, payment by payment; what a payer does not have becomes a debt to that payee."""
        moving = _Moving(self)
        for transfer in transfers:
            moving.pay(transfer.payer, transfer.payee, transfer.points)
        return moving.done()

    def short(self, required: int) -> tuple[str, ...]:
        """Who has less than `required` points in front of him."""
        return tuple(player for player, points in self.stacks.items() if points < required)


@dataclass(slots=True)
class _Open:
    debtor: str
    creditor: str
    points: int


class _Moving:
    """Cash while it changes hands."""

    def __init__(self, cash: Cash) -> None:
        self._stacks = dict(cash.stacks)
        self._debts = [_Open(debt.debtor, debt.creditor, debt.points) for debt in cash.debts]

    def done(self) -> Cash:
        open_debts = (Debt(debt.debtor, debt.creditor, debt.points) for debt in self._debts if debt.points)
        return Cash(self._stacks, tuple(open_debts))

    def pay(self, payer: str, payee: str, points: int) -> None:
        cash = min(self._stacks[payer], points)
        self._stacks[payer] -= cash
        self._owe(payer, payee, points - cash)
        if cash:  # who receives nothing has no occasion to pay
            self.receive(payee, cash)

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
                    waiting.append((debt.creditor, part))

    def _owe(self, debtor: str, creditor: str, points: int) -> None:
        """A debt, set off first against what the creditor owes the debtor, oldest first."""
        for debt in self._debts:
            if debt.debtor == creditor and debt.creditor == debtor:
                part = min(debt.points, points)
                debt.points -= part
                points -= part
        if points:
            self._debts.append(_Open(debtor, creditor, points))
