"""Nights in a line or two: what the table's tests are written with."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.files.night_file import read_night
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.table.codec import read_entry
from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.journal import Entry
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode

Json = dict[str, Any]

FOUR = ("Алла", "Борис", "Вадим", "Галина")
THREE = FOUR[:3]
TWO = FOUR[:2]


def file(*entries: Json, players: tuple[str, ...] = FOUR, dealer: str = "Алла", **more: Any) -> Json:
    """A night file; a seat may be given as (player, credit)."""
    return {
        "format": "scorekeeper.night/1",
        "game": "decarte",
        "seats": [{"player": player} for player in players],
        "dealer": dealer,
        "journal": list(entries),
        **more,
    }


def night(*entries: Json, players: tuple[str, ...] = FOUR, dealer: str = "Алла", **more: Any) -> Night:
    """A legal night with these entries."""
    return Night.replay(*read_night(json.dumps(file(*entries, players=players, dealer=dealer, **more)).encode()))


def entry(data: Json, mode: Mode = Mode.RECORD) -> Entry:
    """One entry from its JSON."""
    faults: list[Fault] = []
    made = read_entry(data, (), DECARTE, mode, faults)
    assert made is not None, faults
    return made


def hands(*points: int, players: tuple[str, ...] = FOUR, **more: Any) -> Json:
    """A round by the hands, in the order of `players`."""
    return {"round": {"hands": dict(zip(players, points, strict=True)), **more}}


def missed(**more: Any) -> Json:
    """A round with a missed cut: 10 from the dealer to each."""
    return {"round": {"cut": "missed", **more}}


def join(player: str, left_of: str, **more: Any) -> Json:
    """A newcomer."""
    return {"join": {"player": player, "left_of": left_of, **more}}


def leave(player: str) -> Json:
    """Somebody gets up."""
    return {"leave": {"player": player}}


def void(number: int) -> Json:
    """Entry `number` did not happen."""
    return {"void": {"entry": number}}


def amend(number: int, round_: Json) -> Json:
    """Entry `number` was really that round."""
    return {"amend": {"entry": number, **round_}}


def dealers(of: Night) -> list[str]:
    """Who dealt each round that holds."""
    return [played.seating.dealer for played in of.standing.rounds]


def refusal(error: RuleError) -> list[tuple[str, int]]:
    """Each code with the entry that it is about."""
    return [(fault.code, int(fault.place[0][1])) for fault in error.faults]
