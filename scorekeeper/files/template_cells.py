"""The cells of a filled-in template, one by one: what each holds, and those of which nothing would be read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from openpyxl.cell.cell import ERROR_CODES

from scorekeeper.files import template as at
from scorekeeper.files.pages import Cell, Pages, Row, cell_at, place
from scorekeeper.table.codec import YEARS
from scorekeeper.table.errors import Fault
from scorekeeper.table.names import clean_text

NIGHT, ROUNDS, FINES, WORDS = range(4)
"""The sheets."""
ROUND_WIDTH: Final = at.HANDS + at.MOST_PLAYERS
FINE_WIDTH: Final = at.FINE_NOTE + 1
"""Columns that are read."""
_LONGEST_NUMBER = 19
"""Digits; longer ones are none, and Python would not even read some."""
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
"""Day, month and year: so nobody writes them in another order."""
_CLOCK = re.compile(r"([0-9]{1,2})[:.,]([0-9]{2})(?:[:.,]([0-9]{2}))?")
"""Hours, minutes and perhaps seconds: 20:15, and 20.15 as it is written by hand."""

Where = tuple[str, str]
"""A cell, as a step of a place."""


def is_empty(value: Cell) -> bool:
    """Whether nothing was typed into a cell."""
    return value is None or (isinstance(value, str) and not value.strip())


def as_text(value: Cell) -> str:
    """What was typed into a cell, cleaned; empty when nothing was."""
    return "" if value is None else clean_text(str(value))


def fact_row(key: str) -> int:
    """The row of the first sheet that holds one of NIGHT_KEYS."""
    return at.FIRST_FACT + at.NIGHT_KEYS.index(key)


def column_of(row: int) -> int:
    """The column with the hands of the player in a row of the first sheet."""
    return at.HANDS + row - at.FIRST_PLAYER


def below(book: Pages, title: str) -> list[tuple[int, Row]]:
    """The rows of a sheet below its labels."""
    return [(number, row) for number, row in book.rows(title) if number > 1]


@dataclass(slots=True)
class Line:
    """A row of the rounds, and the rows of the fines that belong to it."""

    number: int
    cells: Row
    fines: list[tuple[int, Row]] = field(default_factory=list)

    def cell(self, column: int) -> Cell:
        """What stands in a column; None where the row is shorter."""
        return cell_at(self.cells, column)


class TypedCells:
    """Cells as people type them; what cannot be read goes to `faults`."""

    def __init__(self, book: Pages) -> None:
        self.titles = book.titles
        self._words = self._read_words(book)
        self.faults = list(_uncomputed(book))
        self.uncomputed = frozenset(fault.place[0] for fault in self.faults)
        """Cells with formulas of which nobody knows what they come to."""

    def _read_words(self, book: Pages) -> dict[at.Words, dict[str, str]]:
        found = [row for _number, row in book.rows(self.titles[WORDS])][1:]
        return {
            words: {
                clean_text(str(row[words.column])).casefold(): code
                for row, code in zip(found, words.codes, strict=False)
                if words.column < len(row)
            }
            for words in at.words_in_use()
        }

    def fault(self, code: str, where: Where, **params: str | int) -> None:
        """Note that something is wrong in a cell, unless nobody knows anyhow what it says."""
        if where not in self.uncomputed:
            self.faults.append(Fault(code, (where,), params))

    def is_faulty(self, where: Where) -> bool:
        """Whether something is known to be wrong in a cell."""
        return any(fault.place == (where,) for fault in self.faults)

    def where(self, sheet: int, row: int, column: int) -> Where:
        """A cell of a sheet; the column counts from 0."""
        return place(self.titles[sheet], row, column)

    def text(self, value: Cell, where: Where) -> str | None:
        """A name, or another text; empty when nothing was typed, None when it is no text."""
        if where in self.uncomputed:
            return None
        if isinstance(value, bool | date | time | timedelta):
            self.fault("wrong_type", where, expected="written")
            return None
        return as_text(int(value) if isinstance(value, float) and value.is_integer() else value)

    def word(self, value: Cell, words: at.Words, where: Where) -> str | None:
        """The code of one of these words, in any language."""
        if is_empty(value):
            return None
        if isinstance(value, bool):
            value = "yes" if value else "no"
        known = self._words[words]
        said = clean_text(str(value)).casefold()
        code = known.get(said, said if said in words.codes else None)
        if code is None:
            self.fault("wrong_type", where, expected="choice", allowed=self.choices(words))
        return code

    def choices(self, words: at.Words) -> str:
        """All of these words, for a sentence."""
        return ", ".join(self._words[words])

    def whole(self, value: Cell, where: Where) -> int | None:
        """A whole number."""
        if is_empty(value):
            return None
        number = _whole(value)
        if number is None:
            self.fault("wrong_type", where, expected="number")
        return number

    def insured(self, value: Cell, where: Where) -> bool | int | None:
        """Yes or no, or the points to each opponent."""
        said = as_text(value).casefold()
        known = {**dict.fromkeys(at.FLAG.codes), **self._words[at.FLAG]}
        if isinstance(value, bool) or said in known:
            return self.word(value, at.FLAG, where) == "yes"
        number = _whole(value)
        if number is None:
            self.fault("wrong_type", where, expected="insured", allowed=self.choices(at.FLAG))
        return number

    def clock(self, value: Cell, where: Where) -> time | None:
        """A time of day."""
        if is_empty(value):
            return None
        if isinstance(value, str) and (typed := _CLOCK.fullmatch(value.strip())):
            with contextlib.suppress(ValueError):
                hours, minutes, seconds = (int(part or 0) for part in typed.groups())
                value = time(hours, minutes, seconds)
        if isinstance(value, timedelta) and timedelta(0) <= value < timedelta(days=1):
            value = (datetime(1970, 1, 1, tzinfo=UTC) + value).time()
        if isinstance(value, time) and value.tzinfo is None:
            return value
        self.fault("wrong_type", where, expected="clock")  # also of a number that only looks like one: 7 is no 7:00
        return None

    def day(self, value: Cell, where: Where) -> date | None:
        """A date, which is needed."""
        if is_empty(value):
            self.fault("missing_cell", where)
            return None
        if isinstance(value, str):
            dotted = _DOTTED.fullmatch(value.strip())
            with contextlib.suppress(ValueError):
                value = date(*map(int, dotted.groups()[::-1])) if dotted else date.fromisoformat(value.strip())
        if isinstance(value, datetime) and value.time() == time(0):
            value = value.date()
        if isinstance(value, date) and not isinstance(value, datetime) and value.year in YEARS:
            return value
        self.fault("wrong_type", where, expected="date")
        return None


def _whole(value: Cell) -> int | None:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < _LONGEST_NUMBER:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _uncomputed(book: Pages) -> Iterator[Fault]:
    """Every cell to type into with a formula that no program has computed, or none could: nobody knows what it says."""
    for sheet, width in ((NIGHT, 3), (ROUNDS, ROUND_WIDTH), (FINES, FINE_WIDTH)):
        title = book.titles[sheet]
        cells = dict(book.rows(title))
        for row, column in sorted(book.formulas(title)):
            labels = row == 1 and sheet != NIGHT
            held = cells.get(row, ())[column : column + 1]
            if column < width and not labels and all(is_empty(cell) or cell in ERROR_CODES for cell in held):
                yield Fault("missing_cell", (place(title, row, column),), {"formula": 1})


def strays(book: Pages) -> Iterator[Fault]:
    """Every cell outside of what is read that holds something which the empty template has not; and a name above hands
    that is not the one on the first sheet."""
    ours, titles = Pages(at.template()), book.titles
    names = {column_of(row): as_text(cells[0]) for row, cells in book.rows(titles[NIGHT])}
    for sheet, title in enumerate(titles):
        if sheet == WORDS:
            continue
        own = dict(ours.rows(ours.titles[sheet])) if sheet < WORDS else {}
        for number, row in book.rows(title):
            stated = [not is_empty(cell) for cell in own.get(number, ())]
            for column, value in enumerate(row):
                known = any(stated[column : column + 1]) or _is_read(sheet, number, column)
                heads = (sheet, number) == (ROUNDS, 1) and as_text(value) == names.get(column)
                if not is_empty(value) and not known and not heads:
                    yield Fault("stray_cell", (place(title, number, column),))


def _is_read(sheet: int, row: int, column: int) -> bool:
    if sheet == NIGHT:
        facts, rules = range(len(at.NIGHT_KEYS)), range(len(at.RULE_KEYS))
        if row - at.FIRST_FACT in facts or row - at.FIRST_RULE in rules:
            return column == 1
        return row - at.FIRST_PLAYER in range(at.MOST_PLAYERS) and column <= 2
    return row > 1 and column < {ROUNDS: ROUND_WIDTH, FINES: FINE_WIDTH}.get(sheet, 0)
