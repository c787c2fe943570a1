"""Textual with nothing of ours: what the app's times are compared with."""

from __future__ import annotations

import sys
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Digits, Footer, Static


class BareApp(App[None]):
    """A line on top, a table, keys below."""

    CSS = "#top { height: 1; } DataTable { height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "app.bell", "new"),
        Binding("p", "app.bell", "players"),
        Binding("q", "app.quit", "quit"),
    ]

    def compose(self) -> ComposeResult:
        """Top, middle, bottom."""
        yield Static("Bare", id="top")
        table: DataTable[str] = DataTable(cursor_type="row")
        table.add_columns("date", "night", "players", "rounds")
        yield table
        yield Footer()


class BareKeys(App[None]):
    """Changes so many cells with every key: large figures, and lines of text for the rest."""

    CSS = "Static { height: 1; } Digits { width: 12; height: 3; }"
    FIGURES = ("12", "34")
    FIGURE_CELLS = 10
    """How many cells differ between the two."""
    LINE = 72

    def __init__(self, cells: int) -> None:
        super().__init__()
        left = cells - self.FIGURE_CELLS
        self._widths = [self.LINE] * (left // self.LINE) + [left % self.LINE]
        self._second = False

    def compose(self) -> ComposeResult:
        """Figures on top, lines below."""
        yield Digits(self.FIGURES[0])
        for width in self._widths:
            yield Static("o" * width)

    def on_key(self, event: events.Key) -> None:
        """To the other picture, and back."""
        event.stop()
        self._second = not self._second
        self.query_one(Digits).update(self.FIGURES[self._second])
        for line, width in zip(self.query(Static), self._widths, strict=True):
            line.update("xo"[not self._second] * width)


if __name__ == "__main__" and sys.argv[1:] == ["run"]:
    BareApp().run()
