"""A night back from its workbook: the journal by its JSON, and all sheets must say the same, cell for cell."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any

from scorekeeper.files.differences import differences, said
from scorekeeper.files.json_text import read_json
from scorekeeper.files.night_file import NightFile, read_night
from scorekeeper.files.pages import Cell, Pages, place
from scorekeeper.files.workbook import workbook
from scorekeeper.files.workbook_journal import JSON_LABEL, labels
from scorekeeper.files.workbook_rounds import PAYMENTS, ROUNDS, sheet_of
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.night import Night

_MOST = 20
"""So many cells are named at once."""


def read_workbook(book: Pages) -> NightFile:
    """The night of a workbook that `workbook` has written.

    Raises FormatError `workbook` (there is no journal in it), `differs` for the first cells of all sheets that the
    journal contradicts, and what night files raise, each with its cell; RuleError too.
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
    faults += islice(_differences(book, night, (journal.title, journal.column)), _MOST)
    if faults:
        raise FormatError(faults)
    return read


class _Journal:
    """The sheet of the journal."""

    def __init__(self, book: Pages) -> None:
        self.title, self.column = _journal_of(book)
        self._rows: dict[int, int] = {}
        """The row of each entry."""
        self._texts: dict[int, str] = {}
        rows = [(number, row) for number, row in book.rows(self.title) if number > 1]
        wrong = _misnumbered([row[0] for _number, row in rows]) if rows else [(-1, 0, None)]
        faults = [
            Fault("differs", (place(self.title, rows[at][0] if rows else 2, 0),), said(wanted, found))
            for at, wanted, found in wrong
        ]
        if faults:
            raise FormatError(faults)
        for number, row in rows:
            self._rows[row[0]] = number
            self._texts[row[0]] = "".join(cell for cell in row[self.column :] if isinstance(cell, str))

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
        return place(self.title, self._rows.get(entry, 1), self.column)

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


def _misnumbered(found: Sequence[Cell]) -> Iterator[tuple[int, Cell, Cell]]:
    """What is wrong with the numbers of entries, which are those from 0 on, in any order: the place of each wrong one
    (or of the one behind a gap), what it should be, None if nothing, and what it is."""
    numbers = {at: number for at, number in enumerate(found) if type(number) is int and number >= 0}
    if sorted(numbers.values()) == list(range(len(found))):
        return
    rising, falling = _longest_rising(numbers), _longest_rising({-at: number for at, number in numbers.items()})
    good = rising if len(rising) >= len(falling) else {-at: number for at, number in falling.items()}
    if len(good) < len(found) / 2:  # sorted by something else
        good = {at: number for number, at in {number: at for at, number in reversed(numbers.items())}.items()}
    gaps = sorted(set(range(max(good.values(), default=0) + 1)).difference(good.values()))
    for at in (at for at in range(len(found)) if at not in good):
        yield at, gaps.pop(0) if gaps else None, found[at]
    for gap in gaps:
        behind = min((at for at in good if good[at] > gap), key=lambda at: good[at])
        yield behind, gap, found[behind]


def _longest_rising(numbers: Mapping[int, int]) -> dict[int, int]:
    """As many of them as rise, in the order of their places."""
    ends: list[int] = []
    lasts: list[int] = []
    before: dict[int, int | None] = {}
    for at in sorted(numbers):
        length = bisect_left(ends, numbers[at])
        ends[length : length + 1] = [numbers[at]]
        lasts[length : length + 1] = [at]
        before[at] = lasts[length - 1] if length else None
    found: dict[int, int] = {}
    last = lasts[-1] if lasts else None
    while last is not None:
        found[last] = numbers[last]
        last = before[last]
    return found


# --- what all sheets say --------------------------------------------------------


def _differences(book: Pages, night: Night, journal: tuple[str, int]) -> Iterator[Fault]:
    """Every cell that says something else than the night does, in the language of the workbook."""
    with speaking(_language_of(book, journal[0])):
        wanted = Pages(workbook(night))
    its_journal, column = _journal_of(wanted)
    return differences(book, wanted, dict(_pairs(book, wanted, {its_journal: journal[0]})), (its_journal, column))


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
