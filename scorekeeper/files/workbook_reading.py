"""A night back from its workbook: the journal by its JSON, and all sheets must say the same, cell for cell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any

from scorekeeper.files.differences import differences, said
from scorekeeper.files.json_text import read_json
from scorekeeper.files.night_file import NightFile, read_night
from scorekeeper.files.pages import Cell, Pages, Row, cell_at, place
from scorekeeper.files.workbook import TEXTS, workbook
from scorekeeper.files.workbook_journal import FAMILY, FORMAT, JSON_LABEL, Mark, hidden_labels, labels
from scorekeeper.files.workbook_proof import PROOF
from scorekeeper.files.workbook_rounds import PAYMENTS, ROUNDS, sheet_of
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.night import Night

_MOST = 20
"""So many cells are named at once."""


def read_workbook(book: Pages) -> NightFile:
    """The night of a workbook that `workbook` has written, in these words or in others.

    Raises FormatError `workbook` (there is no journal in it), `differs` for the first rows of the journal that are
    not as they were written, or else for the first cells of all sheets that it contradicts, and what night files
    raise, each with its cell; RuleError too.
    """
    journal = _Journal(book)
    data, unread = journal.data()
    faults, altered = [*journal.mislabelled, *unread], journal.altered[:_MOST]
    try:
        read = read_night(json.dumps(data).encode())
        night = Night.replay(*read)
    except Faulty as error:
        faults += _elsewhere([fault.within(journal.place(fault)) for fault in error.faults], unread)
        kind = FormatError if unread or altered else type(error)
        raise kind([*faults, *_elsewhere(altered, faults)]) from None
    # What an altered journal contradicts says nothing; neither do sheets that are laid out in another way.
    if altered or journal.format == FORMAT:
        faults += altered or islice(_differences(book, night, journal), _MOST)
    if faults:
        raise FormatError(faults)
    return read


def _elsewhere(faults: Iterable[Fault], known: Sequence[Fault]) -> list[Fault]:
    """Those in cells of which nothing is said yet."""
    cells = {fault.place[0] for fault in known}
    return [fault for fault in faults if fault.place[0] not in cells]


class _Journal:
    """The sheet of the journal."""

    def __init__(self, book: Pages) -> None:
        self.title, self._column = _journal_of(book)
        head = book.head(self.title)
        self._sheet = {number: row for number, row in book.rows(self.title) if number > 1}
        marked = any(Mark.read(cell_at(row, self._column - 1)) for row in self._sheet.values())
        self._marks = self._column - 1 if marked else None
        """Workbooks of before there were marks have none."""
        label = str(cell_at(head, self._column - 1)) if marked else ""
        self.format = label if label.startswith(FAMILY) else FORMAT
        """How the sheets are laid out."""
        self.mislabelled = list(self._mislabelled(head)) if marked else []
        """A fault for every label of the hidden columns that is another one."""
        self._rows: dict[int, int] = {}
        """The row of each entry."""
        self.altered: list[Fault] = []
        """A fault for every entry whose JSON is not as it was written."""
        if faults := list(islice(self._misplaced(), _MOST)):
            raise FormatError(faults)

    def data(self) -> tuple[dict[str, Any], list[Fault]]:
        """The night as a night file holds it, with null for every entry that is no JSON; and the faults of these.

        Raises FormatError when it is the opening that cannot be read.
        """
        faults: list[Fault] = []
        entries = list[Any]()
        for entry, row in sorted(self._rows.items()):
            try:
                entries.append(read_json(self._json(row).encode("utf-8", "surrogatepass")))
            except FormatError as error:
                entries.append(None)
                faults += [fault.within(self._place(entry)) for fault in error.faults]
        opening, *rest = entries
        if not isinstance(opening, dict):
            if not faults or faults[0].place[0] != self._place(0):
                faults.insert(0, Fault("wrong_type", (self._place(0),), {"expected": "object"}))
            raise FormatError(faults)
        return {**opening, "journal": rest}, faults

    def place(self, fault: Fault) -> tuple[str, str]:
        """The cell of the entry that a fault of the night names."""
        kind, value = fault.place[0] if fault.place else ("", 0)
        return self._place(int(value) if kind == "entry" else 0)

    def _place(self, entry: int) -> tuple[str, str]:
        return place(self.title, self._rows.get(entry, 1), self._column)

    def _json(self, row: int) -> str:
        return "".join(cell for cell in self._sheet[row][self._column :] if isinstance(cell, str))

    def _mark(self, row: int) -> Cell:
        return None if self._marks is None else cell_at(self._sheet[row], self._marks)

    def _mislabelled(self, head: Row) -> Iterator[Fault]:
        pieces = max(len(row) for row in (head, *self._sheet.values())) - self._column
        for at, wanted in enumerate(hidden_labels(pieces), start=self._column - 1):
            label = cell_at(head, at)
            used = at <= self._column or label or any(cell_at(row, at) for row in self._sheet.values())
            if used and label != wanted and not (wanted == FORMAT and str(label).startswith(FAMILY)):
                yield Fault("differs", (place(self.title, 1, at),), said(wanted, label))

    def _misplaced(self) -> Iterator[Fault]:
        """Find the row of each entry: by its mark, or else by its number. A fault for every row that is missing, there
        without being an entry, or under another number; and for every mark that is none any more."""
        marks = {row: mark for row in self._sheet if (mark := Mark.read(self._mark(row)))}
        lasts = Counter(mark.last for mark in marks.values())
        last = max(lasts, key=lambda number: lasts[number]) if lasts else max(len(self._sheet) - 1, 0)
        for row, mark in marks.items():
            if mark.last == last >= mark.entry:
                self._rows.setdefault(mark.entry, row)
        for row in sorted(self._sheet.keys() - self._rows.values()):
            number = self._sheet[row][0]
            if type(number) is not int or not 0 <= number <= last or number in self._rows:
                yield Fault("differs", (place(self.title, row, 0),), said(None, number))
                continue
            self._rows[number] = row
            if self._marks is not None:
                wanted = Mark.of(number, last, self._json(row))
                yield Fault("differs", (place(self.title, row, self._marks),), said(str(wanted), self._mark(row)))
        row = 1
        for entry in range(last + 1):
            if entry not in self._rows:
                yield Fault("differs", (place(self.title, row + 1, 0),), {"gone": entry})
                continue
            row = self._rows[entry]
            if (number := self._sheet[row][0]) != entry:
                yield Fault("differs", (place(self.title, row, 0),), said(entry, number))
            if row in marks and marks[row] != Mark.of(entry, last, self._json(row)):
                self.altered.append(Fault("differs", (self._place(entry),), {"altered": entry}))


def _journal_of(book: Pages) -> tuple[str, int]:
    """The title of its sheet, and the column with the JSON: by its label, or if somebody changed that, by the marks
    beside it."""
    for title in book.titles:
        labels = book.head(title)
        if JSON_LABEL in labels:
            return title, labels.index(JSON_LABEL)
    for title in book.titles:
        for row in (book.head(title), *(row for _number, row in book.rows(title)[1:2])):
            for at, cell in enumerate(row):
                if str(cell).startswith(FAMILY) or Mark.read(cell):
                    return title, at + 1
    raise FormatError([Fault("workbook")])


# --- what all sheets say --------------------------------------------------------


def _differences(book: Pages, night: Night, journal: _Journal) -> Iterator[Fault]:
    """Every cell that says something else than the night does, in the language of the workbook; words only if this
    program would choose the same."""
    language = _language_of(book, journal.title)
    wanted, other = _written(night, language), None
    its_journal, _column = _journal_of(wanted)
    sheets = dict(_pairs(book, wanted, {its_journal: journal.title}))
    if book.signature(TEXTS) != wanted.signature(TEXTS):
        other = _written(night, next(code for code in LANGUAGES if code != language))
        sheets.pop(wanted.sheet_called(sheet_of(PROOF)) or "", None)  # each version proves in its own way
    return differences(book, wanted, sheets, (its_journal, len(labels())), other)


def _written(night: Night, language: str) -> Pages:
    with speaking(language):
        return Pages(workbook(night))


def _language_of(book: Pages, title: str) -> str:
    """The language in which the journal has most of its labels."""
    found = set(book.head(title))

    def known(code: str) -> int:
        with speaking(code):
            return len(found.intersection(labels()))

    return max(LANGUAGES, key=known)


def _pairs(book: Pages, wanted: Pages, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each sheet that should be there and the one that it is: by its name, its title, or (as its title may have been
    changed) its place; those that somebody deleted are left out, but for those that must be there."""
    for table in (ROUNDS, PAYMENTS):
        own, there = wanted.sheet_called(sheet_of(table)), book.sheet_called(sheet_of(table))
        known |= {own: there} if own and there else {}
    known = {title: title for title in wanted.titles if title in book.titles and title not in known.values()} | known
    for title, same_place in zip_longest(wanted.titles, book.titles):
        if title in known:
            yield title, known[title]
        elif title is not None and same_place is not None and same_place not in known.values():
            yield title, same_place
