"""How long rounds and nights lasted, in seconds of play: pauses, and a sleeping laptop, are left out.

Times are moments with their offset from UTC, so that midnight and summer time change nothing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from scorekeeper.table.standing import PlayedRound, Standing

LONGEST: Final = 60 * 60
"""Seconds between two rounds beyond which nobody was playing; a round takes five to twenty minutes."""


def round_seconds(played: PlayedRound, before: datetime | None) -> int | None:
    """As measured while it was played; else since the moment `before`, unless that is too long to be play."""
    if played.lasted is not None:
        return played.lasted
    if played.at is None or before is None:
        return None
    seconds = int((played.at - before).total_seconds())
    return seconds if 0 <= seconds <= LONGEST else None


def seconds_by_round(standing: Standing) -> list[int | None]:
    """How long each round lasted; None where that is not known."""
    before, lasted = standing.opening.started_at, list[int | None]()
    for played in standing.rounds:
        lasted.append(round_seconds(played, before))
        before = played.at or before
    return lasted


def night_seconds(standing: Standing) -> int | None:
    """How long the night was played; None where no round's time is known."""
    known = [seconds for seconds in seconds_by_round(standing) if seconds is not None]
    return sum(known) if known else None
