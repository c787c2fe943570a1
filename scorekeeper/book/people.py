"""Who is who: one row per person, found by the key that all spellings of a name share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sqlalchemy import Connection, func, insert, select, update

from scorekeeper.book.errors import BookError
from scorekeeper.book.model import PlayerLine
from scorekeeper.book.schema import nights, players, seats
from scorekeeper.table.names import clean_text, name_key
from scorekeeper.table.standing import Opening


class Roll:
    """Everybody in the book, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        rows = connection.execute(select(players.c.key, players.c.id, players.c.name))
        self._known = {key: (number, name) for key, number, name in rows}

    def spelling(self, name: str) -> str:
        """The name as the book spells it; cleaned, if it has no such person yet. BookError `empty_name`."""
        key = name_key(name)
        if not key:
            raise BookError("empty_name")
        known = self._known.get(key)
        return known[1] if known else clean_text(name)

    def ids(self, names: Iterable[str]) -> dict[str, int]:
        """The id of each, entered into the book if need be."""
        found = {}
        for name in names:
            key = name_key(name)
            if key not in self._known:
                added = self._connection.execute(insert(players).values(name=name, key=key).returning(players.c.id))
                self._known[key] = (added.scalar_one(), name)
            found[name] = self._known[key][0]
        return found


def respelled(opening: Opening, roll: Roll) -> Opening:
    """The opening with the book's spellings."""
    sitting = tuple(replace(seat, player=roll.spelling(seat.player)) for seat in opening.seats)
    return replace(opening, seats=sitting, dealer=roll.spelling(opening.dealer))


def among(names: Iterable[str], name: str) -> str:
    """The one of `names` that is a spelling of `name`; `name` if none is."""
    key = name_key(name)
    return next((other for other in names if name_key(other) == key), name)


def names_of(connection: Connection, night: int) -> Mapping[int, str]:
    """Everybody whom a night's journal names, by id."""
    query = select(players.c.id, players.c.name).join(seats, seats.c.player == players.c.id)
    rows = connection.execute(query.where(seats.c.night == night).order_by(seats.c.chair, players.c.id))
    return dict(rows.all())


def lines(connection: Connection) -> tuple[PlayerLine, ...]:
    """Everybody, by name."""
    shown = select(seats.c.player, seats.c.night).join(nights).where(~nights.c.hidden).subquery()
    query = (
        select(players.c.id, players.c.name, func.count(shown.c.night))
        .join(shown, shown.c.player == players.c.id, isouter=True)
        .group_by(players.c.id, players.c.name, players.c.key)
        .order_by(players.c.key)
    )
    return tuple(PlayerLine(number, name, count) for number, name, count in connection.execute(query))


def rename(connection: Connection, player: int, name: str) -> None:
    """Change how a person is called, in every night. BookError `empty_name`, `name_taken`, `unknown_player`."""
    cleaned, key = clean_text(name), name_key(name)
    if not key:
        raise BookError("empty_name")
    query = select(players.c.name).where(players.c.key == key, players.c.id != player)
    holder = connection.execute(query).scalar()
    if holder is not None:
        raise BookError("name_taken", name=cleaned, holder=holder)
    done = connection.execute(update(players).where(players.c.id == player).values(name=cleaned, key=key))
    if not done.rowcount:
        raise BookError("unknown_player", player=player)
