"""A night from the workbook into which somebody typed it; every fault names its cell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from scorekeeper.files import template as at
from scorekeeper.files.night_file import FORMAT, NightFile, read_night
from scorekeeper.files.pages import Cell, Pages, Row
from scorekeeper.files.paper import paper_uuid, with_stacks
from scorekeeper.files.template_blame import Blame, Source
from scorekeeper.files.template_cells import (
    FINE_WIDTH,
    FINES,
    NIGHT,
    ROUND_WIDTH,
    ROUNDS,
    WORDS,
    Line,
    TypedCells,
    Where,
    as_text,
    below,
    column_of,
    fact_row,
    is_empty,
    strays,
)
from scorekeeper.files.template_moves import LEAST, MOST, Table
from scorekeeper.files.template_times import moments
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.money import currency_of, is_currency, parse_decimal
from scorekeeper.table.names import among, name_key
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
        placed = reading.blame.placed(error.faults)
        known, kind = {fault.place for fault in faults}, FormatError if faults else type(error)
        raise kind([*faults, *(fault for fault in placed if fault.place not in known)]) from None
    if faults:
        raise FormatError(faults)
    return replace(opening, uuid=paper_uuid(opening, timed=reading.timed)), with_stacks(opening, entries)


class _Reading(TypedCells):
    """One template being read."""

    def __init__(self, book: Pages) -> None:
        super().__init__(book)
        self._facts = dict(book.rows(self.titles[NIGHT]))
        self.timed = not is_empty(self._fact(fact_row("time")))
        """Whether somebody wrote down when the night began."""
        self._lines = self._read_lines(book)
        self._seats = self._read_seats()
        self._sat: set[str] = set()
        """Who has sat down so far."""
        self._table = Table(list(self._seats))
        self._opens: str | None = None
        """Who deals first, until he has."""
        self._dealt: str | None = None
        """Who has dealt last, where that is known."""
        self.blame = Blame(self, self._seats, rounds=bool(self._lines))

    # --- the night --------------------------------------------------------

    def _fact(self, row: int) -> Cell:
        cells = self._facts.get(row, ())
        return cells[1] if len(cells) > 1 else None

    def _fact_of(self, key: str) -> tuple[Cell, Where]:
        row = fact_row(key)
        return self._fact(row), self.where(NIGHT, row, 1)

    def night(self) -> dict[str, Any]:
        """The night as a night file holds it; what is wrong goes to `faults`.

        What could not be read is null, if the rules ask for it: so that nothing is concluded from its absence.
        """
        data: dict[str, Any] = {"format": FORMAT, "game": "decarte"}
        title, zone = self.text(*self._fact_of("title")), self.text(*self._fact_of("zone"))
        if title:
            data["title"] = title
        if zone and not is_zone(zone):
            self.fault("time", self._fact_of("zone")[1], value=zone, of="zone")
            zone = None
        elif zone:
            data["zone"] = zone
        value, where = self._fact_of("mode")
        if mode := self.word(value, at.MODE, where):
            data["mode"] = mode
        data |= self._stake()
        data["rules"] = dict(self._rules())
        data["seats"] = list(self._opening_seats(data.get("mode")))
        began, times = self._times(zone)
        if began is not None:
            data["started_at"] = began.isoformat()
        data["dealer"] = self._opens = self._dealer()
        data["journal"] = [
            entry for line in self._lines for entry in self._line(line, times.get(line.number), data.get("mode"))
        ]
        return data

    def _stake(self) -> dict[str, Any]:
        (point, point_at), (typed, currency_at) = self._fact_of("point"), self._fact_of("currency")
        lacking = {where for value, where in ((point, point_at), (typed, currency_at)) if is_empty(value)}
        if len(lacking) == 1:
            self.fault("missing_cell", *lacking)
        if lacking:
            return {}
        said = self.text(typed, currency_at)
        currency = currency_of(said or "")
        if said is not None and not is_currency(currency):
            self.fault("currency", currency_at, currency=said)
        try:
            stake = {"point": _decimal(point), "currency": currency}
        except ValueError:
            self.fault("point_value", point_at, value=as_text(point), currency=currency, below="", above="")
            return {}
        return {"stake": stake} if is_currency(currency) else {}

    def _times(self, zone: str | None) -> tuple[datetime | None, dict[int, datetime]]:
        """When the night began, and when the rounds were, by their rows."""
        day, (typed, start_at) = self.day(*self._fact_of("date")), self._fact_of("time")
        start, clocks = self.clock(typed, start_at), []
        for line in self._lines:
            where = self.where(ROUNDS, line.number, at.TIME)
            clocks.append((line.number, self.clock(line.cell(at.TIME), where), where))
        if not self.timed and clocks:
            start, start_at = clocks[0][1:]
        some = day or date(2000, 1, 1)  # times may be impossible on any day
        midnight = datetime(some.year, some.month, some.day, tzinfo=ZoneInfo(zone or "UTC"))
        began, times = moments(self, midnight, (start, start_at), clocks)
        return (None, {}) if day is None or zone is None else (began, times)

    def _dealer(self) -> str | None:
        """Who deals first."""
        (typed, where), line = self._fact_of("dealer"), next(iter(self._lines), None)
        named = self.text(typed, where)
        first_at = self.where(ROUNDS, line.number, at.DEALER) if line else where
        first = self.text(line.cell(at.DEALER), first_at) if line else ""
        known = map(name_key, self._seats)
        if named and first and name_key(named) != name_key(first) and name_key(named) in known:
            self.fault("dealer", first_at, player=first, first=named, cell=where[1])
        if not self._table.here:
            return named
        if named == first == "":
            self.fault("missing_cell", where)
            return None
        if named == "":  # if nobody here is called so, the round will say it
            dealer = among(self._table.here, first or "")
            return dealer if dealer in self._table.here else self._table.here[0]
        return named

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
        empty: list[Where] = []
        for row in range(at.FIRST_PLAYER, at.FIRST_PLAYER + at.MOST_PLAYERS):
            cell = self.where(NIGHT, row, 0)
            name = self.text((self._facts.get(row) or (None,))[0], cell)
            other = spelled.setdefault(name_key(name), name) if name else ""
            if name == "":
                empty.append(cell)
                hand = next((line.number for line in self._lines if self._has_hand(line, column_of(row))), None)
                if hand is None:
                    continue
                self.fault("stray_cell", self.where(ROUNDS, hand, column_of(row)), nameless=cell[1])
            elif name and name_key(name) in map(name_key, seats):
                self.fault("duplicate_player", cell, player=name, other=other)
                name = ""
            seats[name or cell[1]] = row
        if len(seats) < LEAST:
            self.fault("missing_cell", empty[0])
        return seats

    def _present(self, line: Line) -> list[str]:
        return [player for player in self._seats if self._has_hand(line, column_of(self._seats[player]))]

    def _has_hand(self, line: Line, column: int) -> bool:
        return not is_empty(line.cell(column)) or self.where(ROUNDS, line.number, column) in self.uncomputed

    def _playing(self, line: Line) -> list[str]:
        """Who plays a round, as far as its hands tell; hands that are too many are left out, with a fault."""
        present = self._present(line)
        if len(present) > MOST:
            known = [player for player in present if player in self._table.here]
            others = [player for player in present if player not in known]
            extra = [*known, *others][MOST:]
            column = column_of(self._seats[extra[0]])
            self._miscounted(line, column, len(present))
            return [player for player in present if player not in extra]
        if len(present) < LEAST:
            wanted = [player for player in [*self._table.here, *self._seats] if player not in present]
            column = column_of(self._seats[wanted[0]]) if wanted else at.HANDS + 1
            self._miscounted(line, column, len(present))
        return present

    def _miscounted(self, line: Line, column: int, count: int) -> None:
        self.blame.miscounted.add(line.number)
        where = self.where(ROUNDS, line.number, column)
        self.fault("players", where, count=count, least=LEAST, most=MOST, hands="few" if count < LEAST else "many")

    def _opening_seats(self, mode: str | None) -> Iterator[dict[str, Any]]:
        played = (present for line in self._lines if len(present := self._present(line)) >= LEAST)
        first = next(played, list(self._seats))
        self._table.here = first[:MOST] if self._lines else first
        self.blame.first = list(self._table.here)
        for player in self._table.here:
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

    def _read_lines(self, book: Pages) -> list[Line]:
        lines: dict[int, Line] = {}
        numbered, last = True, -1
        for number, cells in below(book, self.titles[ROUNDS]):
            if not all(map(is_empty, cells[1:ROUND_WIDTH])):
                where = self.where(ROUNDS, number, 0)
                named = number - 1 if is_empty(cells[0]) else self.whole(cells[0], where)
                numbered = numbered and named is not None
                if named in lines:
                    self.fault("round_twice", where, number=named)
                    numbered, named = False, None
                elif named is not None and lines and named < last:
                    self.fault("round_order", where, number=named, above=last)
                last = last if named is None else named
                lines[-number if named is None else named] = Line(number, cells)
        for number, cells in below(book, self.titles[FINES]):
            if all(map(is_empty, cells[:FINE_WIDTH])):
                continue
            where = self.where(FINES, number, at.FINE_ROUND)
            named = self.whole(cells[0], where)
            if named in lines:
                lines[named].fines.append((number, cells))
                continue
            dict(self._fine(number, cells))  # for what is wrong with it besides
            if is_empty(cells[0]):
                self.fault("missing_cell", where)
            elif named is not None and numbered:
                self.fault("no_such_round", where, number=named)
        return list(lines.values())

    def _line(self, line: Line, moment: datetime | None, mode: str | None) -> Iterator[dict[str, Any]]:
        """The entries of a row: who leaves or sits out, who joins or is back, and the round."""
        typed, where = line.cell(at.CUT), self.where(ROUNDS, line.number, at.CUT)
        cut, present = self.word(typed, at.CUTS, where), self._present(line)
        if cut == "missed":
            if present:
                column = column_of(self._seats[present[0]])
                self.fault("hands_after_no_cut", self.where(ROUNDS, line.number, column), cell=where[1])
            present = []  # it is played by those of the round before
        elif present or cut or (is_empty(typed) and where not in self.uncomputed):
            present = self._playing(line)
            yield from self._moves(line, present, mode)
        self._note(line)
        entry: dict[str, Any] = {"round": dict(self._record(line, cut, present))}
        if moment is not None:
            entry["at"] = moment.isoformat()
        yield entry

    def _note(self, line: Line, player: str | None = None) -> None:
        """Keep the cells of which the next entry comes."""
        self.blame.sources.append(Source(line.number, player, tuple(row for row, _cells in line.fines)))

    def _moves(self, line: Line, present: list[str], mode: str | None) -> Iterator[dict[str, Any]]:
        later = self._lines[self._lines.index(line) + 1 :]
        returning = {player for other in later for player in self._present(other)}
        for kind, player, left_of in self._table.moves(present, returning.__contains__):
            self._note(line, player)
            joins = {"left_of": left_of, **self._brought(player, mode)} if kind == "join" else {}
            yield {kind: {"player": player, **joins}}

    def _record(self, line: Line, cut: str | None, present: list[str]) -> Iterator[tuple[str, Any]]:
        dealer_at, insured_at, swap_at, cut_at = (
            self.where(ROUNDS, line.number, column) for column in (at.DEALER, at.INSURED, at.SWAP, at.CUT)
        )
        yield from self._dealing(self.text(line.cell(at.DEALER), dealer_at))
        if not is_empty(line.cell(at.INSURED)):
            yield "insured", self.insured(line.cell(at.INSURED), insured_at)
        elif insured_at in self.uncomputed:
            yield "insured", None
        if self.word(line.cell(at.SWAP), at.FLAG, swap_at) == "yes":
            if cut == "missed":
                self.fault("hands_after_no_cut", swap_at, cell=cut_at[1])
            else:
                yield "swap", True
        if cut or not is_empty(line.cell(at.CUT)) or cut_at in self.uncomputed:
            yield "cut", cut
        fines = [dict(self._fine(row, cells)) for row, cells in line.fines]
        if fines:
            yield "fines", fines
        hands = {player: self._hand(line, player) for player in present}
        if hands:
            yield "hands", hands

    def _dealing(self, named: str | None) -> Iterator[tuple[str, str | None]]:
        """The dealer of a round; where none is named, the next one as the players stand on the first sheet."""
        opens, self._opens = self._opens, None
        if named == "" and self._dealt:
            named = self._table.next_dealer(self._dealt) or ""
        if named != "":
            yield "dealer", named
        dealer = among(self._seats, named or opens or "")
        self._dealt = dealer if dealer in self._seats else None

    def _hand(self, line: Line, player: str) -> str | int | None:
        column = column_of(self._seats[player])
        value = line.cell(column)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is not None and (isinstance(value, bool) or not isinstance(value, str | int)):
            # Excel makes a date of 5-9, in a cell that is not one of texts.
            self.fault("wrong_type", self.where(ROUNDS, line.number, column), expected="typed_hand")
            return None
        return value  # None where nobody knows: that has been said

    def _fine(self, row: int, cells: Row) -> Iterator[tuple[str, Any]]:
        cells = (*cells, *[None] * FINE_WIDTH)
        player_at, kind_at, each_at, note_at = (
            self.where(FINES, row, column) for column in (at.FINE_PLAYER, at.FINE_KIND, at.FINE_EACH, at.FINE_NOTE)
        )
        player = self.text(cells[at.FINE_PLAYER], player_at)
        if player == "":
            self.fault("missing_cell", player_at)
        yield "player", player or None
        if is_empty(cells[at.FINE_KIND]):
            self.fault("missing_cell", kind_at, allowed=self.choices(at.FINES))
        yield "kind", self.word(cells[at.FINE_KIND], at.FINES, kind_at)
        if (each := self.whole(cells[at.FINE_EACH], each_at)) is not None:
            yield "each", each
        if note := self.text(cells[at.FINE_NOTE], note_at):
            yield "note", note


def _decimal(value: Cell) -> str:
    """A number as a night file writes it. Raises ValueError for what is none, or may be two."""
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else parse_decimal(as_text(value))
