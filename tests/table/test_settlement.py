"""Plans of payments: they clear the night, and the fewest are the fewest."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.table import settlement
from scorekeeper.table.settlement import (
    STATE_BOUND,
    Method,
    Payment,
    Plan,
    fewest,
    pair_by_pair,
    through_banker,
)


def named(points: Iterable[int]) -> dict[str, int]:
    return {f"player {seat}": value for seat, value in enumerate(points)}


def flow(payments: Iterable[Payment]) -> Counter[str]:
    """What everybody was owed, if these payments settle it."""
    owed: Counter[str] = Counter()
    for payment in payments:
        owed[payment.payee] += payment.points
        owed[payment.payer] -= payment.points
    return owed


def open_balances(balances: Mapping[str, int]) -> dict[str, int]:
    return {name: points for name, points in balances.items() if points}


def check_clears(balances: Mapping[str, int], plan: Plan) -> None:
    assert {name: points for name, points in flow(plan.payments).items() if points} == open_balances(balances)


def check_fewest(balances: Mapping[str, int]) -> Plan:
    plan = fewest(balances)
    check_clears(balances, plan)
    assert plan.method is Method.FEWEST
    for payment in plan.payments:
        assert balances[payment.payer] < 0 < balances[payment.payee]
        assert payment.points > 0
    pairs = [(payment.payer, payment.payee) for payment in plan.payments]
    assert len(set(pairs)) == len(pairs)
    assert len(pairs) <= max(0, len(open_balances(balances)) - 1)
    seat = list(balances).index
    assert pairs == sorted(pairs, key=lambda pair: (seat(pair[0]), seat(pair[1])))
    return plan


def fewest_by_trying(points: tuple[int, ...]) -> int:
    """The least number of payments, by trying whole payments and nothing cleverer.

    Somebody who owes pays each of those who are owed in turn, as much as one of the two can. That is enough:
    in k people who settle among themselves such payments, in any order, close one at a time and two at last.
    """

    @cache
    def least(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        best = len(left)
        for i, debt in enumerate(left):
            if debt > 0:
                break
            for j, claim in enumerate(left):
                if claim <= 0:
                    continue
                moved = min(-debt, claim)
                rest = [value for k, value in enumerate(left) if k not in (i, j)]
                rest += [value for value in (debt + moved, claim - moved) if value]
                best = min(best, 1 + least(tuple(sorted(rest))))
        return best

    return least(tuple(sorted(value for value in points if value)))


def most_groups(points: list[int]) -> int:
    """The most zero-sum groups, over all sets of people: the textbook way, for lists of up to about 16."""
    size = 1 << len(points)
    sums, groups = [0] * size, [0] * size
    for people in range(1, size):
        low = people & -people
        sums[people] = sums[people ^ low] + points[low.bit_length() - 1]
        groups[people] = max(groups[people ^ (1 << i)] for i in range(len(points)) if people >> i & 1)
        groups[people] += not sums[people]
    return groups[-1]


def summing_to_zero(limit: int, most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(-limit, limit), max_size=most - 1).map(lambda values: [*values, -sum(values)])


tables = st.one_of(summing_to_zero(4, 9), summing_to_zero(12, 9), summing_to_zero(1000, 9))


@pytest.mark.parametrize(
    ("points", "count"),
    [
        ([], 0),
        ([0], 0),
        ([0, 0, 0], 0),
        ([7, -7], 1),
        ([5, 3, -5, -3], 2),
        ([3, -3, 4, -2, -2], 3),
        ([1, 1, 1, -3], 3),
        ([6, 5, -4, -3, -2, -2], 5 - 1),
        ([4, 4, -2, -2, -2, -2], 4),
        ([10, 9, -7, -6, -3, -3], 4),
    ],
)
def test_known_minimum(points: list[int], count: int) -> None:
    plan = check_fewest(named(points))
    assert len(plan.payments) == count
    assert plan.proved


def test_equal_people_are_taken_in_seat_order() -> None:
    plan = fewest({"d": -5, "b": 5, "a": -5, "c": 5, "z": 0})
    assert plan.payments == (Payment("d", "b", 5), Payment("a", "c", 5))


def test_balances_must_add_up_to_zero() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        fewest({"a": 3, "b": -2})
    with pytest.raises(ValueError, match="add up to -2"):
        through_banker({"a": 0, "b": -2}, "a")


@pytest.mark.parametrize(("payee", "points"), [("b", 0), ("b", -1), ("a", 1)])
def test_no_empty_payment_and_none_to_oneself(payee: str, points: int) -> None:
    with pytest.raises(ValueError, match=r"positive|himself"):
        Payment("a", payee, points)


@given(tables)
@settings(deadline=None, max_examples=300)
def test_fewest_is_the_fewest(points: list[int]) -> None:
    plan = check_fewest(named(points))
    assert plan.proved
    assert len(plan.payments) == fewest_by_trying(tuple(points))


@pytest.mark.parametrize("seed", range(40))
def test_fewest_agrees_with_all_sets_of_people(seed: int) -> None:
    """Larger tables of small or closely related balances, which have very many zero-sum groups."""
    dice = random.Random(seed)
    limit = dice.choice([2, 5, 9, 30])
    points = [dice.randint(-limit, limit) * dice.choice([1, 1, 3]) for _ in range(dice.randint(8, 11))]
    points.append(-sum(points))
    points = [value for value in points if value]
    plan = check_fewest(named(points))
    assert plan.proved
    assert len(plan.payments) == (len(points) - most_groups(points) if points else 0)


@given(tables, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_order_of_seats_changes_nothing_but_the_choice(points: list[int], dice: random.Random) -> None:
    balances = named(points)
    shuffled = list(balances.items())
    dice.shuffle(shuffled)
    plan, other = fewest(balances), check_fewest(dict(shuffled))
    assert len(other.payments) == len(plan.payments)
    assert other.proved == plan.proved


@given(tables)
@settings(deadline=None)
def test_names_change_nothing_but_names(points: list[int]) -> None:
    balances = named(points)
    new = {name: f"{len(balances) - seat:03} renamed" for seat, name in enumerate(balances)}
    plan = fewest(balances)
    renamed = fewest({new[name]: value for name, value in balances.items()})
    assert renamed.payments == tuple(Payment(new[p.payer], new[p.payee], p.points) for p in plan.payments)


@given(st.integers(2, 9), st.data())
@settings(deadline=None)
def test_one_group_takes_one_payment_less_than_people(people: int, data: st.DataObject) -> None:
    """Powers of two against one payer: no smaller group adds up to zero."""
    points = [2**i for i in range(people - 1)]
    points = data.draw(st.permutations([*points, -sum(points)]))
    assert len(check_fewest(named(points)).payments) == people - 1


def test_twenty_different_balances_are_exact() -> None:
    dice = random.Random(20)
    sizes = dice.sample(range(1, 400), 19)
    points = [size if seat % 2 else -size for seat, size in enumerate(sizes)]
    points.append(-sum(points))
    assert len({abs(value) for value in points}) == 20
    assert check_fewest(named(points)).proved


def test_twenty_balances_hidden_in_known_groups() -> None:
    """Four fives, each with its own power of a large base, so that nothing else can add up to zero."""
    points = [value * 1000**place for place in range(4) for value in (1, 2, 4, 8, -15)]
    plan = check_fewest(named(points))
    assert plan.proved
    assert len(plan.payments) == 16


def test_many_equal_people_are_exact_beyond_twenty() -> None:
    plan = check_fewest(named([3] * 20 + [-2] * 30))
    assert plan.proved
    assert len(plan.payments) == 40


def test_hundreds_of_groups_are_counted() -> None:
    plan = check_fewest(named([2] * 400 + [-1] * 800))
    assert plan.proved
    assert len(plan.payments) == 800


def test_many_opposite_people_are_exact_beyond_twenty() -> None:
    points = [sign * value for value in range(1, 201) for sign in (1, -1)]
    plan = check_fewest(named(points))
    assert plan.proved
    assert len(plan.payments) == 200


@pytest.mark.parametrize(("people", "limit"), [(22, 10**6), (30, 200), (60, 500), (200, 10**9)])
def test_beyond_the_bound_nothing_is_proved_but_all_is_cleared(people: int, limit: int) -> None:
    dice = random.Random(people)
    points = [dice.choice([-1, 1]) * size for size in dice.sample(range(1, limit), people - 1)]
    points.append(-sum(points))
    balances = named(points)
    plan = check_fewest(balances)
    assert not plan.proved
    shuffled = list(balances.items())
    dice.shuffle(shuffled)
    assert len(check_fewest(dict(shuffled)).payments) == len(plan.payments)


def test_heuristic_is_close_to_the_minimum(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(7)
    for _ in range(60):
        points = [dice.randint(-40, 40) for _ in range(14)]
        balances = named([*points, -sum(points)])
        best = fewest(balances)
        with monkeypatch.context() as patch:
            patch.setattr(settlement, "STATE_BOUND", 64)
            plan = check_fewest(balances)
        assert len(best.payments) <= len(plan.payments) <= len(best.payments) + 2


def test_state_bound() -> None:
    assert STATE_BOUND == 1 << 20


def test_pairs_stay_as_played() -> None:
    pairs = (Payment("a", "b", 2), Payment("b", "c", 2), Payment("c", "a", 1))
    assert pair_by_pair(pairs) == Plan(pairs, Method.PAIRS, proved=False)


def test_pairs_of_the_same_two_are_netted() -> None:
    pairs = [
        Payment("a", "b", 2),
        Payment("c", "d", 4),
        Payment("b", "a", 5),
        Payment("d", "c", 4),
        Payment("a", "c", 1),
        Payment("a", "c", 1),
    ]
    assert pair_by_pair(pairs).payments == (Payment("b", "a", 3), Payment("a", "c", 2))


def test_at_most_one_pair_is_the_minimum() -> None:
    assert pair_by_pair([]) == Plan((), Method.PAIRS, proved=True)
    assert pair_by_pair([Payment("a", "b", 2)]).proved


@given(
    st.lists(
        st.builds(
            Payment,
            payer=st.sampled_from("abc"),
            payee=st.sampled_from("def"),
            points=st.integers(1, 9),
        ).flatmap(lambda p: st.sampled_from([p, Payment(p.payee, p.payer, p.points)]))
    )
)
def test_pairs_clear_what_was_played(pairs: list[Payment]) -> None:
    plan = pair_by_pair(pairs)
    check_clears(flow(pairs), plan)
    assert len({frozenset((p.payer, p.payee)) for p in plan.payments}) == len(plan.payments)


def test_banker_takes_first_and_then_pays() -> None:
    plan = through_banker({"a": 5, "b": -3, "bank": 1, "c": 0, "d": -3}, "bank")
    expected = (Payment("b", "bank", 3), Payment("d", "bank", 3), Payment("bank", "a", 5))
    assert plan == Plan(expected, Method.BANKER, proved=False)


def test_banker_as_the_only_winner_is_the_minimum() -> None:
    assert through_banker({"a": -5, "bank": 8, "b": -3}, "bank").proved
    assert through_banker({"a": 0, "bank": 0}, "bank") == Plan((), Method.BANKER, proved=True)


def test_unknown_banker() -> None:
    with pytest.raises(KeyError, match="nobody"):
        through_banker({"a": 1, "b": -1}, "nobody")


@given(tables)
@settings(deadline=None)
def test_banker_clears(points: list[int]) -> None:
    balances = named(points)
    for banker in balances:
        plan = through_banker(balances, banker)
        check_clears(balances, plan)
        assert all(banker in (payment.payer, payment.payee) for payment in plan.payments)
        assert len(plan.payments) == len(open_balances(balances).keys() - {banker})
        if plan.proved:
            assert len(plan.payments) == len(fewest(balances).payments)


# --- equally short plans ------------------------------------------------------


def knowing(*names: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for pair in names)


def test_equals_pay_whom_they_played() -> None:
    balances = {"a": -5, "b": -5, "c": 5, "d": 5}
    plan = fewest(balances, knowing("ad", "bc"))
    assert plan.payments == (Payment("a", "d", 5), Payment("b", "c", 5))
    assert plan.proved
    # The first one leaves his only acquaintance to whoever has no other.
    plan = fewest(balances, knowing("ac", "ad", "bc"))
    assert plan.payments == (Payment("a", "d", 5), Payment("b", "c", 5))


def test_inside_a_group_those_who_played_pay_each_other() -> None:
    balances = {"a": -7, "b": -5, "c": 9, "d": 3}
    assert Payment("a", "d", 3) in fewest(balances, knowing("ad", "bc", "ac")).payments
    assert Payment("a", "c", 7) in fewest(balances).payments


def test_of_two_splits_the_one_among_acquaintances_is_taken() -> None:
    """Both {a, c, e} with {b, d, f}, and {b, c, e} with {a, d, f}, add up to zero."""
    balances = {"a": -8, "b": -8, "c": 3, "d": 2, "e": 5, "f": 6}
    plan = fewest(balances, knowing("bc", "be", "ad", "af"))
    assert {(p.payer, p.payee) for p in plan.payments} == {("b", "c"), ("b", "e"), ("a", "d"), ("a", "f")}


def most_known_by_trying(balances: Mapping[str, int], pairs: frozenset[frozenset[str]]) -> tuple[int, int]:
    """Of the shortest plans the most payments between acquaintances, with the length below zero before it."""

    @cache
    def best(left: frozenset[tuple[str, int]]) -> tuple[int, int]:
        found = [(-len(left), 0)] if left else [(0, 0)]
        for payer, debt in left:
            for payee, claim in left:
                if debt < 0 < claim:
                    moved = min(-debt, claim)
                    rest = {(payer, debt + moved), (payee, claim - moved)} | (left - {(payer, debt), (payee, claim)})
                    count, known = best(frozenset((name, points) for name, points in rest if points))
                    found.append((count - 1, known + (frozenset((payer, payee)) in pairs)))
        return max(found)

    return best(frozenset(open_balances(balances).items()))


@pytest.mark.parametrize("seed", range(60))
def test_no_equally_short_plan_is_more_among_acquaintances(seed: int) -> None:
    """Up to eight people, in groups that split and in groups that do not, and few of them have played each other."""
    dice = random.Random(seed)
    people = dice.randint(5, 8)
    points = [dice.choice([-1, 1]) * dice.randint(1, dice.choice([3, 9, 400])) for _ in range(people - 1)]
    balances = named([*points, -sum(points)])
    names = list(balances)
    pairs = frozenset(frozenset(dice.sample(names, 2)) for _ in range(dice.randint(2, 8)))
    plan = fewest(balances, pairs)
    check_clears(balances, plan)
    known = sum(frozenset((p.payer, p.payee)) in pairs for p in plan.payments)
    assert (-len(plan.payments), known) == most_known_by_trying(balances, pairs)


def test_in_a_group_of_nine_a_leaf_is_left_to_its_only_acquaintance() -> None:
    """Nobody but the last can pay the first, so whoever owes most must not."""
    balances = named([1, 2, 4, 8, 16, -100, -32, -64, 165])
    tree = {(5, 0), (5, 1), (5, 2), (5, 3), (5, 4), (5, 8), (6, 8), (7, 8)}
    pairs = frozenset(frozenset((f"player {payer}", f"player {payee}")) for payer, payee in tree)
    assert {(p.payer, p.payee) for p in fewest(balances, pairs).payments} == {
        (f"player {payer}", f"player {payee}") for payer, payee in tree
    }


@given(tables, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_who_played_whom_makes_no_plan_longer(points: list[int], dice: random.Random) -> None:
    balances = named(points)
    names = list(balances)
    pairs = frozenset(frozenset(dice.sample(names, 2)) for _ in range(6) if len(names) > 1)
    plan = fewest(balances, pairs)
    check_clears(balances, plan)
    assert plan.proved
    assert len(plan.payments) == len(fewest(balances).payments)


def test_beyond_the_compared_tables_acquaintances_are_still_preferred() -> None:
    balances = {f"{seat}": -1 if seat < 8 else 1 for seat in range(16)}
    plan = fewest(balances, frozenset(frozenset((f"{seat}", f"{15 - seat}")) for seat in range(8)))
    assert plan.proved
    assert {(p.payer, p.payee) for p in plan.payments} == {(f"{seat}", f"{15 - seat}") for seat in range(8)}
