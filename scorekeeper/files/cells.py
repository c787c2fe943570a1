"""Cells of a workbook as the file holds them.

openpyxl writes a formula without its value, and previews that do not calculate then show nothing. So the cells are
written here, and openpyxl does the rest: styles, tables, charts, the package.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple
from xml.sax.saxutils import escape

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.styleable import StyleableObject
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.xml.constants import SHEET_MAIN_NS

from scorekeeper.files.sheet_text import safe_text, text_width


class Formula(NamedTuple):
    """A live formula (without its `=`), and the value that the program has computed for it."""

    text: str
    value: str | int | Decimal


class Exact(NamedTuple):
    """A text that stands in the file exactly so; whoever made it knows that a cell can hold it."""

    text: str


EMPTY = Exact("")
"""A cell to type into."""

Value = str | int | Decimal | date | Formula | Exact | None
"""What a cell holds; a date may be a datetime without an offset."""

TEXT = "@"
GENERAL = "General"
COUNT = "0"
POINTS = "#,##0"
SIGNED_POINTS = "+#,##0;[Red]-#,##0;0"
"""The sign stands there too: colour is never the only carrier."""

_EPOCH = date(1899, 12, 30).toordinal()
_LINE, _MOST_LINES = 15, 27  # points; Excel refuses rows that are higher than 409
_FORMULA_STARTS = tuple("=+-@")

_WHOLE_END, _MONEY_END = 10**15, 10**13
"""Programs keep 15 or 16 digits of a number. Fractions of ten are not exact for them, and long sums of such need room:
so money, in its smallest coin, has fewer."""

_LETTER = re.compile("[a-z]")
"""Of a date's format: a digit each."""

_FACE = "Calibri"
_FONTS = {
    "bold": Font(name=_FACE, bold=True),
    "caption": Font(name=_FACE, bold=True, size=14),
    "header": Font(name=_FACE, bold=True, color="FFFFFF"),
    "input": Font(name=_FACE, color="1F4E9E"),
    "note": Font(name=_FACE, italic=True),
}
_HEADER_FILL = PatternFill("solid", fgColor="1F4D36")
_INPUT_FILL = PatternFill("solid", fgColor="FFF8E1")
_INPUT_EDGE = Side("thin", color="E6DCBE")
_INPUT_BORDER = Border(left=_INPUT_EDGE, right=_INPUT_EDGE, top=_INPUT_EDGE, bottom=_INPUT_EDGE)


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell looks: its number format, and what sets it apart."""

    format: str = TEXT
    font: str = ""
    """`bold`, `caption`, `header`, `input` (typed by somebody, not computed) or `note`."""
    wrapped: bool = False
    top: bool = False
    """At the top of its row, where rows are several lines high."""
    left: bool = False
    indented: bool = False
    """So that a text does not touch the number before it."""
    line_above: bool = False
    quoted: bool = False
    """A text that must not become a formula when somebody edits its cell."""


@dataclass(slots=True)
class Styles:
    """The styles of a workbook, each by its number."""

    sheet: Worksheet
    _numbers: dict[Look, int] = field(default_factory=dict)

    def number(self, look: Look) -> int:
        """The number that cells of this look carry."""
        found = self._numbers.get(look)
        if found is None:
            found = self._numbers[look] = self._made(look)
        return found

    def _made(self, look: Look) -> int:
        style = StyleableObject(self.sheet)
        style.number_format = look.format
        if look.font:
            style.font = _FONTS[look.font]
        if look.font == "header":
            style.fill = _HEADER_FILL
            style.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
        elif look != Look(look.format, look.font, line_above=look.line_above, quoted=look.quoted):
            style.alignment = Alignment(
                horizontal="left" if look.left or look.indented else None,
                vertical="top" if look.top else None,
                indent=int(look.indented),
                wrap_text=look.wrapped or None,
            )
        if look.font == "input":
            style.fill, style.border = _INPUT_FILL, _INPUT_BORDER
        if look.line_above:
            style.border = Border(top=Side("thin"))
        if look.quoted:
            style.quotePrefix = True
        return style.style_id


class Texts:
    """The texts of a workbook: each is stored once, and cells give its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._known: dict[str, tuple[int, bool]] = {}

    def number(self, text: str, *, exact: bool = False) -> tuple[int, bool]:
        """The number of a text, and whether it begins like a formula; made safe first unless it is `exact`."""
        found = self._known.get(text)
        if found is None:
            shown = text if exact else safe_text(text)
            number = self._numbers.setdefault(shown, len(self._numbers))
            found = self._known[text] = number, shown.startswith(_FORMULA_STARTS)
        return found

    def digest(self) -> str:
        """The same for the same texts in the same order."""
        return hashlib.sha256("\0".join(self._numbers).encode()).hexdigest()

    def parts(self) -> Iterator[str]:
        """The part of the file that holds them."""
        yield f'<sst xmlns="{SHEET_MAIN_NS}" uniqueCount="{len(self._numbers)}">'
        for text in self._numbers:
            yield f'<si><t xml:space="preserve">{escape(text)}</t></si>'
        yield "</sst>"


def serial(moment: date) -> str:
    """A date or time as Excel counts it: days, from 1900 on."""
    days = moment.toordinal() - _EPOCH
    if not isinstance(moment, datetime):
        return str(days)
    seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
    return repr(days + seconds / 86400)


class Column(NamedTuple):
    """A column of a table: its label, the number format of its numbers or dates, and what else is special in it."""

    label: str
    format: str = TEXT
    width: float = 0
    """In digits, for texts that take several lines; 0: as wide as its cells ask for."""
    typed: bool = False
    """Its cells are what people typed, and formulas elsewhere compute with them."""


class Cells:
    """The cells of one column of a table, as XML; notes how wide they are."""

    def __init__(self, letter: str, column: Column, styles: Styles, texts: Texts, look: Look) -> None:
        look = replace(look, font="input" if column.typed else look.font)
        words = replace(look, format=TEXT, wrapped=look.wrapped or bool(column.width))
        numbers = replace(look, format=column.format, indented=False)
        # Excel turns a formula into a text when somebody edits it in a cell of texts.
        result = replace(look, format=GENERAL) if column.format == TEXT else numbers
        self._letter = letter
        self._format = column.format
        self._texts = texts
        self.fixed = column.width
        self._number = styles.number(numbers)
        self._result = styles.number(result)
        # As texts, so that `5-9` stays what it is when somebody edits the cell.
        self._plain = styles.number(words)
        self._quoted = styles.number(replace(words, quoted=True))
        self._least: int | Decimal = 0
        self._most: int | Decimal = 0
        self._widest = 0.0
        self._indent = 1 if look.indented else 0
        self.numbers = 0
        """How many of its cells hold a number or a date."""

    def xml(self, row: int, value: Value) -> str:
        """The cell in this row; empty when it holds nothing."""
        if value is None:
            return ""
        kind = type(value)
        if kind is int:
            self._see_number(value)  # type: ignore[arg-type]
            return f'<c r="{self._letter}{row}" s="{self._number}"><v>{value}</v></c>'
        if kind is str:
            index, like_formula = self._texts.number(value)  # type: ignore[arg-type]
            self._see_text(value)  # type: ignore[arg-type]
            style = self._quoted if like_formula else self._plain
            return f'<c r="{self._letter}{row}" s="{style}" t="s"><v>{index}</v></c>'
        if isinstance(value, Formula):
            return self._formula(row, value)
        if value == EMPTY:
            return f'<c r="{self._letter}{row}" s="{self._plain if self._format == TEXT else self._number}"/>'
        if isinstance(value, Exact):
            index, _quoted = self._texts.number(value.text, exact=True)
            return f'<c r="{self._letter}{row}" s="{self._plain}" t="s"><v>{index}</v></c>'
        if isinstance(value, date):
            self.numbers += 1
            self._see_text(_LETTER.sub("0", self._format))
            return f'<c r="{self._letter}{row}" s="{self._number}"><v>{serial(value)}</v></c>'
        assert isinstance(value, Decimal)
        self._see_number(value)
        return f'<c r="{self._letter}{row}" s="{self._number}"><v>{value:f}</v></c>'

    def _formula(self, row: int, formula: Formula) -> str:
        text, value = formula
        if isinstance(value, str):
            kind, shown = ' t="str"', escape(value)
            self._see_text(value)
        else:
            kind, shown = "", f"{value:f}" if isinstance(value, Decimal) else str(value)
            self._see_number(value)
        return f'<c r="{self._letter}{row}" s="{self._result}"{kind}><f>{escape(text)}</f><v>{shown}</v></c>'

    def _see_number(self, value: int | Decimal) -> None:
        self.numbers += 1
        if value > self._most:
            self._most = value
        elif value < self._least:
            self._least = value

    def _see_text(self, text: str) -> None:
        if not self.fixed:
            width = text_width(text) + self._indent
            if width > self._widest:
                self._widest = width

    @property
    def inexact(self) -> int | Decimal | None:
        """A number of which a sheet would lose the last digits, or of sums with it; None if there is none."""
        return next((one for one in (self._most, self._least) if _is_inexact(one)), None)

    @property
    def width(self) -> float:
        """What the column asks for, in digits."""
        if self.fixed:
            return self.fixed
        numbers = (text_width(_as_shown(value, self._format)) for value in (self._least, self._most))
        return max(self._widest, *numbers)


def _is_inexact(value: int | Decimal) -> bool:
    exponent = value.as_tuple().exponent if isinstance(value, Decimal) else 0
    assert isinstance(exponent, int)
    return abs(Decimal(value)) >= (_WHOLE_END if exponent >= 0 else Decimal(_MONEY_END).scaleb(exponent))


def _as_shown(value: int | Decimal, format: str) -> str:
    """About as long as the cell's text."""
    signs_and_currency = re.sub(r"[#,0.\\]|\[\$|-[0-9]+\]|\[(Red|[=<>].*?)\]", "", format.split(";")[0])
    return f"{value:,}{signs_and_currency}" if value else ""


def row_xml(number: int, cells: Sequence[Cells], values: Sequence[Value], *, height: int = 0) -> str:
    """A row of a table, `height` points high; 0: as high as its texts need that take several lines."""
    lines = 1
    for column, value in zip(cells, values, strict=True):
        if column.fixed and isinstance(value, str):
            # A little more than it should, since no two programs break lines alike.
            lines = max(lines, int(text_width(value) * 1.1 / column.fixed) + 1)
    height = height or (_LINE * min(lines, _MOST_LINES) if lines > 1 else 0)
    high = f' ht="{height}" customHeight="1"' if height else ""
    content = "".join([column.xml(number, value) for column, value in zip(cells, values, strict=True)])
    return f'<row r="{number}"{high}>{content}</row>'
