"""Nights from paper: what makes each the night that it is, and what paper leaves to be concluded."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.files.night_file import content_uuid
from scorekeeper.table.journal import Entry, Join, Leave
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, Opening


def paper_uuid(opening: Opening, *, timed: bool) -> str:
    """Its identity: what it is called, when it was and who sat there, but no round, so that more may be typed later.

    Not `timed`: nobody wrote down when it began.
    """
    began = opening.started_at
    if began is not None and not timed:
        began = began.replace(hour=0, minute=0, second=0, fold=0)
    return content_uuid(replace(opening, uuid=None, started_at=began), ())


def is_from_paper(opening: Opening) -> bool:
    """Whether a night has such an identity."""
    return opening.uuid in (paper_uuid(opening, timed=True), paper_uuid(opening, timed=False))


def with_stacks(opening: Opening, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of a legal night; in cash play, whoever sits down again brings the stack that he left with."""
    if opening.mode is not Mode.CASH:
        return entries
    night, taken = Night.begin(opening), dict[str, int]()
    for entry in entries:
        if isinstance(entry, Leave):
            taken[entry.player] = night.standing.till.stacks.get(entry.player, 0)
        if isinstance(entry, Join) and entry.player in taken:
            night = night.append(replace(entry, credit=taken.pop(entry.player)))
        else:
            night = night.append(entry)
    return night.journal
