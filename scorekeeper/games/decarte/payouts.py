"""Who hands over what, in order (rules, A round stage by stage)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.games.decarte.cards import IDEAL, Hand
from scorekeeper.games.decarte.round import Cut, Record
from scorekeeper.games.decarte.rules import Rules
from scorekeeper.table.game import Played, Seating
from scorekeeper.table.ledger import Transfer

PLAYED, IDEAL_HAND, NO_CUT = OUTCOMES = ("played", "ideal", "no_cut")
_WORST_HAND = 97
"""`10-A`, the lowest hand, against `9-8`, the highest."""
REASONS = ("insurance", "fine:exposed", "fine:no_cut", "fine:other", "hand", "ideal")


def payouts(rules: Rules, seating: Seating, record: Record) -> Played:
    """What a round comes to, as far as its hands are known: a pair settles once both hands are."""
    dealer = seating.dealer
    insured_event = record.cut is not Cut.MISSED and record.may_swap(rules, dealer)
    swapped = insured_event and record.swap
    counted = {} if record.cut is Cut.MISSED else _counted(seating, record, swapped)
    opened = record.hand(dealer)
    ideal = counted.get(dealer) == IDEAL and (opened == IDEAL or rules.ideal_by_swap)
    leaders: tuple[str, ...] = ()
    if record.cut is Cut.MISSED:
        outcome = NO_CUT
    elif ideal:
        outcome, leaders = IDEAL_HAND, (dealer,)
    else:
        outcome, leaders = PLAYED, _leaders(counted)
    return Played(
        transfers=tuple(_in_order(rules, seating, record, counted, outcome)),
        outcome=outcome,
        points={player: hand.points for player, hand in counted.items()},
        leaders=leaders,
        facts={"insured_event": insured_event, "swapped": swapped},
    )


def _counted(seating: Seating, record: Record, swapped: bool) -> dict[str, Hand]:
    """The hands that count, clockwise; the dealer's after a swap."""
    hands = {player: hand for player in seating.players if (hand := record.hand(player))}
    if swapped:
        hands[seating.dealer] = hands[seating.dealer].swapped
    return hands


def _leaders(counted: Mapping[str, Hand]) -> tuple[str, ...]:
    highest = max((hand.points for hand in counted.values()), default=None)
    return tuple(player for player, hand in counted.items() if hand.points == highest)


def _in_order(
    rules: Rules, seating: Seating, record: Record, counted: Mapping[str, Hand], outcome: str
) -> Iterator[Transfer]:
    dealer = seating.dealer
    for fine in record.fines:  # stage 1
        others = seating.clockwise(fine.player)[1:]
        yield from _to_each(fine.player, others, fine.points(rules), f"fine:{fine.kind}")
    refunded = outcome == NO_CUT and rules.no_cut_refunds_insurance
    if record.insured and not refunded:  # stage 2
        each = record.compensation(rules, len(seating.opponents)) or 0
        yield from _to_each(dealer, seating.opponents, each, "insurance")
    if outcome == NO_CUT:  # stage 3
        yield from _to_each(dealer, seating.opponents, rules.fine_no_cut, "fine:no_cut")
        return
    settling = seating.from_dealer  # stage 6
    if outcome == IDEAL_HAND:  # stage 7
        known = [player for player in seating.opponents if player in counted]
        yield from (Transfer(player, dealer, counted[player].points, "ideal") for player in known)
        if rules.ideal_stops_all:
            return
        settling = seating.opponents
    for payer in settling:
        for payee in seating.clockwise(payer)[1:]:
            if payee not in settling or (rules.dealer_only and dealer not in (payer, payee)):
                continue
            if payer in counted and payee in counted:
                difference = counted[payee].points - counted[payer].points
                if difference > 0:
                    yield Transfer(payer, payee, difference, "hand")


def fine_notes(record: Record, rules: Rules, seating: Seating) -> tuple[str, ...]:
    """The word of reason of each transfer that pays a fine; these are the first ones of a round."""
    return tuple(fine.note for fine in record.fines if fine.points(rules) for _ in seating.opponents)


def most_to_pay(rules: Rules, opponents: int) -> int:
    """Points: 97 to each of `opponents` (rules, Credit), one fine of the dearer kind, and the compensation.

    A missed cut ends the round before the hands, so its fine counts instead of them where it is higher.
    """
    if opponents < 1:
        return 0
    hand = max(_WORST_HAND, rules.fine_no_cut)
    fine = max(rules.fine_exposed, rules.fine_other)
    compensation = rules.insurance_total if rules.insurance_total is not None else rules.insurance_each * opponents
    return (hand + fine) * opponents + compensation


def _to_each(payer: str, payees: Iterable[str], points: int, reason: str) -> Iterator[Transfer]:
    if points:
        yield from (Transfer(payer, payee, points, reason) for payee in payees)
