"""Who pays whom at the end: three ways to clear what a night left open.

All amounts are whole numbers of one unit, that of the balances: points, or minor units of a currency. A balance is
positive when the player is owed, negative when the player owes, and the balances of a night add up to zero.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement
from math import comb, prod

from scorekeeper.table.acquaintances import COMPARED, Pairs, Trees

__all__ = ["STATE_BOUND", "Method", "Payment", "Plan", "fewest", "pair_by_pair", "through_banker"]

STATE_BOUND = 1 << 20
"""The most states (sub-multisets of the open balances) that `fewest` goes through for a proved minimum.

Twenty people with twenty different balances are just within it; people with equal balances cost less.
"""

_LARGEST_PEELED = 5
"""The heuristic looks for groups of at most this many people."""

_SEARCH_BOUND = 1_000_000
"""The heuristic does not look for groups of a size that needs more attempts than this."""


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` hands `points` (at least 1, in the unit of the balances) to `payee`, somebody else.

    Raises ValueError if the points are not positive or both names are the same.
    """

    payer: str
    payee: str
    points: int

    def __post_init__(self) -> None:
        if self.points <= 0:
            raise ValueError(f"a payment must be positive, not {self.points}")
        if self.payer == self.payee:
            raise ValueError(f"{self.payer!r} cannot pay himself")


class Method(StrEnum):
    """How a plan was made: with the fewest payments, pair by pair as played, or all through one banker."""

    FEWEST = "fewest"
    PAIRS = "pairs"
    BANKER = "banker"


@dataclass(frozen=True, slots=True)
class Plan:
    """The payments that bring every balance to zero, in the order to show them.

    `proved` is true only if it is certain that no plan clears the same balances with fewer payments; false
    means "not known", not "there is a shorter one".
    """

    payments: tuple[Payment, ...]
    method: Method
    proved: bool


def fewest(balances: Mapping[str, int], pairs: Pairs = ()) -> Plan:
    """The plan with the fewest payments.

    `balances` maps every player to what he is owed, in seat order; zeros are allowed and take no part. Only those who
    owe pay, only those who are owed receive, and n open balances never need more than n - 1 payments.

    The minimum is exact, and `proved`, while the open balances have at most `STATE_BOUND` states: always for
    20 people, and for more if many balances are equal or opposite. Close to the bound that takes about a
    second. Beyond it the plan is a good one, though it may be longer than need be, and `proved` is false.

    The number of payments depends on the balances alone. Of equally short plans one is chosen in which as many as
    possible pay somebody whom they played, as `pairs` tells: the best of all such plans for up to `COMPARED` people, a
    good one beyond. What is still equal depends on the seat order, never on the names. Payments are sorted by the
    payer's seat, then the payee's.

    Raises ValueError if the balances do not add up to zero.
    """
    _check_sum(balances)
    unsettled = {name: points for name, points in balances.items() if points}
    played = frozenset(pair for pair in pairs if pair <= unsettled.keys())
    parts, proved = _groups(unsettled)
    payments = _cleared(_dealt(parts, unsettled, played), played)
    if _among_strangers(payments, played) and len(unsettled) <= COMPARED:
        trees = Trees(unsettled, played)
        payments = [Payment(*edge) for group in trees.split() for edge in trees.payments(group)]
    seat = {name: index for index, name in enumerate(balances)}
    payments.sort(key=lambda payment: (seat[payment.payer], seat[payment.payee]))
    return Plan(tuple(payments), Method.FEWEST, proved)


def pair_by_pair(pairs: Iterable[Payment]) -> Plan:
    """The plan in which everybody settles with everybody apart, as the night was played.

    `pairs` are debts, the payer being the debtor. Several between the same two people are netted into one
    payment, which stands where the first of them stood; what nets to nothing is left out. Here somebody may
    both pay and receive. `proved` is true only for a plan of at most one payment.
    """
    net: dict[tuple[str, str], int] = {}
    for pair in pairs:
        there, back = (pair.payer, pair.payee), (pair.payee, pair.payer)
        if back in net:
            net[back] -= pair.points
        else:
            net[there] = net.get(there, 0) + pair.points
    payments = tuple(
        Payment(payer, payee, points) if points > 0 else Payment(payee, payer, -points)
        for (payer, payee), points in net.items()
        if points
    )
    return Plan(payments, Method.PAIRS, len(payments) <= 1)


def through_banker(balances: Mapping[str, int], banker: str) -> Plan:
    """The plan in which those who owe pay the banker, and then the banker pays those who are owed.

    `balances` is as for `fewest`; the banker is one of the players, with any balance. Each half is in seat
    order. `proved` is true if the plan is plainly as short as can be: one payment for everybody who owes, or
    one for everybody who is owed, and no more.

    Raises KeyError if the banker is not in `balances`, ValueError if they do not add up to zero.
    """
    if banker not in balances:
        raise KeyError(banker)
    _check_sum(balances)
    others = [(name, points) for name, points in balances.items() if name != banker]
    payments = [Payment(name, banker, -points) for name, points in others if points < 0]
    payments += [Payment(banker, name, points) for name, points in others if points > 0]
    owing = sum(points < 0 for points in balances.values())
    owed = sum(points > 0 for points in balances.values())
    return Plan(tuple(payments), Method.BANKER, len(payments) <= max(owing, owed))


# The number of payments is the number of open balances less the number of groups that each add up to zero:
# a group of k people that does not split further takes exactly k - 1 payments. So the fewest payments are the
# most groups. People with equal balances are interchangeable, hence the counts of balances instead of people.


def _groups(unsettled: Mapping[str, int]) -> tuple[list[Counter[int]], bool]:
    """The balances in as many groups that add up to zero as can be, and whether that is proved."""
    counts = Counter(unsettled.values())
    groups = _take_opposites(counts)
    proved = _states(counts) <= STATE_BOUND
    if not proved:
        groups += _peel(counts)
    if _states(counts) <= STATE_BOUND:
        groups += _split(counts)
    else:
        groups.append(counts)
    return groups, proved


def _dealt(parts: Iterable[Counter[int]], unsettled: Mapping[str, int], played: Pairs) -> list[dict[str, int]]:
    """The groups of people: of those with equal balances the one who played most of the group so far, then by seat."""
    waiting: dict[int, list[str]] = {}
    for name, points in unsettled.items():
        waiting.setdefault(points, []).append(name)
    for names in waiting.values():
        names.reverse()  # the first seat is at the end, where it is taken from cheaply
    groups = []
    for part in parts:
        members: dict[str, int] = {}
        for points in part.elements():
            names = waiting[points]
            if played:
                known = [sum(frozenset((name, other)) in played for other in members) for name in names]
                best = len(names) - 1 - known[::-1].index(max(known))
                members[names.pop(best)] = points
            else:
                members[names.pop()] = points
        groups.append(members)
    return groups


def _check_sum(balances: Mapping[str, int]) -> None:
    total = sum(balances.values())
    if total:
        raise ValueError(f"the balances add up to {total}, not to zero")


def _states(counts: Mapping[int, int]) -> int:
    """How many different sub-multisets there are."""
    return prod(count + 1 for count in counts.values())


def _take_opposites(counts: Counter[int]) -> list[Counter[int]]:
    """Take from `counts`, in place, all pairs of exactly opposite balances.

    This never costs a group: if a best split keeps +a and -a in two groups, then {+a, -a} and the rest of the
    two together are two groups as well; if it keeps them in one, that one is already the pair.
    """
    groups: list[Counter[int]] = []
    for points in sorted(points for points in counts if points > 0):
        times = min(counts[points], counts[-points])
        groups += [Counter((points, -points)) for _ in range(times)]
        for side in (points, -points):
            counts[side] -= times
            if not counts[side]:
                del counts[side]
    return groups


def _split(counts: Mapping[int, int]) -> list[Counter[int]]:
    """Split a multiset that adds up to zero into the most groups that each add up to zero.

    People come one at a time, and a group is complete whenever the running sum is zero. It is enough to go
    through the orders that keep that sum near zero: one who owes after a positive sum, one who is owed after
    a negative sum, and at zero the smallest of those who are owed, as he belongs to some group and the order
    of groups is free. A state is the multiset of those who came, in mixed radix.
    """
    values = sorted(counts)
    strides: list[int] = []
    sums = [0]
    for value in values:
        strides.append(len(sums))
        sums = [base + value * taken for taken in range(counts[value] + 1) for base in sums]
    size = len(sums)
    takers: list[tuple[int, int, int, int]] = []
    payers: list[tuple[int, int, int, int]] = []
    for index, (value, stride) in enumerate(zip(values, strides, strict=True)):
        side = takers if value > 0 else payers
        side.append((index, stride, stride * counts[value], stride * (counts[value] + 1)))

    # reached[state]: 0 if no order leads here, else the most complete groups + 1; came[state]: who came last.
    reached = array("H", bytes(2 * size))
    came = bytearray(size)
    reached[0] = 1
    for state in range(size - 1):
        best = reached[state]
        if not best:
            continue
        total = sums[state]
        for index, stride, full, radix in payers if total > 0 else takers:
            if state % radix >= full:
                continue
            after = state + stride
            score = best if sums[after] else best + 1
            if score > reached[after]:
                reached[after] = score
                came[after] = index
            if not total:
                break

    groups: list[Counter[int]] = []
    state = size - 1
    while state:
        if not sums[state]:
            groups.append(Counter())
        index = came[state]
        groups[-1][values[index]] += 1
        state -= strides[index]
    groups.reverse()
    return groups


def _peel(counts: Counter[int]) -> list[Counter[int]]:
    """Take from `counts`, in place, zero-sum groups of 3, 4 and 5 until the rest is within `STATE_BOUND`.

    Smaller groups go first, so none of them splits further. May give up with more than that left.
    """
    groups: list[Counter[int]] = []
    for size in range(3, _LARGEST_PEELED + 1):
        values = sorted(counts)
        if comb(len(values) + size - 2, size - 1) > _SEARCH_BOUND:
            break
        for chosen in combinations_with_replacement(values, size - 1):
            last = -sum(chosen)
            if last < chosen[-1] or last not in counts:
                continue
            group = Counter((*chosen, last))
            while all(counts[points] >= times for points, times in group.items()):
                groups.append(group)
                for points, times in group.items():
                    counts[points] -= times
                    if not counts[points]:
                        del counts[points]
                if _states(counts) <= STATE_BOUND:
                    return groups
    return groups


def _cleared(groups: Iterable[Mapping[str, int]], played: Pairs) -> list[Payment]:
    return [payment for members in groups for payment in _clear(members, played)]


def _clear(members: Mapping[str, int], played: Pairs) -> list[Payment]:
    """Clear one group, at most k - 1 times: one who owes pays one who is owed as much as one of the two can.

    First those who played each other, and of these (or of all) the largest debt and the largest claim; ties go to
    whoever comes first in `members`. Where that leaves somebody to pay a stranger, the best of all ways is looked for
    among up to `COMPARED` people.
    """
    left = dict(members)
    payments: list[Payment] = []
    while left:
        payers = sorted((name for name in left if left[name] < 0), key=left.__getitem__)
        payees = sorted((name for name in left if left[name] > 0), key=left.__getitem__, reverse=True)
        known = (pair for payer in payers for payee in payees if frozenset(pair := (payer, payee)) in played)
        payer, payee = next(known, (payers[0], payees[0]))
        points = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, points))
        left[payer] += points
        left[payee] -= points
        left = {name: rest for name, rest in left.items() if rest}
    if _among_strangers(payments, played) and len(members) <= COMPARED:
        trees = Trees(members, played)
        return [Payment(*edge) for edge in trees.payments(trees.everybody)]
    return payments


def _among_strangers(payments: Iterable[Payment], played: Pairs) -> bool:
    """Whether somebody pays a person whom he never played, although others did play each other."""
    return bool(played) and any(frozenset((p.payer, p.payee)) not in played for p in payments)
