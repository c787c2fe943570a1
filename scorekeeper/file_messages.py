"""The sentences about files: what cannot be read or written. `messages` puts the values in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from scorekeeper.i18n import Lazy, _
from scorekeeper.table.journal import KINDS

Texts = dict[str, str]

INNERMOST: Final = "(key)"
"""A parameter of every fault: the innermost step of its place."""

FILES: Final[Mapping[str, str]] = {
    # A night file.
    "not_utf8": Lazy("This is no UTF-8 text (byte %(byte)s): save it as UTF-8"),
    "empty": Lazy("There is nothing in it"),
    # Translators: %(expected)s is literally what the file must hold under the key "format".
    "format": Lazy("This is no night file: its “format” must be “%(expected)s”"),
    "newer_version": Lazy("Written by a newer version (%(value)s; this one knows %(known)s): update scorekeeper"),
    "unknown_game": Lazy("No game is called “%(game)s”; known are: %(known)s"),
    "missing_key": Lazy("The key “%(key)s” is missing"),
    "empty_name": Lazy("A name cannot be empty"),
    "currency": Lazy("“%(currency)s” is no currency: it takes a code of three letters, such as EUR or RUB"),
    # A workbook.
    "round_twice": Lazy("Round %(number)s is on the sheet of rounds a second time: give it a number of its own"),
    "round_order": Lazy(
        "Round %(number)s stands below round %(above)s: number the rounds in the order in which they were played"
    ),
    "no_such_round": Lazy("There is no round %(number)s on the sheet of rounds"),
    # The command line.
    "no_such_file": Lazy("There is no such file"),
    "folder": Lazy("This is a folder, not a file"),
    "too_large": Lazy("This is larger than %(most)s MB, so it cannot be a night: name another file"),
    # Translators: %(detail)s is what the operating system says, in its own words.
    "unreadable": Lazy("This cannot be read (%(detail)s)"),
    "unwritable": Lazy("This cannot be written (%(detail)s)"),
    "in_use": Lazy("This cannot be written: it is read-only, or another program has it open (%(detail)s)"),
    # Translators: %(sheet)s is the title of a sheet of the workbook.
    "inexact": Lazy(
        "A workbook cannot count %(value)s exactly (sheet “%(sheet)s”), it has too many digits; csv and json can"
    ),
    # Translators: %(program)s is LibreOffice or Excel, %(lock)s a file by which it says that it has another one open.
    "open_elsewhere": Lazy(
        "%(program)s has this open: close it there, or export to another name; if it is open nowhere, delete %(lock)s"
    ),
}
"""By the code of the fault."""


def _unknown_kind(params: Texts) -> str:
    known = {**params, "known": ", ".join(KINDS)}
    if params["kind"] == "credit":
        return _("On record there is no credit; it takes “mode”: “cash”")
    if params["nearest"]:
        return _("No entry is of the kind “%(kind)s”; did you mean “%(nearest)s”?") % params
    if not params["kind"]:
        return _("An entry holds one of these: %(known)s") % known
    return _("No entry is of the kind “%(kind)s”; there are: %(known)s") % known


def _unknown_key(params: Texts) -> str:
    if params["nearest"]:
        return _("The key “%(key)s” is not known here; did you mean “%(nearest)s”?") % params
    return _("The key “%(key)s” is not known here: leave it out") % params


def _wrong_type(params: Texts) -> str:
    return str(EXPECTED[params["expected"]]) % params


EXPECTED: Final[Mapping[str, str]] = {
    "object": Lazy("This must be an object: { … }"),
    "list": Lazy("This must be a list: [ … ]"),
    "text": Lazy("This must be a text in quotes"),
    "flag": Lazy("This must be true or false"),
    "whole": Lazy("This must be a whole number, without quotes"),
    "choice": Lazy("This must be one of: %(allowed)s"),
    "decimal": Lazy('This must be a decimal number in quotes, such as "0.50"'),
    "uuid": Lazy("This must be a UUID"),
    "date": Lazy("This must be a date, such as 2026-11-27"),
    "clock": Lazy("This must be a time of day, such as 20:31"),
    # The same in a cell.
    "written": Lazy("This must be a text"),
    "number": Lazy("This must be a whole number, such as 10"),
    "insured": Lazy("This must be one of: %(allowed)s; or a whole number, the points to each"),
    "typed_hand": Lazy("A hand is two cards, such as 5-9; if that turns into a date, format the cell as text first"),
    "hand": Lazy('A hand is two cards in quotes, such as "5-9", or a whole number'),
}
"""What `wrong_type` expected, by its parameter."""


def _time(params: Texts) -> str:
    if "before" in params:
        # Translators: %(value)s and %(before)s are times of day, such as 20:31; %(cell)s is a cell such as Rounds!B4.
        template = _("%(value)s is earlier than %(before)s in %(cell)s, and not by a midnight: correct one of the two")
        return template % params
    if "zone" in (params.get("of"), params[INNERMOST]):
        return _("“%(value)s” is no time zone; it takes a name such as Europe/Moscow") % params
    return _("“%(value)s” is no time with its offset; it takes one such as 2026-11-27T20:31:00+03:00") % params


def _not_json(params: Texts) -> str:
    return str(_NOT_JSON[params.get("why", "")]) % params


_NOT_JSON: Mapping[str, str] = {
    "": Lazy("This is not JSON (line %(line)s, column %(column)s)"),
    "twice": Lazy("The key “%(value)s” stands here a second time (line %(line)s, column %(column)s): leave one out"),
    "constant": Lazy("“%(value)s” is no number in JSON (line %(line)s, column %(column)s): write one in digits"),
    "digits": Lazy("This number is far too long (line %(line)s, column %(column)s)"),
    "depth": Lazy("Brackets within brackets without end (line %(line)s, column %(column)s): no night needs so many"),
}
"""By why it cannot be read."""


def _point_value(params: Texts) -> str:
    if params["below"] and params["above"]:
        # Translators: %(below)s and %(above)s are amounts of money, such as 0.50 and 0.51.
        return _("A point cannot be worth “%(value)s” %(currency)s; the nearest are %(below)s and %(above)s") % params
    if near := params["below"] or params["above"]:
        template = _("A point cannot be worth “%(value)s” %(currency)s; the nearest is %(near)s")
        return template % {**params, "near": near}
    return _("A point cannot be worth “%(value)s”; it takes a number such as 0.50") % params


def _missing_cell(params: Texts) -> str:
    if "formula" in params:
        return _("The formula in this cell has no value: type the value itself")
    if "allowed" in params:
        return _("This cell must be filled in, with one of: %(allowed)s") % params
    return _("This cell must be filled in")


def _stray_cell(params: Texts) -> str:
    if "nameless" in params:
        # Translators: %(nameless)s is a cell of a workbook, such as Night!A29.
        return _("This hand is nobody's: write the player's name into %(nameless)s, or clear the column") % params
    if "unplayed" in params:
        return _("Nobody of this line has a hand in any round: type the hands, or clear this cell")
    return _("Nothing is read from this cell: clear it, or move what it says to where it belongs")


def _differs(params: Texts) -> str:
    if "gone" in params:
        # Translators: %(gone)s is what the first cell of a row of the workbook holds, such as the number of a round.
        return _("The row of “%(gone)s” is missing: put it back, or export the night again") % params
    if "altered" in params:
        return _("This entry is not as it was written: put it back, and make the change in the app instead")
    match params.get("kind"):
        case "number":
            return _("“%(found)s” is a text here and must be a number: make it one, or export the night again") % params
        case "date":
            return _("“%(found)s” is a text here and must be a date: make it one, or export the night again") % params
        case "text":
            return _("“%(found)s” is a number here and must be a text: make it one, or export the night again") % params
    return _("By the journal this must be “%(expected)s”, not “%(found)s”: correct it in the app instead") % params


def _workbook(params: Texts) -> str:
    if "sheet" in params:
        # Translators: %(sheet)s is the title of a sheet of the workbook.
        return _("The workbook has no sheet “%(sheet)s” any more: put it back, or export the night again") % params
    if "damaged" in params:
        return _("The workbook is damaged and cannot be read: take another copy of it, or export the night again")
    if "most" in params:
        return _("Unpacked the workbook would be larger than %(most)s MB, so it cannot be a night") % params
    return _("This is no workbook of scorekeeper: it takes one that was exported, or the filled-in template")


FILES_VARYING: Final[Mapping[str, Callable[[Texts], str]]] = {
    "unknown_kind": _unknown_kind,
    "unknown_key": _unknown_key,
    "wrong_type": _wrong_type,
    "time": _time,
    "not_json": _not_json,
    "point_value": _point_value,
    "missing_cell": _missing_cell,
    "stray_cell": _stray_cell,
    "differs": _differs,
    "workbook": _workbook,
}
