"""The IANA name of the time zone that this computer is set to."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

from scorekeeper.table.zones import is_zone


def local_zone() -> str:
    """By TZ, /etc/localtime or /etc/timezone, like the C library; else whole hours by the offset of today."""
    for name in _candidates():
        zone = name.removeprefix("posix/").removeprefix("right/")  # the same zone, in other folders
        if is_zone(zone):
            return zone
    offset = datetime.now().astimezone().utcoffset() or timedelta()
    hours = round(offset / timedelta(hours=1))
    name = f"Etc/GMT{-hours:+d}"  # POSIX counts west of Greenwich
    return name if hours and is_zone(name) else "UTC"


def _candidates() -> list[str]:
    if named := os.environ.get("TZ", "").removeprefix(":"):
        return [named.partition("zoneinfo/")[2] or named]
    linked = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return [linked, Path("/etc/timezone").read_text(encoding="ascii").strip()]
    except (OSError, ValueError):
        return [linked]
