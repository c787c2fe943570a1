"""By tap alone, as on a phone: nothing is a dead end, and what is said is of now."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from scorekeeper.screens.dialogs import Choice, Reading
from scorekeeper.screens.table import TableScreen
from scorekeeper.screens.widgets.bars import KeyBar, TopBar
from tests.screens.driving import FOUR, book_with, opening, playing, random_rounds, shown, stored_night, table


async def tap(pilot: Pilot[None], words: str) -> None:
    """Tap where the words stand on screen."""
    for y, line in enumerate(shown(pilot).splitlines()):
        if words in line:
            await pilot.click(offset=(line.index(words), y))
            await pilot.pause()
            return
    raise AssertionError(f"{words!r} is not on screen:\n{shown(pilot)}")


async def test_a_tap_takes_the_last_sentence_away(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await tap(pilot, "insurance  f")
        assert "30 in all" in shown(pilot)
        await tap(pilot, "no cut")
        assert "✗ no cut" in shown(pilot)
        await tap(pilot, "no cut  ")
        await tap(pilot, "insurance  f")
        assert "30 in all" not in shown(pilot)


async def test_a_tap_on_the_score_takes_no_digit_from_the_cards(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book, (80, 24)) as pilot:
        await pilot.press(*"12")
        score = pilot.app.screen.query_one("#score")
        await pilot.click(score, offset=(3, 3))
        assert "a second tap or Enter opens it" in shown(pilot)
        await pilot.press(*"345678", "enter")
    assert len(stored_night(book).night.standing.rounds) == 4


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_menus_and_pages_are_left_by_a_tap_beside_them(book: Path, size: tuple[int, int]) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book, size) as pilot:
        for key, page in (("f", Choice), ("f1", Reading), ("v", Reading)):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, page)
            await pilot.click(offset=(2, size[1] - 1))
            await pilot.pause()
            assert isinstance(pilot.app.screen, TableScreen)
        form = table(pilot).form
        assert form is not None
        assert not form.fines


@pytest.mark.parametrize("what", ["#stages", TopBar])
async def test_a_tap_on_the_stages_opens_their_rules(book: Path, what: str | type[Widget]) -> None:
    book_with(book, opening())
    async with playing(book, (40, 20)) as pilot:
        await pilot.click(what)
        await pilot.pause()
        assert isinstance(pilot.app.screen, Reading)


async def test_the_choice_of_a_round_and_its_correction_are_left_by_tap(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book, (40, 20)) as pilot:
        await pilot.press("e")
        await tap(pilot, "back")
        assert not table(pilot).picking
        await pilot.press("e", "enter")
        assert table(pilot).amending is not None
        assert "back" in str(pilot.app.screen.query_one(KeyBar).render())
        await tap(pilot, "back")
        assert table(pilot).amending is None


async def test_undo_while_a_round_is_being_chosen_ends_the_choice(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press("e", "u", "enter")
        assert not table(pilot).picking
        assert "Nothing is typed yet" in shown(pilot)
    assert not stored_night(book).night.standing.rounds


async def test_a_letter_with_caps_lock_is_the_letter(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("I")
        await pilot.press("С")  # c on a Russian layout
        form = table(pilot).form
        assert form is not None
        assert (form.insured, form.no_cut) == (True, True)


async def test_the_palette_stays_away_from_questions(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("f", "ctrl+p")
        assert isinstance(pilot.app.screen, Choice)


async def test_a_menu_on_a_phone_is_as_high_as_its_lines(book: Path) -> None:
    """A scrollbar that is there for a moment makes lines wrap; then they would need it."""
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book, (40, 20)) as pilot:
        for _time in range(3):
            await pilot.press("f")
            await pilot.pause(0.2)
            assert "Another fine" in shown(pilot)
            await pilot.press("escape")
