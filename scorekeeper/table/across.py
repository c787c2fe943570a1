"""One payment over many nights: which nights it settles, the oldest first. Sums are in units of one currency.

A night is what is still due to each of its players; it adds up to zero, and must go on to. So a payment between two
people becomes payments inside nights: directly where one owes and the other is owed, else by way of somebody who
gets in one night what he gives in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.table.acquaintances import Pairs
from scorekeeper.table.chains import shortest
from scorekeeper.table.errors import rule_error
from scorekeeper.table.settlement import Method, Plan, fewest

Nights = Sequence[Mapping[str, int]]
"""The oldest first."""

Step = tuple[int, str, str]
"""In a night, from one to another."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a payment is in one night (its place among the nights given, from 0)."""

    night: int
    payer: str
    payee: str
    amount: int


def totals(nights: Nights) -> dict[str, int]:
    """What is due to everybody over all nights."""
    sums: dict[str, int] = {}
    for due in nights:
        for player, units in due.items():
            sums[player] = sums.get(player, 0) + units
    return sums


def plan_across(nights: Nights, pairs: Pairs) -> Plan:
    """The plan with the fewest payments over all nights together.

    Only people whom nights join, be it by way of others, pay each other: a payment has to belong to nights. Where
    such circles of people have nothing to do with each other, fewer payments across them are not looked for, and
    `proved` says so.
    """
    sums = totals(nights)
    plans = [fewest({player: sums[player] for player in circle}, pairs) for circle in _circles(nights)]
    payments = tuple(payment for plan in plans for payment in plan.payments)
    proved = all(plan.proved for plan in plans)
    if sum(bool(plan.payments) for plan in plans) > 1:
        together = fewest(sums)
        proved = together.proved and len(together.payments) == len(payments)
    return Plan(payments, Method.FEWEST, proved)


def _circles(nights: Nights) -> list[list[str]]:
    """People whom nights join, in the order in which they came."""
    circle_of: dict[str, list[str]] = {}
    for due in nights:
        joined = list(dict.fromkeys(name for player in due for name in circle_of.get(player, [player])))
        circle_of |= dict.fromkeys(joined, joined)
    return list({id(circle): circle for circle in circle_of.values()}.values())


def spread(nights: Nights, payer: str, payee: str, amount: int) -> tuple[Part, ...]:
    """The parts of one payment. In the oldest night in which the payer owes something it goes as far as it can.

    Once nobody of the payer's circle has anything due over all nights, what is still open inside of them is set off
    too: those parts move no money. RuleError `not_joined` when no nights join the two.
    """
    left, rest = _cleared(nights, payer, payee, amount)
    given = ({player: due[player] - left[night][player] for player in due} for night, due in enumerate(nights))
    parts = list(_inside(given, frozenset([frozenset((payer, payee))])))
    if rest:
        way = _any_way(left, payer, payee)
        if not way:
            raise rule_error("not_joined", payer=payer, payee=payee)
        for night, giver, taker in way:
            left[night][giver] += rest
            left[night][taker] -= rest
            parts.append(Part(night, giver, taker, rest))
    sums = totals(left)
    circle = next(circle for circle in _circles(nights) if payer in circle)
    if not any(sums[player] for player in circle):
        parts += _inside({player: units for player, units in due.items() if player in circle} for due in left)
    return _together(parts)


def _cleared(nights: Nights, payer: str, payee: str, amount: int) -> tuple[list[dict[str, int]], int]:
    """What is left in each night after a payment, and how much of it no debts could take.

    A night passes on what those who owe in it give to those who are owed in it. From night to night, the oldest of the
    payer first, money goes the shortest way; on it, what went another way before may be sent back.
    """
    left, rest = [dict(due) for due in nights], amount

    def gives(player: str, night: int) -> int:
        due, now = nights[night].get(player, 0), left[night].get(player, 0)
        return -now if due < 0 else due - now

    def takes(player: str, night: int) -> int:
        due, now = nights[night][player], left[night][player]
        return now if due > 0 else now - due

    def way(first: int) -> list[tuple[str, int, int]]:
        def links(at: str | int) -> Iterator[tuple[str | int, tuple[str, int, int]]]:
            if isinstance(at, int):
                yield from ((player, (player, at, -1)) for player in nights[at] if takes(player, at))
            else:
                through = [first] if at == payer else range(len(nights))
                yield from ((night, (at, night, 1)) for night in through if gives(at, night))

        ends: tuple[str | int, str | int] = (payer, payee)
        return shortest(*ends, links)

    for first in range(len(nights)):
        while rest and gives(payer, first) and (steps := way(first)):
            most = min(rest, *(gives(p, night) if sign > 0 else takes(p, night) for p, night, sign in steps))
            rest -= most
            for player, night, sign in steps:
                left[night][player] += sign * most
    return left, rest


def set_off(nights: Nights) -> tuple[Part, ...]:
    """The parts that clear what cancels over the nights, so that nobody's total changes and no money moves.

    Whoever owes in one night what he is owed in another, with those in between who do too, in a ring. Nothing is left
    of people who have nothing due over all nights together; no part if nothing cancels.
    """
    left = [dict(due) for due in nights]
    for player in totals(nights):
        for first in range(len(left)):
            while left[first].get(player, 0) < 0 and (ring := _ring(left, player, first)):
                most = min(min(-left[night][one], left[night][two]) for night, one, two in ring)
                for night, one, two in ring:
                    left[night][one] += most
                    left[night][two] -= most
    return tuple(_inside({p: due[p] - left[n][p] for p in due} for n, due in enumerate(nights)))


def _inside(nights: Iterable[Mapping[str, int]], pairs: Pairs = ()) -> Iterator[Part]:
    """The fewest payments inside each night, rather between `pairs`."""
    for night, due in enumerate(nights):
        yield from (Part(night, p.payer, p.payee, p.points) for p in fewest(due, pairs).payments)


def _debts(nights: Nights, debtor: str) -> Iterator[tuple[str, Step]]:
    """Whom somebody may pay, night by night."""
    for night, due in enumerate(nights):
        if due.get(debtor, 0) < 0:
            yield from ((other, (night, debtor, other)) for other, units in due.items() if units > 0)


def _ring(nights: Nights, player: str, first: int) -> list[Step]:
    """The shortest chain of debts that begins with one in the night `first` and leads back; none if there is none."""
    for other, step in _debts(nights, player):
        if step[0] == first and (back := shortest(other, player, lambda at: _debts(nights, at))):
            return [step, *back]
    return []


def _any_way(nights: Nights, payer: str, payee: str) -> list[Step]:
    """The shortest chain of people who played in a night together."""

    def links(at: str) -> Iterator[tuple[str, Step]]:
        for night, due in enumerate(nights):
            yield from ((other, (night, at, other)) for other in due if at in due and other != at)

    return shortest(payer, payee, links)


def _together(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Parts between the same two in the same night as one, night by night."""
    sums: dict[tuple[int, str, str], int] = {}
    for part in parts:
        there, back = (part.night, part.payer, part.payee), (part.night, part.payee, part.payer)
        if back in sums:
            sums[back] -= part.amount
        else:
            sums[there] = sums.get(there, 0) + part.amount
    netted = ((key, amount) if amount > 0 else ((key[0], key[2], key[1]), -amount) for key, amount in sums.items())
    return tuple(Part(*key, amount) for key, amount in sorted(netted, key=lambda item: item[0][0]) if amount)
