"""What is half typed: kept until it is recorded or dropped, so that a dead battery loses no key."""

from __future__ import annotations

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from scorekeeper.book.model import Draft
from scorekeeper.book.reading import last_sequence
from scorekeeper.book.schema import drafts, journal

_DRAFT = and_(
    drafts.c.night == bindparam("of_night"),
    drafts.c.client == bindparam("by_client"),
    drafts.c.amended == bindparam("of_round"),
)
_LATEST = select(func.coalesce(func.max(journal.c.sequence), 0)).where(journal.c.night == bindparam("of_night"))
_FIND = select(drafts.c.data, drafts.c.base).where(_DRAFT)
_SAVE = update(drafts).where(_DRAFT).values(data=bindparam("typed"), base=_LATEST.scalar_subquery())
"""Made once: it is written at every key."""
_DROP = delete(drafts).where(_DRAFT)


def _key(night: int, amended: int | None, client: str) -> dict[str, int | str]:
    return {"of_night": night, "by_client": client, "of_round": amended or 0}


def find(connection: Connection, night: int, amended: int | None, client: str) -> Draft | None:
    """The draft, if there is one."""
    row = connection.execute(_FIND, _key(night, amended, client)).one_or_none()
    return row and Draft(row.data, row.base)


def save(connection: Connection, night: int, amended: int | None, data: str, client: str) -> None:
    """Keep `data` in place of what was there. BookError `unknown_night`."""
    saved = connection.execute(_SAVE, {**_key(night, amended, client), "typed": data})
    if not saved.rowcount:  # the first key of a round; all others cost one statement
        base, _ = last_sequence(connection, night)
        row = {"night": night, "client": client, "amended": amended or 0, "data": data, "base": base}
        connection.execute(insert(drafts).values(row))


def drop(connection: Connection, night: int, amended: int | None, client: str) -> None:
    """Forget the draft, if there is one."""
    connection.execute(_DROP, _key(night, amended, client))
