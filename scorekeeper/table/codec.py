"""Journal entries as JSON objects: `{"join": {"player": …}, "at": …}`; used by night files and by the book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from scorekeeper.table.errors import Fault, Place
from scorekeeper.table.game import NOTHING, AnyGame, Json
from scorekeeper.table.journal import (
    KINDS,
    Amend,
    Away,
    Back,
    ChangeMode,
    Consent,
    Credit,
    Entry,
    HouseRules,
    Join,
    Leave,
    Mode,
    Reopened,
    Reseat,
    Round,
    Unread,
    Void,
)
from scorekeeper.table.reading import Reader, nearest
from scorekeeper.table.settling_codec import SETTLING, SETTLING_KINDS, read_settling, settling_json, settling_renamed

YEARS: Final = range(1970, 2200)
"""In which a night may be."""


_SPLIT_HOUR: Final = re.compile(r"(?<!:[0-9]{2}:[0-9]{2})(?<!T[0-9]{6})[.,]")
"""A point that does not follow seconds: 20.15 is meant as 20:15, and would be read as 20:00:00.15."""


def read_time(reader: Reader, key: str) -> datetime | None:
    """An ISO 8601 date and time with its offset from UTC; None when absent. Fault `time` otherwise."""
    text = reader.text(key)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text) if _SPLIT_HOUR.search(text) is None else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or moment.year not in YEARS:
        reader.fault("time", ("key", key), value=text)
        return None
    return moment


def time_json(moment: datetime, zone: str | None) -> str:
    """The moment as the clocks of `zone` (an IANA name; UTC when None) showed it."""
    return moment.astimezone(ZoneInfo(zone) if zone else UTC).isoformat()


def mode_of(opening: Mode, entries: Iterable[Entry]) -> Mode:
    """As what `read_entry` should read on after `entries`: cash, if there has been cash play or was to be."""
    return Mode.CASH if any(map(_changes_mode, entries)) else opening


def _changes_mode(entry: Entry) -> bool:
    return isinstance(entry, ChangeMode) or (isinstance(entry, Unread) and entry.of == ChangeMode.kind)


class Sketch(NamedTuple):
    """An entry as far as it could be read: `Unread`, or a round (or its correction) that lacks the keys `unread`."""

    entry: Entry
    unread: frozenset[str] = frozenset()


_HARMLESS: Final = frozenset(["reason", "note"])
"""Keys without which an entry does all that it does."""


def read_entry(data: object, place: Place, game: AnyGame, mode: Mode, faults: list[Fault]) -> Entry | None:
    """One entry; None, with at least one fault added to `faults`, when it cannot be read.

    Only in a night that knows cash play (`mode`) may it speak of credit.
    """
    before = len(faults)
    entry = read_sketch(data, place, game, mode, faults).entry
    return entry if len(faults) == before else None


def read_sketch(data: object, place: Place, game: AnyGame, mode: Mode, faults: list[Fault]) -> Sketch:
    """The same, but of an entry with faults as much as `night.judged` can use."""
    before = len(faults)
    outer = Reader(data, place, faults)
    at = read_time(outer, "at")
    kinds = [key for key in outer.keys if key != "at"]
    kind = next((key for key in kinds if key in KINDS), None)
    if kind is None or (kind == "credit" and mode is not Mode.CASH):
        named = kinds[0] if kinds else ""
        near = nearest(named, KINDS)
        if len(faults) == before:
            outer.fault("unknown_kind", kind=named, nearest=near)
        return Sketch(Unread(of=near))
    value = outer.raw(kind)
    outer.done()
    inner = Reader(value, place, faults)
    entry, unread = _read_amend(inner, game) if kind == Amend.kind else (_body_of(kind, inner, game, mode), NOTHING)
    inner.done()
    lacking = inner.unread - _HARMLESS
    faults[before:] = [_placed(fault, (*place, ("key", Round.kind))) for fault in faults[before:]]
    if kind == Round.kind:
        lacking, unread = lacking & {""}, lacking
    elif kind == Amend.kind:
        lacking -= {"round"}  # `unread` says what of it
    also = [other for other in kinds if other in KINDS and other != kind]
    if entry is None or lacking or also:
        return Sketch(Unread(of=next((of for of in (kind, *also) if of in (Void.kind, Amend.kind)), kind)))
    return Sketch(replace(entry, at=at), unread)


def _placed(fault: Fault, correction: Place) -> Fault:
    """What is wrong inside the round of a correction has the place that it would have in the round."""
    depth = len(correction)
    if fault.place[:depth] != correction or len(fault.place) == depth:
        return fault
    return replace(fault, place=(*correction[:-1], *fault.place[depth:]))


def read_credit(reader: Reader, mode: Mode) -> int:
    """The credit of a seat or a join, in points: 0 by default; a key that only cash play knows."""
    return (reader.whole("credit", least=0) or 0) if mode is Mode.CASH else 0


def _body_of(kind: str, reader: Reader, game: AnyGame, mode: Mode) -> Entry | None:
    match kind:
        case "round":
            return _read_round(reader, game)
        case "void":
            entry, reason = reader.integer("entry", required=True), reader.note("reason")
            return Void(entry=entry, reason=reason) if entry is not None else None
        case "rules":
            return HouseRules(change=game.read_rules(reader))
        case "seats":
            return Reseat(players=tuple(reader.names("players")))
        case "mode":
            to = reader.choice("to", tuple(Mode), required=True)
            brought = reader.points_by_name("credit", least=0) if to == Mode.CASH else {}
            return ChangeMode(to=Mode(to), credit=brought) if to else None
        case "reopened":
            return Reopened(reason=reader.note("reason"))
    if kind in SETTLING_KINDS:
        return read_settling(kind, reader)
    player = reader.name("player")
    match kind:
        case "join":
            left_of, option, credit = reader.name("left_of"), game.read_seat(reader), read_credit(reader, mode)
            return Join(player=player, left_of=left_of, option=option, credit=credit) if player and left_of else None
        case "leave":
            return Leave(player=player) if player else None
        case "away":
            return Away(player=player) if player else None
        case "back":
            return Back(player=player) if player else None
        case "consent":
            return Consent(player=player) if player else None
        case "credit":
            points = reader.whole("points", least=1, required=True)
            return Credit(player=player, points=points) if player and points else None
    raise KeyError(kind)


def _read_amend(reader: Reader, game: AnyGame) -> tuple[Amend | None, frozenset[str]]:
    """A correction, and what could not be read of its round."""
    entry, reason = reader.integer("entry", required=True), reader.note("reason")
    inner = reader.inner("round", required=True)
    if inner is None or entry is None:
        return None, NOTHING
    changed = _read_round(inner, game)
    inner.done()
    if "" in inner.unread:
        return None, NOTHING
    return Amend(entry=entry, record=changed.record, dealer=changed.dealer, reason=reason), inner.unread


def _read_round(reader: Reader, game: AnyGame) -> Round:
    dealer = reader.name("dealer", required=False)
    return Round(record=game.read_record(reader), dealer=dealer)


def entry_json(entry: Entry, game: AnyGame, zone: str | None) -> Json:
    """What `read_entry` reads back as the same entry."""
    data: Json = {entry.kind: _body(entry, game)}
    if entry.at is not None:
        data["at"] = time_json(entry.at, zone)
    return data


def kept_json(entry: Entry, game: AnyGame, zone: str | None) -> Json:
    """The same for the book, which also keeps how long a round was played."""
    lasted = entry.lasted if isinstance(entry, Round) else None
    return entry_json(entry, game, zone) | ({} if lasted is None else {"lasted": lasted})


def read_kept(data: object, place: Place, game: AnyGame, mode: Mode, faults: list[Fault]) -> Entry | None:
    """What `kept_json` gave."""
    if not isinstance(data, dict) or "lasted" not in data:
        return read_entry(data, place, game, mode, faults)
    reader = Reader(data, place, faults)
    lasted = reader.whole("lasted", least=0)
    entry = read_entry({key: value for key, value in data.items() if key != "lasted"}, place, game, mode, faults)
    return replace(entry, lasted=lasted) if isinstance(entry, Round) else entry


def _body(entry: Entry, game: AnyGame) -> Json:
    match entry:
        case Round():
            return _round_body(entry, game)
        case Amend():
            changed = Round(record=entry.record, dealer=entry.dealer)
            return {"entry": entry.entry, "round": _round_body(changed, game), **_reason(entry.reason)}
        case Void():
            return {"entry": entry.entry, **_reason(entry.reason)}
        case Join():
            credit = {"credit": entry.credit} if entry.credit else {}
            seat = {"player": entry.player, "left_of": entry.left_of}
            return {**seat, **game.seat_json(entry.option), **credit}
        case Leave() | Away() | Back() | Consent():
            return {"player": entry.player}
        case ChangeMode():
            return {"to": str(entry.to), **({"credit": dict(entry.credit)} if entry.credit else {})}
        case Reopened():
            return _reason(entry.reason)
        case Reseat():
            return {"players": list(entry.players)}
        case Credit():
            return {"player": entry.player, "points": entry.points}
        case HouseRules():
            return dict(entry.change)
        case _ if isinstance(entry, SETTLING):
            return settling_json(entry)
        case _:
            raise TypeError(f"no such entry: {entry!r}")


def _round_body(entry: Round, game: AnyGame) -> Json:
    dealer = {"dealer": entry.dealer} if entry.dealer is not None else {}
    return {**dealer, **game.record_json(entry.record)}


def _reason(reason: str) -> Json:
    return {"reason": reason} if reason else {}


def renamed(entry: Entry, name: Callable[[str], str], game: AnyGame) -> Entry:
    """The same entry with `name(player)` for every player it names."""
    match entry:
        case Round() | Amend():
            dealer = None if entry.dealer is None else name(entry.dealer)
            return replace(entry, record=game.renamed(entry.record, name), dealer=dealer)
        case Join():
            return replace(entry, player=name(entry.player), left_of=name(entry.left_of))
        case Leave() | Away() | Back() | Credit() | Consent():
            return replace(entry, player=name(entry.player))
        case ChangeMode():
            return replace(entry, credit={name(player): points for player, points in entry.credit.items()})
        case Reseat():
            return replace(entry, players=tuple(map(name, entry.players)))
        case _ if isinstance(entry, SETTLING):
            return settling_renamed(entry, name)
        case _:
            return entry


def players_of(entry: Entry, game: AnyGame) -> tuple[str, ...]:
    """Every name that an entry spells, in order, each once."""
    spelled: dict[str, str] = {}
    renamed(entry, lambda player: spelled.setdefault(player, player), game)
    return tuple(spelled)
