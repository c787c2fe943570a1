"""Time zones by their IANA names, such as Europe/Moscow."""

from __future__ import annotations

from typing import Final
from zoneinfo import ZoneInfo

_LOCAL: Final = ("localtime", "posixrules", "Factory")
"""What lies beside the zones and is another one on every computer, or none."""
_VARIANTS: Final = ("posix/", "right/")
"""Folders with all zones once more; `right` counts leap seconds, so its clocks are off by half a minute."""


def is_zone(name: str) -> bool:
    """Whether `name` means the same zone everywhere."""
    if name in _LOCAL or name.startswith(_VARIANTS):
        return False
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
