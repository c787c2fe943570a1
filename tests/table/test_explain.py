"""From a payment to the pairs and from a pair to the rounds that it stands for."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.explain import Explained, Piece, Share, explained, shares
from scorekeeper.table.plans import open_pairs, plan_for
from scorekeeper.table.settlement import Method, Payment, Plan
from tests.table.playing import FOUR, Json, amend, hands, night

POINTS = st.sampled_from([59, 81, 40, 3, 62, 17, 5, 94, 98, 10])
ROUNDS = st.lists(st.tuples(POINTS, POINTS, POINTS, POINTS).map(lambda p: hands(*p)), max_size=4)


def test_a_payment_of_a_pair_is_that_pair() -> None:
    standing = night(hands(59, 81, players=FOUR[:2]), players=FOUR[:2]).standing
    payment = Payment("Алла", "Борис", 22)
    assert explained(standing, Plan((payment,), Method.FEWEST, proved=True)) == (
        Explained(payment, (Piece("Алла", "Борис", 22),), 0),
    )


def test_a_payment_may_stand_for_a_chain() -> None:
    """Борис won from everybody; Галина, who lost most, pays him what Вадим and Алла lost to him, too."""
    standing = night(hands(59, 81, 40, 3)).standing
    parts = explained(standing, Plan((Payment("Галина", "Борис", 141),), Method.FEWEST, proved=True))
    assert parts[0].pieces[0] == Piece("Галина", "Борис", 78)
    assert Piece("Алла", "Борис", 22) in parts[0].pieces
    assert Piece("Вадим", "Алла", -4) in parts[0].pieces  # so much of it Галина pays in his place
    check(parts)


def check(parts: tuple[Explained, ...]) -> None:
    """Everybody on the way hands on what he gets; the two ends pay and receive the payment."""
    for part in parts:
        sums: Counter[str] = Counter()
        for piece in part.pieces:
            sums[piece.debtor] -= piece.amount
            sums[piece.creditor] += piece.amount
        amount = part.payment.points - part.rest
        expected = {part.payment.payer: -amount, part.payment.payee: amount} if amount else {}
        assert {player: units for player, units in sums.items() if units} == expected


@given(ROUNDS, st.sampled_from([Method.FEWEST, Method.PAIRS]))
def test_every_payment_is_explained_in_full(rounds: list[Json], method: Method) -> None:
    standing = night(*rounds).standing
    parts = explained(standing, plan_for(standing, method))
    check(parts)
    assert all(part.rest == 0 for part in parts)


@given(ROUNDS, st.sampled_from(FOUR))
def test_through_a_banker_a_payment_is_all_that_its_other_end_owes(rounds: list[Json], banker: str) -> None:
    standing = night(*rounds).standing
    for part in explained(standing, plan_for(standing, Method.BANKER, banker=banker)):
        assert part.rest == 0
        assert sum(abs(piece.amount) for piece in part.pieces) >= part.payment.points


@given(ROUNDS)
def test_every_pair_is_the_sum_of_its_rounds(rounds: list[Json]) -> None:
    standing = night(*rounds).standing
    for pair in open_pairs(standing):
        found = shares(standing, pair.payer, pair.payee)
        assert sum(share.amount for share in found) == pair.points
        assert [share.round for share in found] == [share.entry for share in found]


def test_corrections_are_in_the_shares() -> None:
    standing = night(hands(59, 81, 40, 3), hands(62, 17, 5, 94), amend(1, hands(59, 80, 40, 4))).standing
    assert shares(standing, "Вадим", "Галина") == (Share(1, -36, 1), Share(2, 89, 2))
    assert shares(standing, "Галина", "Вадим") == (Share(1, 36, 1), Share(2, -89, 2))


def test_a_debt_of_cash_play_knows_its_round() -> None:
    seats = [{"player": player, "credit": 30} for player in FOUR[:2]]
    standing = night(
        hands(59, 81, players=FOUR[:2]), hands(40, 81, players=FOUR[:2]), mode="cash", seats=seats
    ).standing
    assert [(debt.points, debt.entry) for debt in standing.till.debts] == [(33, 2)]
    assert shares(standing, "Алла", "Борис") == (Share(2, 33, 2),)


def test_an_explanation_is_found_in_whatever_order_the_payments_have_it() -> None:
    """Галина pays back along a debt of Алла, which then has room for what Борис pays, but not the other way round."""
    two = {("Алла", "Борис"): (26, 12), ("Алла", "Вадим"): (12, 16), ("Борис", "Галина"): (13, 23),
           ("Галина", "Вадим"): (12, 32), ("Алла", "Галина"): (12, 17)}  # fmt: skip
    journal: list[Json] = []
    for pair, points in two.items():
        others = [player for player in FOUR if player not in pair]
        journal += [{"away": {"player": player}} for player in others]
        journal.append({"round": {"dealer": pair[0], "hands": dict(zip(pair, map(str, points), strict=True))}})
        journal += [{"back": {"player": player}} for player in others]
    standing = night(*journal, dealer="Алла").standing
    plan = plan_for(standing, Method.FEWEST)
    assert plan.payments == (Payment("Борис", "Вадим", 24), Payment("Галина", "Алла", 5))
    parts = explained(standing, plan)
    check(parts)
    assert [part.payment for part in parts] == list(plan.payments)
    assert all(part.rest == 0 for part in parts)
