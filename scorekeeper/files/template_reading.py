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
from scorekeeper.files.pages import Cell, Pages, Row
from scorekeeper.files.template_cells import (
    FINE_WIDTH,
    FINES,
    NIGHT,
    ROUND_WIDTH,
    ROUNDS,
    WORDS,
    TypedCells,
    Where,
    as_text,
    below,
    is_empty,
    strays,
)
from scorekeeper.games import GAMES
from scorekeeper.table.codec import YEARS
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.money import parse_decimal
from scorekeeper.table.names import name_key
from scorekeeper.table.night import Night
from scorekeeper.table.zones import is_zone


def is_template(book: Pages) -> bool:
    """Whether the workbook is one to type into."""
    return len(book.titles) > WORDS and book.head(book.titles[WORDS])[:1] == (at.FORMAT,)


def read_template(book: Pages) -> NightFile:
    """The night that was typed. Who has no hand in a round is not at the table; who has one again has come back.

    What it is called, when it was and who sat there make it the night that it is: typed further and imported again,
    only what is new is added. Raises FormatError or RuleError with everything that is wrong, each with its cell.
    """
    reading = _Reading(book)
    data, faults = reading.night(), reading.faults
    faults += [*reading.unplayed(), *strays(book)]
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


class _Reading(TypedCells):
    """One template being read."""

    def __init__(self, book: Pages) -> None:
        super().__init__(book)
        self._facts = dict(book.rows(self.titles[NIGHT]))
        self._lines = self._read_lines(book)
        self._seats = self._read_seats()
        self._sat: set[str] = set()
        """Who has sat down so far."""
        self._first: list[str] = []
        """Who sits down as the night opens."""
        self._here: list[str] = []
        self._away: list[str] = []
        """Who sits out, and has a hand in a later round."""
        self._entries: list[tuple[int, int, _Line]] = []
        """Of each entry: its row, its column, its line."""

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
            return self._fact(row), self.where(NIGHT, row, 1)

        data: dict[str, Any] = {"format": FORMAT, "game": "decarte"}
        if title := as_text(fact("title")[0]):
            data["title"] = title
        if zone := as_text(fact("zone")[0]):
            data["zone"] = zone
        if mode := self.word(*_with(fact("mode"), at.MODE)):
            data["mode"] = mode
        (point, where), currency = fact("point"), as_text(fact("currency")[0])
        if not is_empty(point) or currency:
            try:
                data["stake"] = {"point": _decimal(point), "currency": currency}
            except ValueError:
                params = {"value": as_text(point), "currency": currency, "below": "", "above": ""}
                self.fault("point_value", where, **params)
        data["rules"] = dict(self._rules())
        data["seats"] = list(self._opening_seats(data.get("mode")))
        began = self._began(*fact("date"), *fact("time"), zone)
        if began is not None:
            data["started_at"] = began.isoformat()
        dealer = as_text(fact("dealer")[0])
        first = next((as_text(line.cell(at.DEALER)) for line in self._lines), "")
        data["dealer"] = dealer or (first if first in self._here else next(iter(self._here), ""))
        data["journal"] = [entry for line in self._lines for entry in self._line(line, began, data.get("mode"))]
        return data

    def _began(self, day: Cell, day_at: Where, clock: Cell, clock_at: Where, zone: str) -> datetime | None:
        if isinstance(day, str) and day.strip():
            try:
                day = date.fromisoformat(day.strip())
            except ValueError:
                self.fault("wrong_type", day_at, expected="date")
                return None
        if is_empty(day):
            self.fault("missing_cell", day_at)
            return None
        if not isinstance(day, date) or day.year not in YEARS or (isinstance(day, datetime) and day.time() != time(0)):
            self.fault("wrong_type", day_at, expected="date")
            return None
        at_clock = self.clock(clock, clock_at) or time(0)
        if zone and not is_zone(zone):
            return None  # the night file's reader will say so
        known = ZoneInfo(zone) if zone else UTC
        return datetime(day.year, day.month, day.day, *_hands_of(at_clock), tzinfo=known)

    def _rules(self) -> Iterator[tuple[str, Any]]:
        for number, key in enumerate(at.RULE_KEYS):
            row = at.FIRST_RULE + number
            value, where = self._fact(row), self.where(NIGHT, row, 1)
            if is_empty(value):
                continue
            if key in at.FLAG_KEYS:
                word = self.word(value, at.FLAG, where)
                yield key, None if word is None else word == "yes"
            else:
                whole = self.whole(value, where)
                yield key, "" if whole is None else whole

    def _read_seats(self) -> dict[str, int]:
        """The row of each player, clockwise. Whoever has hands but no name of his own is called by the cell that should
        hold it."""
        seats: dict[str, int] = {}
        spelled: dict[str, str] = {}
        for row in range(at.FIRST_PLAYER, at.FIRST_PLAYER + at.MOST_PLAYERS):
            name, cell = as_text((self._facts.get(row) or (None,))[0]), self.where(NIGHT, row, 0)
            other = spelled.setdefault(name_key(name), name) if name else ""
            if not name:
                hand = next((line.number for line in self._lines if self._has_hand(line, _column_of(row))), None)
                if hand is None:
                    continue
                if cell not in self.uncomputed:
                    self.fault("stray_cell", self.where(ROUNDS, hand, _column_of(row)), nameless=cell[1])
            elif name_key(name) in map(name_key, seats):
                self.fault("duplicate_player", cell, player=name, other=other)
                name = ""
            seats[name or cell[1]] = row
        if not seats:
            self.fault("missing_cell", self.where(NIGHT, at.FIRST_PLAYER, 0))
        return seats

    def _column(self, player: str) -> int:
        return _column_of(self._seats[player])

    def _present(self, line: _Line) -> list[str]:
        return [player for player in self._seats if self._has_hand(line, _column_of(self._seats[player]))]

    def _has_hand(self, line: _Line, column: int) -> bool:
        return not is_empty(line.cell(column)) or self.where(ROUNDS, line.number, column) in self.uncomputed

    def _opening_seats(self, mode: str | None) -> Iterator[dict[str, Any]]:
        first = next((present for line in self._lines if (present := self._present(line))), list(self._seats))
        self._here = self._first = first
        for player in first:
            yield {"player": player, **self._brought(player, mode)}

    def _brought(self, player: str, mode: str | None) -> dict[str, Any]:
        """What he asks for and brings when he sits down for the first time."""
        if player in self._sat:
            return {}
        self._sat.add(player)
        row = self._seats[player]
        cells = (*self._facts.get(row, ()), None, None, None)
        suit = self.word(cells[1], at.SUITS_ASKED, self.where(NIGHT, row, 1))
        credit = self.whole(cells[2], self.where(NIGHT, row, 2))
        if credit and mode in (None, "record"):
            self.fault("on_record", self.where(NIGHT, row, 2))
        return {**({"suit": suit} if suit else {}), **({"credit": credit} if credit and mode == "cash" else {})}

    def unplayed(self) -> Iterator[Fault]:
        """What is asked for and brought by nobody who ever sits down."""
        sat = {self._seats[player] for player in self._sat}
        for row in sorted(set(range(at.FIRST_PLAYER, at.FIRST_PLAYER + at.MOST_PLAYERS)) - sat):
            for column, value in enumerate(self._facts.get(row, ())[1:3], start=1):
                if not is_empty(value):
                    yield Fault("stray_cell", (self.where(NIGHT, row, column),), {"unplayed": 1})

    # --- the rounds -------------------------------------------------------

    def _read_lines(self, book: Pages) -> list[_Line]:
        lines: dict[int, _Line] = {}
        numbered = True
        for number, cells in below(book, self.titles[ROUNDS]):
            if not all(map(is_empty, cells[1:ROUND_WIDTH])):
                where = self.where(ROUNDS, number, 0)
                named = number - 1 if is_empty(cells[0]) else self.whole(cells[0], where)
                numbered = numbered and named is not None
                if named in lines:
                    self.fault("round_twice", where, number=named)
                    numbered, named = False, None
                lines[-number if named is None else named] = _Line(number, cells)
        for number, cells in below(book, self.titles[FINES]):
            if all(map(is_empty, cells[:FINE_WIDTH])):
                continue
            where = self.where(FINES, number, at.FINE_ROUND)
            named = self.whole(cells[0], where)
            if named in lines:
                lines[named].fines.append((number, cells))
            elif is_empty(cells[0]):
                self.fault("missing_cell", where)
            elif named is not None and numbered:
                self.fault("no_such_round", where, number=named)
        return list(lines.values())

    def _line(self, line: _Line, began: datetime | None, mode: str | None) -> Iterator[dict[str, Any]]:
        """The entries of a row: who leaves or sits out, who joins or is back, and the round."""
        typed = line.cell(at.CUT)
        cut = self.word(typed, at.CUTS, self.where(ROUNDS, line.number, at.CUT))
        present = self._present(line)
        if present or cut in ("cut", "trusted") or is_empty(typed):  # else those of the round before
            yield from self._moves(line, present, mode)
        self._entries.append((line.number, 0, line))
        entry: dict[str, Any] = {"round": dict(self._record(line, cut, present))}
        clock = self.clock(line.cell(at.TIME), self.where(ROUNDS, line.number, at.TIME))
        if clock is not None and began is not None:
            hour, minute, second = _hands_of(clock)
            moment = began.replace(hour=hour, minute=minute, second=second)
            entry["at"] = (moment if moment >= began else moment + timedelta(days=1)).isoformat()
        yield entry

    def _moves(self, line: _Line, present: list[str], mode: str | None) -> Iterator[dict[str, Any]]:
        later = self._lines[self._lines.index(line) + 1 :]
        for player in [player for player in self._here if player not in present]:
            self._entries.append((line.number, self._column(player), line))
            if any(player in self._present(other) for other in later):  # his chair and his stack wait for him
                self._away.append(player)
                yield {"away": {"player": player}}
            else:
                yield {"leave": {"player": player}}
        here = [player for player in self._here if player in present]
        for player in [player for player in present if player in self._away]:
            self._entries.append((line.number, self._column(player), line))
            self._away.remove(player)
            here.append(player)
            yield {"back": {"player": player}}
        for player in [player for player in present if player not in here]:
            if self._away and len(here) + len(self._away) >= GAMES["decarte"].most_players:  # his chair is taken
                self._entries.append((line.number, self._column(self._away[0]), line))
                yield {"leave": {"player": self._away.pop(0)}}
            order = list(self._seats)
            turned = order[order.index(player) :] + order[: order.index(player)]
            left_of = next((other for other in reversed(turned) if other in here), player)
            self._entries.append((line.number, self._column(player), line))
            here.append(player)
            yield {"join": {"player": player, "left_of": left_of, **self._brought(player, mode)}}
        self._here = present

    def _record(self, line: _Line, cut: str | None, present: list[str]) -> Iterator[tuple[str, Any]]:
        number = line.number
        if dealer := as_text(line.cell(at.DEALER)):
            yield "dealer", dealer
        insured, where = line.cell(at.INSURED), self.where(ROUNDS, number, at.INSURED)
        if not is_empty(insured):
            text = isinstance(insured, bool) or (isinstance(insured, str) and not insured.strip().isdecimal())
            value = self.word(insured, at.FLAG, where) if text else self.whole(insured, where)
            yield "insured", value == "yes" if isinstance(value, str) else value
        if self.word(line.cell(at.SWAP), at.FLAG, self.where(ROUNDS, number, at.SWAP)) == "yes":
            yield "swap", True
        if cut or not is_empty(line.cell(at.CUT)):
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
        if value is not None and (isinstance(value, bool) or not isinstance(value, str | int)):
            # Excel makes a date of 5-9, in a cell that is not one of texts.
            self.fault("wrong_type", self.where(ROUNDS, line.number, column), expected="hand")
            return None
        return value  # None where nobody knows: that has been said

    def _fine(self, row: int, cells: Row) -> Iterator[tuple[str, Any]]:
        cells = (*cells, *[None] * 5)
        yield "player", as_text(cells[at.FINE_PLAYER])
        kind = self.word(cells[at.FINE_KIND], at.FINES, self.where(FINES, row, at.FINE_KIND))
        yield "kind", kind or "other"
        if (each := self.whole(cells[at.FINE_EACH], self.where(FINES, row, at.FINE_EACH))) is not None:
            yield "each", each
        if note := as_text(cells[at.FINE_NOTE]):
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
            return self.where(FINES, line.fines[int(fine) - 1][0], part)
        if player in self._seats:
            column = self._column(str(player))
        elif fault.code == "dealer":
            column = at.DEALER
        else:
            column = _COLUMNS.get(str(steps.get("key")), column)
        return self.where(ROUNDS, row, column)

    def _opening_cell(self, steps: Mapping[str, str | int]) -> Where:
        if "seat" in steps:
            return self.where(NIGHT, self._seats[self._first[int(steps["seat"]) - 1]], 0)
        key = {"started_at": "date", "stake": "point"}.get(str(steps.get("key")), str(steps.get("key")))
        if key in at.NIGHT_KEYS:
            return self.where(NIGHT, self._fact_row(key), 1)
        if key in at.RULE_KEYS:
            return self.where(NIGHT, at.FIRST_RULE + at.RULE_KEYS.index(key), 1)
        return self.where(NIGHT, at.FIRST_PLAYER, 0)


_PARTS = {"kind": at.FINE_KIND, "each": at.FINE_EACH}
_COLUMNS = {"swap": at.SWAP, "insured": at.INSURED, "dealer": at.DEALER, "hands": at.CUT, "at": at.TIME, "cut": at.CUT}


def _column_of(row: int) -> int:
    """The column with the hands of the player in a row of the first sheet."""
    return at.HANDS + row - at.FIRST_PLAYER


def _hands_of(clock: time) -> tuple[int, int, int]:
    return clock.hour, clock.minute, clock.second


def _with(found: tuple[Cell, Where], words: at.Words) -> tuple[Cell, at.Words, Where]:
    return found[0], words, found[1]


def _decimal(value: Cell) -> str:
    """A number as a night file writes it. Raises ValueError for what is none, or may be two."""
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else parse_decimal(as_text(value))
