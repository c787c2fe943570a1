"""`scorekeeper` and `scorekeeper demo`: the app, on one's own book or on one that is thrown away."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from scorekeeper.commands import output
from scorekeeper.commands.stopping import Stopped
from scorekeeper.i18n import _


def run(where: str) -> int:
    """Open the app on the book at `where`."""
    _require_terminal()
    from scorekeeper.screens import app  # and no book yet: the app paints first

    return app.run(where)


def run_demo() -> int:
    """Open the app on a book with a sample night, which is gone afterwards."""
    _require_terminal()
    from scorekeeper.commands.books import said
    from scorekeeper.screens import app

    # On Windows a database may be let go of a little late.
    with said(), tempfile.TemporaryDirectory(prefix="scorekeeper-", ignore_cleanup_errors=True) as folder:
        book = Path(folder, "demo.db")
        fill_sample(book)
        return app.run(book)


def _require_terminal() -> None:
    if not output.is_terminal():
        said = _("The app needs a terminal to be seen and typed in; without one: scorekeeper score FILE")
        more = _("See: %(command)s --help") % {"command": "scorekeeper"}
        raise Stopped([f"scorekeeper: {said}", more])


def fill_sample(where: Path) -> None:
    """Make a book with the sample night at `where`."""
    from scorekeeper.book import Book
    from scorekeeper.files.night_file import content_uuid, read_night

    opening, entries = read_night((files("scorekeeper.files") / "sample.json").read_bytes())
    opening = replace(opening, title=_("A sample night"))
    with Book.open(where) as book:
        book.take([(opening, entries, content_uuid(opening, entries))])
