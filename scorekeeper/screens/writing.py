"""Writing to the book from a screen: what the rules or the book refuse is said, and nothing else happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scorekeeper.book import Action, BookError, Stored
from scorekeeper.messages import book_sentence, sentence
from scorekeeper.table.errors import RuleError
from scorekeeper.table.journal import Entry

if TYPE_CHECKING:
    from scorekeeper.screens.app import ScoreApp


def refusal(stored: Stored, entry: Entry) -> str:
    """Why the rules would refuse an entry, before it is written; empty when they would not."""
    try:
        stored.night.append(entry)
    except RuleError as error:
        return sentence(error.faults[0])
    return ""


def carried_out(app: ScoreApp, action: Callable[[], object]) -> bool:
    """Do something with the book; False, with the reason on screen, when it cannot be done."""
    try:
        action()
    except RuleError as error:
        why = sentence(error.faults[0])
    except BookError as error:
        why = book_sentence(error)
    else:
        return True
    app.notify(why, severity="error", timeout=10)
    return False


def changed_over(app: ScoreApp, change: Callable[[str], Action | None], action: str) -> Action | None:
    """Take a payment over many nights back, or bring it back, and return it; None, with the reason said, if refused."""
    made: list[Action | None] = []
    return made[0] if carried_out(app, lambda: made.append(change(action))) else None


def write(
    app: ScoreApp,
    stored: Stored,
    entries: Sequence[Entry],
    *,
    refuse: Callable[[str], None],
    changed: Callable[[Stored], None],
) -> Stored | None:
    """Write entries, all or none; the night with them, or None when they were not written.

    `refuse` is told why they are against the rules; `changed` gets the night as another writer has left it.
    """
    try:
        return app.book.append_all(stored, entries)
    except RuleError as error:
        refuse(sentence(error.faults[0]))
    except BookError as error:
        app.notify(book_sentence(error), severity="error", timeout=10)
        if error.code == "conflict":
            changed(app.book.load(stored.number))
    return None
