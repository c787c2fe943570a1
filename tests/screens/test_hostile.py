"""Every screen with names that would like to be something else."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Fine, FineKind, Record
from scorekeeper.table.journal import Amend, Round
from scorekeeper.table.names import clean_text
from scorekeeper.table.standing import Mode
from tests.screens.driving import book_with, fill, opening, playing, shown

HOSTILE = (
    ("[/]", "[@click=app.quit]x[/]", "=1+1", "\x1b[31mred\x1b[0m"),
    ("%(player)s", "$name", "{0}", "\\[b]"),
    ("🂡👩‍👩‍👧", "مرحبا بالعالم", "‮gnirts", "ё" * 60),
    ("[red]Боб[/red]", "a]b", "'\"`", "https://e.example/[link=x]"),
)


@pytest.mark.parametrize(
    ("names", "size"), list(zip(HOSTILE, [(120, 40), (40, 20), (80, 24), (40, 20)], strict=True)), ids=range(4)
)
async def test_every_screen_shows_them_literally(
    book: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], size: tuple[int, int]
) -> None:
    monkeypatch.chdir(book.parent)  # where the workbook goes
    players = tuple(map(clean_text, names))
    record = Record(
        hands={player: Hand(5, digit) for digit, player in enumerate(players)},
        fines=(Fine(players[0], FineKind.OTHER, 3, players[1]),),
    )
    entries = [Round(record=record), Amend(entry=1, record=record, reason=players[3])]
    book_with(book, opening(players, mode=Mode.CASH, credit=10, title=players[1]), entries)
    visits = ["f", "l", "a", "m", "d", "h", "k", "b", "w", "v", "o", "f1"]
    async with playing(book, size) as pilot:
        _literal(pilot, players, size)
        for key in visits:
            await pilot.press(key)
            await pilot.pause()
            assert pilot.app.screen.is_modal, key
            await pilot.press("escape")
        await pilot.press("u", "u", "r", "r")
        await pilot.press(*"12345678")
        _literal(pilot, players, size)
        await pilot.press("e", "v", "escape", "enter", "escape")
        await pilot.press("g")
        await pilot.pause(0.2)
        for _plan in range(3):
            await pilot.press("p")
            await pilot.pause(0.05)
        await pilot.press("escape", "ctrl+p")
        await pilot.pause()
        await pilot.press("escape", "escape")
        await pilot.pause()
        await pilot.press("p")
        pilot.app.clear_notifications()
        await pilot.pause(0.1)
        _literal(pilot, players, size)
        await pilot.press("enter", "escape", "escape", "n")
        for number, name in enumerate(names, start=1):
            await fill(pilot, f"name-{number}", name)
        await pilot.press("f9")
        await pilot.pause()
        assert not pilot.app.screen.query(".error.shown")
        await pilot.press("x")
        await pilot.pause(0.3)
        assert pilot.app.is_running
        assert "\x1b" not in shown(pilot)


def _literal(pilot: Pilot[None], players: tuple[str, ...], size: tuple[int, int]) -> None:
    text = shown(pilot)
    for player in players:
        beginning = player[: 6 if size[0] < 60 else 10]
        assert beginning in text, (player, text)
