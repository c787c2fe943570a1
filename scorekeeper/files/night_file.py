"""Night files: JSON, players by name; writing and reading one gives the same night."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.files.json_text import read_json
from scorekeeper.games import GAMES
from scorekeeper.table.codec import (
    entry_json,
    mode_of,
    players_of,
    read_credit,
    read_sketch,
    read_time,
    renamed,
    time_json,
)
from scorekeeper.table.errors import Fault, FormatError
from scorekeeper.table.game import AnyGame, Json
from scorekeeper.table.journal import Entry, Join, Journal
from scorekeeper.table.money import MoneyError, Stake
from scorekeeper.table.names import name_key
from scorekeeper.table.night import judged
from scorekeeper.table.opening import begun
from scorekeeper.table.reading import Reader
from scorekeeper.table.standing import Mode, Opening, Seat
from scorekeeper.table.zones import is_zone

FORMAT: Final = "scorekeeper.night/1"
_FAMILY, _VERSION = FORMAT.split("/")
_NAMESPACE = uuid.UUID("6f3f0e2a-9a39-4c6b-8b0e-6d1d6f2c6a51")

NightFile = tuple[Opening, tuple[Entry, ...]]
"""An opening and its journal, read but not yet replayed."""


def read_night(content: bytes) -> NightFile:
    """A night file. Names are cleaned; spellings of one name become the first of them.

    Raises FormatError with everything that cannot be read, and with all that is against the rules besides, as far as
    that is certain. Whether a night that can be read is legal is for `Night.replay`.
    """
    data = read_json(content)
    if not isinstance(data, dict):
        raise FormatError([Fault("format", (), {"expected": FORMAT})])
    read = _read(data, Mode.RECORD)
    if "mode" in read.lacking:
        read = _read(data, Mode.CASH)  # so that credit is no fault as well
    opening, journal = _one_spelling(read.opening, read.journal)
    if read.faults:
        raise FormatError(sorted([*read.faults, *_judged(opening, journal, read)], key=_entry_of))
    return opening, journal


class _Read(NamedTuple):
    """A night as far as it could be read."""

    opening: Opening
    journal: tuple[Entry, ...]
    faults: Sequence[Fault]
    lacking: frozenset[str]
    """What of the opening could not be read."""
    unread: Mapping[int, frozenset[str]]
    """And what of rounds, by entry."""


def _read(data: Json, usual: Mode) -> _Read:
    """Raises FormatError when it is no night file at all; `usual` is the mode of one that names none."""
    faults: list[Fault] = []
    reader = Reader(data, (), faults)
    _check_format(reader)
    game = _read_game(reader)
    if any(fault.code in ("format", "newer_version") for fault in faults):
        raise FormatError(faults)
    if game is None:
        _read_of_any_game(reader)
        raise FormatError(faults)
    opening = _read_opening(reader, game, usual)
    journal, unread, mode = list[Entry](), dict[int, frozenset[str]](), opening.mode
    for number, (place, item) in enumerate(reader.items("journal", "entry", required=True), start=1):
        entry, lacking = read_sketch(item, place, game, mode, faults)
        journal.append(entry)
        unread |= {number: lacking} if lacking else {}
        mode = mode_of(mode, [entry])
    reader.done()
    return _Read(opening, tuple(journal), faults, reader.unread, unread)


_BESIDE: Final = frozenset(["format", "title", "started_at", "zone", "uuid", "journal", "entry"])
"""What no rule asks for."""


def _judged(opening: Opening, journal: Journal, read: _Read) -> Sequence[Fault]:
    """What is against the rules in a night of which not everything could be read."""
    lacking = read.lacking - _BESIDE
    _state, faults = begun(opening, lacking)
    return [*faults, *judged(opening, journal, read.unread, lacking)]


def _entry_of(fault: Fault) -> int:
    """The entry that a fault is about; 0 for the opening."""
    step, value = fault.place[0] if fault.place else ("", 0)
    return int(value) if step == "entry" else 0


def _check_format(reader: Reader) -> None:
    value = reader.raw("format", required=True)
    family, _, version = value.partition("/") if isinstance(value, str) else ("", "", "")
    if "format" not in reader or value == FORMAT:
        return
    if family == _FAMILY and version.isdecimal() and int(version) > int(_VERSION):
        reader.fault("newer_version", ("key", "format"), value=str(value), known=FORMAT)
    else:
        reader.fault("format", ("key", "format"), expected=FORMAT)


def _read_game(reader: Reader) -> AnyGame | None:
    name = reader.text("game", required=True)
    if name is not None and name not in GAMES:
        reader.fault("unknown_game", ("key", "game"), game=name, known=", ".join(GAMES))
    return GAMES.get(name or "")


def _read_of_any_game(reader: Reader) -> None:
    """What can be said of a night although nobody knows its game."""
    reader.choice("mode", tuple(Mode))
    for key, required in (("rules", False), ("seats", True)):
        reader.raw(key, required=required)
    _read_agreed(reader)
    reader.raw("journal", required=True)
    reader.done()


def _read_agreed(reader: Reader) -> dict[str, Any]:
    """What is agreed in any game."""
    return {
        "dealer": reader.name("dealer") or "",
        "stake": _read_stake(reader),
        "title": reader.note("title"),
        "started_at": read_time(reader, "started_at"),
        "zone": _read_zone(reader),
        "uuid": _read_uuid(reader),
    }


def _read_opening(reader: Reader, game: AnyGame, usual: Mode) -> Opening:
    mode = Mode(reader.choice("mode", tuple(Mode)) or usual)
    rules = reader.inner("rules")
    change = game.read_rules(rules) if rules else {}
    if rules:
        rules.done()
    seats = tuple(_read_seats(reader, game, mode))
    return Opening(game=game, seats=seats, mode=mode, rules=change, **_read_agreed(reader))


def _read_seats(reader: Reader, game: AnyGame, mode: Mode) -> Iterator[Seat]:
    for place, item in reader.items("seats", "seat", required=True):
        inner = Reader(item, place, reader.faults)
        player, option, credit = inner.name("player"), game.read_seat(inner), read_credit(inner, mode)
        inner.done()
        yield Seat(player or "", option, credit)


def _read_stake(reader: Reader) -> Stake | None:
    inner = reader.inner("stake")
    if inner is None:
        return None
    point, currency = inner.raw("point", required=True), inner.text("currency", required=True)
    inner.done()
    if "point" in inner and (isinstance(point, bool) or not isinstance(point, str | int)):
        inner.fault("wrong_type", ("key", "point"), expected="decimal")
        return None
    if currency is None or not isinstance(point, str | int):
        return None
    try:
        return Stake.parse(point, currency)
    except MoneyError as error:
        inner.fault(error.code, **error.params)
        return None


def _read_zone(reader: Reader) -> str | None:
    name = reader.text("zone")
    if name is None or is_zone(name):
        return name
    reader.fault("time", ("key", "zone"), value=name)
    return None


def _read_uuid(reader: Reader) -> str | None:
    text = reader.text("uuid")
    if text is None:
        return None
    try:
        return str(uuid.UUID(text))
    except ValueError:
        reader.fault("wrong_type", ("key", "uuid"), expected="uuid")
        return None


def _one_spelling(opening: Opening, entries: tuple[Entry, ...]) -> NightFile:
    """Names that differ only by case, spaces or ё/е are one player: as seats and joins spell him first."""
    spelled: dict[str, str] = {}
    for player in [seat.player for seat in opening.seats]:
        spelled.setdefault(name_key(player), player)
    for entry in entries:
        if isinstance(entry, Join):
            spelled.setdefault(name_key(entry.player), entry.player)

    def name(player: str) -> str:
        return spelled.get(name_key(player), player)

    return (
        replace(opening, dealer=name(opening.dealer)),
        tuple(renamed(entry, name, opening.game) for entry in entries),
    )


def spellings(opening: Opening, entries: Iterable[Entry]) -> tuple[str, ...]:
    """Every player of a night file who ever sits down, in order."""
    joined = [entry.player for entry in entries if isinstance(entry, Join)]
    return tuple(dict.fromkeys([*(seat.player for seat in opening.seats), *joined]))


def night_json(opening: Opening, entries: Iterable[Entry]) -> Json:
    """What `read_night` reads back as the same opening and entries."""
    data: Json = {"format": FORMAT, "game": opening.game.name}
    optional = {
        "uuid": opening.uuid,
        "title": opening.title,
        "mode": str(opening.mode) if opening.mode is not Mode.RECORD else None,
        "started_at": time_json(opening.started_at, opening.zone) if opening.started_at else None,
        "zone": opening.zone,
        "stake": opening.stake and {"point": opening.stake.point_text(), "currency": opening.stake.currency},
        "rules": dict(opening.rules),
    }
    data |= {key: value for key, value in optional.items() if value}
    data["seats"] = [
        {
            "player": seat.player,
            **opening.game.seat_json(seat.option),
            **({"credit": seat.credit} if seat.credit else {}),
        }
        for seat in opening.seats
    ]
    data["dealer"] = opening.dealer
    data["journal"] = [entry_json(entry, opening.game, opening.zone) for entry in entries]
    return data


def content_uuid(opening: Opening, entries: Iterable[Entry]) -> str:
    """The identity of a night whose file names none: the same content gives the same one."""
    canonical = json.dumps(night_json(opening, entries), sort_keys=True, ensure_ascii=False)
    return str(uuid.uuid5(_NAMESPACE, canonical))


__all__ = ["NightFile", "content_uuid", "night_json", "players_of", "read_night", "spellings"]
