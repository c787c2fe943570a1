"""`scorekeeper export`: a night as a workbook, a table or a night file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from scorekeeper.commands import inputs, output
from scorekeeper.commands.books import loaded
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.places import default_folder, file_name
from scorekeeper.files.writing import write_whole
from scorekeeper.i18n import _
from scorekeeper.messages import line, printable
from scorekeeper.table.errors import Fault
from scorekeeper.table.night import Night

FORMATS = ("xlsx", "csv", "json")


def run(where: str, reference: str, form: str, path: str | None) -> int:
    """Write the night to `path`, in `form` or else as its name says, and print where it is."""
    form = form or _form_of(path)
    if path == inputs.STDIN and form == "xlsx" and sys.stdout is not None and sys.stdout.isatty():
        raise Stopped(["scorekeeper: " + _("A workbook is not for the screen: name a file with -o")])
    stored = loaded(where, reference)
    content = exported(stored.night, form)
    if path == inputs.STDIN:
        output.write_bytes(content)
        return DONE
    target = path or str(default_folder() / file_name(stored.number, stored.night, form))
    _write(target, content)
    output.write(f"{printable(target)}\n")
    return DONE


def _form_of(path: str | None) -> str:
    ending = Path(path or "").suffix.lower().removeprefix(".")
    return ending if ending in FORMATS else "xlsx"


def exported(night: Night, form: str) -> bytes:
    """The content of the file: `xlsx`, `csv` or `json`."""
    if form == "xlsx":
        from scorekeeper.files.workbook import workbook

        return workbook(night)
    if form == "csv":
        from scorekeeper.files.csv_file import csv_text

        return csv_text(night)
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
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise Stopped([line(Fault("unwritable", (), {"detail": detail}), target)]) from None
