"""What is half typed: kept until it is recorded or dropped, so that a dead battery loses no key."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from scorekeeper.book.model import Draft
from scorekeeper.book.reading import last_sequence
from scorekeeper.book.schema import drafts, journal


def _where(night: int, amended: int | None, client: str) -> ColumnElement[bool]:
    return and_(drafts.c.night == night, drafts.c.client == client, drafts.c.amended == (amended or 0))


def find(connection: Connection, night: int, amended: int | None, client: str) -> Draft | None:
    """The draft, if there is one."""
    query = select(drafts.c.data, drafts.c.base).where(_where(night, amended, client))
    row = connection.execute(query).one_or_none()
    return row and Draft(row.data, row.base)


def save(connection: Connection, night: int, amended: int | None, data: str, client: str) -> None:
    """Keep `data` in place of what was there. BookError `unknown_night`."""
    latest = select(func.coalesce(func.max(journal.c.sequence), 0)).where(journal.c.night == night).scalar_subquery()
    known = update(drafts).where(_where(night, amended, client)).values(data=data, base=latest)
    if not connection.execute(known).rowcount:  # the first key of a round; all others cost one statement
        base, _ = last_sequence(connection, night)
        key = {"night": night, "client": client, "amended": amended or 0}
        connection.execute(insert(drafts).values({**key, "data": data, "base": base}))


def drop(connection: Connection, night: int, amended: int | None, client: str) -> None:
    """Forget the draft, if there is one."""
    connection.execute(delete(drafts).where(_where(night, amended, client)))
