"""Nights into rows, inside a transaction that the caller opens and commits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from uuid import uuid4

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.book.errors import BookError
from scorekeeper.book.model import Stored
from scorekeeper.book.people import Roll, respelled
from scorekeeper.book.reading import ENTRY_VERSION, last_sequence
from scorekeeper.book.schema import journal, ledger, nights, seats
from scorekeeper.book.zone import local_zone
from scorekeeper.table.codec import kept_json, mode_of, players_of, read_kept, renamed
from scorekeeper.table.errors import Fault, FormatError, rule_error
from scorekeeper.table.game import AnyGame
from scorekeeper.table.journal import Amend, Entry, Reopened, Round, settles
from scorekeeper.table.ledger import Transfer
from scorekeeper.table.names import among, clean_text
from scorekeeper.table.night import Night
from scorekeeper.table.reading import Reader
from scorekeeper.table.standing import Mode, Opening, Standing


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def completed(opening: Opening, roll: Roll) -> Opening:
    """An opening that can be stored: with the book's spellings, a uuid, the moment and the zone.

    Raises FormatError for house rules that could not be read again, BookError `empty_name`.
    """
    faults: list[Fault] = []
    reader = Reader(dict(opening.rules), (("key", "rules"),), faults)
    rules = opening.game.read_rules(reader)
    reader.done()
    if faults:
        raise FormatError(faults)
    known = respelled(opening, roll)
    sitting = known.seats if opening.mode is Mode.CASH else tuple(replace(seat, credit=0) for seat in known.seats)
    return replace(
        known,
        seats=sitting,
        rules=rules,
        title=clean_text(opening.title),
        started_at=opening.started_at or now().replace(microsecond=0),
        zone=opening.zone or local_zone(),
        uuid=opening.uuid or str(uuid4()),
    )


def readable(entry: Entry, number: int, opening: Opening, mode: Mode) -> Entry:
    """The entry as it will be read again, as one of a night that knows `mode`.

    Raises FormatError if it could not be: such a one is never stored.
    """
    faults: list[Fault] = []
    data = kept_json(entry, opening.game, opening.zone)
    read = read_kept(data, (("entry", number),), opening.game, mode, faults)
    if read is None or faults:
        raise FormatError(faults)
    return read


def spelled(entry: Entry, number: int, spelling: Callable[[str], str], game: AnyGame) -> Entry:
    """The entry with the book's spellings. RuleError `duplicate_player` where two names in it are one person's."""
    made = renamed(entry, spelling, game)
    if _named(made) != _named(entry):
        known: dict[str, str] = {}
        for player in players_of(entry, game):
            if (other := known.setdefault(spelling(player), player)) != player:
                raise rule_error(
                    "duplicate_player", ("entry", number), player=player, other=other, person=spelling(player)
                )
    return made


def _named(entry: Entry) -> int:
    """How many keys all that an entry maps from have: fewer, once two of them are the same."""
    holders = [entry, entry.record] if isinstance(entry, Round | Amend) else [entry]
    values = (getattr(holder, field.name) for holder in holders for field in fields(holder))
    return sum(len(value) for value in values if isinstance(value, Mapping))


def new_night(connection: Connection, night: Night, roll: Roll) -> Stored:
    """Store a whole night whose opening is `completed`."""
    opening = night.opening
    ids = roll.ids([seat.player for seat in opening.seats])
    stake = opening.stake
    row = {
        "uuid": opening.uuid,
        "game": opening.game.name,
        "title": opening.title,
        "mode": str(opening.mode),
        "rules": json.dumps(dict(opening.rules)),
        "stake_minor": stake and stake.minor,
        "stake_currency": stake and stake.currency,
        "zone": opening.zone,
        "started_at": opening.started_at,
        "dealer": ids[opening.dealer],
        "recorded_at": now(),
    }
    number = connection.execute(insert(nights).values(row).returning(nights.c.id)).scalar_one()
    sitting = [
        {"night": number, "player": ids[s.player], "chair": chair, "option": s.option, "credit": s.credit}
        for chair, s in enumerate(opening.seats, start=1)
    ]
    connection.execute(insert(seats), sitting)
    empty = Stored(number, Night.begin(opening), closed=False, ids=ids)
    return extend(connection, empty, night, roll) if night.journal else empty


def append(connection: Connection, stored: Stored, entry: Entry) -> Stored:
    """One entry more.

    RuleError, FormatError; BookError `conflict`, `unknown_night`, `empty_name`, `closed_night`, `no_reason`.
    """
    found, closed = last_sequence(connection, stored.number)
    if found != stored.sequence:
        raise BookError("conflict", night=stored.number)
    if closed and isinstance(entry, Reopened):
        closed = False
        connection.execute(update(nights).where(nights.c.id == stored.number).values(closed_at=None))
    if closed and not settles(entry, stored.night.journal):
        raise BookError("closed_night", night=stored.number)
    opening = stored.night.opening
    entry = readable(entry, found + 1, opening, mode_of(opening.mode, stored.night.journal))
    if isinstance(entry, Reopened) and not entry.reason:
        raise BookError("no_reason")
    strangers = [name for name in players_of(entry, opening.game) if among(stored.ids, name) not in stored.ids]
    roll = Roll(connection) if strangers else None

    def spelling(name: str) -> str:
        known = among(stored.ids, name)
        return known if roll is None or known in stored.ids else roll.spelling(name)

    night = stored.night.append(spelled(entry, found + 1, spelling, opening.game))
    return extend(connection, replace(stored, closed=closed), night, roll)


def extend(connection: Connection, stored: Stored, night: Night, roll: Roll | None) -> Stored:
    """Write what `night` has and `stored` has not yet: people, entries, and the ledger lines that changed."""
    opening, number, added = night.opening, stored.number, night.journal[stored.sequence :]
    named = dict.fromkeys(name for entry in added for name in players_of(entry, opening.game))
    strangers = [name for name in named if name not in stored.ids]
    ids = dict(stored.ids)
    if strangers:
        fresh = (roll or Roll(connection)).ids(strangers)
        ids |= fresh
        connection.execute(insert(seats), [{"night": number, "player": player} for player in fresh.values()])
    moment = now()
    rows = [
        {
            "night": number,
            "sequence": sequence,
            "kind": entry.kind,
            "version": ENTRY_VERSION,
            "data": _data(entry, opening, ids),
            "recorded_at": moment,
        }
        for sequence, entry in enumerate(added, start=stored.sequence + 1)
    ]
    connection.execute(insert(journal), rows)
    _rewrite_ledger(connection, stored, _changed(stored.night.standing, night.standing), ids)
    return replace(stored, night=night, ids=ids)


def _data(entry: Entry, opening: Opening, ids: Mapping[str, int]) -> str:
    numbered = renamed(entry, lambda name: str(ids[name]), opening.game)
    return json.dumps(kept_json(numbered, opening.game, opening.zone), ensure_ascii=False, separators=(",", ":"))


def _changed(before: Standing, after: Standing) -> dict[int, Sequence[Transfer]]:
    """The transfers of every round (and restoration), by entry, that are not what they were; none for one that holds
    no more.

    Old and new are both computed by this version of the rules: lines that an older one wrote stay as agreed.
    """
    old, new = dict(before.postings), dict(after.postings)
    return {entry: new.get(entry, ()) for entry in sorted(old | new) if old.get(entry, ()) != new.get(entry, ())}


def _rewrite_ledger(
    connection: Connection, stored: Stored, changed: Mapping[int, Iterable[Transfer]], ids: Mapping[str, int]
) -> None:
    number = stored.number
    earlier = [entry for entry in changed if entry <= stored.sequence]
    if earlier:
        connection.execute(delete(ledger).where(ledger.c.night == number, ledger.c.entry.in_(earlier)))
    lines = [
        {
            "night": number,
            "entry": entry,
            "line": line,
            "payer": ids[transfer.payer],
            "payee": ids[transfer.payee],
            "points": transfer.points,
            "reason": transfer.reason,
        }
        for entry, transfers in changed.items()
        for line, transfer in enumerate(transfers, start=1)
    ]
    if lines:
        connection.execute(insert(ledger), lines)


def is_known(connection: Connection, uuid: str) -> int | None:
    """The number of the night with this uuid."""
    return connection.execute(select(nights.c.id).where(nights.c.uuid == uuid)).scalar()
