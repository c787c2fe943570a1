"""A night back from its workbook: the journal by its JSON, and the other sheets must say the same, cell for cell."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any
from xml.etree.ElementTree import ParseError

from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import Value
from scorekeeper.files.night_file import NightFile, read_json, read_night
from scorekeeper.files.sheet_text import safe_text, sheet_name
from scorekeeper.files.view import View
from scorekeeper.files.workbook_journal import JSON_LABEL
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.night import Night

Cell = Any
"""A value as openpyxl gives it."""
Row = tuple[Cell, ...]

_ESCAPE = "x005F_"
_UNREADABLE = (
    zipfile.BadZipFile, InvalidFileException, ParseError,
    KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, NotImplementedError,
)  # fmt: skip
"""What openpyxl raises for files that are no workbooks, or broken ones."""


def opened(content: bytes) -> Workbook:
    """The workbook in `content`. Raises FormatError `workbook`."""
    try:
        return load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    except _UNREADABLE:
        raise FormatError([Fault("workbook")]) from None


def rows(book: Workbook, title: str) -> Iterator[tuple[int, Row]]:
    """The rows of a sheet that hold something, each with its number."""
    for number, row in enumerate(book[title].iter_rows(values_only=True), start=1):
        if any(cell not in (None, "") for cell in row):
            yield number, row


def place(title: str, row: int, column: int) -> tuple[str, str]:
    """A cell as a step of a place; the column counts from 0."""
    plain = title if title.isalnum() else sheet_name(title)
    return ("cell", f"{plain}!{get_column_letter(column + 1)}{row}")


def read_workbook(book: Workbook) -> NightFile:
    """The night of a workbook that `workbook` has written.

    Raises FormatError `workbook` (there is no journal in it), `differs` for every cell of the rounds and payments
    that the journal contradicts, and what night files raise, each with its cell; RuleError too.
    """
    journal = _Journal(book)
    data = journal.data()
    try:
        read = read_night(json.dumps(data).encode())
        night = Night.replay(*read)
    except Faulty as error:
        raise type(error)([fault.within(journal.place(fault)) for fault in error.faults]) from None
    faults = [*_differences(book, night)]
    if faults:
        raise FormatError(faults)
    return read


class _Journal:
    """The sheet of the journal."""

    def __init__(self, book: Workbook) -> None:
        self._title, self._column = _journal_of(book)
        self._rows: dict[int, int] = {}
        """The row of each entry."""
        self._texts: dict[int, str] = {}
        for number, row in list(rows(book, self._title))[1:]:
            entry = row[0]
            if not isinstance(entry, int) or entry in self._rows:
                raise FormatError([Fault("differs", (place(self._title, number, 0),), _said(len(self._rows), entry))])
            self._rows[entry] = number
            self._texts[entry] = "".join(cell for cell in row[self._column :] if isinstance(cell, str))

    def data(self) -> dict[str, Any]:
        """The night as a night file holds it. Raises FormatError with everything that cannot be read."""
        faults: list[Fault] = []
        entries = []
        for wanted in range(max(self._rows, default=0) + 1):
            if wanted not in self._rows:
                faults.append(Fault("differs", (("cell", self._title),), _said(wanted, None)))
                continue
            try:
                entries.append(read_json(self._texts[wanted].encode("utf-8", "surrogatepass")))
            except FormatError as error:
                faults += [fault.within(self._place(wanted)) for fault in error.faults]
        if not faults and not isinstance(entries[0], dict):
            faults.append(Fault("wrong_type", (self._place(0),), {"expected": "object"}))
        if faults:
            raise FormatError(faults)
        return {**entries[0], "journal": entries[1:]}

    def _place(self, entry: int) -> tuple[str, str]:
        return place(self._title, self._rows.get(entry, 1), self._column)

    def place(self, fault: Fault) -> tuple[str, str]:
        """The cell of the entry that a fault of the night names."""
        kind, value = fault.place[0] if fault.place else ("", 0)
        return self._place(int(value) if kind == "entry" else 0)


def _journal_of(book: Workbook) -> tuple[str, int]:
    for sheet in book.worksheets:
        labels = next(iter(sheet.iter_rows(max_row=1, values_only=True)), ())
        if JSON_LABEL in labels:
            return sheet.title, labels.index(JSON_LABEL)
    raise FormatError([Fault("workbook")])


# --- what the other sheets say --------------------------------------------------


def _differences(book: Workbook, night: Night) -> Iterator[Fault]:
    """Every cell of rounds and payments that says something else than the night."""
    view = View.of(night)
    numbers = range(at.FACTS + 1, at.cards_at(view))  # words of some language
    played = {one.number: at.round_row(view, one) for one in night.standing.rounds}
    yield from _compared(book, at.ROUNDS, {(key,): row for key, row in played.items()}, {at.TIME, *numbers})
    payments = {(row[at.ROUND], row[at.STEP], row[at.ENTRY]): row[: at.MONEY_PAID] for row in at.payment_rows(view)}
    yield from _compared(book, at.PAYMENTS, payments, set())


def _compared(
    book: Workbook, table: str, expected: Mapping[tuple[Any, ...], Any], unchecked: set[int]
) -> Iterator[Fault]:
    """Rows are found by their first cells, so that they may have been sorted."""
    name = book.defined_names.get(at.sheet_of(table))
    if name is None:
        return
    ((title, _range),) = name.destinations
    left = dict(expected)
    length = len(next(iter(left), ()))
    for number, row in list(rows(book, title))[1:]:
        wanted = left.pop(row[:length], None)
        if wanted is None:
            yield Fault("differs", (place(title, number, 0),), _said(None, row[0]))
            continue
        for column, value in enumerate(wanted):
            found = row[column] if column < len(row) else None
            if column not in unchecked and not _same(value, found):
                yield Fault("differs", (place(title, number, column),), _said(value, found))
    for key in left:
        yield Fault("differs", (("cell", title),), _said(key[0], None))


def _same(value: Value, found: Cell) -> bool:
    if isinstance(value, str):
        # openpyxl leaves Excel's escape of an underscore out wherever it stands, in the files of some programs.
        return isinstance(found, str) and safe_text(value).replace(_ESCAPE, "") == found.replace(_ESCAPE, "")
    if isinstance(value, Decimal):
        return isinstance(found, int | float) and abs(float(value) - found) < 1e-9
    return bool(value == found) or (value is None and found == "")


def _said(expected: Value, found: Cell) -> dict[str, str | int]:
    return {"expected": _shown(expected), "found": _shown(found)}


def _shown(value: Cell) -> str:
    return "–" if value in (None, "") else str(value)
