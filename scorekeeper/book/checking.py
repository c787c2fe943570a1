"""Everything that can be verified about a book. Findings, never a crash, whatever the rows hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.book import migrate, reading, sqlite
from scorekeeper.book.model import Finding
from scorekeeper.book.people import names_of
from scorekeeper.book.schema import journal, ledger, players
from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.names import clean_text, name_key
from scorekeeper.table.night import Night
from scorekeeper.table.zones import is_zone

Line = tuple[int, int, int, str]
"""Of the ledger: payer, payee, points, reason."""


def check(connection: Connection) -> tuple[Finding, ...]:
    """The file, the schema, the players, then each night against its ledger; each finding once."""
    found: dict[tuple[object, ...], Finding] = {}
    with sqlite.lenient(connection):
        try:
            for finding in _all(connection):
                found.setdefault((finding.code, *finding.params.values()), finding)
        except DBAPIError as error:
            # A torn page, or a table that is gone. That the book is locked is no finding.
            if error.orig is None or sqlite.error_code(error.orig) not in (None, "damaged", "not_a_book"):
                raise
            torn = _finding("integrity", detail=str(error.orig))
            found.setdefault((torn.code, *torn.params.values()), torn)
    return tuple(found.values())


def _all(connection: Connection) -> Iterator[Finding]:
    yield from _schema(connection)
    yield from _players(connection)
    for night in reading.all_numbers(connection):
        yield from _journal(connection, night)
        yield from _night(connection, night)


def _finding(code: str, **params: str | int) -> Finding:
    return Finding(code, params)


def _schema(connection: Connection) -> Iterator[Finding]:
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found != migrate.HEAD_REVISION:
        yield _finding("revision", found=str(found), known=migrate.HEAD_REVISION)
    if connection.dialect.name == "sqlite":
        for detail in sqlite.integrity(connection):
            yield _finding("integrity", detail=detail)
        for table, row, parent in sqlite.foreign_keys(connection):
            yield _finding("foreign_key", table=table, row=row, parent=parent)
        for name in sqlite.missing_guards(connection):
            yield _finding("guard", name=name)


def _players(connection: Connection) -> Iterator[Finding]:
    rows = connection.execute(select(players.c.id, players.c.name, players.c.key).order_by(players.c.id))
    name: Any  # whatever its column says
    for player, name, key in rows:
        sound = isinstance(name, str) and name == clean_text(name) and key == name_key(name) != ""
        if not sound:
            yield _finding("name_key", player=player, name=str(name))


def _journal(connection: Connection, night: int) -> Iterator[Finding]:
    query = select(journal.c.sequence).where(journal.c.night == night).order_by(journal.c.sequence)
    for expected, found in enumerate(connection.execute(query).scalars(), start=1):
        if found != expected:
            yield _finding("gap", night=night, entry=expected, found=found)
            return


def _night(connection: Connection, number: int) -> Iterator[Finding]:
    faults: list[Fault] = []
    opening, entries, _ = reading.read(connection, number, faults)
    if opening is not None and not is_zone(opening.zone or ""):
        faults.append(Fault("time", (("key", "zone"),)))
    for fault in faults:
        yield _finding("damaged", night=number, entry=reading.entry_of(fault), fault=fault.code)
    if opening is None or faults:
        return
    try:
        night = Night.replay(opening, entries)
    except RuleError as error:
        for fault in error.faults:
            yield _finding("unplayable", night=number, entry=reading.entry_of(fault), fault=fault.code)
        return
    ids = {name: player for player, name in names_of(connection, number).items()}
    expected = {
        (entry, line): (ids[t.payer], ids[t.payee], t.points, t.reason)
        for entry, transfers in night.standing.postings
        for line, t in enumerate(transfers, start=1)
    }
    yield from _ledger(connection, number, expected)


def _ledger(connection: Connection, number: int, expected: Mapping[tuple[int, int], Line]) -> Iterator[Finding]:
    columns = ledger.c.entry, ledger.c.line, ledger.c.payer, ledger.c.payee, ledger.c.points, ledger.c.reason
    rows = connection.execute(select(*columns).where(ledger.c.night == number))
    found = {(entry, line): (payer, payee, points, reason) for entry, line, payer, payee, points, reason in rows}
    names = dict(connection.execute(select(players.c.id, players.c.name)).all())
    for entry, line in sorted(found.keys() | expected.keys(), key=_in_order):
        wanted, there = expected.get((entry, line)), found.get((entry, line))
        if wanted != there:
            sides = {"expected": _shown(wanted, names), "found": _shown(there, names)}
            yield _finding("ledger", night=number, entry=entry, line=line, **sides)
    # Of those who played in this night: a line that names anybody else leaves points over.
    seated = names_of(connection, number)
    sums: Counter[int] = Counter()
    for payer, payee, points, _ in found.values():
        if isinstance(points, int):
            sums[payer] -= points
            sums[payee] += points
    total = sum(points for player, points in sums.items() if player in seated)
    if total:
        yield _finding("sum", night=number, points=total)


def _in_order(at: tuple[int, int]) -> tuple[str, ...]:
    # SQLite lets a hand put text where a number belongs.
    return tuple(str(part).rjust(20) for part in at)


def _shown(line: Line | None, names: Mapping[int, str]) -> str:
    if line is None:
        return "–"
    payer, payee, points, reason = line
    return f"{names.get(payer, payer)} → {names.get(payee, payee)} {points} {reason}"
