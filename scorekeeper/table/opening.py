"""How a night opened, and everything that can be wrong with that."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorekeeper.table.errors import Fault
from scorekeeper.table.game import NOTHING, AnyGame, RulesChange
from scorekeeper.table.journal import Mode
from scorekeeper.table.money import Stake
from scorekeeper.table.names import name_key


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as the night opens, with the game's option (a suit) and his credit (points, cash play)."""

    player: str
    option: str | None = None
    credit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is agreed before the first round. Seats go clockwise; `dealer` deals first."""

    game: AnyGame
    seats: tuple[Seat, ...]
    dealer: str
    mode: Mode = Mode.RECORD
    rules: RulesChange = field(default_factory=dict)
    stake: Stake | None = None
    title: str = ""
    started_at: datetime | None = None
    zone: str | None = None
    uuid: str | None = None


def begun(opening: Opening, unread: frozenset[str] = NOTHING) -> tuple[Any, list[Fault]]:
    """The game's state before the first round, and everything that is wrong with the opening: `players`,
    `duplicate_player`, `dealer`, `suit_taken` …

    `unread` are keys of it that could not be read; an empty name is one that could not be. What may be due to that is
    no fault.
    """
    game, faults = opening.game, list[Fault]()
    if "seats" not in unread and not game.least_players <= len(opening.seats) <= game.most_players:
        bounds: dict[str, str | int] = {"least": game.least_players, "most": game.most_players}
        faults.append(Fault("players", (("key", "seats"),), {"count": len(opening.seats), **bounds}))
    seen: dict[str, str] = {}
    for number, seat in enumerate(opening.seats, start=1):
        key = name_key(seat.player)
        if key in seen and key:
            faults.append(Fault("duplicate_player", (("seat", number),), {"player": seat.player, "other": seen[key]}))
        seen.setdefault(key, seat.player)
    players = {seat.player for seat in opening.seats}
    if opening.dealer not in players and "" not in players and not unread & {"seats", "dealer"}:
        faults.append(Fault("dealer", (("key", "dealer"),), {"player": opening.dealer}))
    state, wrong = game.begin([(seat.player, seat.option) for seat in opening.seats])
    return state, [*faults, *wrong]
