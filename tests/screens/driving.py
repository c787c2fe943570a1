"""The real app on a real book, driven key by key."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input, Static

from scorekeeper.book import Book, Stored
from scorekeeper.games import GAMES
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.screens.table import TableScreen
from scorekeeper.table.journal import Entry, Round
from scorekeeper.table.money import Stake
from scorekeeper.table.standing import Mode, Opening, Seat
from tests.empty import empty_book

FOUR = ("Алла", "Борис", "Вадим", "Галина")
RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
"""What a Russian layout sends for a key."""

SIZES = ((80, 24), (40, 20), (120, 40))


def opening(players: Sequence[str] = FOUR, *, mode: Mode = Mode.RECORD, credit: int = 0, title: str = "") -> Opening:
    """A night that begins with the third player's deal, or the last one's."""
    return Opening(
        game=GAMES["decarte"],
        seats=tuple(Seat(player, None, credit) for player in players),
        dealer=players[min(2, len(players) - 1)],
        mode=mode,
        stake=Stake(50, "EUR"),
        title=title,
    )


def random_rounds(players: Sequence[str], count: int, seed: int = 1) -> list[Entry]:
    """Plain rounds with random hands."""
    rng = random.Random(seed)
    return [
        Round(record=Record(hands={player: Hand(*rng.sample(range(10), 2)) for player in players}))
        for _ in range(count)
    ]


def of_two(first: Hand, second: Hand) -> Round:
    return Round(record=Record(hands=dict(zip(FOUR[:2], (first, second), strict=True))))


def book_with(path: Path, what: Opening, entries: Iterable[Entry] = ()) -> int:
    """A book that holds one night; its number."""
    empty_book(path)
    with Book.open(path) as book:
        stored = book.create(what)
        for entry in entries:
            stored = book.append(stored, entry)
        return stored.number


def stored_night(path: Path) -> Stored:
    """The last night as the book has it on disk."""
    with Book.open(path) as book:
        return book.load(book.resolve("last"))


_CHARACTERS = {"enter": "\r", "tab": "\t", "space": " ", "backspace": "\x08"}


class Player(Pilot[None]):
    """Waits for keys that were held back, too."""

    async def pause(self, delay: float | None = None) -> None:
        """Wait until all keys are worked off, and the screen follows."""
        app = self.app
        assert isinstance(app, ScoreApp)
        await super().pause(delay)
        while app.behind:
            await super().pause(0.002)

    async def press(self, *keys: str) -> None:
        """Key by key, each as soon as the one before is worked off: Textual's own waits twice as long as a person."""
        app = self.app
        assert isinstance(app, ScoreApp)
        for key in keys:
            character = key if len(key) == 1 else _CHARACTERS.get(key)
            app.post_message(events.Key(_character_to_key(key) if len(key) == 1 else key, character))
            await app._settled()
            while app.behind:
                await asyncio.sleep(0.002)
        await self.pause()


@asynccontextmanager
async def playing(path: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """The app on the book, once the book is open."""
    app = ScoreApp(path)
    async with app.run_test(size=size, notifications=True):
        pilot = Player(app)
        for _ in range(200):
            await pilot.pause(0.01)
            if app.ready and (not app.book.last_open() or isinstance(app.screen, TableScreen)):
                break
        await pilot.pause()
        yield pilot


async def type_keys(pilot: Pilot[None], keys: str, *, russian: bool = False) -> None:
    """Single characters as they lie on the keyboard; spaces only set groups apart."""
    for key in keys.replace(" ", ""):
        await pilot.press(RUSSIAN.get(key, key) if russian else key)


async def fill(pilot: Pilot[None], field: str, text: str) -> None:
    """Put text into an input of the screen in front."""
    pilot.app.screen.query_one(f"#{field}", Input).value = text
    await pilot.pause()


async def accept(pilot: Pilot[None]) -> None:
    """Press the button of the form in front; wait until it is gone, or says what is wrong."""
    form, said = pilot.app.screen, _errors(pilot)
    button = form.query_one("#accept")
    for _look in range(200):
        if button.region and not button.has_class("-active"):  # a button takes no second click in the same moment
            break
        await pilot.pause(0.01)
    await pilot.click("#accept")
    for _look in range(200):
        if pilot.app.screen is not form or _errors(pilot) != said:
            break
        await pilot.pause(0.01)
    await pilot.pause()


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds; the assertion that follows says what, if it never does."""
    for _look in range(300):
        if holds():
            break
        await pilot.pause(0.01)


def _errors(pilot: Pilot[None]) -> list[str]:
    return [str(line.render()) for line in pilot.app.screen.query(".error.shown")]


def shown(pilot: Pilot[None]) -> str:
    """The text of the screen in front, line by line."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def table(pilot: Pilot[None]) -> TableScreen:
    """The table screen, wherever it is in the stack."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


async def at_once(pilot: Pilot[None], typed: str) -> None:
    """Send what a terminal would in one read, as raw input; wait until all of it is done."""
    for event in XTermParser().feed(typed):
        pilot.app.post_message(event)
    await pilot.pause()


async def settlement(pilot: Pilot[None]) -> SettlementScreen:
    """Open the settlement from the table, and wait for its plan."""
    await pilot.press("g")
    for _look in range(200):
        screen = pilot.app.screen
        if isinstance(screen, SettlementScreen) and screen.plan is not None:
            await pilot.pause()
            return screen
        await pilot.pause(0.01)
    raise AssertionError("no plan came")


async def told(pilot: Pilot[None], what: str) -> None:
    """Wait until it is said, over however many lines."""
    await until(pilot, lambda: what in " ".join(shown(pilot).replace("▌", " ").split()))
    assert what in " ".join(shown(pilot).replace("▌", " ").split())


async def again(pilot: Pilot[None], screen: SettlementScreen) -> None:
    """Wait for the plan after a change."""
    for _look in range(10):
        await pilot.pause(0.02)
    assert screen.plan is not None


def said(pilot: Pilot[None]) -> str:
    """What the form says is wrong."""
    return str(pilot.app.screen.query_one("#error-sum", Static).render())
