"""What the exports of a night share: the columns of a game, and times as the clock at the table showed them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from scorekeeper.files.decarte_columns import DecarteColumns
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.table.game import AnyGame
from scorekeeper.table.standing import Opening, PlayedRound


class Columns(Protocol):
    """A game's own columns, in the language in use. Every row has one value a label, in the same order."""

    def round_labels(self) -> tuple[str, ...]:
        """What is told of each round as a whole."""

    def of_round(self, played: PlayedRound) -> tuple[str | int | None, ...]:
        """The values under `round_labels`."""

    def player_labels(self, player: str) -> tuple[str, ...]:
        """What is told of each player in each round, before his net."""

    def of_player(self, played: PlayedRound, player: str) -> tuple[str | int | None, ...]:
        """The values under `player_labels` for somebody who sat in that round."""

    def hand(self, played: PlayedRound, player: str) -> str | None:
        """What the player opened; None if he opened nothing."""

    def record(self, record: Any) -> str:
        """What the scorekeeper typed for a round, in words."""

    def best_hand(self, rounds: Iterable[PlayedRound], player: str) -> str | None:
        """His best hand of all these rounds; None if he had none."""

    def reasons(self, played: PlayedRound) -> tuple[str, ...]:
        """What each transfer of a round was for, in words."""

    def fines(self, played: PlayedRound, player: str) -> str | None:
        """What he was fined for in that round; None if for nothing."""


COLUMNS: Mapping[str, Columns] = {DECARTE.name: DecarteColumns()}
"""By the name of the game."""


def columns_of(game: AnyGame) -> Columns:
    """The columns of a game; every registered game has some."""
    return COLUMNS[game.name]


def local_time(moment: datetime, zone: str | None) -> datetime:
    """The moment as the clocks of `zone` (an IANA name; UTC when None) showed it, without an offset."""
    return moment.astimezone(ZoneInfo(zone) if zone else UTC).replace(tzinfo=None, microsecond=0)


def began(opening: Opening, rounds: Iterable[PlayedRound]) -> datetime | None:
    """When the night began: as it says itself, or else with the first round whose time is known."""
    if opening.started_at is not None:
        return opening.started_at
    return next((played.at for played in rounds if played.at is not None), None)
