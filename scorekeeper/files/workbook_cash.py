"""The sheet of cash play: what everybody brought, what is in front of him, and who still owes whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.files.cells import POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area
from scorekeeper.files.view import View, has_cash
from scorekeeper.files.workbook_summary import cleared
from scorekeeper.i18n import _

BROUGHT, TAKEN, STACK, OWES, IS_OWED = range(1, 6)
"""Columns of the stacks; the first is the player's name, and the others depend on the night."""


@dataclass(frozen=True, slots=True)
class CashAreas:
    """Where the sheet has its tables and facts; the facts, and columns of the stacks that not all nights have, are None
    where they are absent."""

    stacks: Area
    debts: Area
    """Debtor, creditor, points."""
    required: str | None
    short: str | None
    unexplained: str | None
    money: int | None
    """The column with what is in front of each, in money."""
    plays: int | None
    """The column that says who plays the next round; absent when that is on record."""
    on_record: int | None
    """The column with what was won on record."""
    otherwise: int | None
    """The column with what moved in another way."""


def credit_and_debts(book: Book, view: View) -> CashAreas | None:
    """Only of a night in which there was any."""
    standing, cash = view.standing, view.standing.till
    if not has_cash(view):
        return None
    page = book.sheet(_("Credit and debts"))
    page.caption(view.title)
    required = short = unexplained = None
    if standing.required_credit is not None:
        required = page.fact(_("Needed by each before the next round"), standing.required_credit, POINTS)
    if standing.short:
        short = page.fact(_("Short of it"), ", ".join(name for name in view.players if name in standing.short))
    if cash.unexplained:
        unexplained = page.fact(_("Cash that nobody can explain"), cash.unexplained, SIGNED_POINTS)
    page.heading(_("In front of each"))
    otherwise = cash_otherwise(view)
    parts = {
        "money": view.money_columns(_("In front of him, money")),
        "plays": (Column(_("Plays the next round")),) if standing.cash is not None else (),
        "on_record": (Column(_("Won on record"), SIGNED_POINTS),) if any(standing.record.values()) else (),
        "otherwise": (Column(_("Otherwise"), SIGNED_POINTS),) if otherwise else (),
    }
    columns = [
        Column(_("Player")),
        Column(_("Brought"), POINTS),
        Column(_("Taken away"), POINTS),
        Column(_("In front of him"), POINTS),
        Column(_("Owes"), POINTS),
        Column(_("Is owed"), POINTS),
    ]
    places: dict[str, int | None] = {}
    for name, part in parts.items():
        places[name] = len(columns) if part else None
        columns += part
    stacks = page.table(columns, _stack_rows(view, otherwise))
    if otherwise:
        page.note(_("“Otherwise” was won in cash play, but a count, a restoration or a roundabout payment moved it."))
    page.heading(_("Open debts, oldest first"))
    debts = page.table(
        [Column(_("Debtor")), Column(_("Creditor")), Column(_("Points"), POINTS), *view.money_columns(_("Money"))],
        ((debt.debtor, debt.creditor, debt.points, *view.money(debt.points)) for debt in cash.debts),
    )
    page.done()
    return CashAreas(stacks, debts, required, short, unexplained, **places)


def cash_otherwise(view: View) -> dict[str, int]:
    """Points that somebody won in cash play, and neither has before him, nor has taken away, nor is owed; by player,
    and empty where there is nothing of the kind."""
    standing, cash = view.standing, view.standing.till
    record, sums = standing.record, standing.balances.items()
    won = {player: points - record.get(player, 0) - cash.won(player) for player, points in sums}
    for debt in cash.debts:
        won[debt.debtor] += debt.points
        won[debt.creditor] -= debt.points
    for made in standing.settling.made:
        won[made.payer] += cleared(view, made)
        won[made.payee] -= cleared(view, made)
    return won if any(won.values()) else {}


def _stack_rows(view: View, otherwise: dict[str, int]) -> Iterator[tuple[Value, ...]]:
    standing, cash = view.standing, view.standing.till
    for player in view.players:
        owes = sum(debt.points for debt in cash.debts if debt.debtor == player)
        claims = sum(debt.points for debt in cash.debts if debt.creditor == player)
        stack = cash.stacks.get(player, 0)
        brought, taken = cash.brought.get(player, 0), cash.taken.get(player, 0)
        cells: list[Value] = [player, brought, taken, stack, owes, claims, *view.money(stack)]
        if standing.cash is not None:
            cells.append(_("yes") if player in standing.seats.present else _("no"))
        if any(standing.record.values()):
            cells.append(standing.record.get(player, 0))
        if otherwise:
            cells.append(otherwise[player])
        yield tuple(cells)
