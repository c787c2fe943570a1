"""Texts as Excel demands them: cells, labels of tables, titles of sheets; and how wide they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from scorekeeper.table.names import clean_text

LONGEST_CELL = 32767
"""Excel's limit, in UTF-16 units."""
_LONGEST_LABEL, _LONGEST_TITLE = 255, 31
_BROAD = frozenset("ЖШЩЮМФЫжшщюмфыMWmw@%&")


def safe_text(text: str) -> str:
    """A text that Excel shows literally: one line, nothing illegal, and no escapes that it would decode."""
    escaped = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", clean_text(text))
    return _shortened(escaped, LONGEST_CELL)


def _shortened(text: str, longest: int) -> str:
    units = text.encode("utf-16-le")
    return text if len(units) <= 2 * longest else units[: 2 * (longest - 1)].decode("utf-16-le", "ignore") + "…"


def unique_labels(labels: Iterable[str]) -> list[str]:
    """Labels for the header of an Excel table: none empty, none twice (case apart), none too long."""
    unique: dict[str, str] = {}
    for label in labels:
        wanted = _shortened(clean_text(label), _LONGEST_LABEL) or "?"
        found, number = wanted, 1
        while found.casefold() in unique:
            number += 1
            suffix = f" ({number})"
            found = _shortened(wanted, _LONGEST_LABEL - len(suffix)) + suffix
        unique[found.casefold()] = found
    return list(unique.values())


def sheet_title(text: str, taken: Iterable[str] = ()) -> str:
    """A sheet title by Excel's rules, other than those `taken`.

    At most 31 characters, none of `/ \\ : * ? [ ]`, no apostrophe at either end, not empty, not "History" (which
    Excel keeps for itself), and no two alike but for case.
    """
    kept = re.sub(r"[/\\:*?\[\]]", " ", clean_text(text))
    wanted = _shortened(" ".join(kept.split()), _LONGEST_TITLE).strip("' ") or "-"
    unusable = {"history", *(title.casefold() for title in taken)}
    found, number = wanted, 1
    while found.casefold() in unusable:
        number += 1
        suffix = f" {number}"
        found = _shortened(wanted, _LONGEST_TITLE - len(suffix)) + suffix
    return found


def sheet_name(title: str) -> str:
    """A sheet title as formulas write it."""
    quoted = title.replace("'", "''")
    return f"'{quoted}'"


def literal(text: str) -> str:
    """A text as formulas write it."""
    quoted = text.replace('"', '""')
    return f'"{quoted}"'


@lru_cache(maxsize=8192)
def text_width(text: str) -> float:
    """In digits: Cyrillic letters are a little wider, some letters by half and more, Chinese ones twice as wide."""
    return sum(_letter(char) for char in text)


def _letter(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 2.0
    if char in _BROAD:
        return 1.7
    return 1.15 if "\u0400" <= char <= "\u052f" else 1.0
