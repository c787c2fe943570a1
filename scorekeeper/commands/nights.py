"""`scorekeeper nights` and `scorekeeper show`."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.book import NightLine
from scorekeeper.commands import output
from scorekeeper.commands.books import loaded, opened
from scorekeeper.commands.stopping import DONE
from scorekeeper.files.columns import local_time
from scorekeeper.files.text import night_text
from scorekeeper.i18n import _
from scorekeeper.table.money import show_points


def run_list(where: str) -> int:
    """Print a line for each night, the newest first."""
    with opened(where) as book:
        lines = book.nights()
    output.write("".join(f"{_line(line)}\n" for line in lines) or _("There are no nights yet") + "\n")
    return DONE


def run_show(where: str, reference: str) -> int:
    """Print one night as plain text."""
    stored = loaded(where, reference)
    output.write(night_text(stored.night, number=stored.number))
    return DONE


def _line(night: NightLine) -> str:
    return "; ".join(_parts(night))


def _parts(night: NightLine) -> Iterator[str]:
    began = f"{local_time(night.started_at, night.zone):%Y-%m-%d %H:%M}"
    yield ", ".join([f"{night.number}: {began}", *([night.title] if night.title else [])])
    yield ", ".join(night.players)
    yield _("rounds: %(count)s") % {"count": night.rounds}
    if night.leader:
        ahead = {"player": night.leader, "points": show_points(night.balance, sign=True)}
        # Translators: %(player)s is a name, which cannot be declined.
        yield _("ahead: %(player)s %(points)s") % ahead
    if not night.closed:
        yield _("still open")
