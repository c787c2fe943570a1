"""What makes a night from paper the night that it is: its name, its day and who sat there, but no round."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.files.night_file import content_uuid
from scorekeeper.table.standing import Opening


def paper_uuid(opening: Opening, *, timed: bool) -> str:
    """Its identity, so that more rounds may be typed later; not `timed`: nobody wrote down when it began."""
    began = opening.started_at
    if began is not None and not timed:
        began = began.replace(hour=0, minute=0, second=0, fold=0)
    return content_uuid(replace(opening, uuid=None, started_at=began), ())


def is_from_paper(opening: Opening) -> bool:
    """Whether a night has such an identity."""
    return opening.uuid in (paper_uuid(opening, timed=True), paper_uuid(opening, timed=False))
