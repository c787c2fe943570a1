"""What is typed at the table, as its draft in the book holds it: cards, the step of a walk, the time of play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def _of(screen: TableScreen) -> int | None:
    """The entry that a draft is to correct; None: the round in hand."""
    return screen.amending.entry if screen.amending else None


def _number(screen: TableScreen) -> int:
    return screen.amending.number if screen.amending else screen.in_hand


def save(screen: TableScreen) -> None:
    """Safe on disk. Raises BookError."""
    walk = None if screen.walk is None else [screen.standing.rounds[-1].entry, screen.walk]
    data = {
        "round": _number(screen),
        "form": screen.form.dump() if screen.form else None,
        "walk": walk,
        "seconds": round(screen.seconds),
    }
    screen.app.book.save_draft(screen.stored.number, _of(screen), json.dumps(data, ensure_ascii=False))


def take_up(screen: TableScreen) -> None:
    """Put back what the draft holds; cards that were typed for another round wait for that one."""
    draft = screen.app.book.draft(screen.stored.number, _of(screen))
    if draft is None:
        return
    data, number = json.loads(draft.data), _number(screen)
    if screen.form is not None and data.get("form") and data.get("round", number) == number:
        screen.form.load(data["form"])
    entry, step = data.get("walk") or (None, None)
    if screen.standing.rounds and entry == screen.standing.rounds[-1].entry:
        screen.walk = step
    screen.seconds = data.get("seconds", 0.0)


def drop(screen: TableScreen) -> None:
    """Forget it."""
    screen.app.book.drop_draft(screen.stored.number, _of(screen))
