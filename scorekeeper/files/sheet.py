"""Sheets of a workbook: what Excel demands of titles, texts and tables, and one calm look for all of them."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.table.names import clean_text

Value = str | int | Decimal | date | None
"""What a cell holds; a date may be a datetime without an offset."""

COUNT = "0"
POINTS = "#,##0"
SIGNED_POINTS = "+#,##0;[Red]-#,##0;0"

_TEXT = "@"
_LONGEST_TEXT, _LONGEST_LABEL, _LONGEST_TITLE = 32767, 255, 31  # Excel's limits, in UTF-16 units
_NARROWEST, _WIDEST, _WIDEST_LABEL = 9.0, 60.0, 16.0  # column widths, in digits

_HEADER_FONT, _HEADER_FILL = Font(bold=True, color="FFFFFF"), PatternFill("solid", fgColor="1F4D36")
_HEADER_ALIGNMENT = Alignment(horizontal="center", vertical="center", wrap_text=True)
_HEADING_FONT, _CAPTION_FONT, _NOTE_FONT = Font(bold=True), Font(bold=True, size=14), Font(italic=True)
_TOTAL_BORDER = Border(top=Side("thin"))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its label, and the number format of its numbers or dates."""

    label: str
    format: str = _TEXT


def safe_text(text: str, longest: int = _LONGEST_TEXT) -> str:
    """A text that Excel shows literally: one line, nothing illegal, and no escapes that it would decode."""
    escaped = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", clean_text(text))
    return _shortened(escaped, longest)


def _shortened(text: str, longest: int) -> str:
    units = text.encode("utf-16-le")
    return text if len(units) <= 2 * longest else units[: 2 * (longest - 1)].decode("utf-16-le", "ignore") + "…"


def unique_labels(labels: Iterable[str]) -> list[str]:
    """Labels for the header of an Excel table: none empty, none twice (case apart), none too long."""
    unique: dict[str, str] = {}
    for label in labels:
        wanted = safe_text(label, _LONGEST_LABEL) or "?"
        found, number = wanted, 1
        while found.casefold() in unique:
            number += 1
            suffix = f" ({number})"
            found = _shortened(wanted, _LONGEST_LABEL - len(suffix)) + suffix
        unique[found.casefold()] = found
    return list(unique.values())


def sheet_title(text: str, taken: Iterable[str] = ()) -> str:
    """A sheet title by Excel's rules, other than those `taken`.

    At most 31 characters, none of `/ \\ : * ? [ ]`, no apostrophe at either end, not empty, not "History" (which
    Excel keeps for itself), and no two alike but for case.
    """
    kept = re.sub(r"[/\\:*?\[\]]", " ", clean_text(text))
    wanted = _shortened(" ".join(kept.split()), _LONGEST_TITLE).strip("' ") or "-"
    unusable = {"history", *(title.casefold() for title in taken)}
    found, number = wanted, 1
    while found.casefold() in unusable:
        number += 1
        suffix = f" {number}"
        found = _shortened(wanted, _LONGEST_TITLE - len(suffix)) + suffix
    return found


class Sheet:
    """A sheet that is filled from the top."""

    def __init__(self, book: Workbook, title: str, *, frozen: str = "A2") -> None:
        self._sheet: Worksheet = book.create_sheet(sheet_title(title, book.sheetnames))
        self._row = 0
        self._widths: dict[int, float] = {}
        self._sheet.freeze_panes = frozen
        self._sheet.page_setup.orientation = "landscape"
        self._sheet.page_setup.paperSize = 9  # A4
        self._sheet.page_setup.fitToWidth, self._sheet.page_setup.fitToHeight = 1, 0
        self._sheet.sheet_properties.pageSetUpPr.fitToPage = True
        self._sheet.oddFooter.center.text = "&P / &N"

    def caption(self, text: str) -> None:
        """A line in large letters; it may run over the columns to its right."""
        self._line(text, _CAPTION_FONT)

    def heading(self, text: str) -> None:
        """A line in bold, after an empty one."""
        self._row += 1
        self._line(text, _HEADING_FONT)

    def note(self, text: str) -> None:
        """A sentence below a table."""
        self._line(text, _NOTE_FONT)

    def fact(self, label: str, value: Value, format: str = _TEXT) -> None:
        """A label and what it says."""
        self._row += 1
        self._cell(1, label).font = _HEADING_FONT
        # A long text runs over the columns to its right and asks for no room.
        cell = self._cell(2, value, format, measured=not isinstance(value, str))
        cell.alignment = Alignment(horizontal="left")

    def skip(self) -> None:
        """An empty line."""
        self._row += 1

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[Value]], *, total: bool = False) -> None:
        """Labels, and the rows below them; with `total` the last row is set apart from the others."""
        self._labels([safe_text(column.label) for column in columns])
        for row in rows:
            self._row += 1
            for at, (column, value) in enumerate(zip(columns, row, strict=True), start=1):
                self._cell(at, value, column.format)
        if total:
            for at in range(1, len(columns) + 1):
                cell = self._at(at)
                cell.font, cell.border = _HEADING_FONT, _TOTAL_BORDER

    def whole_table(self, name: str, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> None:
        """The only table of the sheet, as one that Excel can sort and filter; its labels print on every page."""
        labels = unique_labels(column.label for column in columns)
        self.table([Column(label, col.format) for label, col in zip(labels, columns, strict=True)], rows)
        self._sheet.print_title_rows = "1:1"
        if self._row > 1:  # Excel knows no table without rows
            table = Table(name=name, displayName=name, ref=f"A1:{get_column_letter(len(columns))}{self._row}")
            table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
            self._sheet.add_table(table)

    def done(self) -> None:
        """Give the columns their widths: after the last row."""
        for column, width in self._widths.items():
            letter = get_column_letter(column)
            self._sheet.column_dimensions[letter].width = min(_WIDEST, max(_NARROWEST, width + 2))

    def _line(self, text: str, font: Font) -> None:
        self._row += 1
        self._cell(1, text, measured=False).font = font

    def _labels(self, labels: Sequence[str]) -> None:
        self._row += 1
        for at, label in enumerate(labels, start=1):
            cell = self._at(at)
            _put_text(cell, label)
            cell.font, cell.fill, cell.alignment = _HEADER_FONT, _HEADER_FILL, _HEADER_ALIGNMENT
            self._measure(at, min(_WIDEST_LABEL, _width(label)))  # a longer label takes a second line

    def _cell(self, column: int, value: Value, format: str = _TEXT, *, measured: bool = True) -> Cell:
        cell = self._at(column)
        if isinstance(value, str):
            _put_text(cell, safe_text(value))
            cell.number_format = _TEXT  # so that `5-9` stays what it is when somebody edits the cell
        elif value is not None:
            cell.value = value
            cell.number_format = format
        if measured and value is not None:
            self._measure(column, _width(value if isinstance(value, str) else _as_shown(value, format)))
        return cell

    def _at(self, column: int) -> Cell:
        cell = self._sheet.cell(self._row, column)
        assert isinstance(cell, Cell)
        return cell

    def _measure(self, column: int, width: float) -> None:
        self._widths[column] = max(width, self._widths.get(column, 0))


def _put_text(cell: Cell, text: str) -> None:
    """As text whatever it looks like: `=1+1` is a name, `#N/A` too."""
    cell.value = text
    cell.data_type = "s"
    cell.quotePrefix = text[:1] in tuple("=+-@")


def _as_shown(value: int | Decimal | date, format: str) -> str:
    """About as long as the cell's text; a date is as long as its format."""
    if isinstance(value, date):
        return format
    signs_and_currency = re.sub(r"[#,0.]|\[\$|-[0-9]+\]|\[Red\]", "", format.split(";")[0])
    return f"{value:,}{signs_and_currency}"


def _width(text: str) -> float:
    """In digits: Cyrillic letters are a little wider, Chinese ones twice as wide."""
    return sum(_letter(char) for char in text)


def _letter(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 2.0
    return 1.15 if "\u0400" <= char <= "\u052f" else 1.0


def saved(book: Workbook, moment: datetime) -> bytes:
    """The workbook as a file that says it was made at `moment` (with an offset); the same book, the same bytes."""
    written, packed = io.BytesIO(), io.BytesIO()
    book.save(written)
    stamp = f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}".encode()
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(packed, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:(?:created|modified)\b[^>]*>)[^<]*", rb"\g<1>" + stamp, content)
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3  # the same on Windows
            target.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
