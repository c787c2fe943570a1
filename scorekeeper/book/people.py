"""Who is who: one row per person, found by the key that all spellings of a name share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from scorekeeper.book.errors import BookError
from scorekeeper.book.model import PlayerLine
from scorekeeper.book.schema import aliases, nights, players, seats
from scorekeeper.table.names import clean_text, name_key
from scorekeeper.table.reading import nearest
from scorekeeper.table.standing import Opening


class Roll:
    """Everybody in the book, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        rows = connection.execute(select(players.c.key, players.c.id, players.c.name)).all()
        names, person = {number: name for _key, number, name in rows}, persons(connection)
        self._known = {
            key: (person.get(number, number), names[person.get(number, number)]) for key, number, _name in rows
        }

    def known(self, name: str) -> str:
        """The name as the book spells it. BookError `unknown_player`."""
        known = self._known.get(name_key(name))
        if known is None:
            names = tuple(dict.fromkeys(called for _number, called in self._known.values()))
            raise BookError("unknown_player", player=name, nearest=nearest(name, names))
        return known[1]

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


def persons(connection: Connection) -> Mapping[int, int]:
    """Who each alias really is, by id; nobody else is in it."""
    found = dict(connection.execute(select(aliases.c.player, aliases.c.person)).all())

    def person(player: int) -> int:
        passed = set[int]()
        while player in found and player not in passed:
            passed.add(player)
            player = found[player]
        return player

    return {player: person(player) for player in found}


def names(connection: Connection) -> Mapping[int, str]:
    """How everybody is called, by id; an alias as the person is."""
    called = dict(connection.execute(select(players.c.id, players.c.name)).all())
    return called | {alias: called[person] for alias, person in persons(connection).items() if person in called}


def names_of(connection: Connection, night: int) -> Mapping[int, str]:
    """Everybody whom a night's journal names, by id."""
    query = select(players.c.id, players.c.name).join(seats, seats.c.player == players.c.id)
    rows = connection.execute(query.where(seats.c.night == night).order_by(seats.c.chair, players.c.id))
    called = dict(rows.all())
    if called.keys() & persons(connection).keys():
        everybody = names(connection)
        return {player: everybody[player] for player in called}
    return called


def lines(connection: Connection) -> tuple[PlayerLine, ...]:
    """Everybody, by name; who goes by several names, once."""
    shown = select(seats.c.player, seats.c.night).join(nights).where(~nights.c.hidden).subquery()
    query = (
        select(players.c.id, players.c.name, func.count(shown.c.night))
        .join(shown, shown.c.player == players.c.id, isouter=True)
        .group_by(players.c.id, players.c.name, players.c.key)
        .order_by(players.c.key)
    )
    rows, person = connection.execute(query).all(), persons(connection)
    counts: Counter[int] = Counter()
    others: dict[int, list[tuple[int, str]]] = {}
    for number, name, count in rows:
        counts[person.get(number, number)] += count
        if number in person:
            others.setdefault(person[number], []).append((number, name))
    return tuple(
        PlayerLine(number, name, counts[number], tuple(others.get(number, ())))
        for number, name, _count in rows
        if number not in person
    )


def merge(connection: Connection, player: int, into: int, moment: datetime) -> None:
    """From now on `player` is called as `into` is; aliases of either stay what they are.

    BookError `unknown_player`, `same_person`, `same_night` (both sat in one night, so they are two people).
    """
    called, person = dict(connection.execute(select(players.c.id, players.c.name)).all()), persons(connection)
    for one in (player, into):
        if one not in called:
            raise BookError("unknown_player", player=one)
    alias, kept = person.get(player, player), person.get(into, into)
    if alias == kept:
        raise BookError("same_person", player=called[player], other=called[into])
    group = {one: person.get(one, one) for one in called if person.get(one, one) in (alias, kept)}
    rows = connection.execute(select(seats.c.night, seats.c.player).where(seats.c.player.in_(list(group))))
    sat: dict[int, set[int]] = {}
    for night, one in rows:
        sat.setdefault(night, set()).add(group[one])
    both = next((night for night in sorted(sat) if len(sat[night]) == 2), None)
    if both is not None:
        raise BookError("same_night", player=called[alias], other=called[kept], night=both)
    connection.execute(insert(aliases).values(player=alias, person=kept, merged_at=moment))


def unmerge(connection: Connection, player: int) -> None:
    """`player` is a person of its own again, in the nights in which it sat under its own name.

    BookError `not_merged`.
    """
    done = connection.execute(delete(aliases).where(aliases.c.player == player))
    if not done.rowcount:
        raise BookError("not_merged", player=player)


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
