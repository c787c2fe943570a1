"""A table to choose a row from; what Enter does is the screen's to say, so that its key bar can show it."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable


class Rows(DataTable[Text], inherit_bindings=False):
    """Rows of literal text under a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(id=name, cursor_type="row", classes="panel")

    def fill(self, heads: list[str], rows: dict[str, list[str]]) -> None:
        """Columns and rows anew, by key; the cursor stays on its line."""
        cursor = self.cursor_row
        self.clear(columns=True)
        for at, head in enumerate(heads):
            widest = max(cell_len(text) for text in (head, *(cells[at] for cells in rows.values())))
            self.add_column(Text(head), width=widest)
        for key, cells in rows.items():
            self.add_row(*(Text(cell, no_wrap=True, end="") for cell in cells), key=key)
        if rows:
            self.move_cursor(row=min(cursor, len(rows) - 1))

    @property
    def chosen(self) -> str | None:
        """The key of the row under the cursor."""
        if not self.row_count:
            return None
        return str(self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value)
