"""Chairs around the table, clockwise. The seat to the left is the next one clockwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class At(Enum):
    """Where the player of a chair is: playing, away (he keeps chair and stack), or gone (the chair is empty)."""

    TABLE = "table"
    AWAY = "away"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair and whose it is, or was: the deal passes on from an empty one too."""

    player: str
    at: At = At.TABLE


@dataclass(frozen=True, slots=True)
class Seats:
    """All chairs clockwise, each player on one of them at the most."""

    chairs: tuple[Chair, ...]

    @classmethod
    def of(cls, players: tuple[str, ...]) -> Seats:
        """A table where `players` have just sat down, clockwise."""
        return cls(tuple(Chair(player) for player in players))

    @property
    def present(self) -> tuple[str, ...]:
        """Who plays the next round, clockwise from the first chair."""
        return tuple(chair.player for chair in self.chairs if chair.at is At.TABLE)

    @property
    def away(self) -> tuple[str, ...]:
        """Who sits out and keeps his chair, clockwise from the first chair."""
        return tuple(chair.player for chair in self.chairs if chair.at is At.AWAY)

    @property
    def seated(self) -> tuple[str, ...]:
        """Whose chairs are not free: who plays and who is away, clockwise from the first chair."""
        return tuple(chair.player for chair in self.chairs if chair.at is not At.GONE)

    def __contains__(self, player: str) -> bool:
        return Chair(player) in self.chairs

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """Everybody present, beginning with `player`, or to the left of the chair where he does not sit now.

        Raises KeyError for somebody who never sat here.
        """
        at = next((k for k, chair in enumerate(self.chairs) if chair.player == player), None)
        if at is None:
            raise KeyError(player)
        return tuple(chair.player for chair in self.chairs[at:] + self.chairs[:at] if chair.at is At.TABLE)

    def left_of(self, player: str) -> str | None:
        """The first one present to the left of the player's chair, taken or not; None when nobody else is there."""
        others = [other for other in self.clockwise_from(player) if other != player]
        return others[0] if others else None

    def join(self, player: str, left_of: str) -> Seats:
        """`player` sits directly to the left of `left_of`, before any empty chair; his own old chair goes."""
        chairs = [chair for chair in self.chairs if chair.player != player]
        at = next(k for k, chair in enumerate(chairs) if chair.player == left_of) + 1
        return Seats((*chairs[:at], Chair(player), *chairs[at:]))

    def put(self, player: str, at: At) -> Seats:
        """The same chairs, with `player` at the table, away or gone."""
        return Seats(tuple(replace(chair, at=at) if chair.player == player else chair for chair in self.chairs))

    def reorder(self, players: tuple[str, ...], last: str | None) -> Seats:
        """Those seated change chairs to the order `players`, clockwise.

        Of the empty chairs only that of the last dealer matters: it stays to the right of whoever was to deal next.
        """
        status = {chair.player: chair for chair in self.chairs}
        chairs = [status[player] for player in players]
        empty = status.get(last or "")
        if empty and empty.at is At.GONE:
            following = self.left_of(empty.player)
            chairs.insert(players.index(following) if following else len(chairs), empty)
        return Seats(tuple(chairs))
