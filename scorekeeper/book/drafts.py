"""What is half typed: kept until it is recorded or dropped, so that a dead battery loses no key."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, select, update

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


_LATEST = select(func.coalesce(func.max(journal.c.sequence), 0)).where(journal.c.night == bindparam("of_night"))
_KNOWN = (
    update(drafts)
    .where(
        drafts.c.night == bindparam("of_night"),
        drafts.c.client == bindparam("by_client"),
        drafts.c.amended == bindparam("of_round"),
    )
    .values(data=bindparam("typed"), base=_LATEST.scalar_subquery())
)
"""Made once: it is written at every key."""


def save(connection: Connection, night: int, amended: int | None, data: str, client: str) -> None:
    """Keep `data` in place of what was there. BookError `unknown_night`."""
    of = {"of_night": night, "by_client": client, "of_round": amended or 0, "typed": data}
    if not connection.execute(_KNOWN, of).rowcount:  # the first key of a round; all others cost one statement
        base, _ = last_sequence(connection, night)
        key = {"night": night, "client": client, "amended": amended or 0}
        connection.execute(insert(drafts).values({**key, "data": data, "base": base}))


def drop(connection: Connection, night: int, amended: int | None, client: str) -> None:
    """Forget the draft, if there is one."""
    connection.execute(delete(drafts).where(_where(night, amended, client)))
