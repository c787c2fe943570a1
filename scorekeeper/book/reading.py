"""From rows back to nights. Whatever a row holds, reading ends with faults rather than with a crash."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select

from scorekeeper.book.errors import BookError
from scorekeeper.book.model import Stored
from scorekeeper.book.people import names_of
from scorekeeper.book.schema import journal, nights, seats
from scorekeeper.games import GAMES
from scorekeeper.table.codec import mode_of, read_kept, renamed
from scorekeeper.table.errors import Fault, Place, RuleError
from scorekeeper.table.game import AnyGame
from scorekeeper.table.journal import Entry
from scorekeeper.table.money import MoneyError, Stake
from scorekeeper.table.night import Night
from scorekeeper.table.reading import Reader
from scorekeeper.table.standing import Mode, Opening, Seat

ENTRY_VERSION: Final = 1
"""Of the JSON in the journal."""


def load(connection: Connection, number: int) -> Stored:
    """A night, replayed. BookError `unknown_night`; `damaged` when it cannot be read or played."""
    faults: list[Fault] = []
    opening, entries, closed = read(connection, number, faults)
    try:
        if faults or opening is None:
            raise RuleError(faults)
        night = Night.replay(opening, entries)
    except RuleError as error:
        fault = error.faults[0]
        raise BookError("damaged", night=number, entry=entry_of(fault), fault=fault.code) from error
    ids = {name: player for player, name in names_of(connection, number).items()}
    return Stored(number, night, closed, ids)


def read(connection: Connection, number: int, faults: list[Fault]) -> tuple[Opening | None, tuple[Entry, ...], bool]:
    """The opening, the journal, and whether the night is closed. What cannot be read is added to `faults`.

    Raises BookError `unknown_night`.
    """
    try:
        row = connection.execute(select(nights).where(nights.c.id == number)).one_or_none()
    except (ValueError, TypeError) as error:  # a moment that is none
        faults.append(Fault("time", (), {"value": str(error)}))
        return None, (), False
    if row is None:
        raise BookError("unknown_night", reference=str(number))
    names = names_of(connection, number)
    opening = _opening(connection, row, names, faults)
    if opening is None:
        return None, (), row.closed_at is not None
    spelled = {str(player): name for player, name in names.items()}
    return opening, _entries(connection, number, opening, spelled, faults), row.closed_at is not None


def entry_of(fault: Fault) -> int:
    """The entry that a fault is about; 0 for the opening."""
    return next((value for step, value in fault.place if step == "entry" and isinstance(value, int)), 0)


def _opening(connection: Connection, row: Row[Any], names: Mapping[int, str], faults: list[Fault]) -> Opening | None:
    before = len(faults)
    game = GAMES.get(row.game)
    if game is None:
        faults.append(Fault("unknown_game", (("key", "game"),), {"game": str(row.game)}))
        return None
    if row.mode not in tuple(Mode):
        faults.append(Fault("wrong_type", (("key", "mode"),), {"expected": "choice"}))
    for key in ("title", "zone", "uuid"):
        if not isinstance(getattr(row, key), str):
            faults.append(Fault("wrong_type", (("key", key),), {"expected": "text"}))
    reader = Reader(_json(row.rules, (("key", "rules"),), faults), (("key", "rules"),), faults)
    rules = game.read_rules(reader)
    reader.done()
    stake = _stake(row, faults)
    sitting = _seats(connection, row.id, game, names, faults)
    if len(faults) > before:
        return None
    return Opening(
        game=game,
        seats=sitting,
        dealer=names.get(row.dealer, ""),
        mode=Mode(row.mode),
        rules=rules,
        stake=stake,
        title=row.title,
        started_at=row.started_at,
        zone=row.zone,
        uuid=row.uuid,
    )


def _seats(
    connection: Connection, night: int, game: AnyGame, names: Mapping[int, str], faults: list[Fault]
) -> tuple[Seat, ...]:
    query = select(seats.c.player, seats.c.option, seats.c.credit)
    chairs = query.where(seats.c.night == night, seats.c.chair.is_not(None)).order_by(seats.c.chair)
    sitting = tuple(
        Seat(names.get(player, ""), option, credit) for player, option, credit in connection.execute(chairs)
    )
    seat: Any  # SQLite lets a hand put text where a number belongs
    for number, seat in enumerate(sitting, start=1):
        place: Place = (("seat", number),)
        game.read_seat(Reader(game.seat_json(seat.option), place, faults))
        if seat.player == "":
            faults.append(Fault("unknown_player", place))
        elif not isinstance(seat.player, str):
            faults.append(Fault("wrong_type", place, {"expected": "text"}))
        if not isinstance(seat.credit, int) or seat.credit < 0:
            faults.append(Fault("wrong_type", place, {"expected": "whole"}))
    return sitting


def _stake(row: Row[Any], faults: list[Fault]) -> Stake | None:
    if row.stake_minor is None and row.stake_currency is None:
        return None
    try:
        return Stake(row.stake_minor, row.stake_currency)
    except (MoneyError, TypeError):
        faults.append(Fault("point_value", (("key", "stake"),)))
        return None


def _entries(
    connection: Connection, number: int, opening: Opening, names: Mapping[str, str], faults: list[Fault]
) -> tuple[Entry, ...]:
    query = select(journal.c.sequence, journal.c.kind, journal.c.version, journal.c.data)
    rows = connection.execute(query.where(journal.c.night == number).order_by(journal.c.sequence))
    entries, mode = list[Entry](), opening.mode
    for row in rows:
        entry = _entry(row, opening.game, mode, names, faults)
        if entry:
            entries.append(entry)
            mode = mode_of(mode, [entry])
    return tuple(entries)


def _entry(
    row: Row[int, str, int, str], game: AnyGame, mode: Mode, names: Mapping[str, str], faults: list[Fault]
) -> Entry | None:
    sequence, kind, version, text = row
    place: Place = (("entry", sequence),)
    if version != ENTRY_VERSION:
        faults.append(Fault("newer_version", place, {"value": str(version), "known": str(ENTRY_VERSION)}))
        return None
    before = len(faults)
    data = _json(text, place, faults)
    entry = read_kept(data, place, game, mode, faults) if len(faults) == before else None
    if entry is None:
        return None
    if entry.kind != kind:
        faults.append(Fault("unknown_kind", place, {"kind": str(kind), "nearest": entry.kind}))
    strangers: list[str] = []

    def name(player: str) -> str:
        if player not in names:
            strangers.append(player)
        return names.get(player, player)

    named = renamed(entry, name, game)
    faults += [Fault("unknown_player", place, {"player": stranger}) for stranger in dict.fromkeys(strangers)]
    return named


def _json(text: object, place: Place, faults: list[Fault]) -> object:
    try:
        if isinstance(text, str | bytes):
            return json.loads(text)
    except (ValueError, RecursionError):
        pass
    faults.append(Fault("not_json", place))
    return {}


def last_sequence(connection: Connection, number: int) -> tuple[int, bool]:
    """How many entries a night has by now, and whether it is closed. BookError `unknown_night`."""
    latest = select(journal.c.sequence).where(journal.c.night == number).order_by(journal.c.sequence.desc()).limit(1)
    row = connection.execute(
        select(nights.c.closed_at, latest.scalar_subquery().label("latest")).where(nights.c.id == number)
    ).one_or_none()
    if row is None:
        raise BookError("unknown_night", reference=str(number))
    return row.latest or 0, row.closed_at is not None


def all_numbers(connection: Connection) -> Sequence[int]:
    """Every night, hidden ones too."""
    return connection.execute(select(nights.c.id).order_by(nights.c.id)).scalars().all()


def count_entries(connection: Connection) -> int:
    """Of all nights together."""
    return connection.execute(select(func.count()).select_from(journal)).scalar_one()
