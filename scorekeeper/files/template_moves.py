"""Who comes and goes between the rounds of a template: all that is known of it is who has a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games import GAMES

MOST = GAMES["decarte"].most_players
LEAST = GAMES["decarte"].least_players


class Move(NamedTuple):
    """An entry of the journal: its kind, who moves, and beside whom he sits down if he joins."""

    kind: str
    player: str
    left_of: str = ""


@dataclass(slots=True)
class Table:
    """Who sits where, clockwise as on the first sheet."""

    order: Sequence[str]
    """All players of the night."""
    here: list[str] = field(default_factory=list)
    """Who played the last round."""
    _away: list[str] = field(default_factory=list)
    """Who sits out and will play again; the first of them has done so for the longest."""

    def moves(self, present: list[str], returns: Callable[[str], bool]) -> Iterator[Move]:
        """What has happened if `present` play now; `returns` tells whether somebody plays later on."""
        here = [player for player in self.here if player in present]
        gone = [player for player in self.here if player not in present]
        leaving = [player for player in gone if not returns(player)]
        # A newcomer sits down beside somebody, so where everybody leaves, one waits for him.
        waiting = leaving[-1] if leaving == self.here and leaving and not self._away else None
        for player in gone:
            if player not in leaving:  # his chair and his stack wait for him
                self._away.append(player)
                yield Move("away", player)
            elif player != waiting:
                yield Move("leave", player)
        for player in [player for player in present if player in self._away]:
            self._away.remove(player)
            here.append(player)
            yield Move("back", player)
        for player in [player for player in present if player not in here]:
            if self._away and len(here) + len(self._away) >= MOST:  # his chair is taken
                yield Move("leave", self._away.pop(0))
            yield Move("join", player, self._beside(player, [*here, *self._away, *([waiting] if waiting else [])]))
            here.append(player)
            if waiting:
                yield Move("leave", waiting)
                waiting = None
        if waiting:
            yield Move("leave", waiting)
        self.here = present

    def next_dealer(self, last: str) -> str | None:
        """The first to the left of `last` who plays, whoever else sits between them now; None if nobody plays."""
        at = self.order.index(last) + 1
        return next((player for player in [*self.order[at:], *self.order[:at]] if player in self.here), None)

    def _beside(self, player: str, seated: Sequence[str]) -> str:
        """Whoever of `seated` sits next to his right."""
        at = self.order.index(player)
        turned = [*self.order[at:], *self.order[:at]]
        return next((other for other in reversed(turned) if other in seated), player)
