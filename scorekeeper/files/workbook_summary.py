"""The sheets on what a night came to: the summary, and the settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.files.cells import COUNT, POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.view import View, date_format, money_format, time_format
from scorekeeper.i18n import _
from scorekeeper.messages import guarantee, paid_how
from scorekeeper.table import ledger
from scorekeeper.table.standing import Mode

RECEIVED, PAID, NET = 1, 2, 3
"""Columns of the players in the summary; money follows behind, if there is any."""
PAYER, PAYEE, OWED_POINTS = 0, 1, 2
"""Columns of a plan; money, if there is any, comes next."""


@dataclass(frozen=True, slots=True)
class SummaryAreas:
    """Where the summary has its tables, and two of its facts."""

    point: str | None
    """The cell with what a point is worth, if it is worth anything."""
    rounds: str
    """The cell with the number of rounds."""
    players: Area
    """Its first column names everybody, in the order of all other columns of players; sums stand below it."""
    plan: Area


@dataclass(frozen=True, slots=True)
class SettlementAreas:
    """Where the settlement has its tables."""

    plan: Area
    made: Area | None
    """What was paid, if anything was; its columns begin as those of a plan."""
    pairs: Area
    """Winner, loser, points, and money, if there is any."""
    finals: Area
    """Player, rounds, balance, what is still to settle (in money, if there is any) last."""


def sat_at(view: View) -> int:
    """The column of the summary with the rounds in which each sat, behind all sums."""
    return NET + 1 + len((RECEIVED, PAID, NET)) * (view.stake is not None)


def summary(book: Book, view: View) -> SummaryAreas:
    """Who came to what, and who pays whom."""
    standing = view.standing
    page = book.sheet(_("Summary"), frozen="A2")
    page.caption(view.title)
    date = view.local(view.began)
    if date is not None:
        page.fact(_("Date"), date.date(), date_format())
    page.fact(_("Time zone"), view.zone or "UTC")
    page.fact(_("Mode"), _("cash") if standing.opening.mode is Mode.CASH else _("on record"))
    point = None
    if view.stake is not None:
        point = page.fact(_("One point"), view.money(1)[0], money_format(view.stake.currency))
    played = page.fact(_("Rounds"), len(standing.rounds), COUNT)
    page.skip()
    *rows, total = _player_rows(view)
    players = page.table(
        [
            Column(_("Player")),
            Column(_("Received"), POINTS),
            Column(_("Paid"), POINTS),
            Column(_("Net"), SIGNED_POINTS),
            *view.money_columns(_("Received, money")),
            *view.money_columns(_("Paid, money")),
            *view.money_columns(_("Net, money"), signed=True),
            Column(_("Rounds"), COUNT),
            Column(_("Best hand")),
        ],
        rows,
        total=total,
    )
    page.colour_signs(players, NET, 1)
    if view.stake is not None:
        page.colour_signs(players, NET + 3, 1)
    page.heading(_("Settlement"))
    plan = _plan(page, view)
    page.done()
    return SummaryAreas(point, played, players, plan)


def _player_rows(view: View) -> Iterator[tuple[Value, ...]]:
    """Everybody, and in the end the sums."""
    standing = view.standing
    transfers = tuple(standing.transfers)
    received, paid = ledger.received(transfers, view.players), ledger.paid(transfers, view.players)
    sat = Counter(player for played in standing.rounds for player in played.seating.players)

    def points(got: int, gave: int) -> tuple[Value, ...]:
        money = (*view.money(got), *view.money(gave), *view.money(got - gave))
        return (got, gave, got - gave, *money)

    for player in view.players:
        best = view.columns.best_hand(standing.rounds, player)
        yield (player, *points(received[player], paid[player]), sat[player], best)
    yield (_("Total"), *points(sum(received.values()), sum(paid.values())), len(standing.rounds), None)


def _plan(page: Sheet, view: View) -> Area:
    area = page.table(
        [Column(_("Payer")), Column(_("Payee")), *view.unit_columns()],
        ((pay.payer, pay.payee, *view.units(pay.points)) for pay in view.plan.payments),
    )
    page.note(guarantee(view.plan) or _("Nothing is left to settle."))
    if view.standing.opening.mode is Mode.CASH:
        page.note(_("Played for cash: only the debts that are still open are listed."))
    return area


def settlement(book: Book, view: View) -> SettlementAreas:
    """Who pays whom, what was paid, who won from whom, and every balance."""
    standing = view.standing
    page = book.sheet(_("Settlement"))
    page.caption(view.title)
    page.heading(_("Who pays whom"))
    plan = _plan(page, view)
    made = _agreed(page, view)
    page.heading(_("Who won from whom"))
    pairs = page.table(
        [Column(_("Winner")), Column(_("Loser")), Column(_("Points"), POINTS), *view.money_columns(_("Money"))],
        ((debt.creditor, debt.debtor, debt.points, *view.money(debt.points)) for debt in standing.pair_debts),
    )
    page.heading(_("Final balances"))
    sat = Counter(player for played in standing.rounds for player in played.seating.players)
    due, label = standing.due, _("Still to settle")
    # The points stand in the same column as above.
    finals = page.table(
        [
            Column(_("Player")),
            Column(_("Rounds"), COUNT),
            *view.unit_columns(signed=True),
            *(view.money_columns(label, signed=True) or [Column(label, SIGNED_POINTS)]),
        ],
        (
            (player, sat[player], points, *view.money(points), view.units(due[player])[-1])
            for player, points in standing.balances.items()
        ),
    )
    page.colour_signs(finals, OWED_POINTS, 2 + (view.stake is not None))
    page.done()
    return SettlementAreas(plan, made, pairs, finals)


def _agreed(page: Sheet, view: View) -> Area | None:
    """The plan that the table accepted, and what was handed over; the area of the latter."""
    settling = view.standing.settling
    if settling.plan is not None:
        page.heading(_("The plan that was agreed on (entry %(entry)s)") % {"entry": settling.plan.entry})
        left = {(pay.payer, pay.payee): pay.points for pay in settling.plan.unpaid}
        page.table(
            [Column(_("Payer")), Column(_("Payee")), *view.unit_columns(), Column(_("Paid"))],
            (
                (pay.payer, pay.payee, *view.units(pay.points), _("no") if (pay.payer, pay.payee) in left else _("yes"))
                for pay in settling.plan.payments
            ),
        )
    if not settling.made:
        return None
    page.heading(_("Paid"))
    return page.table(
        [
            Column(_("Payer")),
            Column(_("Payee")),
            *view.unit_columns(),
            Column(_("Time"), time_format()),
            Column(_("Entry"), COUNT),
            Column(_("Note")),
        ],
        (
            (
                made.payer,
                made.payee,
                *view.units(made.amount),
                view.local(made.at),
                made.entry,
                ", ".join(filter(None, [paid_how(made), made.note])) or None,
            )
            for made in settling.made
        ),
    )
