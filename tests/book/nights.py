"""Openings and entries to fill a book with, and a look at its file from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.table.codec import read_entry
from scorekeeper.table.errors import Fault
from scorekeeper.table.journal import Entry
from scorekeeper.table.ledger import Transfer
from scorekeeper.table.standing import Mode, Opening, Seat

FOUR = ("Алла", "Борис", "Вадим", "Галина")
DECARTE = GAMES["decarte"]


def opening(*names: str, **agreed: Any) -> Opening:
    """Those who sit down, four by default; the first one deals."""
    sitting = names or FOUR
    return Opening(**{"game": DECARTE, "seats": tuple(map(Seat, sitting)), "dealer": sitting[0], **agreed})


def entry(mode: Mode = Mode.RECORD, **data: Any) -> Entry:
    """An entry by what a night file would say."""
    faults: list[Fault] = []
    read = read_entry(data, (), DECARTE, mode, faults)
    assert read is not None, faults
    return read


def a_round(*points: int) -> Entry:
    """A round of the four, by the hands that they hold."""
    return entry(round={"hands": dict(zip(FOUR, points, strict=True))})


FIRST, SECOND, THIRD = a_round(59, 81, 40, 3), a_round(62, 17, 5, 94), a_round(20, 31, 42, 53)


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as any other program would see it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def ask(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """Rows of a query asked from outside."""
    with raw(path) as connection:
        return connection.execute(query, values).fetchall()


def balances(path: Path, night: int) -> dict[str, int]:
    """The plain sum of the ledger, by name; who has no points may be missing."""
    query = """
        SELECT name, sum(points) FROM (
            SELECT payee AS player, points FROM ledger WHERE night = :night
            UNION ALL SELECT payer, -points FROM ledger WHERE night = :night
        ) JOIN players ON players.id = player GROUP BY name
    """
    with raw(path) as connection:
        return dict(connection.execute(query, {"night": night}).fetchall())


def written(path: Path, night: int) -> list[tuple[int, Transfer]]:
    """The ledger, line by line, each with its entry."""
    query = """
        SELECT entry, payer.name, payee.name, points, reason FROM ledger
        JOIN players payer ON payer.id = payer JOIN players payee ON payee.id = payee
        WHERE night = ? ORDER BY entry, line
    """
    return [(row[0], Transfer(*row[1:])) for row in ask(path, query, night)]


def unguarded(path: Path, *statements: str) -> None:
    """Change the file by hand, guards and foreign keys out of the way; the guards stand again afterwards."""
    with raw(path) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, sql in guards:
            connection.execute(sql)
