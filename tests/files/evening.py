"""An evening on which everything happens that a night can hold, and what the exports of it look like again."""

from __future__ import annotations

import io
import json
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.files.night_file import read_night
from scorekeeper.table.night import Night

EVENING: dict[str, Any] = {
    "format": "scorekeeper.night/1",
    "game": "decarte",
    "title": "=Пятница у Бориса",
    "started_at": "2026-11-27T23:15:00+03:00",
    "zone": "Europe/Moscow",
    "stake": {"point": "0.50", "currency": "EUR"},
    "seats": [{"player": "Алла"}, {"player": "=1+1"}, {"player": "Вадим"}, {"player": "Кон"}],
    "dealer": "Вадим",
    "journal": [
        # Worked example 1 of the rules, misread at first.
        {
            "round": {
                "insured": True,
                "hands": {"Алла": "5-8", "=1+1": "8-A", "Вадим": "4-10", "Кон": "10-3"},
            },
            "at": "2026-11-27T20:31:00+00:00",
        },
        {"amend": {"entry": 1, "round": {
            "insured": True, "hands": {"Алла": "5-9", "=1+1": "8-A", "Вадим": "4-10", "Кон": "10-3"},
        }}},
        # Worked example 2.
        {
            "round": {
                "insured": True,
                "swap": True,
                "hands": {"Алла": "10-7", "=1+1": "9-4", "Вадим": "8-2", "Кон": "2-8"},
            },
            "at": "2026-11-27T20:59:30+00:00",
        },
        {"round": {"insured": 7, "fines": [{"player": "=1+1", "kind": "exposed"}], "cut": "missed"},
         "at": "2026-11-27T21:10:00+00:00"},
        {"leave": {"player": "=1+1"}},
        {"round": {"hands": {"Алла": "9-8", "Вадим": "10-A", "Кон": "4-5"}, "dealer": "Вадим"}},
        {"join": {"player": "Даша", "left_of": "Вадим"}},
        {"round": {"hands": {"Алла": "1-2", "Даша": "1-2", "Вадим": "1-2", "Кон": "1-2"}}},
        {"void": {"entry": 8, "reason": "never happened"}},
        {"round": {"hands": {"Алла": "2-A", "Даша": "2-A", "Вадим": "9-7", "Кон": "9-7"}}},
    ],
}  # fmt: skip


def night_of(data: dict[str, Any]) -> Night:
    """The night of a night file."""
    return Night.replay(*read_night(json.dumps(data).encode()))


def with_seats(*names: str, **keys: Any) -> Night:
    """A night of one round between these players."""
    hands = {name: f"{9 - at}-2" for at, name in enumerate(names)}
    seats = [{"player": name} for name in names]
    journal = [{"round": {"hands": hands}}]
    opening = {"format": "scorekeeper.night/1", "game": "decarte", "seats": seats, "dealer": names[0]}
    return night_of(opening | {"journal": journal} | keys)


def sheets(content: bytes) -> list[Worksheet]:
    """The sheets of a workbook, as a reader finds them."""
    return list(load_workbook(io.BytesIO(content)))


def rows(sheet: Worksheet) -> list[list[Any]]:
    """Every row of a sheet as plain values."""
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def block(sheet: Worksheet, first_label: str) -> list[list[Any]]:
    """The rows below the labels that begin with `first_label`, up to the next empty row or the next sentence."""
    found = rows(sheet)
    top = next(at for at, row in enumerate(found) if row[0] == first_label and row[1] is not None)
    under: list[list[Any]] = []
    for row in found[top + 1 :]:
        if row[1] is None:
            break
        under.append(row)
    return under
