"""What the table offers is what leads somewhere, with the figures and the rules of this table."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, Select

from scorekeeper.book import Book
from scorekeeper.screens.table import TableScreen
from scorekeeper.screens.widgets.bars import KeyBar
from scorekeeper.table.journal import Credit, HouseRules, Limit
from scorekeeper.table.standing import Mode
from tests.screens.driving import FOUR, book_with, fill, opening, playing, random_rounds, shown, stored_night


async def test_the_amount_offered_is_that_of_the_player_chosen(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=250), [Credit(player="Галина", points=30)])
    async with playing(book) as pilot:
        await pilot.press("k")
        form = pilot.app.screen
        assert form.query_one("#points", Input).value == "50"
        form.query_one("#player", Select).value = "Галина"
        await pilot.pause()
        assert form.query_one("#points", Input).value == "20"
        await fill(pilot, "points", "70")
        form.query_one("#player", Select).value = "Борис"
        await pilot.pause()
        assert form.query_one("#points", Input).value == "70"  # what was typed stays


async def test_a_limit_shows_itself_again_and_its_warning_has_numbers(book: Path) -> None:
    book_with(
        book, opening(), [*random_rounds(FOUR, 1), Limit(player="Галина", points=5), Limit(player="Борис", points=1)]
    )
    standing = stored_night(book).night.standing
    assert standing.over_limit == ("Борис",)
    async with playing(book, (120, 34)) as pilot:
        assert f"Борис owes €{-standing.balances['Борис'] / 2:.2f} of €0.50" in shown(pilot)
        await pilot.press("b")
        form = pilot.app.screen
        assert form.query_one("#points", Input).value == ""
        form.query_one("#player", Select).value = "Галина"
        await pilot.pause()
        assert form.query_one("#points", Input).value == "5"


async def test_the_rules_that_help_tells_are_those_of_the_table(book: Path) -> None:
    book_with(book, opening(), [HouseRules(change={"ideal_stops_all": False, "no_cut_refunds_insurance": True})])
    async with playing(book, (80, 60)) as pilot:
        await pilot.press("f1")
        said = " ".join(shown(pilot).replace("│", " ").split())
        assert "the others settle too" in said
        assert "nothing else is paid" not in said
        assert "0 is the ten" in said
        await pilot.press("escape", "i", "c")
        assert "insurance comes back" in shown(pilot)
        await pilot.press("g", "f1")
        said = " ".join(shown(pilot).replace("│", " ").split())
        assert "the others settle too" in said
        assert "0 is the ten" not in said


async def test_a_closed_night_counts_no_minutes(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    with Book.open(book) as opened:
        opened.close_night(1)
    async with playing(book) as pilot:
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert shown(pilot).splitlines()[0].rstrip().endswith("closed")


async def test_on_a_phone_the_key_that_records_comes_when_all_is_typed(book: Path) -> None:
    book_with(book, opening())
    async with playing(book, (40, 20)) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        assert all(key in str(bar.render()) for key in ("insurance", "fine", "no cut"))
        await pilot.press(*"40035981")
        assert "record" in str(bar.render())
