"""The sheets on what a night came to: the summary, and the settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.files.cells import COUNT, POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.view import View, date_format, has_cash, mixed_word, mode_word, money_format, time_format
from scorekeeper.i18n import _
from scorekeeper.settling_messages import guarantee, over_nights, paid_how
from scorekeeper.table import ledger
from scorekeeper.table.settling import Made
from scorekeeper.table.standing import Mode

RECEIVED, PAID, NET = 1, 2, 3
"""Columns of the players in the summary; money follows behind, if there is any."""
BEST_HAND = -1
"""The last column of the players."""
PAYER, PAYEE, OWED_POINTS = 0, 1, 2
"""Columns of a plan; money, if there is any, comes next."""


@dataclass(frozen=True, slots=True)
class SummaryAreas:
    """Where the summary has its tables, and some of its facts."""

    mode: str
    """The cell that says how the night was settled."""
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
    agreed: Area | None
    """The plan in force, if the table agreed on one: as a plan, and whether each payment was made."""
    made: Area | None
    """What was paid, if anything was; its columns begin as those of a plan."""
    pairs: Area
    """Winner, loser, points, and money, if there is any."""
    finals: Area
    """Player, rounds, balance; last, in money if there is any, what is still to settle, and before it what moved
    otherwise, if anything did."""


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
    mode = page.fact(_("Mode"), mixed_word() if view.is_mixed else mode_word(*view.modes))
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
    return SummaryAreas(mode, point, played, players, plan)


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
    if view.is_mixed:
        page.note(_("Played on record and in cash, by turns: rounds in cash leave only their open debts."))
    elif Mode.CASH in view.modes:
        page.note(_("Played for cash: only the debts that are still open are listed."))
    return area


def settlement(book: Book, view: View) -> SettlementAreas:
    """Who pays whom, what was agreed and paid, who won from whom, and every balance."""
    standing = view.standing
    page = book.sheet(_("Settlement"))
    page.caption(view.title)
    page.heading(_("Who pays whom"))
    plan = _plan(page, view)
    agreed, made = _agreed(page, view), _made(page, view)
    page.heading(_("Who won from whom"))
    pairs = page.table(
        [Column(_("Winner")), Column(_("Loser")), Column(_("Points"), POINTS), *view.money_columns(_("Money"))],
        ((debt.creditor, debt.debtor, debt.points, *view.money(debt.points)) for debt in standing.pair_debts),
    )
    page.heading(_("Final balances"))
    its_heading = page.row
    sat = Counter(player for played in standing.rounds for player in played.seating.players)
    due, otherwise = standing.due, due_otherwise(view)
    # The points stand in the same column as above.
    finals = page.table(
        [
            Column(_("Player")),
            Column(_("Rounds"), COUNT),
            *view.unit_columns(signed=True),
            *([view.unit_column(_("Otherwise"))] if otherwise else []),
            view.unit_column(_("Still to settle")),
        ],
        (
            (
                player,
                sat[player],
                points,
                *view.money(points),
                *([view.units(otherwise[player])[-1]] if otherwise else []),
                view.units(due[player])[-1],
            )
            for player, points in standing.balances.items()
        ),
    )
    page.colour_signs(finals, OWED_POINTS, 2 + (view.stake is not None) + bool(otherwise))
    if otherwise:
        page.note(_("“Otherwise” is what plans rounded off, and what payments in a roundabout way cleared."))
    page.keep_together(its_heading)
    page.done()
    return SettlementAreas(plan, agreed, made, pairs, finals)


def cleared(view: View, made: Made) -> int:
    """Points of a payment that cleared open debts of cash play."""
    return (made.amount - made.rest) // view.standing.unit


def due_otherwise(view: View) -> dict[str, int]:
    """What is due, in units, beside what follows from the balances on record, the open debts and the payments; by
    player, and empty where there is nothing of the kind."""
    standing = view.standing
    due = dict(standing.due)
    for player, points in standing.owed.items():
        due[player] -= points * standing.unit
    for made in standing.settling.made:
        due[made.payer] -= made.rest
        due[made.payee] += made.rest
    return due if any(due.values()) else {}


def _agreed(page: Sheet, view: View) -> Area | None:
    """The plan that the table accepted."""
    accepted = view.standing.settling.plan
    if accepted is None:
        return None
    page.heading(_("The plan that was agreed on (entry %(entry)s)") % {"entry": accepted.entry})
    left = {(pay.payer, pay.payee) for pay in accepted.unpaid}
    return page.table(
        [Column(_("Payer")), Column(_("Payee")), *view.unit_columns(), Column(_("Paid"))],
        (
            (pay.payer, pay.payee, *view.units(pay.points), _("no") if (pay.payer, pay.payee) in left else _("yes"))
            for pay in accepted.payments
        ),
    )


def _made(page: Sheet, view: View) -> Area | None:
    """What was handed over, if anything was."""
    settling = view.standing.settling
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
            Column(_("Plan (entry)"), COUNT),
            *([Column(_("Of it, for debts in cash"), POINTS)] if has_cash(view) else []),
            Column(_("Note")),
        ],
        (
            (
                made.payer,
                made.payee,
                *view.units(made.amount),
                view.local(made.at),
                made.entry,
                made.plan,
                *([cleared(view, made)] if has_cash(view) else []),
                ", ".join(filter(None, [paid_how(made), over_nights(made), made.note])) or None,
            )
            for made in settling.made
        ),
    )
