"""Other keys, as settings.json chooses them."""

from __future__ import annotations

from pathlib import Path

from textual.binding import Binding

from scorekeeper import settings
from scorekeeper.screens.table_keys import KEYS
from tests.screens.driving import FOUR, book_with, opening, playing, random_rounds, shown, stored_night, table


async def test_keys_can_be_remapped_and_the_key_bar_shows_it(book: Path) -> None:
    settings.save(settings.Settings(keys={"table.undo": "z", "table.insurance": "w,ц"}))
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book, (120, 40)) as pilot:
        assert "w insurance" in shown(pilot)
        await pilot.press("u", "w")
        form = table(pilot).form
        assert form is not None
        assert form.insured
        await pilot.press("z")
    assert len(stored_night(book).night.standing.rounds) == 0


async def test_a_key_shared_or_taken_is_said_and_nothing_else_is_lost(book: Path) -> None:
    keys = {"table.record": "space", "table.undo": "r", "table.swop": "z", "table.fine": "7", "table.away": "banana"}
    settings.save(settings.Settings(keys=keys))
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book, (80, 24)) as pilot:
        said = "\n".join(note.message for note in pilot.app._notifications)
        assert said.splitlines() == [
            "settings.json: no key is called “table.swop”; did you mean “table.swap”?",
            "settings.json: “banana” are no keys for “table.away”; it keeps those that it had",
            "settings.json: “table.fine” has no key any more; it is in the list of commands",
            "settings.json: “table.redo” has no key any more; it is in the list of commands",
        ]
        await pilot.press("e", "enter")  # Enter still opens the round that was chosen
        assert table(pilot).amending is not None
        await pilot.press("escape", *"40035981", "space")
        bar = shown(pilot).splitlines()[-1]
        assert bar.index("insurance") < bar.index("r undo")
        await pilot.press("r")
    assert len(stored_night(book).night.standing.rounds) == 2


def test_the_readme_names_every_key_of_the_table_that_can_be_chosen() -> None:
    readme = (
        Path(__file__)
        .parents[2]
        .joinpath("README.md")
        .read_text(encoding="utf-8")
        .partition("The names at the table")[2]
    )
    letters = {binding.id for binding in KEYS if isinstance(binding, Binding) and binding.tooltip}
    aliases = {"open_round", "handed", "out", "back", "help"}  # Enter, Escape, Backspace, and F1 everywhere
    names = {str(name).partition(".")[2] for name in letters} - aliases
    assert not [name for name in names if f"`{name}`" not in readme.replace("`table.", "`")]


async def test_a_broken_key_in_the_settings_is_no_crash(book: Path) -> None:
    settings.save(settings.Settings(keys={"table.undo": "", "nothing": "z", "table.redo": ",,"}))
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press(*"40035981", "enter")
    assert len(stored_night(book).night.standing.rounds) == 2
