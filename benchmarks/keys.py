"""From a key to the picture: an app in this process, on a driver that notes when each frame is written."""

from __future__ import annotations

import asyncio
import gc
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver

from benchmarks.timing import COLUMNS, LINES, PATIENCE, Terminal
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.table import TableScreen

KEYS = 200
BLOCKS = 4
"""The keys of each app are pressed in so many blocks, in turn with the other's; only one app lives at a time."""

TYPED = "123"
"""Typed before the clock runs: the next digit completes a hand, so that payments and totals follow."""
DIGIT, BACK = "4", "backspace"

_QUIET = 0.03
"""Seconds without work after which nothing more is expected of a key; more than a frame."""


class Recorder(HeadlessDriver):
    """Takes what a terminal would be sent, and when. Unlike Textual's own, it has frames turned into escape codes."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.frames: list[tuple[float, str]] = []

    @property
    def is_headless(self) -> bool:
        """No, as far as the app can tell."""
        return False

    def write(self, data: str) -> None:
        """Keep it, with the moment."""
        self.frames.append((time.perf_counter(), data))


class Keyboard:
    """Presses keys of a running app and watches what they change."""

    def __init__(self, app: App[None], driver: Recorder) -> None:
        self._app = app
        self._driver = driver
        self._terminal = Terminal()
        self.changed = 0
        """How many cells the last key changed."""

    async def press(self, key: str) -> float:
        """Seconds from the key to the last frame that changed anything."""
        self._look()
        before = dict(self._terminal.cells)
        begun = time.perf_counter()
        self._app.post_message(events.Key(key, key if len(key) == 1 else None))
        await settled()
        last = self._look()
        self.changed = sum(before.get(place) != cell for place, cell in self._terminal.cells.items())
        if last is None:
            raise RuntimeError(f"{key} painted nothing:\n{self._terminal.text}")
        return last - begun

    def _look(self) -> float | None:
        """Paint what was written since; when the last frame came that changed anything."""
        last = None
        for moment, data in self._driver.frames:
            if self._terminal.feed(data):
                last = moment
        self._driver.frames.clear()
        return last


async def settled() -> None:
    """Wait until this process has had nothing to do for a while."""
    while True:
        used = time.process_time()
        await asyncio.sleep(_QUIET)
        if time.process_time() - used < _QUIET / 20:
            return


@asynccontextmanager
async def running(app: App[None]) -> AsyncIterator[Keyboard]:
    """The app, painted; the table screen first, where the app is ours."""
    app.driver_class = Recorder
    task = asyncio.create_task(app.run_async(size=(COLUMNS, LINES)))
    try:
        async with asyncio.timeout(PATIENCE):
            while not task.done():
                await settled()
                if app.is_running and not (isinstance(app, ScoreApp) and not isinstance(app.screen, TableScreen)):
                    break
        driver = app._driver
        assert isinstance(driver, Recorder), "the app has not started"
        yield Keyboard(app, driver)
    finally:
        app.exit()
        await task


async def _block(app: App[None], count: int) -> tuple[list[float], list[int]]:
    taken, changed = [], []
    async with running(app) as keyboard:
        for key in (*TYPED, DIGIT, BACK):
            await keyboard.press(key)
        for number in range(count):
            taken.append(await keyboard.press(BACK if number % 2 else DIGIT))
            changed.append(keyboard.changed)
    return taken, changed


def press_times(opened: Callable[[], App[None]], count: int) -> tuple[list[float], list[int]]:
    """Seconds that each of `count` keys took, a digit and a backspace in turn, and how many cells it changed."""
    gc.collect()
    return asyncio.run(_block(opened(), count))


def in_turn(*apps: Callable[[], App[None]]) -> list[list[float]]:
    """The times of KEYS keys for each app."""
    taken: list[list[float]] = [[] for _app in apps]
    for _block_number in range(BLOCKS):
        for values, opened in zip(taken, apps, strict=True):
            values += press_times(opened, KEYS // BLOCKS)[0]
    return taken


def table_of(book: Path) -> ScoreApp:
    """The app on a copy of a book, so that no block finds what another has typed."""
    copy = Path(tempfile.mkdtemp(dir=book.parent), book.name)
    shutil.copy(book, copy)
    return ScoreApp(copy)
