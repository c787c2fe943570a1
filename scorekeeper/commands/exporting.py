"""`scorekeeper export`: a night as a workbook, a table or a night file; many nights or an empty form as workbooks."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.book import Stored
from scorekeeper.commands import inputs, output
from scorekeeper.commands.books import loaded, opened
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.csv_file import Dialect
from scorekeeper.files.places import default_folder, file_name, player_file
from scorekeeper.files.writing import OpenElsewhereError, write_whole
from scorekeeper.i18n import _
from scorekeeper.messages import line, literal, printable
from scorekeeper.table.errors import Fault, Faulty
from scorekeeper.table.names import name_key
from scorekeeper.table.night import Night
from scorekeeper.table.reading import nearest

FORMATS = ("xlsx", "csv", "json")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to export: one night, or (then without `night`) a player, the whole book or an empty form."""

    night: str | None = None
    form: str = ""
    """One of FORMATS; empty: as the output's name says."""
    path: str | None = None
    player: str | None = None
    whole_book: bool = False
    template: bool = False
    separator: str = ""
    decimal: str = ""
    no_bom: bool = False


def run(where: str, wanted: Wanted) -> int:
    """Write what is wanted, and print where it is."""
    _check(wanted)
    form = wanted.form or _form_of(wanted)
    _check_of_csv(wanted, form)
    if wanted.path == inputs.STDIN and form == "xlsx" and sys.stdout is not None and sys.stdout.isatty():
        raise Stopped(["scorekeeper: " + _("A workbook is not for the screen: name a file with -o")])
    try:
        name, content = _made(where, wanted, form)
    except Faulty as error:  # a workbook cannot hold it
        raise Stopped(line(fault, wanted.path) for fault in error.faults) from None
    if wanted.path == inputs.STDIN:
        output.write_bytes(content)
        return DONE
    target = wanted.path or str(default_folder() / name)
    _write(target, content)
    output.write(f"{printable(target)}\n")
    return DONE


def _is_workbook(wanted: Wanted) -> bool:
    return bool(wanted.player or wanted.whole_book or wanted.template)


def _check(wanted: Wanted) -> None:
    asked = [wanted.night, wanted.player, wanted.whole_book, wanted.template]
    if not any(asked):
        raise _misused(_("%(argument)s is missing") % {"argument": "NIGHT"})
    if sum(map(bool, asked)) > 1:
        names = "NIGHT, --player, --whole-book, --template"
        raise _misused(_("Only one of these at a time: %(names)s") % {"names": names})
    if _is_workbook(wanted) and wanted.form not in ("", "xlsx"):
        raise _misused(_("%(option)s must be one of: %(values)s") % {"option": "--format", "values": "xlsx"})


def _check_of_csv(wanted: Wanted, form: str) -> None:
    """What is said about csv is never ignored in silence."""
    given = {"--separator": wanted.separator, "--decimal": wanted.decimal, "--no-bom": wanted.no_bom}
    if form != "csv" and (options := ", ".join(option for option, value in given.items() if value)):
        said = _("Only for csv, and this is %(format)s: %(options)s. Leave it out, or export a night as csv")
        raise _misused(said % {"format": form, "options": options})


def _misused(said: str) -> Stopped:
    return Stopped([f"scorekeeper: {said}", _("See: %(command)s --help") % {"command": "scorekeeper export"}])


def _form_of(wanted: Wanted) -> str:
    """As the output's name says; a workbook if it says nothing. Raises Stopped when it says something else."""
    ending, possible = Path(wanted.path or "").suffix.lower(), FORMATS[:1] if _is_workbook(wanted) else FORMATS
    if ending.removeprefix(".") in (*possible, ""):
        return ending.removeprefix(".") or FORMATS[0]
    said = {"ending": literal(ending), "values": ", ".join(possible)}
    raise _misused(_("“%(ending)s” is none of the formats (%(values)s): end the name in one, or use --format") % said)


def _made(where: str, wanted: Wanted, form: str) -> tuple[str, bytes]:
    """What the file is called when nobody says how, and its content."""
    if wanted.template:
        from scorekeeper.book.zone import local_zone
        from scorekeeper.files.template import template

        return "template.xlsx", template(local_zone())
    if wanted.night is None:
        return _history(_all_nights(where), wanted.player)
    stored = loaded(where, wanted.night)
    dialect = Dialect.of(wanted.separator, wanted.decimal, bom=not wanted.no_bom)
    return file_name(stored.number, stored.night, form), exported(stored.night, form, dialect)


def _all_nights(where: str) -> list[Stored]:
    with opened(where) as book:
        return [book.load(night.number) for night in book.nights()]


def _history(nights: list[Stored], player: str | None) -> tuple[str, bytes]:
    from scorekeeper.files.history import night_result, players_of
    from scorekeeper.files.workbook_history import book_workbook, player_workbook

    results = [night_result(stored.number, stored.night) for stored in nights]
    if not results:
        raise Stopped(["scorekeeper: " + _("There are no nights yet")])
    if player is None:
        return "all-nights.xlsx", book_workbook(results)
    name = _spelled(player, players_of(results))
    return player_file(name), player_workbook(name, results)


def _spelled(player: str, players: tuple[str, ...]) -> str:
    """The name as the book spells it. Raises Stopped when nobody is called so."""
    found = next((name for name in players if name_key(name) == name_key(player)), None)
    if found is not None:
        return found
    said = _("Nobody in the book is called %(player)s") % {"player": literal(player)}
    if near := nearest(player, players):
        said = _("%(said)s; did you mean “%(nearest)s”?") % {"said": said, "nearest": near}
    raise Stopped([f"scorekeeper: {said} (unknown_player)"])


def exported(night: Night, form: str, dialect: Dialect | None = None) -> bytes:
    """The content of the file: `xlsx`, `csv` (in this dialect) or `json`."""
    if form == "xlsx":
        from scorekeeper.files.workbook import workbook

        return workbook(night)
    if form == "csv":
        from scorekeeper.files.csv_file import csv_text

        return csv_text(night, dialect)
    from scorekeeper.files.night_file import night_json

    data = night_json(night.opening, night.journal)
    return f"{json.dumps(data, ensure_ascii=False, indent=1)}\n".encode()


def _write(target: str, content: bytes) -> None:
    try:
        if target.endswith(("/", os.sep)):
            raise IsADirectoryError
        write_whole(Path(target), content)
    except IsADirectoryError:
        raise Stopped([line(Fault("folder"), target)]) from None
    except OpenElsewhereError as error:
        raise Stopped([line(error.fault, target)]) from None
    except PermissionError as error:
        raise Stopped([line(Fault("in_use", (), {"detail": error.strerror or str(error)}), target)]) from None
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise Stopped([line(Fault("unwritable", (), {"detail": detail}), target)]) from None
