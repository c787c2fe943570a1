"""What a workbook says, cell for cell, against what it should say.

Rows may have been sorted and sheets renamed, and other programs write dates, numbers and empty cells in ways of their
own; whatever else is another than expected is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any, Final, NamedTuple

from openpyxl.utils.datetime import to_excel

from scorekeeper.files.pages import Cell, Pages, Row, cell_at, place
from scorekeeper.table.errors import Fault

_ESCAPE: Final = "x005F_"
"""What follows an underscore in Excel's escape of it. Of several in a row LibreOffice keeps one."""
_SECOND: Final = 1 / 86400
"""In days, as Excel counts them."""

Rows = list[tuple[int, Row]]


def differences(
    found: Pages, wanted: Pages, titles: Mapping[str, str], read: tuple[str, int], other: Pages | None = None
) -> Iterator[Fault]:
    """Fault `differs` for every cell of `found` that says something else than `wanted`, sheet by sheet.

    `titles` gives the sheet of `found` for each of `wanted`; `read` names a sheet of `wanted`, and the column of it
    from which on nothing is compared. Where `wanted` has a formula, `found` must have one too (whatever another program
    makes of it), or what it comes to. Words are left out if there is an `other`: the same as `wanted` in another
    language, which shows where words stand.
    """
    others = dict(zip(wanted.titles, other.titles, strict=True)) if other else {}
    for title, its_title in titles.items():
        end = read[1] if title == read[0] else None
        expected, there = _until(end, wanted.rows(title)), _until(end, found.rows(its_title))
        if expected != there:
            words = _words(expected, other.rows(others[title])) if other else frozenset()
            live = _with_formulas(there, found.formulas(its_title))
            yield from _of_sheet(its_title, _Expected(expected, wanted.formulas(title), words), live)


class _Live(NamedTuple):
    """A cell with a formula."""

    value: Cell

    def __str__(self) -> str:
        return str(self.value)


def _with_formulas(rows: Rows, formulas: frozenset[tuple[int, int]]) -> Rows:
    """The rows, with each formula as one."""
    return [
        (number, tuple(_Live(cell) if (number, at) in formulas else cell for at, cell in enumerate(row)))
        for number, row in rows
    ]


def _words(rows: Rows, others: Rows) -> frozenset[tuple[int, int]]:
    """The cells that say something else in another language."""
    there = dict(others)
    return frozenset(
        (number, at)
        for number, row in rows
        for at, (cell, other) in enumerate(zip(row, there[number], strict=False))
        if cell != other
    )


def _until(end: int | None, rows: Rows) -> Rows:
    cut = ((number, row[:end]) for number, row in rows)
    return [(number, row) for number, row in cut if not all(map(_is_empty, row))]


class _Expected:
    """The rows of a sheet that have not been found yet."""

    def __init__(self, rows: Rows, formulas: frozenset[tuple[int, int]], words: frozenset[tuple[int, int]]) -> None:
        self.left = dict(_with_formulas(rows, formulas))
        self._words = words

    def differing(self, number: int, row: Row) -> list[int]:
        """The columns in which a row differs from expected row `number`."""
        wanted = self.left[number]
        columns = range(max(len(wanted), len(row)))
        return [
            at for at in columns if (number, at) not in self._words and not _same(cell_at(wanted, at), cell_at(row, at))
        ]

    def places(self) -> dict[tuple[Any, ...], list[int]]:
        """The rows by what they hold."""
        places: dict[tuple[Any, ...], list[int]] = {}
        for number, row in self.left.items():
            places.setdefault(self.key(row), []).append(number)
        return places

    def key(self, row: Row) -> tuple[Any, ...]:
        """What rows that say the same have in common."""
        cells = ["=" if isinstance(cell, _Live) else cell for cell in row]
        return _plain([cell for cell in cells if not isinstance(cell, str)] if self._words else cells)

    def nearest(self, number: int, row: Row) -> int | None:
        """The expected row that a row most likely is: the one with most cells in common, or else of the same number."""
        best: tuple[int, int, int] | None = None
        for other, wanted in self.left.items():
            common = sum(not _is_empty(cell) and _same(cell, cell_at(row, at)) for at, cell in enumerate(wanted))
            if common or other == number:
                rank = (common, -abs(other - number), -other)
                best = max(best, rank) if best else rank
        return None if best is None else -best[2]


def _of_sheet(title: str, expected: _Expected, there: Rows) -> Iterator[Fault]:
    moved = [(number, row) for number, row in there if number not in expected.left or expected.differing(number, row)]
    still = {number for number, _row in there} - {number for number, _row in moved}
    expected.left = {number: row for number, row in expected.left.items() if number not in still}
    places, edited = expected.places(), list[tuple[int, Row]]()
    for number, row in moved:
        alike = places.get(expected.key(row), [])
        same = next((other for other in alike if not expected.differing(other, row)), None)
        if same is None:
            edited.append((number, row))
        else:
            alike.remove(same)
            del expected.left[same]
    for number, row in edited:
        own = expected.nearest(number, row)
        if own is None:
            column = next(at for at, cell in enumerate(row) if not _is_empty(cell))
            yield Fault("differs", (place(title, number, column),), said(None, row[column]))
            continue
        for column in expected.differing(own, row):
            wanted = cell_at(expected.left[own], column)
            yield Fault("differs", (place(title, number, column),), said(wanted, cell_at(row, column)))
        del expected.left[own]
    for number, row in expected.left.items():
        first = next(cell for cell in row if not _is_empty(cell))
        yield Fault("differs", (place(title, number, 0),), {"gone": shown(first)})


def said(expected: Cell, found: Cell) -> dict[str, str | int]:
    """The parameters of a difference; `kind` (`text`, `number` or `date`) is what it must be if that alone is wrong."""
    kind, other = _kind(expected), _kind(found)
    wrong_kind = kind and other and kind != other and "text" in (kind, other) and _reads_as(expected, found)
    params: dict[str, str | int] = {"expected": shown(expected), "found": shown(found)}
    return params | ({"kind": kind} if wrong_kind else {})


def _kind(value: Cell) -> str:
    value = value.value if isinstance(value, _Live) else value
    if isinstance(value, date | time | timedelta):
        return "date"
    if isinstance(value, int | float):
        return "number"
    return "text" if isinstance(value, str) else ""


def _reads_as(one: Cell, other: Cell) -> bool:
    """Whether somebody who reads both cells sees the same."""
    texts = [shown(cell).strip().replace(",", ".").replace("−", "-") for cell in (one, other)]
    if texts[0] == texts[1]:
        return True
    try:
        numbers = [float(text) for text in texts]
    except ValueError:
        return False
    return numbers[0] == numbers[1]


def shown(value: Cell) -> str:
    """What is in a cell, for a sentence."""
    return "–" if _is_empty(value) else str(value)


def _is_empty(value: Cell) -> bool:
    return value is None or value == ""


def _same(wanted: Cell, found: Cell) -> bool:
    if isinstance(wanted, _Live) and isinstance(found, _Live):
        return True
    one, other = _plain_cell(wanted), _plain_cell(found)
    if one == other or not isinstance(one, int | float) or not isinstance(other, int | float):
        return bool(one == other)
    # Whole seconds and whole minor units are stated; a program that computes again may be off by less than either.
    moment = isinstance(wanted, date | time)
    return abs(one - other) < (_SECOND / 2 if moment else 1e-9)


def _plain(row: Sequence[Cell]) -> tuple[Any, ...]:
    """A row without regard to how a program writes it."""
    cells = [_plain_cell(cell) for cell in row]
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _plain_cell(value: Cell) -> Any:
    if isinstance(value, _Live):
        value = value.value
    if isinstance(value, str):
        return value.replace(_ESCAPE, "") or None
    if isinstance(value, date | time | timedelta):
        return round(float(to_excel(value)) / _SECOND) * _SECOND  # type: ignore[no-untyped-call]
    return value
