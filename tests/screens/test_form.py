"""Typing a round, without a screen."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Cut, Fine, FineKind
from scorekeeper.games.decarte.rules import Rules
from scorekeeper.screens.forms.decarte import DecarteForm, Refusal
from scorekeeper.table.game import Seating

SEATING = Seating(("Алла", "Борис", "Вадим"), "Борис")


def form(keys: str = "") -> DecarteForm:
    made = DecarteForm(SEATING, Rules())
    for key in keys:
        made.press(int(key))
    return made


def test_cards_are_typed_from_the_dealer_clockwise_tens_first() -> None:
    typed = form("405981")
    assert typed.record().hands == {"Борис": Hand(4, 0), "Вадим": Hand(5, 9), "Алла": Hand(8, 1)}


def test_the_second_card_of_a_hand_cannot_be_the_same() -> None:
    typed = form("4")
    assert typed.press(4) is Refusal.SAME_CARD
    assert typed.current == ("Борис", 1)


def test_a_seventh_digit_is_refused_when_three_play() -> None:
    typed = form("405981")
    assert typed.complete
    assert typed.press(3) is Refusal.ALL_IN


def test_backspace_takes_the_last_card_out() -> None:
    typed = form("405")
    assert typed.back()
    assert typed.current == ("Вадим", 0)
    assert typed.cards == {("Борис", 0): 4, ("Борис", 1): 0}


def test_a_card_chosen_again_is_replaced_and_typing_goes_on_in_the_gap() -> None:
    typed = form("4059")
    typed.choose("Борис", 1)
    typed.press(7)
    assert typed.hand("Борис") == Hand(4, 7)
    assert typed.current == ("Алла", 0)


def test_a_missed_cut_sets_hands_aside_and_brings_them_back() -> None:
    typed = form("4059")
    typed.toggle_cut()
    assert typed.record().hands == {}
    assert typed.record().cut is Cut.MISSED
    assert typed.press(1) is Refusal.NO_CUT
    typed.toggle_cut()
    assert typed.hand("Вадим") == Hand(5, 9)


def test_a_swap_needs_insurance_and_a_hand_up_to_the_limit() -> None:
    typed = form("28")
    assert typed.toggle_swap() is Refusal.UNINSURED
    typed.toggle_insurance()
    assert typed.toggle_swap() is None
    assert typed.record().swap
    typed.choose("Борис", 0)
    typed.press(9)  # 98 now: the swap falls away with the insured event
    assert not typed.record().swap
    assert typed.toggle_swap() is Refusal.NO_EVENT


@given(
    digits=st.lists(st.integers(0, 9), max_size=10),
    insured=st.booleans(),
    no_cut=st.booleans(),
    swap=st.sampled_from([None, True, False]),
)
def test_a_draft_brings_back_all_that_was_typed(
    digits: list[int], insured: bool, no_cut: bool, swap: bool | None
) -> None:
    typed = form()
    for digit in digits:
        typed.press(digit)
    typed.insured, typed.no_cut, typed.swap = insured, no_cut, swap
    typed.fines = [Fine("Алла", FineKind.OTHER, 7, "late")]
    again = DecarteForm(SEATING, Rules())
    again.load(json.loads(json.dumps(typed.dump())))
    assert again == typed


def test_a_draft_lets_go_of_a_player_who_has_left() -> None:
    typed = form("405981")
    smaller = DecarteForm(Seating(("Борис", "Вадим"), "Борис"), Rules())
    smaller.load(json.loads(json.dumps(typed.dump())))
    assert smaller.record().hands == {"Борис": Hand(4, 0), "Вадим": Hand(5, 9)}
    assert smaller.complete


def test_correcting_begins_with_the_old_values() -> None:
    typed = form("285981")
    typed.toggle_insurance()
    typed.toggle_swap()
    again = DecarteForm.of(SEATING, Rules(), typed.record())
    assert again.record() == typed.record()


def test_a_hand_typed_over_may_have_its_cards_the_other_way_round() -> None:
    for tens_first in (False, True):
        made = DecarteForm(SEATING, Rules(), tens_first)
        for digit in (4, 0, 5, 9, 8, 1):
            assert made.press(digit) is None
        made.choose("Борис", 0)
        dealer = made.hand("Борис")
        assert dealer is not None
        assert made.press(dealer.units) is None
        assert made.hand("Борис") is None
        made.choose("Борис", 1)
        assert made.press(dealer.units) is Refusal.SAME_CARD
        assert made.press(dealer.tens) is None
        assert made.hand("Борис") == Hand(dealer.units, dealer.tens)
