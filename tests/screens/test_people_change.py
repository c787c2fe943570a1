"""People, names and rules that change while a round is half typed: no card goes astray, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from scorekeeper import settings
from scorekeeper.book import Book
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.screens.forms.decarte import DecarteForm
from scorekeeper.table.journal import Away, Leave, Round
from scorekeeper.table.standing import Mode
from tests.screens.driving import FOUR, book_with, opening, playing, random_rounds, shown, stored_night, table


def form_of(pilot: Pilot[None]) -> DecarteForm:
    """What is being typed."""
    form = table(pilot).form
    assert form is not None
    return form


@pytest.mark.parametrize(
    ("typed", "change", "current"),
    [
        ("12", ("a", "3"), ("Галина", 0)),  # Вадим deals and sits out: Галина deals, her hand is first
        ("1234", ("a", "1"), ("Борис", 0)),
        ("1234", ("m", "1"), ("Борис", 0)),
        ("123456", ("a", "1"), ("Борис", 0)),
    ],
)
async def test_the_next_card_is_the_first_that_is_missing_after_people_change(
    book: Path, typed: str, change: tuple[str, ...], current: tuple[str, int]
) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*typed, *change)
        assert form_of(pilot).current == current
    async with playing(book) as pilot:
        assert form_of(pilot).current == current


async def test_the_order_of_typing_changes_in_the_middle_of_a_round(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"123")
    settings.save(settings.Settings(tens_first=True))
    async with playing(book) as pilot:
        assert form_of(pilot).current == ("Алла", 0)
        await pilot.press(*"56987", "enter")
    assert stored_night(book).night.standing.rounds[0].record.hands["Галина"] == Hand(3, 9)


async def test_a_renamed_player_keeps_cards_and_fines(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"123456", "f", "2")
        assert form_of(pilot).fines[0].player == "Алла"
    with Book.open(book) as opened:
        opened.rename(opened.load(1).ids["Алла"], "Алла Б.")
    async with playing(book) as pilot:
        assert form_of(pilot).hand("Алла Б.") == Hand(5, 6)
        assert form_of(pilot).fines[0].player == "Алла Б."


async def test_what_one_dealer_has_paid_is_not_the_next_ones(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("i", "f", "1", "a", "3")  # Галина, who exposed a card, deals instead of Вадим
        assert "the insurance is off" in shown(pilot)
        assert not form_of(pilot).insured
        assert not form_of(pilot).fines


async def test_cards_of_somebody_who_left_by_mistake_come_back(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"1234", "a", "4", "5", "u")  # Галина sits out, a card of Алла, and Галина is back
        assert form_of(pilot).hand("Галина") == Hand(3, 4)
        assert form_of(pilot).cards["Алла", 0] == 5


async def test_cards_wait_for_their_round_whatever_is_typed_meanwhile(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book) as pilot:
        await pilot.press(*"123", "u", "u", *"98", "r", "r")
        assert list(form_of(pilot).cards.values()) == [1, 2, 3]


async def test_house_rules_and_mode_wait_for_the_round_that_is_half_typed(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        for key in "hw":
            await pilot.press("i", key)
            assert "this holds from the next one on" in shown(pilot)
            await pilot.press("i")
    assert not stored_night(book).night.journal


async def test_undo_takes_the_deal_by_agreement_back_before_any_entry(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        dealer = form_of(pilot).seating.dealer
        await pilot.press("d", "2")
        assert form_of(pilot).seating.dealer != dealer
        await pilot.press("u")
        assert form_of(pilot).seating.dealer == dealer
        assert form_of(pilot).blank
        await pilot.press("d", "3")
        await pilot.press("d", str(form_of(pilot).seating.from_dealer.index(dealer) + 1))  # whose turn it is anyway
        assert form_of(pilot).blank
    assert len(stored_night(book).night.standing.rounds) == 1


@pytest.mark.parametrize("entry", [Away, Leave])
async def test_with_nobody_left_the_screen_says_what_to_do(book: Path, entry: type[Away | Leave]) -> None:
    book_with(book, opening(FOUR[:2]), [entry(player=player) for player in FOUR[:2]])
    async with playing(book) as pilot:
        await pilot.press("j")
        assert ("a, and somebody is back" if entry is Away else "u takes back") in shown(pilot)
        await pilot.press("u", "u", *"1234", "enter")
    assert len(stored_night(book).night.standing.rounds) == 1


async def test_a_correction_into_an_insured_event_asks_about_the_swap(book: Path) -> None:
    hands = {"Борис": Hand(4, 8), "Алла": Hand(5, 9)}
    book_with(book, opening(FOUR[:2]), [Round(record=Record(hands=hands, insured=True, insured_each=15))])
    async with playing(book) as pilot:
        await pilot.press("e", "enter", "i", "i", "2", "enter")
        assert "swap?" in shown(pilot)
        await pilot.press("enter")  # nothing is chosen yet: a second Enter by a slip decides nothing
        await pilot.press("2", "enter")
    record = stored_night(book).night.standing.rounds[0].record
    assert (record.swap, record.insured_each, record.hands["Борис"]) == (True, 15, Hand(2, 8))


async def test_a_hand_is_typed_over_with_two_digits(book: Path) -> None:
    book_with(book, opening(FOUR[:2], mode=Mode.CASH, credit=100))
    async with playing(book) as pilot:
        await pilot.press(*"1234", "left", "left", *"56")
        assert form_of(pilot).hand("Алла") == Hand(5, 6)
        await pilot.press("7")
        assert "All cards are in" in shown(pilot)
