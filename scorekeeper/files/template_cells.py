"""The cells of a filled-in template, one by one: what each holds, and those of which nothing would be read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time
from typing import Final

from openpyxl.cell.cell import ERROR_CODES

from scorekeeper.files import template as at
from scorekeeper.files.pages import Cell, Pages, Row, place
from scorekeeper.table.errors import Fault
from scorekeeper.table.names import clean_text

NIGHT, ROUNDS, FINES, WORDS = range(4)
"""The sheets."""
ROUND_WIDTH: Final = at.HANDS + at.MOST_PLAYERS
FINE_WIDTH: Final = at.FINE_NOTE + 1
"""Columns that are read."""
_LONGEST_NUMBER = 19
"""Digits; longer ones are none, and Python would not even read some."""

Where = tuple[str, str]
"""A cell, as a step of a place."""


def is_empty(value: Cell) -> bool:
    """Whether nothing was typed into a cell."""
    return value is None or (isinstance(value, str) and not value.strip())


def as_text(value: Cell) -> str:
    """What was typed into a cell, cleaned; empty when nothing was."""
    return "" if value is None else clean_text(str(value))


def below(book: Pages, title: str) -> list[tuple[int, Row]]:
    """The rows of a sheet below its labels."""
    return [(number, row) for number, row in book.rows(title) if number > 1]


class TypedCells:
    """Cells as people type them; what cannot be read goes to `faults`."""

    def __init__(self, book: Pages) -> None:
        self.faults: list[Fault] = []
        self.titles = book.titles
        self._words = self._read_words(book)
        self.faults += _uncomputed(book)
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
        """Note that something is wrong in a cell."""
        self.faults.append(Fault(code, (where,), params))

    def where(self, sheet: int, row: int, column: int) -> Where:
        """A cell of a sheet; the column counts from 0."""
        return place(self.titles[sheet], row, column)

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
            self.fault("wrong_type", where, expected="choice", allowed=", ".join(known))
        return code

    def whole(self, value: Cell, where: Where) -> int | None:
        """A whole number."""
        if isinstance(value, str) and value.strip().isdecimal() and len(value) < _LONGEST_NUMBER:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if is_empty(value):
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault("wrong_type", where, expected="whole")
            return None
        return value

    def clock(self, value: Cell, where: Where) -> time | None:
        """A time of day."""
        if isinstance(value, str):
            try:
                value = time.fromisoformat(value.strip().zfill(5))
            except ValueError:
                value = value.strip() or None
        if isinstance(value, datetime):
            value = value.time()
        if value is None or (isinstance(value, time) and value.tzinfo is None):
            return value
        self.fault("wrong_type", where, expected="clock")
        return None


def _uncomputed(book: Pages) -> Iterator[Fault]:
    """Every cell to type into with a formula that no program has computed, or none could: nobody knows what it says."""
    for sheet, width in ((NIGHT, 3), (ROUNDS, ROUND_WIDTH), (FINES, FINE_WIDTH)):
        title = book.titles[sheet]
        cells = dict(book.rows(title))
        for row, column in sorted(book.formulas(title)):
            labels = row == 1 and sheet != NIGHT
            held = cells.get(row, ())[column : column + 1]
            if column < width and not labels and all(is_empty(cell) or cell in ERROR_CODES for cell in held):
                yield Fault("missing_cell", (place(title, row, column),))


def strays(book: Pages) -> Iterator[Fault]:
    """Every cell outside of what is read that holds something which the empty template has not; and a name above hands
    that is not the one on the first sheet."""
    ours, titles = Pages(at.template()), book.titles
    names = {row - at.FIRST_PLAYER + at.HANDS: as_text(cells[0]) for row, cells in book.rows(titles[NIGHT])}
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
