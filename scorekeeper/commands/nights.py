"""`scorekeeper nights` and `scorekeeper show`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from scorekeeper.book import NightLine
from scorekeeper.commands import output
from scorekeeper.commands.books import loaded, opened
from scorekeeper.commands.stopping import DONE
from scorekeeper.files.columns import local_time
from scorekeeper.files.text import news_text, night_text
from scorekeeper.i18n import _
from scorekeeper.table.money import show_points
from scorekeeper.table.standing import Mode

_LOOK_EVERY = 0.3
"""Seconds between two looks at the book."""


def run_list(where: str, *, hidden: bool = False) -> int:
    """Print a line for each night that is not hidden (or, asked so, that is), the newest first."""
    with opened(where) as book:
        lines = book.nights(hidden=hidden)
    none = _("No night is hidden") if hidden else _("There are no nights yet")
    output.write("".join(f"{_line(line)}\n" for line in lines) or f"{none}\n")
    return DONE


def run_show(where: str, reference: str, *, follow: bool = False) -> int:
    """Print one night as plain text; with `follow`, go on with what is added.

    Until the night is closed, nobody reads on, or Ctrl-C.
    """
    if not follow:
        stored = loaded(where, reference)
        output.write(night_text(stored.night, number=stored.number, closed=stored.closed))
        return DONE
    with opened(where) as book, contextlib.suppress(KeyboardInterrupt):
        stored = book.load(book.resolve(reference))
        output.write(night_text(stored.night, number=stored.number, closed=stored.closed))
        version = book.data_version()
        while not stored.closed:
            output.wait(_LOOK_EVERY)
            if (latest := book.data_version()) != version:
                version, seen = latest, stored.sequence
                stored = book.load(stored.number)
                output.write("\n" * (stored.sequence > seen) + news_text(stored.night, seen))
    return DONE


def _line(night: NightLine) -> str:
    return "; ".join(_parts(night))


def _parts(night: NightLine) -> Iterator[str]:
    began = f"{local_time(night.started_at, night.zone):%Y-%m-%d %H:%M}"
    yield ", ".join([f"{night.number}: {began}", *([night.title] if night.title else [])])
    yield ", ".join(night.players)
    yield _("on record") if night.mode is Mode.RECORD else _("cash")
    yield _("rounds: %(count)s") % {"count": night.rounds}
    if night.leader:
        ahead = {"player": night.leader, "points": show_points(night.balance, sign=True)}
        # Translators: %(player)s is a name, which cannot be declined.
        yield _("ahead: %(player)s %(points)s") % ahead
    if not night.closed:
        yield _("still open")
