"""Files that hold a night, whatever their kind: night files, our own workbooks, templates that somebody filled in."""

from __future__ import annotations

from typing import Final

from scorekeeper.files.night_file import NightFile, read_night

_ZIP: Final = b"PK"
"""How every workbook begins, and no JSON."""


def read_file(content: bytes) -> NightFile:
    """The night in a file. Raises FormatError and RuleError with everything that is wrong; in a workbook, each with
    its cell."""
    if not content.startswith(_ZIP):
        return read_night(content)
    from scorekeeper.files.pages import Pages
    from scorekeeper.files.template_reading import is_template, read_template
    from scorekeeper.files.workbook_reading import read_workbook

    book = Pages(content)
    return read_template(book) if is_template(book) else read_workbook(book)
