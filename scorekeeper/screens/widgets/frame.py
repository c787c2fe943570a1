"""What all screens share: the bars, classes by size, and advice where there is too little room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.i18n import _
from scorekeeper.screens.chosen_keys import with_chosen
from scorekeeper.screens.widgets.bars import KeyBar, TopBar
from scorekeeper.screens.widgets.kept import Kept

if TYPE_CHECKING:
    from scorekeeper.screens.app import ScoreApp

Answer = TypeVar("Answer")

LEAST = (40, 20)
"""Columns and lines below which nothing fits."""


class TooSmall(Static):
    """Covers a screen that is too small to be used; what is typed stays."""

    def render(self) -> Content:
        """The advice."""
        columns, lines = LEAST
        said = _("Too small: %(columns)d × %(lines)d at least. Enlarge the window, or make the letters smaller.")
        return Content(said % {"columns": columns, "lines": lines})


class AnswersOnce(Screen[Answer]):
    """A screen that is dismissed once: a second click in the same moment does not take the screen below with it."""

    app: ScoreApp

    def on_mount(self) -> None:
        """Its keys are those that the user has chosen."""
        self._bindings = with_chosen(self._bindings, self.app.settings.keys)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Leave with an answer."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Framed(AnswersOnce[Answer], Kept):
    """A screen with a bar on top and the keys below; `body` is what lies between."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (LEAST[0], "-narrow"), (60, "-normal"), (110, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LEAST[1], "-tall")]

    def compose(self) -> ComposeResult:
        """Bar, body, keys; and the advice, which the style sheet shows when it is due."""
        yield TopBar()
        yield from self.body()
        yield KeyBar()
        yield TooSmall()

    def on_screen_suspend(self) -> None:
        """Something lies over this screen."""
        for bar in self.query(KeyBar):
            bar.asleep = True

    def on_screen_resume(self) -> None:
        """This screen is in front again."""
        for bar in self.query(KeyBar):
            bar.asleep = False

    def body(self) -> Iterator[Widget]:
        """What lies between the bars."""
        yield from ()

    @property
    def too_small(self) -> bool:
        """Whether the advice covers the screen."""
        return self.size.width < LEAST[0] or self.size.height < LEAST[1]

    @property
    def bar(self) -> TopBar:
        """The bar on top."""
        return self.query_one(TopBar)
