"""Rounding to a coin: the table stays even, and nobody moves by a coin or more."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.coins import rounded, rounded_pairs
from scorekeeper.table.settlement import Payment, pair_by_pair
from scorekeeper.table.settling import flow

COINS = st.integers(1, 60)
SUMS = st.lists(st.integers(-500, 500), max_size=11).map(lambda values: [*values, -sum(values)])


def named(points: list[int]) -> dict[str, int]:
    return {f"player {seat}": value for seat, value in enumerate(points)}


def test_the_largest_remainders_are_rounded_up() -> None:
    assert rounded({"А": 26, "Б": 68, "В": -11, "Г": -83}, 10) == {"А": 20, "Б": 70, "В": -10, "Г": -80}


def test_the_odd_coin_goes_to_whoever_is_owed_more_and_then_by_seat() -> None:
    assert rounded({"А": -15, "Б": 5, "В": 5, "Г": 5}, 10) == {"А": -20, "Б": 10, "В": 10, "Г": 0}
    assert rounded({"А": 5, "Б": 15, "В": -20}, 10) == {"А": 0, "Б": 20, "В": -20}


def test_balances_that_do_not_add_up_are_not_rounded() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        rounded({"А": 1}, 10)


@given(SUMS, COINS)
def test_nobody_moves_by_a_coin(points: list[int], coin: int) -> None:
    before = named(points)
    after = rounded(before, coin)
    assert list(after) == list(before)
    assert sum(after.values()) == 0
    for player, units in after.items():
        assert units % coin == 0
        assert abs(units - before[player]) < coin
        assert units * before[player] >= 0


@given(SUMS, COINS, st.randoms(use_true_random=False))
def test_seats_and_names_decide_only_between_equals(points: list[int], coin: int, dice: object) -> None:
    shuffled = list(named(points).items())
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = rounded(named(points), coin), rounded(dict(shuffled), coin)
    before = named(points)
    assert sorted((before[p], one[p]) for p in one) == sorted((before[p], other[p]) for p in other)


PAIRS = st.lists(
    st.tuples(st.permutations("абвгде"), st.integers(1, 300)).map(lambda d: Payment(d[0][0], d[0][1], d[1])),
    max_size=15,
).map(lambda pairs: pair_by_pair(pairs).payments)


@given(PAIRS, COINS, st.permutations("абвгде"))
def test_pair_by_pair_everybody_comes_out_with_the_same_as_by_any_plan(
    pairs: tuple[Payment, ...], coin: int, seats: list[str]
) -> None:
    owed = flow(pairs)
    target = rounded({player: owed.get(player, 0) for player in seats}, coin)
    after = rounded_pairs(pairs, coin, target)
    assert all(payment.points % coin == 0 for payment in after)
    paid = flow(after)
    assert {player: paid.get(player, 0) for player in seats} == target
    before = {(pair.payer, pair.payee): pair.points for pair in pairs}
    made = {(pair.payer, pair.payee): pair.points for pair in after}
    moved = {pair for pair in {**before, **made} if abs(made.get(pair, 0) - before.get(pair, 0)) >= coin}
    assert not moved or not within_a_coin(pairs, coin, target)


def within_a_coin(pairs: tuple[Payment, ...], coin: int, target: dict[str, int]) -> bool:
    """Whether payments that each move by less than a coin lead to the target, by trying all."""
    broken = [pair for pair in pairs if pair.points % coin]
    if len(broken) > 10:
        return False
    whole = flow(pair for pair in pairs if not pair.points % coin)
    for more in product((0, coin), repeat=len(broken)):
        made = dict(whole)
        for pair, up in zip(broken, more, strict=True):
            units = pair.points // coin * coin + up
            made[pair.payer] = made.get(pair.payer, 0) - units
            made[pair.payee] = made.get(pair.payee, 0) + units
        if all(made.get(player, 0) == units for player, units in target.items()):
            return True
    return False


def test_the_odd_coin_of_the_pairs_goes_to_whoever_lost_most_by_rounding() -> None:
    pairs = (Payment("Б", "А", 21), Payment("А", "В", 17), Payment("Б", "В", 26))
    target = rounded({"А": 4, "Б": -47, "В": 43}, 10)
    assert target == {"А": 10, "Б": -50, "В": 40}
    assert flow(rounded_pairs(pairs, 10, target)) == {"Б": -50, "А": 10, "В": 40}


def test_what_is_whole_already_stays() -> None:
    pairs = (Payment("а", "б", 20), Payment("б", "в", 30))
    assert rounded_pairs(pairs, 10, {"а": -20, "б": -10, "в": 30}) == pairs
    assert rounded_pairs((), 10, {}) == ()
