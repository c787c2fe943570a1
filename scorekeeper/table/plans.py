"""The plans by which a night can be settled as it stands now, and the entry that accepts one. Sums are in units."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.table import ledger
from scorekeeper.table.acquaintances import Pairs
from scorekeeper.table.amounts import amount_of
from scorekeeper.table.chains import Owed, taken
from scorekeeper.table.coins import rounded, rounded_pairs
from scorekeeper.table.journal import Accept, PlannedPayment
from scorekeeper.table.settlement import Method, Payment, Plan, fewest, pair_by_pair, through_banker
from scorekeeper.table.settling import flow
from scorekeeper.table.standing import Standing


def plan_for(standing: Standing, method: Method, *, banker: str = "", coin: int = 0) -> Plan:
    """How to settle what is due now; after a correction or a part of the payments, what is left.

    `banker` is a player of the night, for Method.BANKER. With a `coin` (units) every payment is in whole coins, and
    nobody pays or receives in all a coin more or less than he should.

    Raises KeyError for a banker who never sat in this night.
    """
    if method is Method.PAIRS:
        pairs = open_pairs(standing)
        return pair_by_pair(rounded_pairs(pairs, coin, rounded(standing.due, coin)) if coin else pairs)
    return plan_of(standing.due, standing.played_pairs, banker=banker if method is Method.BANKER else None, coin=coin)


def plan_of(due: Mapping[str, int], pairs: Pairs, *, banker: str | None = None, coin: int = 0) -> Plan:
    """The plan with the fewest payments, or through a banker, for balances of one night or of many."""
    balances = rounded(due, coin) if coin else due
    return fewest(balances, pairs) if banker is None else through_banker(balances, banker)


def open_pairs(standing: Standing) -> tuple[Payment, ...]:
    """What each pair owes now, the payer being the debtor: everybody's sum of it is what is due to him.

    What they won from each other on record and their debts of cash play, less what was paid: a payment clears the
    shortest chains of debts from payer to payee. What no pair explains (rounding, debts that were settled in a
    roundabout way) is added as the fewest payments.
    """
    due, unit = standing.due, standing.unit
    if not any(due.values()):
        return ()
    debts = (*ledger.pair_debts(standing.record_transfers, standing.balances), *standing.till.debts)
    plan = pair_by_pair(Payment(debt.debtor, debt.creditor, debt.points * unit) for debt in debts)
    owed: Owed = {(pair.payer, pair.payee): pair.points for pair in plan.payments}
    for made in standing.settling.made:
        _parts, rest = taken(made.payer, made.payee, made.rest, owed)
        back = (made.payee, made.payer)
        owed[back] = owed.get(back, 0) + rest
    pairs = [Payment(*pair, units) for pair, units in owed.items() if units]
    explained = flow(pairs)
    unexplained = {player: units - explained.get(player, 0) for player, units in due.items()}
    return pair_by_pair([*pairs, *fewest(unexplained, standing.played_pairs).payments]).payments


def acceptance(standing: Standing, plan: Plan, *, coin: int = 0) -> Accept:
    """The entry by which the table agrees to `plan`, made for this standing by `plan_for` with the same `coin`."""
    stake = standing.opening.stake
    payments = (PlannedPayment(p.payer, p.payee, amount_of(p.points, stake)) for p in plan.payments)
    return Accept(method=plan.method, payments=tuple(payments), coin=amount_of(coin, stake) if coin else None)


def leaving(standing: Standing, player: str) -> tuple[Payment, ...]:
    """What `player` and the others hand each other so that nothing is due to him or from him any more.

    From or to those he played, those with the largest sums first; nobody else comes to owe or to be owed instead.
    """
    due = standing.due
    sign = 1 if due[player] > 0 else -1
    played = standing.played_pairs
    others = [other for other, units in due.items() if units * sign < 0]
    others.sort(key=lambda other: (frozenset((player, other)) not in played, due[other] * sign))
    left, payments = abs(due[player]), list[Payment]()
    for other in others:
        part = min(left, abs(due[other]))
        left -= part
        if part:
            payments.append(Payment(other, player, part) if sign > 0 else Payment(player, other, part))
    return tuple(payments)
