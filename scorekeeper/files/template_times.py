"""From the clock to moments: on paper nobody writes down the day of a round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Final

from scorekeeper.files.template_cells import TypedCells, Where

_LONGEST_PAUSE: Final = timedelta(hours=18)
"""Between two rounds of a night. A time that is up to six hours too early is a slip, and not one of the next day."""


def moments(
    cells: TypedCells,
    midnight: datetime,
    start: tuple[time | None, Where],
    rounds: Iterable[tuple[int, time | None, Where]],
) -> tuple[datetime, dict[int, datetime]]:
    """When the night began (at `midnight` if nobody knows better), and when each round was, by its row.

    A time that is earlier than the one before it is of the next day. Fault `time` for one that cannot be.
    """
    before, before_at = start
    began = _at(midnight, before) if before is not None else midnight
    last, found = began, dict[int, datetime]()
    for row, clock, where in rounds:
        if clock is None:
            continue
        moment = _next(last, clock)
        if moment.astimezone(UTC) - last.astimezone(UTC) > _LONGEST_PAUSE and moment.date() > last.date():
            assert before is not None
            shown, other = f"{clock:%H:%M}", f"{before:%H:%M}"
            cells.fault("time", where, value=shown, before=other, cell=before_at[1])
            continue
        last, before, before_at, found[row] = moment, clock, where, moment
    return began, found


def _at(day: datetime, clock: time, fold: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, clock.hour, clock.minute, clock.second, fold=fold, tzinfo=day.tzinfo)


def _next(last: datetime, clock: time) -> datetime:
    """The first moment from `last` on at which clocks show this; where they are put back they show it twice."""
    known = (_at(last, clock), _at(last, clock, fold=1))
    later = (moment for moment in known if moment.astimezone(UTC) >= last.astimezone(UTC))
    return next(later, _at(last + timedelta(days=1), clock))
