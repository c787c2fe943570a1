"""The IANA name of the time zone that this computer is set to."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo


def local_zone() -> str:
    """By TZ, /etc/localtime or /etc/timezone, like the C library; else whole hours by the offset of today."""
    for name in _candidates():
        if _is_zone(name):
            return name
    offset = datetime.now().astimezone().utcoffset() or timedelta()
    hours = round(offset / timedelta(hours=1))
    name = f"Etc/GMT{-hours:+d}"  # POSIX counts west of Greenwich
    return name if hours and _is_zone(name) else "UTC"


def _candidates() -> list[str]:
    if named := os.environ.get("TZ", "").removeprefix(":"):
        return [named.partition("zoneinfo/")[2] or named]
    linked = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return [linked, Path("/etc/timezone").read_text(encoding="ascii").strip()]
    except (OSError, ValueError):
        return [linked]


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
