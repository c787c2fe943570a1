"""Cards and hands: what people type, and what it is."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.decarte.cards import IDEAL, BadHand, Hand, face, parse_hand

HANDS = [Hand(tens, units) for tens, units in product(range(10), repeat=2) if tens != units]


def test_there_are_ninety_hands_from_1_to_98() -> None:
    values = sorted(hand.points for hand in HANDS)
    assert len(set(values)) == 90
    assert (values[0], values[-1]) == (1, 98)
    assert not {0, *range(11, 100, 11)} & set(values)
    assert parse_hand("10-A") == IDEAL


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_what_is_printed_can_be_typed(hand: Hand) -> None:
    cards = face(hand.tens), face(hand.units)
    ways = [str(hand), " ".join(cards), f"{hand.points:02}", str(hand.points), f" {hand} "]
    ways += ["–".join(cards), "—".join(cards), "−".join(cards), " - ".join(cards), str(hand).replace("A", "а")]
    if "10" not in cards:  # run together, a ten is typed as 0
        ways.append("".join(cards))
    assert {parse_hand(way) for way in ways} == {hand}
    assert parse_hand(hand.points) == hand
    assert hand.swapped.swapped == hand


@pytest.mark.parametrize("ace", ["1", "A", "a", "А", "а"])
@pytest.mark.parametrize("ten", ["0", "10"])
def test_an_ace_and_a_ten_have_many_names(ace: str, ten: str) -> None:
    assert parse_hand(f"{ace}-{ten}") == Hand(1, 0)
    assert parse_hand(f"{ten} {ace}") == IDEAL


@pytest.mark.parametrize(
    ("typed", "reasons"),
    [
        ("5-5", [("same_card", "")]),
        ("0", [("same_card", "")]),
        (0, [("same_card", "")]),
        (55, [("same_card", "")]),
        ("A-а", [("same_card", "")]),
        ("10-0", [("same_card", "")]),
        ("K-5", [("picture", "K")]),
        ("5-д", [("picture", "д")]),
        ("T-5", [("unknown_card", "T")]),
        ("5-Т", [("unknown_card", "Т")]),
        ("K-T", [("picture", "K"), ("unknown_card", "T")]),
        ("T5", [("unknown_card", "T")]),
        ("5Т", [("unknown_card", "Т")]),
        ("10т", [("unknown_card", "т")]),
        ("К5", [("picture", "К")]),
        ("KТ", [("picture", "K"), ("unknown_card", "Т")]),
        ("X5", [("unknown_card", "X5")]),
        ("11-5", [("unknown_card", "11")]),
        ("5-5-5", [("no_such_hand", "")]),
        ("", [("no_such_hand", "")]),
        ("5-", [("no_such_hand", "")]),
        ("A", [("no_such_hand", "")]),
        ("100", [("no_such_hand", "")]),
        ("-5", [("no_such_hand", "")]),
        (-5, [("no_such_hand", "")]),
        (100, [("no_such_hand", "")]),
        (10**4000, [("no_such_hand", "")]),
    ],
)
def test_what_is_no_hand_is_refused_with_its_reasons(typed: str | int, reasons: list[tuple[str, str]]) -> None:
    bad = parse_hand(typed)
    assert isinstance(bad, BadHand)
    assert list(bad.reasons) == reasons
    assert bad.typed == typed
    assert len(bad.text) <= 30


@given(st.text(alphabet="0123456789AaАаKTТ -–", max_size=8) | st.text() | st.integers())
def test_whatever_is_typed_is_a_hand_or_says_why_not(typed: str | int) -> None:
    read = parse_hand(typed)
    if isinstance(read, Hand):
        assert parse_hand(str(read)) == read
    else:
        assert read.reasons


@pytest.mark.parametrize(("tens", "units"), [(5, 5), (10, 1), (-1, 3)])
def test_two_equal_cards_make_no_hand(tens: int, units: int) -> None:
    with pytest.raises(ValueError, match="no hand"):
        Hand(tens, units)
