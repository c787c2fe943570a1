"""Nights as lines of a list, by a few queries whatever their number."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Connection, Row, func, select, union_all

from scorekeeper.book import people
from scorekeeper.book.errors import BookError
from scorekeeper.book.model import NightLine
from scorekeeper.book.schema import journal, ledger, nights, seats
from scorekeeper.table.money import Stake
from scorekeeper.table.standing import Mode

Value = TypeVar("Value")


def lines(connection: Connection, *, hidden: bool = False) -> tuple[NightLine, ...]:
    """Every night that is not hidden (or, asked so, that is), the one that began last first."""
    newest = nights.c.started_at.desc(), nights.c.id.desc()
    try:
        rows = connection.execute(select(nights).where(nights.c.hidden.is_(hidden)).order_by(*newest)).all()
    except (ValueError, TypeError) as error:  # a moment that is none
        raise BookError("damaged", night=0, entry=0, fault=str(error)) from None
    names, balances, taken_back = _names(connection), _balances(connection), _taken_back(connection)
    rounds, modes = _rounds(connection, taken_back), _modes(connection, taken_back)
    return tuple(
        _line(row, names.get(row.id, {}), rounds.get(row.id, 0), balances.get(row.id, {}), modes.get(row.id, row.mode))
        for row in rows
    )


def _line(row: Row[Any], names: Mapping[int, str], rounds: int, balances: Mapping[int, int], way: str) -> NightLine:
    leader = max(names, key=lambda player: balances.get(player, 0), default=None)
    balance = balances.get(leader, 0) if leader is not None else 0
    try:
        mode = Mode(way)
        stake = Stake(row.stake_minor, row.stake_currency) if row.stake_minor is not None else None
    except ValueError as error:
        raise BookError("damaged", night=row.id, entry=0, fault=str(error)) from None
    return NightLine(
        number=row.id,
        uuid=row.uuid,
        game=row.game,
        title=row.title,
        mode=mode,
        started_at=row.started_at,
        zone=row.zone,
        stake=stake,
        players=tuple(names.values()),
        rounds=rounds,
        leader=names[leader] if leader is not None and balance > 0 else None,
        balance=max(balance, 0),
        closed=row.closed_at is not None,
    )


def _names(connection: Connection) -> Mapping[int, dict[int, str]]:
    """Names by night and player, in the order of the chairs; those who came later after them."""
    called = people.names(connection)
    query = select(seats.c.night, seats.c.player)
    query = query.order_by(seats.c.night, seats.c.chair.is_(None), seats.c.chair, seats.c.player)
    names: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for night, player in connection.execute(query):
        if player not in called:
            raise BookError("damaged", night=night, entry=0, fault="unknown_player")
        names[night][player] = called[player]
    return names


def _taken_back(connection: Connection) -> Mapping[int, set[int]]:
    """The entries of each night that a void which holds itself names."""
    voids = select(journal.c.night, journal.c.sequence, journal.c.data).where(journal.c.kind == "void")
    taken_back: defaultdict[int, set[int]] = defaultdict(set)
    for night, sequence, data in connection.execute(voids.order_by(journal.c.night, journal.c.sequence.desc())):
        if sequence not in taken_back[night]:
            taken_back[night].add(_said(night, sequence, data, "void", "entry", int))
    return taken_back


def _rounds(connection: Connection, taken_back: Mapping[int, set[int]]) -> Mapping[int, int]:
    """How many rounds hold in each night."""
    is_round = journal.c.kind == "round"
    counted = select(journal.c.night, func.count()).where(is_round).group_by(journal.c.night)
    counts = dict(connection.execute(counted).all())
    rounds = select(journal.c.night, journal.c.sequence).where(is_round, journal.c.night.in_(list(taken_back)))
    for night, sequence in connection.execute(rounds):
        counts[night] -= sequence in taken_back[night]
    return counts


def _modes(connection: Connection, taken_back: Mapping[int, set[int]]) -> Mapping[int, str]:
    """How each night settles now that changed it since it began."""
    changes = select(journal.c.night, journal.c.sequence, journal.c.data).where(journal.c.kind == "mode")
    return {
        night: _said(night, sequence, data, "mode", "to", str)
        for night, sequence, data in connection.execute(changes.order_by(journal.c.night, journal.c.sequence))
        if sequence not in taken_back.get(night, ())
    }


def _said(night: int, sequence: int, data: str, kind: str, key: str, read: Callable[[Any], Value]) -> Value:
    try:
        return read(json.loads(data)[kind][key])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BookError("damaged", night=night, entry=sequence, fault="not_json") from None


def _balances(connection: Connection) -> Mapping[int, dict[int, int]]:
    """Points received less points paid, by night and player."""
    received = select(ledger.c.night, ledger.c.payee.label("player"), ledger.c.points)
    paid = select(ledger.c.night, ledger.c.payer.label("player"), (-ledger.c.points).label("points"))
    moved = union_all(received, paid).subquery()
    query = select(moved.c.night, moved.c.player, func.sum(moved.c.points)).group_by(moved.c.night, moved.c.player)
    balances: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for night, player, points in connection.execute(query):
        balances[night][player] = int(points)
    return balances


def resolve(connection: Connection, reference: str) -> int:
    """The number of the night called by its number, its uuid or "last", if not hidden. BookError `unknown_night`."""
    wanted = reference.strip()
    query = select(nights.c.id)
    if wanted == "last":
        query = query.where(~nights.c.hidden)
    elif wanted.isascii() and wanted.isdecimal() and len(wanted) <= 9:
        query = query.where(nights.c.id == int(wanted))
    else:
        query = query.where(nights.c.uuid == _uuid(wanted))
    number = connection.execute(query.order_by(nights.c.id.desc()).limit(1)).scalar()
    if number is None:
        raise BookError("unknown_night", reference=reference)
    return number


def _uuid(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return ""


def last_open(connection: Connection) -> int | None:
    """The open night in which something was written last."""
    written = select(journal.c.night, func.max(journal.c.recorded_at).label("at")).group_by(journal.c.night)
    latest = written.subquery()
    query = (
        select(nights.c.id)
        .join(latest, latest.c.night == nights.c.id, isouter=True)
        .where(nights.c.closed_at.is_(None), ~nights.c.hidden)
        .order_by(func.coalesce(latest.c.at, nights.c.recorded_at).desc(), nights.c.id.desc())
    )
    return connection.execute(query.limit(1)).scalar()
