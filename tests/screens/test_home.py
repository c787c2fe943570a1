"""Home, set-up, players and settlement."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Select

from scorekeeper import settings
from scorekeeper.book import Book
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.screens.table import TableScreen
from scorekeeper.table.standing import Mode
from tests.screens.driving import (
    FOUR,
    accept,
    book_with,
    fill,
    opening,
    playing,
    random_rounds,
    shown,
    stored_night,
)


async def test_an_empty_book_says_how_to_begin(book: Path) -> None:
    async with playing(book) as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "No night yet" in shown(pilot)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_setting_up_a_night_and_playing_a_round(book: Path, size: tuple[int, int]) -> None:
    async with playing(book, size) as pilot:
        await pilot.press("n")
        for number, name in enumerate(FOUR, start=1):
            await fill(pilot, f"name-{number}", name)
        pilot.app.screen.query_one("#dealer", Select).value = "Вадим"
        await fill(pilot, "point", "0,50")
        pilot.app.screen.query_one("#currency", Select).value = "EUR"
        await fill(pilot, "title", "Пятница [/]")
        await pilot.press("f9")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press(*"40035981", "enter")
    stored = stored_night(book)
    assert stored.night.opening.title == "Пятница [/]"
    assert stored.night.opening.stake is not None
    assert stored.night.opening.stake.point_text() == "0.50"
    assert stored.night.standing.rounds[0].seating.dealer == "Вадим"


async def test_typing_names_and_enter_leads_to_the_button(book: Path) -> None:
    async with playing(book) as pilot:
        await pilot.press("n")
        await pilot.press(*"Ann", "enter", *"Bob", "enter", "enter")
        assert pilot.app.focused is not None
        assert pilot.app.focused.id == "start"
        await pilot.press("enter")
        await pilot.pause()
    assert stored_night(book).night.standing.seats.present == ("Ann", "Bob")


async def test_what_is_wrong_in_the_set_up_is_said_at_its_field(book: Path) -> None:
    async with playing(book) as pilot:
        await pilot.press("n")
        await fill(pilot, "name-1", "Алла")
        await fill(pilot, "name-2", "алла")
        await fill(pilot, "point", "0.505")
        await pilot.press("f9")
        await pilot.pause()
        text = "\n".join(str(line.render()) for line in pilot.app.screen.query(".error.shown"))
        assert "same player" in text
        assert "0.51" in text
    with Book.open(book) as opened:
        assert not opened.nights()


async def test_cash_play_asks_for_credit(book: Path) -> None:
    async with playing(book) as pilot:
        await pilot.press("n")
        await fill(pilot, "name-1", "Ann")
        await fill(pilot, "name-2", "Bob")
        pilot.app.screen.query_one("#mode", Select).value = str(Mode.CASH)
        await pilot.pause()
        assert pilot.app.screen.query_one("#credit-1", Input).value == "100"
        await fill(pilot, "credit-2", "250")
        await pilot.press("f9")
        await pilot.pause()
    cash = stored_night(book).night.standing.cash
    assert cash is not None
    assert cash.stacks == {"Ann": 100, "Bob": 250}


async def test_a_known_player_keeps_the_spelling_of_the_book(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("escape", "n")
        await fill(pilot, "name-1", "  АЛЛА ")
        await fill(pilot, "name-2", "Новый")
        await pilot.press("f9")
        await pilot.pause()
    assert stored_night(book).night.standing.seats.present == ("Алла", "Новый")


async def test_settlement_shows_the_plans_and_closes_the_night(book: Path) -> None:
    number = book_with(book, opening(), random_rounds(FOUR, 5))
    async with playing(book) as pilot:
        await pilot.press("g")
        assert isinstance(pilot.app.screen, SettlementScreen)
        await pilot.pause(0.2)
        assert "fewest transfers" in shown(pilot)
        await pilot.press("p")
        await pilot.pause(0.2)
        assert "pair by pair" in shown(pilot)
        await pilot.press("p")
        await pilot.pause(0.2)
        assert "Through one banker: Алла" in shown(pilot)
        await pilot.press("c")
        assert "still owes" in shown(pilot)
        await pilot.press("2")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "closed" in shown(pilot)
    async with playing(book) as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        for key in ("u", "4", "f", "j"):
            await pilot.press(key)
            assert "The night is closed" in shown(pilot)
        await pilot.press("e", "enter")  # a round can still be read
        assert "Round 5" in shown(pilot)
    stored = stored_night(book)
    assert stored.number == number
    assert len(stored.night.journal) == 5


async def test_export_writes_a_workbook_and_says_where(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book_with(book, opening(title="Friday"), random_rounds(FOUR, 2))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "exports").mkdir()
    async with playing(book) as pilot:
        await pilot.press("x")
        for _ in range(100):
            await pilot.pause(0.02)
            if "workbook is written" in shown(pilot):
                break
        assert "workbook is written" in shown(pilot)
        (written,) = (tmp_path / "exports").iterdir()
        assert written.suffix == ".xlsx"
        written.write_bytes(b"old")
        written.with_name(f".~lock.{written.name}#").write_bytes(b"")
        await pilot.press("x")
        for _ in range(100):
            await pilot.pause(0.02)
            if "LibreOffice has this open" in shown(pilot):
                break
        assert "LibreOffice has this open" in shown(pilot)
    assert written.read_bytes() == b"old"


async def test_a_player_is_renamed_and_nothing_else_changes(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    before = stored_night(book).night.standing.balances
    async with playing(book) as pilot:
        await pilot.press("escape", "p")
        await pilot.press("enter")
        await fill(pilot, "name", "Алла Б.")
        await pilot.press("enter")
        await pilot.pause()
        assert "Алла Б." in shown(pilot)
        await pilot.press("enter")
        await fill(pilot, "name", "БОРИС")
        await pilot.press("enter")
        await pilot.pause()
        assert "taken" in shown(pilot)
    after = stored_night(book).night.standing.balances
    assert list(after.values()) == list(before.values())
    assert list(after) == ["Алла Б.", "Борис", "Вадим", "Галина"]


async def test_language_and_colours_are_remembered(book: Path) -> None:
    async with playing(book) as pilot:
        await pilot.press("g", "o")
        pilot.app.screen.query_one("#theme", Select).value = "light"
        pilot.app.screen.query_one("#order", Select).value = "tens"
        await accept(pilot)
        await pilot.pause()
    assert settings.load() == settings.Settings(language="ru", theme="light", tens_first=True)


async def test_ctrl_keys_work_on_a_russian_layout(book: Path) -> None:
    async with playing(book) as pilot:
        await pilot.press("ctrl+з")
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "CommandPalette"
        await pilot.press("escape", "т")
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "SetupScreen"
