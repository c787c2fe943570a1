"""Chairs around the table, clockwise. The seat to the left is the next one clockwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair and who sits on it, or who left it (`taken` is false): the deal passes on from there."""

    player: str
    taken: bool = True


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
        """Who sits at the table, clockwise from the first chair."""
        return tuple(chair.player for chair in self.chairs if chair.taken)

    def __contains__(self, player: str) -> bool:
        return Chair(player) in self.chairs

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """Everybody present, beginning with `player`, or to the left of the chair that he has left.

        Raises KeyError for somebody who never sat here.
        """
        at = next((k for k, chair in enumerate(self.chairs) if chair.player == player), None)
        if at is None:
            raise KeyError(player)
        return tuple(chair.player for chair in self.chairs[at:] + self.chairs[:at] if chair.taken)

    def left_of(self, player: str) -> str | None:
        """The first one present to the left of the player's chair, taken or not; None when nobody else is there."""
        others = [other for other in self.clockwise_from(player) if other != player]
        return others[0] if others else None

    def join(self, player: str, left_of: str) -> Seats:
        """`player` sits directly to the left of `left_of`, before any empty chair; his own old chair goes."""
        chairs = [chair for chair in self.chairs if chair.player != player]
        at = chairs.index(Chair(left_of)) + 1
        return Seats((*chairs[:at], Chair(player), *chairs[at:]))

    def leave(self, player: str) -> Seats:
        """`player` gets up; his chair stays, empty."""
        return Seats(tuple(Chair(c.player, c.taken and c.player != player) for c in self.chairs))
