"""Sheets of a workbook: one calm look for all of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from tempfile import SpooledTemporaryFile
from typing import IO, Literal

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.files.cells import (
    COUNT,
    EMPTY,
    GENERAL,
    TEXT,
    Cells,
    Column,
    Look,
    Styles,
    Texts,
    Value,
    row_xml,
)
from scorekeeper.files.sheet_text import literal, safe_text, sheet_name, text_width, unique_labels
from scorekeeper.table.errors import Fault, Faulty

_NARROWEST, _WIDEST, _WIDEST_LABEL = 6.0, 105.0, 16.0  # column widths, in digits; a name of sixty letters fits
_MOST_LINES = 10  # of a label
_BOLD = 1.1  # how much wider that makes it
_PAGE_WIDTH, _PAGE_LINES = 135, 28  # of a printed page, in digits and rows, before it is made smaller to fit
_KEPT_IN_MEMORY = 1 << 20  # bytes of a sheet


class InexactError(Faulty):
    """A number has more digits than sheets count exactly; the fault `inexact` names it, and the sheet."""


_Operator = Literal["greaterThan", "lessThan", "equal"]

_GREEN, _RED = "1E7B34", "B3261E"


@dataclass(frozen=True, slots=True)
class Area:
    """The cells below the labels of a table, as formulas name them. Columns count from 0; one without rows is taken to
    have an empty one."""

    sheet: str
    top: int
    rows: int
    labels: tuple[str, ...] = ()
    """What stands above the columns, if anything does."""
    numbers: int = 0
    """How many of the cells hold a number or a date."""

    @property
    def bottom(self) -> int:
        """The last row."""
        return self.top + max(self.rows, 1) - 1

    def column(self, at: int) -> str:
        """All cells of a column."""
        return self.block(at, 1)

    def block(self, first: int, count: int) -> str:
        """All cells of several columns."""
        return self.part(first, count, self.top, self.bottom)

    def part(self, first: int, count: int, top: int | str, bottom: int | str) -> str:
        """The cells of several columns from row `top` of the sheet to row `bottom`."""
        ends = get_column_letter(first + 1), get_column_letter(first + count)
        return f"{sheet_name(self.sheet)}!${ends[0]}${top}:${ends[1]}${bottom}"

    def cell(self, column: int, row: int) -> str:
        """One cell; `row` counts from 0, so that -1 is that of the labels."""
        return f"{sheet_name(self.sheet)}!${get_column_letter(column + 1)}${self.top + row}"


class Sheet:
    """A sheet that is filled from the top. Whoever made it calls `done` after its last row."""

    def __init__(self, sheet: Worksheet, styles: Styles, texts: Texts, *, frozen: str) -> None:
        self.worksheet = sheet
        self._content = SpooledTemporaryFile(_KEPT_IN_MEMORY)  # noqa: SIM115 - `pour` closes it
        self.title = sheet.title
        self.row = 0
        """The last row that was written."""
        self.faults: list[Fault] = []
        """Numbers that a sheet cannot count exactly."""
        self._styles, self._texts = styles, texts
        self._widths: dict[int, float] = {}
        self._reserved: dict[int, int] = {}
        self._late: list[tuple[int, bytes]] = []
        self._together: list[tuple[int, int]] = []
        sheet.freeze_panes = frozen
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.paperSize = 9  # A4
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        sheet.oddFooter = HeaderFooterItem(center=_HeaderFooterPart(text="&P / &N"))

    # --- lines ------------------------------------------------------------

    def caption(self, text: str) -> None:
        """A line in large letters; it may run over the columns to its right."""
        self._line(text, Look(font="caption"))

    def heading(self, text: str) -> None:
        """A line in bold, after an empty one."""
        self.row += 1
        self._line(text, Look(font="bold"))

    def note(self, text: str) -> None:
        """A sentence below a table."""
        self._line(text, Look(font="note"))

    def fact(self, label: str, value: Value, format: str = TEXT) -> str:
        """A label and what it says; a long text runs over the columns to its right and asks for no room. The cell of
        what it says, as formulas name it."""
        name, fact = (
            self._cells(Column(label), Look(font="bold")),
            self._cells(Column(label, format), Look(left=True), 2),
        )
        self._write([name, fact], [label, value])
        self._check(fact)
        self._measure(1, name.width)
        if not isinstance(value, str):
            self._measure(2, fact.width)
        return Area(self.title, self.row, 1).cell(1, 0)

    def form(self, label: str, value: Value, format: str, hint: str) -> None:
        """A label, a cell to type into (with what is suggested), and a hint."""
        columns = (Column(""), Column("", format, typed=True), Column(""))
        looks = (Look(font="bold"), Look(left=True), Look(font="note"))
        cells = [self._cells(column, look, at) for at, (column, look) in enumerate(zip(columns, looks, strict=True), 1)]
        self._write(cells, [label, EMPTY if value is None else value, hint])
        self._measured(cells[:2])

    def reserve(self) -> int:
        """A line that `fill` fills once it is known what goes into it; its number."""
        self.row += 1
        self._reserved[self.row] = self._content.tell()
        return self.row

    def fill(self, line: int, label: str, value: Value, remark: str) -> None:
        """A label, what it says, and a remark, in a reserved line."""
        looks = (Look(font="bold"), Look(font="bold", left=True), Look())
        columns = (Column(""), Column("", COUNT), Column(""))
        cells = [self._cells(column, look, at) for at, (column, look) in enumerate(zip(columns, looks, strict=True), 1)]
        self._late.append((self._reserved[line], row_xml(line, cells, [label, value, remark]).encode()))
        self._measure(1, cells[0].width)

    def skip(self) -> None:
        """An empty line."""
        self.row += 1

    def _line(self, text: str, look: Look) -> None:
        self._write([self._cells(Column(text), look)], [text])

    # --- tables -----------------------------------------------------------

    def table(
        self, columns: Sequence[Column], rows: Iterable[Sequence[Value]], *, total: Sequence[Value] | None = None
    ) -> Area:
        """Labels, the rows below them, and a last one that is set apart; the area has the rows alone.

        While `rows` is asked for a row, `row` is the number of the one before.
        """
        labels = self._labels(columns)
        area = replace(self.rows(columns, rows), labels=labels)
        if total is not None:
            look = Look(font="bold", line_above=True, indented=True)
            cells = [self._cells(column, look, at) for at, column in enumerate(columns, start=1)]
            self._write(cells, total)
            self._measured(cells)
        return area

    def rows(self, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> Area:
        """The rows of a table whose labels are there already."""
        look = Look(indented=True, top=any(column.width for column in columns))
        cells = [self._cells(column, look, at) for at, column in enumerate(columns, start=1)]
        top = self.row + 1
        for row in rows:
            self._write(cells, row)
        self._measured(cells)
        return Area(self.title, top, self.row + 1 - top, numbers=sum(column.numbers for column in cells))

    def labels(self, labels: Sequence[Value], width: float) -> None:
        """Labels of columns that are all so wide; they may be formulas."""
        cells = [self._cells(Column("", GENERAL), Look(font="header"), at) for at in range(1, len(labels) + 1)]
        self._write(cells, labels, height=30)
        for at in range(1, len(labels) + 1):
            self._measure(at, width)

    def whole_table(self, name: str, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> Area:
        """The only table of the sheet, as one that Excel can sort and filter; its labels print on every page."""
        labels = unique_labels(column.label for column in columns)
        area = self.table([column._replace(label=label) for label, column in zip(labels, columns, strict=True)], rows)
        self.title_on_every_page()
        if area.rows:  # Excel knows no table without rows
            table = Table(name=name, displayName=name, ref=f"A1:{get_column_letter(len(columns))}{self.row}")
            table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
            table.tableColumns = [TableColumn(id=at, name=safe_text(label)) for at, label in enumerate(labels, start=1)]
            table.autoFilter = AutoFilter(ref=table.ref)
            self.worksheet.add_table(table)
        return area

    def name(self, name: str) -> None:
        """Give the sheet a name of its own in the workbook, which stays when somebody changes its title."""
        book = self.worksheet.parent
        assert isinstance(book, Workbook)
        book.defined_names[name] = DefinedName(name, attr_text=f"{sheet_name(self.title)}!$A$1")

    def hide(self, first: int, count: int) -> None:
        """Fold columns away: a press on + shows them."""
        for at in range(first + 1, first + count + 1):
            dimension = self.worksheet.column_dimensions[get_column_letter(at)]
            dimension.hidden, dimension.outlineLevel = True, 1

    def title_on_every_page(self) -> None:
        """Print the first row on every page."""
        self.worksheet.print_title_rows = "1:1"

    def keep_together(self, first: int) -> None:
        """Print the rows from `first` to the last one on one page, if they have room there."""
        self._together.append((first, self.row))

    def done(self) -> None:
        """Give the columns their widths, and break pages."""
        total = 0.0
        for column, width in self._widths.items():
            fitting = min(_WIDEST, max(_NARROWEST, width + 2))
            self.worksheet.column_dimensions[get_column_letter(column)].width = fitting
            total += fitting
        lines, top = int(_PAGE_LINES * max(1, total / _PAGE_WIDTH)), 1
        for first, last in self._together:
            above, rows = (first - top) % lines, last - first + 1
            if above and rows <= lines < above + rows:
                self.worksheet.row_breaks.append(Break(id=first - 1))
                top = first

    def drop(self) -> None:
        """Forget all rows."""
        self._content.close()

    def pour(self, target: IO[bytes]) -> None:
        """Write all rows to `target`, once."""
        with self._content as content:
            content.seek(0)
            for place, late in sorted(self._late):
                target.write(content.read(place - content.tell()))
                target.write(late)
            shutil.copyfileobj(content, target, 1 << 18)

    def _labels(self, columns: Sequence[Column]) -> tuple[str, ...]:
        look, labels, lines = Look(font="header"), tuple(column.label for column in columns), 1
        for at, (label, column) in enumerate(zip(labels, columns, strict=True), start=1):
            room = column.width or _room(label)
            self._measure(at, room)
            lines = max(lines, _lines(label, max(room, _NARROWEST)))
        cells = [self._cells(Column(label), look, at) for at, label in enumerate(labels, start=1)]
        self._write(cells, labels, height=15 * lines)
        return labels

    def _cells(self, column: Column, look: Look, at: int = 1) -> Cells:
        return Cells(get_column_letter(at), column, self._styles, self._texts, look)

    def _write(self, cells: Sequence[Cells], values: Sequence[Value], *, height: int = 0) -> None:
        self.row += 1
        self._content.write(row_xml(self.row, cells, values, height=height).encode())

    def _measured(self, cells: Sequence[Cells]) -> None:
        """Note how wide columns are that have all their cells, and whether a sheet can count their numbers."""
        for at, column in enumerate(cells, start=1):
            self._check(column)
            self._measure(at, column.width)

    def _check(self, cells: Cells) -> None:
        if (value := cells.inexact) is not None:
            self.faults.append(Fault("inexact", (), {"value": f"{value:,}", "sheet": self.title}))

    def _measure(self, column: int, width: float) -> None:
        self._widths[column] = max(width, self._widths.get(column, 0))

    # --- colours ------------------------------------------------------------

    def colour_signs(self, area: Area, first: int, count: int) -> None:
        """Green above zero, red below it; the sign stands there too."""
        signs: tuple[tuple[_Operator, str], ...] = (("greaterThan", _GREEN), ("lessThan", _RED))
        for operator, colour in signs:
            self._colour(area, first, count, operator, "0", DifferentialStyle(font=Font(color=colour)))

    def colour_words(self, area: Area, first: int, count: int, good: str, bad: str) -> None:
        """One word on green, another on red."""
        for word, back, colour in ((good, "E3F4E6", _GREEN), (bad, "FBE0DE", _RED)):
            fill = PatternFill("solid", bgColor=back)
            style = DifferentialStyle(font=Font(color=colour), fill=fill)
            self._colour(area, first, count, "equal", literal(word), style)

    def _colour(
        self, area: Area, first: int, count: int, operator: _Operator, than: str, style: DifferentialStyle
    ) -> None:
        if area.rows and count:
            rule = Rule(type="cellIs", operator=operator, formula=[than], dxf=style)
            ends = get_column_letter(first + 1), get_column_letter(first + count)
            self.worksheet.conditional_formatting.add(f"{ends[0]}{area.top}:{ends[1]}{area.bottom}", rule)


def _room(label: str) -> float:
    """What a label asks for: its longest word, and a third of the whole; longer ones take more lines."""
    longest = max(map(text_width, label.split()), default=0)
    return min(_WIDEST_LABEL, _BOLD * max(longest, text_width(label) / 3))


def _lines(label: str, room: float) -> int:
    """How many lines a label takes, a word broken only where it must be."""
    lines, left = 1, room
    for word in label.split():
        width = _BOLD * text_width(word)
        if width > left:
            lines, left = lines + max(1, int(width // (room + 1))), room
        left -= width + 1
    return min(lines, _MOST_LINES)
