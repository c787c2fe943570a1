"""A night back from its workbook: the journal by its JSON, and the other sheets must say the same, cell for cell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import Value
from scorekeeper.files.json_text import read_json
from scorekeeper.files.night_file import NightFile, read_night
from scorekeeper.files.pages import Cell, Pages, place
from scorekeeper.files.sheet_text import safe_text
from scorekeeper.files.view import View
from scorekeeper.files.workbook_journal import JSON_LABEL
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.night import Night

_ESCAPE = "x005F_"


def read_workbook(book: Pages) -> NightFile:
    """The night of a workbook that `workbook` has written.

    Raises FormatError `workbook` (there is no journal in it), `differs` for every cell of the rounds and payments
    that the journal contradicts, and what night files raise, each with its cell; RuleError too.
    """
    journal = _Journal(book)
    data, faults = journal.data()
    try:
        read = read_night(json.dumps(data).encode())
        night = Night.replay(*read)
    except Faulty as error:
        placed = (fault.within(journal.place(fault)) for fault in error.faults)
        known = {fault.place[0] for fault in faults}
        kind = FormatError if faults else type(error)
        raise kind([*faults, *(fault for fault in placed if fault.place[0] not in known)]) from None
    faults += _differences(book, night)
    if faults:
        raise FormatError(faults)
    return read


class _Journal:
    """The sheet of the journal."""

    def __init__(self, book: Pages) -> None:
        self._title, self._column = _journal_of(book)
        self._rows: dict[int, int] = {}
        """The row of each entry."""
        self._texts: dict[int, str] = {}
        for number, row in book.rows(self._title)[1:]:
            entry = row[0]
            if not isinstance(entry, int) or entry in self._rows:
                raise FormatError([Fault("differs", (place(self._title, number, 0),), _said(len(self._rows), entry))])
            self._rows[entry] = number
            self._texts[entry] = "".join(cell for cell in row[self._column :] if isinstance(cell, str))
        gap = next((wanted for wanted, found in enumerate(sorted(self._rows)) if wanted != found), None)
        if gap is not None or not self._rows:
            raise FormatError([Fault("differs", (("cell", self._title),), _said(gap or 0, None))])

    def data(self) -> tuple[dict[str, Any], list[Fault]]:
        """The night as a night file holds it, with null for every entry that is no JSON; and the faults of these.

        Raises FormatError when it is the opening that cannot be read.
        """
        faults: list[Fault] = []
        entries = list[Any]()
        for entry in sorted(self._rows):
            try:
                entries.append(read_json(self._texts[entry].encode("utf-8", "surrogatepass")))
            except FormatError as error:
                entries.append(None)
                faults += [fault.within(self._place(entry)) for fault in error.faults]
        opening, *rest = entries
        if not isinstance(opening, dict):
            if not faults or faults[0].place[0] != self._place(0):
                faults.insert(0, Fault("wrong_type", (self._place(0),), {"expected": "object"}))
            raise FormatError(faults)
        return {**opening, "journal": rest}, faults

    def _place(self, entry: int) -> tuple[str, str]:
        return place(self._title, self._rows.get(entry, 1), self._column)

    def place(self, fault: Fault) -> tuple[str, str]:
        """The cell of the entry that a fault of the night names."""
        kind, value = fault.place[0] if fault.place else ("", 0)
        return self._place(int(value) if kind == "entry" else 0)


def _journal_of(book: Pages) -> tuple[str, int]:
    for title in book.titles:
        labels = book.head(title)
        if JSON_LABEL in labels:
            return title, labels.index(JSON_LABEL)
    raise FormatError([Fault("workbook")])


# --- what the other sheets say --------------------------------------------------


def _differences(book: Pages, night: Night) -> Iterator[Fault]:
    """Every cell of rounds and payments that says something else than the night."""
    view = View.of(night)
    numbers = range(at.FACTS + 1, at.cards_at(view))  # words of some language
    played = {one.number: at.round_row(view, one) for one in night.standing.rounds}
    yield from _compared(book, at.ROUNDS, {(key,): row for key, row in played.items()}, {at.TIME, *numbers})
    payments = {(row[at.ROUND], row[at.STEP], row[at.ENTRY]): row[: at.MONEY_PAID] for row in at.payment_rows(view)}
    yield from _compared(book, at.PAYMENTS, payments, set())


def _compared(book: Pages, table: str, expected: Mapping[tuple[Any, ...], Any], unchecked: set[int]) -> Iterator[Fault]:
    """Rows are found by their first cells, so that they may have been sorted."""
    title = book.sheet_called(at.sheet_of(table))
    if title is None:
        return
    left = dict(expected)
    length = len(next(iter(left), ()))
    for number, row in book.rows(title)[1:]:
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
        return isinstance(found, int | float) and abs(found) < 1e18 and abs(float(value) - found) < 1e-9
    return bool(value == found) or (value is None and found == "")


def _said(expected: Value, found: Cell) -> dict[str, str | int]:
    return {"expected": _shown(expected), "found": _shown(found)}


def _shown(value: Cell) -> str:
    return "–" if value in (None, "") else str(value)
