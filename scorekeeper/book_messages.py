"""The sentences about the book: what it refuses, and what `check` finds. `messages` puts the values in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from scorekeeper.i18n import Lazy, _

Texts = dict[str, str]

BOOK: Final[Mapping[str, str]] = {
    "cannot_open": Lazy("The book cannot be opened: %(path)s (%(detail)s)"),
    "folder": Lazy("This is a folder, not a book: %(path)s"),
    "no_driver": Lazy("The database of %(path)s needs the Python package %(driver)s: install it"),
    "no_book": Lazy("There is no book here; check the path: %(path)s"),
    # Translators: %(word)s is a part of an address, such as mode=x.
    "bad_address": Lazy("The address of the book says “%(word)s”, which means nothing here: leave it out (%(path)s)"),
    "not_a_book": Lazy("This is no book of scorekeeper, and it was left alone: %(path)s"),
    "newer": Lazy("The book was made by a newer version of scorekeeper; update the program: %(path)s"),
    "read_only": Lazy("The book cannot be written to: %(path)s"),
    "locked": Lazy("Another program keeps the book locked; end that program and try again: %(path)s"),
    "disk_full": Lazy("The disk is full and nothing was written; make room and try again: %(path)s"),
    "disk_error": Lazy("The disk failed: %(path)s (%(detail)s)"),
    # Translators: %(copy)s is the path of a file.
    "migration": Lazy(
        "The book could not be brought up to date (%(detail)s); it is as it was, with a copy in %(copy)s"
    ),
    "conflict": Lazy("Night %(night)s was changed elsewhere in the meantime; look at it and try again"),
    # Translators: %(reference)s is what was typed for a night: a number, a UUID or "last".
    "unknown_night": Lazy("There is no night “%(reference)s”; see: scorekeeper nights"),
    "empty_name": Lazy("A name cannot be empty"),
    "name_taken": Lazy("The name %(name)s is taken (%(holder)s): case, spaces and ё or е make no difference"),
    "same_person": Lazy("%(player)s and %(other)s are one person already"),
    "same_night": Lazy("%(player)s and %(other)s both sat in night %(night)s, so they are two people"),
    "not_merged": Lazy("The name %(player)s was not merged into another"),
    "not_closed": Lazy("Night %(night)s is open, so there is nothing to open again"),
    "no_reason": Lazy("Say why the closed night goes on"),
    "closed_night": Lazy(
        "Night %(night)s is closed: it takes payments, but nothing else. Open it again first, on the settlement screen"
    ),
}
"""What a book refuses, by its code."""


def _damaged(params: Texts) -> str:
    if params["night"] == "0":
        # Translators: %(fault)s is what the database says, in English.
        return _("The book is damaged (%(fault)s); see: scorekeeper check") % params
    # Translators: %(fault)s is a code, such as same_card.
    return _("Night %(night)s cannot be replayed: entry %(entry)s (%(fault)s); see: scorekeeper check") % params


def _different(params: Texts) -> str:
    if "beside" in params and params["entry"] != "0":
        # Translators: %(beside)s is another file of the same import.
        return _("%(beside)s is the same night, but goes on with another entry %(entry)s: nothing was added") % params
    if "beside" in params:
        return _("%(beside)s is the same night, but its “%(what)s” is another: nothing was added") % params
    if params["entry"] != "0":
        return _("Night %(number)s in the book is this one, but entry %(entry)s is another: nothing was added") % params
    # Translators: %(what)s is a key of the night file, such as "seats".
    return _("Night %(number)s in the book is this one, but its “%(what)s” is another: nothing was added") % params


def _unknown_player(params: Texts) -> str:
    if params.get("nearest"):
        return _("Nobody in the book is called %(player)s; did you mean %(nearest)s?") % params
    return _("Nobody in the book is called %(player)s") % params


BOOK_VARYING: Final[Mapping[str, Callable[[Texts], str]]] = {
    "damaged": _damaged,
    "different": _different,
    "unknown_player": _unknown_player,
}


# Translators: %(night)s, %(entry)s and %(line)s are numbers; %(fault)s is a code, such as same_card.
FINDINGS: Final[Mapping[str, str]] = {
    "revision": Lazy("The schema is of revision %(found)s, and not %(known)s"),
    # Translators: %(detail)s is what the database says, in English.
    "integrity": Lazy("The database is damaged: %(detail)s"),
    # Translators: %(table)s and %(parent)s are names of tables in the database.
    "foreign_key": Lazy("Row %(row)s of the table %(table)s points at nothing in %(parent)s"),
    "guard": Lazy("The guard %(name)s of the journal is gone: entries could be changed unseen"),
    "name_key": Lazy("Player %(player)s (%(name)s) has a key that is not the one of the name"),
    "gap": Lazy("Night %(night)s: entry %(entry)s is missing, and %(found)s comes in its place"),
    "damaged": Lazy("Night %(night)s: entry %(entry)s cannot be read (%(fault)s)"),
    "unplayable": Lazy("Night %(night)s: entry %(entry)s is against the rules (%(fault)s)"),
    # Translators: %(expected)s and %(found)s are payments such as "Вадим → Галина: 10", or a dash.
    "ledger": Lazy("Night %(night)s, entry %(entry)s, payment %(line)s: should be %(expected)s, is %(found)s"),
    "sum": Lazy("Night %(night)s: the balances add up to %(points)s instead of zero"),
}
