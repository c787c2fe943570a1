"""How a night is settled, as lines of plain text: payments, plans, and the entries about them."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.i18n import _, language
from scorekeeper.messages import currency_shown
from scorekeeper.settling_messages import guarantee, method_label, over_nights
from scorekeeper.table.amounts import Amount, amount_of
from scorekeeper.table.errors import RuleError
from scorekeeper.table.journal import (
    Accept,
    ChangeMode,
    Consent,
    Counted,
    Difference,
    Entry,
    Limit,
    Mode,
    Paid,
    Reopened,
    Restore,
)
from scorekeeper.table.money import Stake, show_money, show_points
from scorekeeper.table.settlement import Payment, Plan
from scorekeeper.table.settling_entries import is_current
from scorekeeper.table.standing import Standing


def payment_line(payer: str, payee: str, points: int, stake: Stake | None = None, reason: str = "") -> str:
    """`Вадим → Галина: 10 (insurance)`, with what it is worth if a point is worth something."""
    worth = [show_money(stake.money(points), stake.currency, language=language())] if stake else []
    notes = ", ".join([*worth, *([reason] if reason else [])])
    return f"{payer} → {payee}: {show_points(points)}{f' ({notes})' if notes else ''}"


def due_line(payment: Payment, stake: Stake | None) -> str:
    """A payment in units: like `payment_line`, or only the money where that is no whole number of points."""
    amount = amount_of(payment.points, stake)
    if not amount.money:
        return payment_line(payment.payer, payment.payee, amount.points, stake)
    return f"{payment.payer} → {payment.payee}: {amount_text(amount, stake)}"


def amount_text(amount: Amount, stake: Stake | None) -> str:
    """A sum for people: points with what they are worth, or money."""
    if not amount.money:
        worth = f" ({show_money(stake.money(amount.points), stake.currency, language=language())})" if stake else ""
        return f"{show_points(amount.points)}{worth}"
    try:
        return show_money(amount.units(stake), stake.currency if stake else "", language=language())
    except RuleError:  # an entry that does not hold may say anything
        return f"{amount.money} {amount.currency}".strip()


def plan_lines(plan: Plan, stake: Stake | None) -> Iterator[str]:
    """Who pays whom, one payment (in units) a line, and then what is certain about their number."""
    for payment in plan.payments:
        yield due_line(payment, stake)
    yield guarantee(plan) or _("Nothing is open")


def money_plan_lines(plan: Plan, currency: str) -> Iterator[str]:
    """The same for a plan of many nights, which differ in what a point is worth: in money alone."""
    for payment in plan.payments:
        yield f"{payment.payer} → {payment.payee}: {currency_shown(payment.points, currency)}"
    yield guarantee(plan) or _("Nothing is open")


def accepted_lines(standing: Standing) -> Iterator[str]:
    """The plan in force and what is left of it, and who owes more than he should."""
    stake, plan = standing.opening.stake, standing.settling.plan
    if plan is not None and not is_current(standing):
        yield _("The plan of entry %(entry)s is out of date: something has changed since") % {"entry": plan.entry}
    elif plan is not None:
        yield _("Plan in force: entry %(entry)s") % {"entry": plan.entry}
        for payment in plan.unpaid:
            yield "  " + due_line(payment, stake)
        if not plan.unpaid:
            yield "  " + _("Paid in full")
    if standing.over_limit:
        yield _("Above the limit: %(players)s") % {"players": ", ".join(standing.over_limit)}


def settling_lines(entry: Entry, stake: Stake | None) -> Iterator[str]:
    """What an entry about credit, plans, payments or counted cash says; nothing for any other."""
    match entry:
        case Consent():
            yield _("The table lets %(player)s play the next round although short of credit") % {"player": entry.player}
        case ChangeMode():
            cash = entry.to is Mode.CASH
            yield _("From here on: cash after every round") if cash else _("From here on: on record")
            yield from (f"  {player}: {show_points(points, sign=True)}" for player, points in entry.credit.items())
        case Limit():
            if entry.points is None:
                yield _("No limit any more: %(player)s") % {"player": entry.player}
            else:
                said = {"player": entry.player, "points": show_points(entry.points)}
                yield _("Limit on record: %(player)s, %(points)s") % said
        case Accept():
            yield _("Plan accepted: %(plan)s") % {"plan": method_label(entry.method)}
            if entry.coin:
                yield "  " + _("Rounded to: %(coin)s") % {"coin": amount_text(entry.coin, stake)}
            yield from (f"  {p.payer} → {p.payee}: {amount_text(p.amount, stake)}" for p in entry.payments)
        case Paid():
            yield _paid_line(entry, stake)
        case Restore():
            yield _with_reason(_("Balances restored:"), entry.reason)
            yield from (f"  {player}: {show_points(points, sign=True)}" for player, points in entry.balances.items())
        case Counted():
            yield _("Cash counted:")
            yield from (f"  {player}: {show_points(points)}" for player, points in entry.cash.items())
            if entry.difference is Difference.SHARED:
                yield "  " + _("The difference is shared")
            elif entry.difference is Difference.GIVEN:
                yield "  " + _("The difference is that of: %(player)s") % {"player": entry.to}
            elif entry.difference is Difference.CARRIED:
                yield "  " + _("The difference is carried on")
        case Reopened():
            yield _with_reason(_("Reopened:"), entry.reason)


def _with_reason(said: str, reason: str) -> str:
    return f"{said} {reason}".strip()


def _paid_line(entry: Paid, stake: Stake | None) -> str:
    pair = {"payer": entry.payer, "payee": entry.payee, "amount": amount_text(entry.amount, stake)}
    said = _("Forgiven: %(payer)s → %(payee)s: %(amount)s") if entry.forgiven else ""
    said = said or (_("Set off: %(payer)s → %(payee)s: %(amount)s") if entry.set_off else "")
    said = said or _("Paid: %(payer)s → %(payee)s: %(amount)s")
    notes = [_("entry %(value)s") % {"value": entry.plan}] if entry.plan else []
    notes += filter(None, [over_nights(entry), entry.note])
    return said % pair + (f" ({', '.join(notes)})" if notes else "")
