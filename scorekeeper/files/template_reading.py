"""A night from the workbook into which somebody typed it; every fault names its cell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from scorekeeper.files import template as at
from scorekeeper.files.night_file import FORMAT, NightFile, content_uuid, read_night
from scorekeeper.files.pages import Cell, Pages, Row, place
from scorekeeper.table.codec import YEARS
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.names import clean_text
from scorekeeper.table.night import Night
from scorekeeper.table.zones import is_zone

_NIGHT, _ROUNDS, _FINES, _WORDS = range(4)
_LONGEST_NUMBER = 19
"""Digits; longer ones are none, and Python would not even read some."""

Where = tuple[str, str]
"""A cell, as a step of a place."""


def is_template(book: Pages) -> bool:
    """Whether the workbook is one to type into."""
    return len(book.titles) > _WORDS and book.head(book.titles[_WORDS])[:1] == (at.FORMAT,)


def read_template(book: Pages) -> NightFile:
    """The night that was typed. Who has no hand in a round is not at the table; who has one again has come back.

    What it is called, when it was and who sat there make it the night that it is: typed further and imported again,
    only what is new is added. Raises FormatError or RuleError with everything that is wrong, each with its cell.
    """
    reading = _Reading(book)
    data, faults = reading.night(), reading.faults
    if not data["seats"]:
        raise FormatError(faults)  # of people who are not there nothing can be said
    try:
        opening, entries = read_night(json.dumps(data).encode())
        Night.replay(opening, entries)
    except Faulty as error:
        placed = (replace(fault, place=(reading.cell_of(fault),)) for fault in error.faults)
        known, kind = {fault.place for fault in faults}, FormatError if faults else type(error)
        raise kind([*faults, *(fault for fault in placed if fault.place not in known)]) from None
    if faults:
        raise FormatError(faults)
    return replace(opening, uuid=content_uuid(opening, ())), entries


@dataclass(slots=True)
class _Line:
    """A row of the rounds, and the entries of the journal that come of it."""

    number: int
    cells: Row
    fines: list[tuple[int, Row]] = field(default_factory=list)

    def cell(self, column: int) -> Cell:
        return self.cells[column] if column < len(self.cells) else None


class _Reading:
    """One template being read."""

    def __init__(self, book: Pages) -> None:
        self.faults: list[Fault] = []
        self._titles = book.titles
        self._facts = dict(book.rows(self._titles[_NIGHT]))
        self._words = self._read_words(book)
        self._seats = self._read_seats()
        self._lines = self._read_lines(book)
        self._first: list[str] = []
        """Who sits down as the night opens."""
        self._here: list[str] = []
        self._entries: list[tuple[int, int, _Line]] = []
        """Of each entry: its row, its column, its line."""

    # --- cells ------------------------------------------------------------

    def _read_words(self, book: Pages) -> dict[at.Words, dict[str, str]]:
        found = [row for _number, row in book.rows(self._titles[_WORDS])][1:]
        return {
            words: {
                clean_text(str(row[words.column])).casefold(): code
                for row, code in zip(found, words.codes, strict=False)
                if words.column < len(row)
            }
            for words in at.words_in_use()
        }

    def _fault(self, code: str, where: Where, **params: str | int) -> None:
        self.faults.append(Fault(code, (where,), params))

    def _where(self, sheet: int, row: int, column: int) -> Where:
        return place(self._titles[sheet], row, column)

    def _word(self, value: Cell, words: at.Words, where: Where) -> str | None:
        if value in (None, ""):
            return None
        if isinstance(value, bool):
            value = "yes" if value else "no"
        known = self._words[words]
        said = clean_text(str(value)).casefold()
        code = known.get(said, said if said in words.codes else None)
        if code is None:
            self._fault("wrong_type", where, expected="choice", allowed=", ".join(known))
        return code

    def _whole(self, value: Cell, where: Where) -> int | None:
        if isinstance(value, str) and value.strip().isdecimal() and len(value) < _LONGEST_NUMBER:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value in (None, ""):
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault("wrong_type", where, expected="whole")
            return None
        return value

    def _clock(self, value: Cell, where: Where) -> time | None:
        if isinstance(value, str):
            try:
                value = time.fromisoformat(value.strip().zfill(5))
            except ValueError:
                value = value.strip() or None
        if isinstance(value, datetime):
            value = value.time()
        if value is None or isinstance(value, time):
            return value
        self._fault("wrong_type", where, expected="clock")
        return None

    # --- the night --------------------------------------------------------

    def _fact(self, row: int) -> Cell:
        cells = self._facts.get(row, ())
        return cells[1] if len(cells) > 1 else None

    def _fact_row(self, key: str) -> int:
        return at.FIRST_FACT + at.NIGHT_KEYS.index(key)

    def night(self) -> dict[str, Any]:
        """The night as a night file holds it; what is wrong goes to `faults`.

        What could not be read is null, if the rules ask for it: so that nothing is concluded from its absence.
        """

        def fact(key: str) -> tuple[Cell, Where]:
            row = self._fact_row(key)
            return self._fact(row), self._where(_NIGHT, row, 1)

        data: dict[str, Any] = {"format": FORMAT, "game": "decarte"}
        if title := clean_text(str(fact("title")[0] or "")):
            data["title"] = title
        if zone := clean_text(str(fact("zone")[0] or "")):
            data["zone"] = zone
        if mode := self._word(*_with(fact("mode"), at.MODE)):
            data["mode"] = mode
        point, currency = fact("point")[0], clean_text(str(fact("currency")[0] or ""))
        if point not in (None, "") or currency:
            data["stake"] = {"point": _decimal(point), "currency": currency}
        data["rules"] = dict(self._rules())
        data["seats"] = list(self._opening_seats(data.get("mode")))
        began = self._began(*fact("date"), *fact("time"), zone)
        if began is not None:
            data["started_at"] = began.isoformat()
        dealer = clean_text(str(fact("dealer")[0] or ""))
        first = next((clean_text(str(line.cell(at.DEALER) or "")) for line in self._lines), "")
        data["dealer"] = dealer or (first if first in self._here else next(iter(self._here), ""))
        data["journal"] = [entry for line in self._lines for entry in self._line(line, began)]
        return data

    def _began(self, day: Cell, day_at: Where, clock: Cell, clock_at: Where, zone: str) -> datetime | None:
        if isinstance(day, str) and day.strip():
            try:
                day = date.fromisoformat(day.strip())
            except ValueError:
                self._fault("wrong_type", day_at, expected="date")
                return None
        if day in (None, ""):
            self._fault("missing_cell", day_at)
            return None
        if not isinstance(day, date) or day.year not in YEARS:
            self._fault("wrong_type", day_at, expected="date")
            return None
        at_clock = self._clock(clock, clock_at) or time(0)
        if zone and not is_zone(zone):
            return None  # the night file's reader will say so
        known = ZoneInfo(zone) if zone else UTC
        return datetime(day.year, day.month, day.day, at_clock.hour, at_clock.minute, tzinfo=known)

    def _rules(self) -> Iterator[tuple[str, Any]]:
        for number, key in enumerate(at.RULE_KEYS):
            row = at.FIRST_RULE + number
            value, where = self._fact(row), self._where(_NIGHT, row, 1)
            if value in (None, ""):
                continue
            if key in at.FLAG_KEYS:
                word = self._word(value, at.FLAG, where)
                yield key, None if word is None else word == "yes"
            else:
                whole = self._whole(value, where)
                yield key, "" if whole is None else whole

    def _read_seats(self) -> dict[str, int]:
        """The row of each player, clockwise."""
        seats: dict[str, int] = {}
        for row in range(at.FIRST_PLAYER, at.FIRST_PLAYER + at.MOST_PLAYERS):
            name = clean_text(str((self._facts.get(row) or (None,))[0] or ""))
            if name:
                seats[name] = row
        if not seats:
            self._fault("missing_cell", self._where(_NIGHT, at.FIRST_PLAYER, 0))
        return seats

    def _column(self, player: str) -> int:
        return at.HANDS + self._seats[player] - at.FIRST_PLAYER

    def _present(self, line: _Line) -> list[str]:
        return [player for player in self._seats if line.cell(self._column(player)) not in (None, "")]

    def _opening_seats(self, mode: str | None) -> Iterator[dict[str, Any]]:
        first = next((present for line in self._lines if (present := self._present(line))), list(self._seats))
        self._here = self._first = first
        for player in first:
            row = self._seats[player]
            cells = self._facts[row]
            seat: dict[str, Any] = {"player": player}
            suit = self._word(cells[1] if len(cells) > 1 else None, at.SUITS_ASKED, self._where(_NIGHT, row, 1))
            credit = self._whole(cells[2] if len(cells) > 2 else None, self._where(_NIGHT, row, 2))
            seat |= {"suit": suit} if suit else {}
            seat |= {"credit": credit} if credit and mode == "cash" else {}
            yield seat

    # --- the rounds -------------------------------------------------------

    def _read_lines(self, book: Pages) -> list[_Line]:
        lines: dict[int, _Line] = {}
        numbered = True
        for number, cells in book.rows(self._titles[_ROUNDS])[1:]:
            if any(cell not in (None, "") for cell in cells[1:]):
                round_number = self._whole(cells[0], self._where(_ROUNDS, number, 0))
                numbered = numbered and round_number is not None
                lines[round_number or number] = _Line(number, cells)
        for number, cells in book.rows(self._titles[_FINES])[1:]:
            where = self._where(_FINES, number, at.FINE_ROUND)
            named = self._whole(cells[0], where)
            if named in lines:
                lines[named].fines.append((number, cells))
            elif named is None and cells[0] in (None, ""):
                self._fault("missing_cell", where)
            elif named is not None and numbered:
                self._fault("no_such_round", where, number=named)
        return list(lines.values())

    def _line(self, line: _Line, began: datetime | None) -> Iterator[dict[str, Any]]:
        """The entries of a row: who leaves, who joins, and the round."""
        typed = line.cell(at.CUT)
        cut = self._word(typed, at.CUTS, self._where(_ROUNDS, line.number, at.CUT))
        present = self._present(line)
        if present or cut in ("cut", "trusted") or typed in (None, ""):  # else those of the round before
            yield from self._moves(line, present)
        self._entries.append((line.number, 0, line))
        entry: dict[str, Any] = {"round": dict(self._record(line, cut, present))}
        clock = self._clock(line.cell(at.TIME), self._where(_ROUNDS, line.number, at.TIME))
        if clock is not None and began is not None:
            moment = began.replace(hour=clock.hour, minute=clock.minute)
            entry["at"] = (moment if moment >= began else moment + timedelta(days=1)).isoformat()
        yield entry

    def _moves(self, line: _Line, present: list[str]) -> Iterator[dict[str, Any]]:
        for player in [player for player in self._here if player not in present]:
            self._entries.append((line.number, self._column(player), line))
            yield {"leave": {"player": player}}
        here = [player for player in self._here if player in present]
        for player in [player for player in present if player not in here]:
            order = list(self._seats)
            turned = order[order.index(player) :] + order[: order.index(player)]
            left_of = next((other for other in reversed(turned) if other in here), player)
            self._entries.append((line.number, self._column(player), line))
            here.append(player)
            yield {"join": {"player": player, "left_of": left_of}}
        self._here = present

    def _record(self, line: _Line, cut: str | None, present: list[str]) -> Iterator[tuple[str, Any]]:
        number = line.number
        if dealer := clean_text(str(line.cell(at.DEALER) or "")):
            yield "dealer", dealer
        insured, where = line.cell(at.INSURED), self._where(_ROUNDS, number, at.INSURED)
        if insured not in (None, ""):
            text = isinstance(insured, bool) or (isinstance(insured, str) and not insured.strip().isdecimal())
            value = self._word(insured, at.FLAG, where) if text else self._whole(insured, where)
            yield "insured", value == "yes" if isinstance(value, str) else value
        if self._word(line.cell(at.SWAP), at.FLAG, self._where(_ROUNDS, number, at.SWAP)) == "yes":
            yield "swap", True
        if cut or line.cell(at.CUT) not in (None, ""):
            yield "cut", cut
        fines = [dict(self._fine(row, cells)) for row, cells in line.fines]
        if fines:
            yield "fines", fines
        hands = {player: self._hand(line, player) for player in present}
        if hands:
            yield "hands", hands

    def _hand(self, line: _Line, player: str) -> str | int | None:
        column = self._column(player)
        value = line.cell(column)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, str | int):
            # Excel makes a date of 5-9, in a cell that is not one of texts.
            self._fault("wrong_type", self._where(_ROUNDS, line.number, column), expected="hand")
            return None
        return value

    def _fine(self, row: int, cells: Row) -> Iterator[tuple[str, Any]]:
        cells = (*cells, *[None] * 5)
        yield "player", clean_text(str(cells[at.FINE_PLAYER] or ""))
        kind = self._word(cells[at.FINE_KIND], at.FINES, self._where(_FINES, row, at.FINE_KIND))
        yield "kind", kind or "other"
        if (each := self._whole(cells[at.FINE_EACH], self._where(_FINES, row, at.FINE_EACH))) is not None:
            yield "each", each
        if note := clean_text(str(cells[at.FINE_NOTE] or "")):
            yield "note", note

    # --- where a fault of the night is ------------------------------------

    def cell_of(self, fault: Fault) -> Where:
        """The cell that is to blame."""
        steps = dict(fault.place)
        if "entry" not in steps:
            return self._opening_cell(steps)
        row, column, line = self._entries[int(steps["entry"]) - 1]
        player, fine = steps.get("hand"), steps.get("fine")
        if fine is not None:
            part = _PARTS.get(str(steps.get("key")), at.FINE_PLAYER)
            return self._where(_FINES, line.fines[int(fine) - 1][0], part)
        if player in self._seats:
            column = self._column(str(player))
        elif fault.code == "dealer":
            column = at.DEALER
        else:
            column = _COLUMNS.get(str(steps.get("key")), column)
        return self._where(_ROUNDS, row, column)

    def _opening_cell(self, steps: Mapping[str, str | int]) -> Where:
        if "seat" in steps:
            return self._where(_NIGHT, self._seats[self._first[int(steps["seat"]) - 1]], 0)
        key = {"started_at": "date", "stake": "point"}.get(str(steps.get("key")), str(steps.get("key")))
        if key in at.NIGHT_KEYS:
            return self._where(_NIGHT, self._fact_row(key), 1)
        if key in at.RULE_KEYS:
            return self._where(_NIGHT, at.FIRST_RULE + at.RULE_KEYS.index(key), 1)
        return self._where(_NIGHT, at.FIRST_PLAYER, 0)


_PARTS = {"kind": at.FINE_KIND, "each": at.FINE_EACH}
_COLUMNS = {"swap": at.SWAP, "insured": at.INSURED, "dealer": at.DEALER, "hands": at.CUT, "at": at.TIME, "cut": at.CUT}


def _with(found: tuple[Cell, Where], words: at.Words) -> tuple[Cell, at.Words, Where]:
    return found[0], words, found[1]


def _decimal(value: Cell) -> str:
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return clean_text(str(value if value is not None else "")).replace(",", ".")
