"""Why somebody pays somebody: a payment of a plan in what pairs owe each other, and that in rounds. Sums in units."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, permutations
from operator import itemgetter
from typing import Final

from scorekeeper.table.chains import Owed, taken
from scorekeeper.table.plans import open_pairs
from scorekeeper.table.settlement import Method, Payment, Plan
from scorekeeper.table.standing import Standing

_ORDERS: Final = 720
"""In so many orders at the most payments are looked at: all of six."""


@dataclass(frozen=True, slots=True)
class Piece:
    """So much of what `debtor` owes `creditor`; below zero: so much less, since somebody else pays it for them."""

    debtor: str
    creditor: str
    amount: int


@dataclass(frozen=True, slots=True)
class Explained:
    """A payment and the pieces it stands for. Along them everybody but its two gives on what he gets.

    `rest` is what no chain of debts between the two explains: only the balances do, or rounding.
    """

    payment: Payment
    pieces: tuple[Piece, ...]
    rest: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry did to the debt between two: above zero, it grew. `round` is its number among the rounds."""

    entry: int
    amount: int
    round: int | None


def explained(standing: Standing, plan: Plan) -> tuple[Explained, ...]:
    """Each of the payments of a plan for this standing, in their order.

    Chains of debts are followed from payer to payee, the shortest first, and no debt is used twice. What is left then
    goes along chains in which some debts are taken the other way round. Where something is left even so, the payments
    are gone through in other orders, too. When all go through one banker, each stands for everything that its other
    end owes and is owed.
    """
    listed = plan.payments
    owed = {(pair.payer, pair.payee): pair.points for pair in open_pairs(standing)}
    if plan.method is Method.BANKER and len(listed) > 1:
        (banker,) = frozenset[str].intersection(*(frozenset((p.payer, p.payee)) for p in listed))
        return tuple(_of_one(payment, banker, owed) for payment in listed)
    best: list[Explained] = []
    for order in islice(permutations(range(len(listed))), _ORDERS):
        found = _along([listed[at] for at in order], dict(owed))
        if not best or sum(part.rest for part in found) < sum(part.rest for part in best):
            best = [part for _at, part in sorted(zip(order, found, strict=True), key=itemgetter(0))]
        if not any(part.rest for part in best):
            break
    return tuple(best)


def _along(listed: list[Payment], left: Owed) -> list[Explained]:
    """Each payment by chains of debts, which are taken out of `left`."""
    found = [taken(payment.payer, payment.payee, payment.points, left) for payment in listed]
    for number, (payment, (parts, over)) in enumerate(zip(listed, found, strict=True)):
        more, rest = taken(payment.payer, payment.payee, over, left, either_way=True)
        found[number] = {pair: parts.get(pair, 0) + more.get(pair, 0) for pair in {**parts, **more}}, rest
    return [Explained(payment, _pieces(parts), rest) for payment, (parts, rest) in zip(listed, found, strict=True)]


def _of_one(payment: Payment, banker: str, owed: Owed) -> Explained:
    """A payment between the banker and somebody, by all pairs of the latter."""
    one = payment.payee if payment.payer == banker else payment.payer
    sign = 1 if payment.payer == one else -1
    parts = {pair: sign * (units if pair[0] == one else -units) for pair, units in owed.items() if one in pair}
    return Explained(payment, _pieces(parts), payment.points - sum(parts.values()))


def _pieces(parts: Owed) -> tuple[Piece, ...]:
    return tuple(Piece(*pair, amount) for pair, amount in parts.items() if amount)


def shares(standing: Standing, debtor: str, creditor: str) -> tuple[Share, ...]:
    """The entries that what one owes the other comes from, in their order: rounds on record and restored balances,
    and rounds whose debts of cash play are open.

    Their sum, less what was paid since (payments may clear a pair by way of others), is what the pair has open.
    """
    kept, unit = standing.entries_on_record, standing.unit
    found: dict[int, int] = {}

    def add(entry: int, payer: str, payee: str, amount: int) -> None:
        if {payer, payee} == {debtor, creditor}:
            found[entry] = found.get(entry, 0) + (amount if payer == debtor else -amount)

    for entry, transfers in standing.postings:
        for transfer in transfers if entry in kept else ():
            add(entry, transfer.payer, transfer.payee, transfer.points * unit)
    for debt in standing.till.debts:
        add(debt.entry, debt.debtor, debt.creditor, debt.points * unit)
    numbers = {played.entry: played.number for played in standing.rounds}
    return tuple(Share(entry, amount, numbers.get(entry)) for entry, amount in sorted(found.items()) if amount)
