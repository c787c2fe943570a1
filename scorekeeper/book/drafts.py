"""What is half typed: kept until it is recorded or dropped, so that a dead battery loses no key."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from scorekeeper.book.model import Draft
from scorekeeper.book.reading import last_sequence
from scorekeeper.book.schema import drafts


def _where(night: int, amended: int | None, client: str) -> ColumnElement[bool]:
    return and_(drafts.c.night == night, drafts.c.client == client, drafts.c.amended == (amended or 0))


def find(connection: Connection, night: int, amended: int | None, client: str) -> Draft | None:
    """The draft, if there is one."""
    query = select(drafts.c.data, drafts.c.base).where(_where(night, amended, client))
    row = connection.execute(query).one_or_none()
    return row and Draft(row.data, row.base)


def save(connection: Connection, night: int, amended: int | None, data: str, client: str) -> None:
    """Keep `data` in place of what was there. BookError `unknown_night`."""
    base, _ = last_sequence(connection, night)
    values = {"data": data, "base": base}
    done = connection.execute(update(drafts).where(_where(night, amended, client)).values(values))
    if not done.rowcount:
        key = {"night": night, "client": client, "amended": amended or 0}
        connection.execute(insert(drafts).values({**key, **values}))


def drop(connection: Connection, night: int, amended: int | None, client: str) -> None:
    """Forget the draft, if there is one."""
    connection.execute(delete(drafts).where(_where(night, amended, client)))
