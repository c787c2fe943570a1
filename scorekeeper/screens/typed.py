"""What is typed at the table, as its draft in the book holds it: cards, the step of a walk, the time of play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

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
        "form": screen.form.dump(screen.stored.ids) if screen.form else None,
        "others": screen.others,
        "walk": walk,
        "seconds": round(screen.seconds),
    }
    screen.app.book.save_draft(screen.stored.number, _of(screen), json.dumps(data, ensure_ascii=False))


def take_up(screen: TableScreen) -> None:
    """Put back what the draft holds; cards that were typed for another round wait for that one."""
    draft, number = screen.app.book.draft(screen.stored.number, _of(screen)), _number(screen)
    data: dict[str, Any] = json.loads(draft.data) if draft else {}
    screen.others = dict(data.get("others", {}))
    typed, meant = data.get("form"), data.get("round", number)
    if typed and meant != number:
        screen.others[str(meant)] = typed
        typed = screen.others.pop(str(number), None)
    if typed and screen.form is not None:
        screen.form.load(typed, screen.stored.ids)
    if screen.amending is not None:  # the walk goes on when the correction is done
        return
    if screen.timed != number:
        screen.start_clock(number, data.get("seconds", 0) if meant == number else 0)
    screen.walk = None
    entry, step = data.get("walk") or (None, 0)
    last = screen.standing.rounds[-1] if screen.standing.rounds else None
    if last and entry == last.entry and step < len(last.handed):
        screen.walk = step


def drop(screen: TableScreen) -> None:
    """Forget it."""
    screen.app.book.drop_draft(screen.stored.number, _of(screen))
