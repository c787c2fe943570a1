"""Where exports go when nobody says where, and what they are called."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from scorekeeper.files.columns import began, local_time
from scorekeeper.table.night import Night

_LONGEST_TITLE = 100
"""Bytes of the title in a file name: with the rest it stays under the 255 of every file system."""


def default_folder() -> Path:
    """`exports` in the current folder if there is such a folder, else the current folder."""
    exports = Path("exports")
    return exports if exports.is_dir() else Path()


def file_name(number: int, night: Night, form: str) -> str:
    """Date, title and number: `2026-11-27-Friday-3.xlsx`; letters, digits and `-` only, so that any system takes it."""
    moment = began(night.opening, night.standing.rounds)
    date = f"{local_time(moment, night.opening.zone):%Y-%m-%d}" if moment else ""
    return "-".join(filter(None, [date or "night", slug(night.opening.title), str(number)])) + f".{form}"


def player_file(player: str) -> str:
    """`player-Алла.xlsx`; no two players have the same one: what a file name cannot hold becomes a few digits."""
    kept = slug(player)
    lost = "" if kept.replace("-", " ") == player else hashlib.sha256(player.encode()).hexdigest()[:6]
    return "-".join(filter(None, ["player", kept, lost])) + ".xlsx"


def slug(text: str) -> str:
    """As much of a text as any file name takes: letters, digits and `-`; may come out empty."""
    words = "-".join(re.findall(r"[^\W_]+", text))
    return words.encode()[:_LONGEST_TITLE].decode(errors="ignore").rstrip("-")
