"""The sheets of a workbook that somebody hands us, as plain cells. Whatever the file holds, reading it ends."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any, Final

from openpyxl import Workbook, load_workbook
from openpyxl.cell.text import Text
from openpyxl.reader.excel import ExcelReader
from openpyxl.utils import get_column_letter
from openpyxl.xml.constants import SHARED_STRINGS, SHEET_MAIN_NS
from openpyxl.xml.functions import iterparse

from scorekeeper.files.sheet_text import sheet_name
from scorekeeper.table.errors import Fault, FormatError, Place

Cell = Any
"""A value as openpyxl gives it."""
Row = tuple[Cell, ...]

MOST_MEGABYTES: Final = 512
"""Of all parts of a workbook, unpacked. A night of ten thousand rounds takes a tenth of it."""
_MOST_ROWS: Final = 2**20
"""Excel knows no more."""
_MOST_CELLS: Final = 5_000_000
"""Of one sheet, empty ones between others too."""
_MARKS: Final = (b"xl/", b"docProps/", b"[Content_Types].xml")
"""Names of parts, of which even a torn workbook still shows one."""


class Pages:
    """An open workbook. Every method may raise FormatError `workbook`."""

    def __init__(self, content: bytes) -> None:
        with _reading(known=any(mark in content for mark in _MARKS)):
            _check_size(content)
            self._book = _read(content)
            self._sheets = {sheet.title: sheet for sheet in self._book.worksheets}
        self._content = content
        self._rows: dict[str, list[tuple[int, Row]]] = {}

    @property
    def titles(self) -> tuple[str, ...]:
        """What the sheets are called, in their order."""
        return tuple(self._sheets)

    def head(self, title: str) -> Row:
        """The first row of a sheet."""
        with _reading(("cell", title)):
            return next(self._all_rows(title, most=1), ())

    def rows(self, title: str) -> list[tuple[int, Row]]:
        """The rows of a sheet that hold something, each with its number."""
        if title not in self._rows:
            with _reading(("cell", title)):
                found = enumerate(self._all_rows(title), start=1)
                self._rows[title] = [
                    (number, row) for number, row in found if any(cell not in (None, "") for cell in row)
                ]
        return self._rows[title]

    def formulas(self, title: str) -> frozenset[tuple[int, int]]:
        """The cells of a sheet that hold a formula, by row and column (from 0); `rows` has what it came to, or None
        where no program has computed it yet."""
        with _reading(("cell", title)):
            sheet: Any = load_workbook(io.BytesIO(self._content), read_only=True)[title]
            sheet.reset_dimensions()
            return frozenset(
                (cell.row, cell.column - 1) for row in sheet.iter_rows() for cell in row if cell.data_type == "f"
            )

    def sheet_called(self, name: str) -> str | None:
        """The title of the sheet that a defined name of the workbook means; None if there is no such name."""
        with _reading():
            defined = self._book.defined_names.get(name)
            if defined is None:
                return None
            title = next((str(title) for title, _range in defined.destinations), name)
        if title not in self._sheets:
            raise FormatError([Fault("workbook", (), {"sheet": title})])
        return title

    def signature(self, name: str) -> str | None:
        """What the workbook notes under a name; None if there is no such name."""
        with _reading():
            noted = self._book.defined_names.get(name)
            return None if noted is None else str(noted.attr_text)

    def _all_rows(self, title: str, most: int | None = None) -> Iterator[Row]:
        sheet: Any = self._sheets[title]
        sheet.reset_dimensions()  # what the file says of its size may be anything
        cells = 0
        for number, row in enumerate(sheet.iter_rows(values_only=True, max_row=most), start=1):
            cells += len(row)
            if number > _MOST_ROWS or cells > _MOST_CELLS:
                raise ValueError("too many cells")
            yield tuple(map(_unescaped, row))


def cell_at(row: Row, column: int) -> Cell:
    """What stands in a column, from 0; None beside the row."""
    return row[column] if 0 <= column < len(row) else None


def place(title: str, row: int, column: int) -> tuple[str, str]:
    """A cell as a step of a place; the column counts from 0."""
    plain = title if title.isalnum() else sheet_name(title)
    return ("cell", f"{plain}!{get_column_letter(column + 1)}{row}")


class _Reader(ExcelReader):
    """openpyxl, but with the texts as they are in the file: from `_x005F_` it takes more away than the escape."""

    def read_strings(self) -> None:
        """Its own part of the reader, without that."""
        part, tag = self.package.find(SHARED_STRINGS), f"{{{SHEET_MAIN_NS}}}si"  # type: ignore[no-untyped-call]
        if part is None:
            return
        with self.archive.open(part.PartName[1:]) as source:
            for _event, node in iterparse(source):
                if node.tag == tag:
                    text: Any = Text.from_tree(node)
                    self.shared_strings.append(text.content)
                    node.clear()


def _read(content: bytes) -> Workbook:
    reader = _Reader(io.BytesIO(content), read_only=True, data_only=True)
    reader.read()
    book = reader.wb
    assert isinstance(book, Workbook)
    return book


_ESCAPED = re.compile(r"_x005F_(?=x[0-9A-Fa-f]{4}_)")


def _unescaped(value: Cell) -> Cell:
    """What a cell shows: an underscore that would begin an escape is one itself, `_x005F_` (see `safe_text`)."""
    return _ESCAPED.sub("_", value) if isinstance(value, str) and "_x005F_" in value else value


def _check_size(content: bytes) -> None:
    """No part is unpacked beyond the size that the file states for it."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        size = sum(part.file_size for part in parts.infolist())
    if size > MOST_MEGABYTES * 2**20:
        raise FormatError([Fault("workbook", (), {"most": MOST_MEGABYTES})])


@contextlib.contextmanager
def _reading(*where: tuple[str, str], known: bool = True) -> Iterator[None]:
    """Only openpyxl and what it stands on work in here, and damaged files make them raise nearly anything.

    Not `known`: nothing yet says that the file is a workbook.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except FormatError:
        raise
    except Exception as error:
        at: Place = where
        raise FormatError([Fault("workbook", at, {"damaged": 1} if known else {})]) from error
