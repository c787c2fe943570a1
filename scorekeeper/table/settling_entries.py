"""What the entries about settling do to a night: restored balances, counted cash, accepted plans, payments.

Plans and payments are judged by what was known when they were written (`known`): a correction that comes later leaves
them alone, and what it changes is open again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.table import ledger
from scorekeeper.table.errors import Fault, RuleError, Step, rule_error
from scorekeeper.table.journal import Accept, Counted, Difference, Paid, Restore
from scorekeeper.table.reading import bad_amount, nearest, shown
from scorekeeper.table.settlement import Method, Payment, fewest, pair_by_pair
from scorekeeper.table.settling import Accepted, Made, flow

if TYPE_CHECKING:
    from scorekeeper.table.standing import Standing

RESTORED = "restore"
"""The reason of transfers that bring the balances to what the table remembers."""


def restored(standing: Standing, entry: Restore) -> tuple[ledger.Transfer, ...]:
    """The transfers that bring the balances to the given ones. RuleError `unknown_player`, `not_zero`."""
    known_players(standing, entry.balances)
    total = sum(entry.balances.values())
    if total:
        raise rule_error("not_zero", ("key", "balances"), sum=shown(total))
    lacking = {player: entry.balances.get(player, 0) - points for player, points in standing.balances.items()}
    plan = fewest(lacking, standing.played_pairs)
    return tuple(ledger.Transfer(p.payer, p.payee, p.points, RESTORED) for p in plan.payments)


def counted(standing: Standing, number: int, entry: Counted, known: Standing) -> Standing:
    """With the stacks that lie there, and who owes whom for it. RuleError `not_counted`, `not_seated`,
    `count_difference`."""
    seated = standing.seats.seated
    if entry.cash.keys() != set(seated):
        raise rule_error("not_counted", ("key", "cash"), players=", ".join(seated))
    if entry.difference is Difference.GIVEN and entry.to not in seated:
        raise rule_error("not_seated", ("key", "to"), player=str(entry.to))
    difference = sum(entry.cash.values()) - sum(known.till.stacks.values())
    if difference and entry.difference is None:
        raise rule_error("count_difference", ("key", "cash"), difference=shown(difference))
    bearers: tuple[str, ...] = ()
    if entry.difference is Difference.SHARED:
        bearers = seated
    elif entry.difference is Difference.GIVEN:
        bearers = (str(entry.to),)
    stacks = {player: entry.cash[player] for player in standing.till.stacks}
    return replace(standing, till=standing.till.counted(stacks, bearers, number))


def accepted(standing: Standing, number: int, entry: Accept, known: Standing) -> Standing:
    """With this plan in force.

    RuleError `unknown_player`, `amount`, `not_owed` (to oneself), `plan_accepted` (it is in force already),
    `plan_mismatch` (it leaves something open, or more than rounding explains), `plan_stray` (it holds a payment for
    which there is no reason), and those of `Amount.units`.
    """
    known_players(standing, [name for p in entry.payments for name in (p.payer, p.payee)])
    stake = standing.opening.stake
    coin = entry.coin.units(stake) if entry.coin else 0
    payments = []
    for place, planned in enumerate(entry.payments, start=1):
        units = planned.amount.units(stake)
        if units < 1:
            raise RuleError([bad_amount(units, least=1).within(("payment", place))])
        if planned.payer == planned.payee:
            raise rule_error("not_owed", ("payment", place), payer=planned.payer, payee=planned.payee)
        payments.append(Payment(planned.payer, planned.payee, units))
    before, comes_to = known.settling.plan, flow(payments)
    same = before and _by_pair(payments) in (_by_pair(before.payments), _by_pair(before.unpaid))
    if before and same and is_current(known):
        raise rule_error("plan_accepted", entry=before.entry)
    due = known.due
    rounding = {player: comes_to.get(player, 0) - due.get(player, 0) for player in {**due, **comes_to}}
    wrong = next((player for player, units in rounding.items() if units and abs(units) >= coin), None)
    if wrong is not None or (coin and any(payment.points % coin for payment in payments)):
        raise rule_error("plan_mismatch", ("key", "payments"), player=wrong or payments[0].payer)
    stray = next((payment for payment in payments if not _belongs(payment, entry.method, payments, known, coin)), None)
    if stray:
        raise rule_error("plan_stray", ("key", "payments"), payer=stray.payer, payee=stray.payee)
    plan = Accepted(
        entry=number,
        method=entry.method,
        coin=coin,
        payments=tuple(payments),
        unpaid=tuple(payments),
        rounding={player: units for player, units in rounding.items() if units},
    )
    return _cleared(replace(standing, settling=standing.settling.accepting(plan)))


def _belongs(payment: Payment, method: Method, payments: Sequence[Payment], known: Standing, coin: int) -> bool:
    """Whether a payment can be of a plan made in this way: nothing goes in circles but what was played in circles."""
    due, two = known.due, {payment.payer, payment.payee}
    if any((other.payer, other.payee) == (payment.payee, payment.payer) for other in payments):
        return False
    if method is Method.FEWEST:
        return due.get(payment.payer, 0) < 0 < due.get(payment.payee, 0)
    if method is Method.BANKER:
        return bool(frozenset[str].intersection(*(frozenset((p.payer, p.payee)) for p in payments)))
    if coin or known.settling.made or known.settling.plans:
        return True  # rounding and payments in a roundabout way may leave what no pair explains
    played = sum(t.points for _entry, made in known.postings for t in made if {t.payer, t.payee} == two)
    owed = sum(debt.points for debt in known.till.debts if {debt.debtor, debt.creditor} == two)
    return payment.points <= (played + owed) * known.unit


def _by_pair(payments: Iterable[Payment]) -> frozenset[Payment]:
    """What each pays each, however it is split."""
    return frozenset(pair_by_pair(payments).payments)


def paid(standing: Standing, number: int, entry: Paid, known: Standing) -> Standing:
    """After a payment apart from the stacks; open debts of cash play between the two are cleared by it first.

    RuleError `unknown_player`, `amount`, `not_a_plan`, `not_in_plan`, `not_owed`, `overpaid`, and those of
    `Amount.units`.
    """
    payer, payee, stake = entry.payer, entry.payee, standing.opening.stake
    known_players(standing, [payer], ("key", "payer"))
    known_players(standing, [payee], ("key", "payee"))
    units = entry.amount.units(stake)
    if units < 1:
        raise RuleError([bad_amount(units, least=1)])
    if entry.plan is not None and known.settling.plan_of(entry.plan) is None:
        raise rule_error("not_a_plan", ("key", "plan"), named=shown(entry.plan))
    most = payable(known, payer, payee)
    if payer == payee or not (most or entry.across):
        raise rule_error("not_owed", payer=payer, payee=payee)
    if units > most and not entry.across:
        raise overpaid(payer, payee, owed=most, amount=units, currency=stake.currency if stake else None)
    till, points = standing.till.settle(payer, payee, units // standing.unit)
    plan = standing.settling.plan_of(entry.plan) if entry.plan is not None else standing.settling.plan
    if entry.plan is not None and plan and not any((p.payer, p.payee) == (payer, payee) for p in plan.payments):
        raise rule_error("not_in_plan", ("key", "plan"), named=shown(entry.plan), payer=payer, payee=payee)
    made = Made(
        entry=number,
        payer=payer,
        payee=payee,
        amount=units,
        rest=units - points * standing.unit,
        plan=plan.entry if plan and plan.left(payer, payee) else None,
        forgiven=entry.forgiven,
        set_off=entry.set_off,
        across=entry.across,
        note=entry.note,
        at=entry.at,
    )
    return _cleared(replace(standing, till=till, settling=standing.settling.paying(made)))


def payable(standing: Standing, payer: str, payee: str) -> int:
    """The most that one may hand to the other, in units; 0 between those who owe each other nothing.

    By the plan in force, unless a correction has overtaken it, so much as that has left; by the balances, what one
    owes the table and the other is owed; and always an open debt of cash play.
    """
    due = standing.due
    by_balances = min(-due.get(payer, 0), due.get(payee, 0))
    plan = standing.settling.plan
    by_plan = plan.left(payer, payee) if plan and is_current(standing) else 0
    by_debts = sum(d.points for d in standing.till.debts if (d.debtor, d.creditor) == (payer, payee)) * standing.unit
    return max(0, by_balances, by_plan, by_debts)


def is_current(standing: Standing) -> bool:
    """Whether the plan in force, if there is one, still settles the night: no correction has overtaken it."""
    plan = standing.settling.plan
    if plan is None:
        return False
    left = flow(plan.unpaid)
    return all(left.get(player, 0) == units for player, units in standing.due.items())


def overpaid(payer: str, payee: str, *, owed: int, amount: int, currency: str | None) -> RuleError:
    """RuleError `overpaid`: more than one owes the other, in units of a currency, or in points."""
    return rule_error("overpaid", payer=payer, payee=payee, owed=owed, amount=amount, currency=currency or "")


def known_players(standing: Standing, players: Iterable[str], *place: Step) -> None:
    """Raises RuleError `unknown_player` for each who has never sat in this night."""
    everybody = tuple(standing.balances)
    strangers = [player for player in dict.fromkeys(players) if player not in standing.balances]
    if strangers:
        raise RuleError(
            Fault("unknown_player", place, {"player": player, "nearest": nearest(player, everybody), "of": "night"})
            for player in strangers
        )


def _cleared(standing: Standing) -> Standing:
    """Once nobody has anything open, debts of cash play that were settled in a roundabout way are gone too."""
    if not standing.till.debts or any(standing.due.values()):
        return standing
    moved = {player: -points * standing.unit for player, points in standing.record.items() if points}
    settling = replace(standing.settling, moved=moved)
    return replace(standing, till=standing.till.without_debts(), settling=settling)
