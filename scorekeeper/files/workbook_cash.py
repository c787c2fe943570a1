"""The sheet of cash play: what everybody brought, what is in front of him, and who still owes whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.files.cells import POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area
from scorekeeper.files.view import View
from scorekeeper.i18n import _
from scorekeeper.table.cash import Cash

BROUGHT, TAKEN, STACK, OWES, IS_OWED, STACK_MONEY = range(1, 7)
"""Columns of the stacks; the first is the player's name."""


@dataclass(frozen=True, slots=True)
class CashAreas:
    """Where the sheet has its tables."""

    stacks: Area
    debts: Area
    """Debtor, creditor, points."""


def has_cash(view: View) -> bool:
    """Whether there ever was cash on the table."""
    return view.standing.cash is not None or bool(view.standing.till.brought)


def credit_and_debts(book: Book, view: View) -> CashAreas | None:
    """Only of a night in which there was any."""
    standing, cash = view.standing, view.standing.till
    if not has_cash(view):
        return None
    page = book.sheet(_("Credit and debts"))
    page.caption(view.title)
    if standing.required_credit is not None:
        page.fact(_("Needed by each before the next round"), standing.required_credit, POINTS)
    if standing.short:
        page.fact(_("Short of it"), ", ".join(standing.short))
    if cash.unexplained:
        page.fact(_("Cash that nobody can explain"), cash.unexplained, SIGNED_POINTS)
    page.heading(_("In front of each"))
    stacks = page.table(
        [
            Column(_("Player")),
            Column(_("Brought"), POINTS),
            Column(_("Taken away"), POINTS),
            Column(_("In front of him"), POINTS),
            Column(_("Owes"), POINTS),
            Column(_("Is owed"), POINTS),
            *view.money_columns(_("In front of him, money")),
        ],
        _stack_rows(view, cash),
    )
    page.heading(_("Open debts, oldest first"))
    debts = page.table(
        [Column(_("Debtor")), Column(_("Creditor")), Column(_("Points"), POINTS), *view.money_columns(_("Money"))],
        ((debt.debtor, debt.creditor, debt.points, *view.money(debt.points)) for debt in cash.debts),
    )
    page.done()
    return CashAreas(stacks, debts)


def _stack_rows(view: View, cash: Cash) -> Iterator[tuple[Value, ...]]:
    for player in view.players:
        owes = sum(debt.points for debt in cash.debts if debt.debtor == player)
        claims = sum(debt.points for debt in cash.debts if debt.creditor == player)
        stack = cash.stacks.get(player, 0)
        brought, taken = cash.brought.get(player, 0), cash.taken.get(player, 0)
        yield (player, brought, taken, stack, owes, claims, *view.money(stack))
