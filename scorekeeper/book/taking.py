"""Nights from files: a new one is stored whole; one that the book has already may only have grown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from scorekeeper.book import reading, writing
from scorekeeper.book.errors import BookError
from scorekeeper.book.model import Taken
from scorekeeper.book.people import Roll, respelled
from scorekeeper.table.codec import mode_of, players_of
from scorekeeper.table.errors import FormatError, RuleError
from scorekeeper.table.journal import Amend, Entry, Round
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Opening

Given = tuple[Opening, tuple[Entry, ...], str]
"""An opening, its journal, and the uuid of the night."""


def take(connection: Connection, files: Sequence[Given]) -> tuple[Taken, ...]:
    """Store what is new in each file, in their order; see `Book.take` for what it raises."""
    roll = Roll(connection)
    taken: dict[int, Taken] = {}
    refused: list[RuleError | FormatError] = []
    for number, given in enumerate(files, start=1):
        try:
            taken[number] = _take_one(connection, roll, number, given, taken)
        except (RuleError, FormatError) as error:
            refused.append(_of_file(number, error))
    if refused:
        kind = RuleError if all(isinstance(error, RuleError) for error in refused) else FormatError
        raise kind([fault for error in refused for fault in error.faults])
    return tuple(taken.values())


def _of_file(number: int, error: RuleError | FormatError) -> RuleError | FormatError:
    return type(error)([fault.within(("file", number)) for fault in error.faults])


def _take_one(connection: Connection, roll: Roll, file: int, given: Given, before: Mapping[int, Taken]) -> Taken:
    opening, entries, uuid = given
    changed = tuple(_respellings(opening, entries, roll))
    opening, mode = respelled(replace(opening, uuid=uuid), roll), mode_of(opening.mode, entries)
    entries = tuple(
        writing.spelled(writing.readable(entry, number, opening, mode), number, roll.spelling, opening.game)
        for number, entry in enumerate(entries, start=1)
    )
    known = writing.is_known(connection, uuid)
    if known is None:
        night = Night.replay(writing.completed(opening, roll), entries)
        stored = writing.new_night(connection, night, roll)
        return Taken(stored.number, new=True, added=stored.sequence, respelled=changed)
    stored = reading.load(connection, known)
    differing = next(_differing(stored.night.opening, opening), None)
    entry = 0 if differing else _differing_entry(stored.night.journal, entries)
    if differing or entry:
        beside = _file_of(before, known, stored.sequence, entry)
        raise BookError("different", file=file, number=known, what=differing or "entry", entry=entry, **beside)
    rest = entries[stored.sequence :]
    if rest:
        night = Night.replay(stored.night.opening, (*stored.night.journal, *rest))
        writing.extend(connection, stored, night, roll)
    return Taken(known, new=False, added=len(rest), respelled=changed)


def _respellings(opening: Opening, entries: Sequence[Entry], roll: Roll) -> Iterator[tuple[str, str]]:
    named = [seat.player for seat in opening.seats]
    for entry in entries:
        named += players_of(entry, opening.game)
    for name in dict.fromkeys(named):
        spelled = roll.spelling(name)
        if spelled != name:
            yield name, spelled


def _file_of(before: Mapping[int, Taken], night: int, sequence: int, entry: int) -> dict[str, int]:
    """The file `beside` that has just added this entry to the night, which is at `sequence` now; none if no one did.
    Entry 0 is the opening."""
    for file, taken in reversed(list(before.items())):
        if taken.number == night:
            sequence -= taken.added
            if entry > sequence or taken.new:
                return {"beside": file}
    return {}


def _differing_entry(ours: Sequence[Entry], theirs: Sequence[Entry]) -> int:
    """The first entry that is another, as far as both go; 0 if none is. It need not repeat times and dealers."""
    pairs = enumerate(zip(ours, theirs, strict=False), start=1)
    return next((number for number, (one, other) in pairs if not _same(one, other)), 0)


def _differing(ours: Opening, theirs: Opening) -> Iterator[str]:
    for what in ("game", "title", "mode", "rules", "stake", "seats", "dealer"):
        if getattr(ours, what) != getattr(theirs, what):
            yield what
    for what in ("started_at", "zone"):
        if getattr(theirs, what) not in (None, getattr(ours, what)):
            yield what


def _same(ours: Entry, theirs: Entry) -> bool:
    theirs = replace(theirs, at=theirs.at or ours.at)
    if isinstance(theirs, Round | Amend) and theirs.dealer is None and isinstance(ours, Round | Amend):
        theirs = replace(theirs, dealer=ours.dealer)
    return ours == theirs
