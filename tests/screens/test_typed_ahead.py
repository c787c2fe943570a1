"""Keys that come faster than the screen follows: each does what it would do alone."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.dialogs import Choice
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.screens.table import TableScreen
from tests.screens.driving import FOUR, Player, at_once, book_with, opening, playing, random_rounds, stored_night


async def test_names_typed_in_one_go_fill_their_fields(book: Path) -> None:
    async with playing(book) as pilot:
        await at_once(pilot, "nАнна\rЯн\rОля\r\r\r")
        assert isinstance(pilot.app.screen, TableScreen)
    assert stored_night(book).night.standing.seats.present == ("Анна", "Ян", "Оля")


async def test_keys_typed_before_the_book_is_open_are_worked_off_then(book: Path) -> None:
    book_with(book, opening())
    app = ScoreApp(book)
    async with app.run_test(size=(80, 24)):
        assert not app.ready
        await at_once(Player(app), "12345678\r")
        assert isinstance(app.screen, TableScreen)
    assert len(stored_night(book).night.standing.rounds) == 1


async def test_a_question_answered_twice_is_answered_once(book: Path) -> None:
    book_with(book, opening(("Анна", "Ян")))
    async with playing(book) as pilot:
        await at_once(pilot, "i22\x7f12243")
        await at_once(pilot, "\r")
        assert isinstance(pilot.app.screen, Choice)
        await at_once(pilot, "22")
        assert isinstance(pilot.app.screen, TableScreen)
        assert len(stored_night(book).night.standing.rounds) == 1


async def test_whole_rounds_in_one_read(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        for _round in range(3):
            await at_once(pilot, "12345678\r")
        await at_once(pilot, "12345678\r" * 3)
        assert isinstance(pilot.app.screen, TableScreen)
    assert len(stored_night(book).night.standing.rounds) == 6


async def test_the_digit_after_a_key_that_asks_is_the_answer_and_no_card(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await at_once(pilot, "а1")  # f on a Russian layout: a fine of the first one in the list
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.form is not None
        assert [fine.player for fine in table.form.fines] == ["Галина"]
        assert not table.form.cards


async def test_many_enters_and_escapes_leave_a_living_screen(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book) as pilot:
        await at_once(pilot, "u\x1b[A\x1b[Bf\r\r\r")
        await at_once(pilot, "qqq" if isinstance(pilot.app.screen, TableScreen) else "\x1b")
        await at_once(pilot, "g" * 3)
        assert isinstance(pilot.app.screen, HomeScreen | TableScreen | SettlementScreen)
        assert pilot.app.screen.is_active
