"""What the user has chosen for good, and where the program keeps its files.

Read at every start, `--help` too: so it is written with what Python has loaded by then, without pathlib.
"""

import contextlib
import os
import sys
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from scorekeeper.i18n import LANGUAGES


class Settings(NamedTuple):
    """A named tuple, since importing dataclasses would cost `scorekeeper --help` a third of its time."""

    language: str | None = None
    """A code of i18n.LANGUAGES, or None to follow the environment."""
    theme: Literal["dark", "light"] = "dark"
    """Dark or light felt."""
    tens_first: bool = False
    """Type all tens cards and then all units cards, as the table opens them, instead of seat by seat."""
    bell: bool = False
    """Ring when an ideal hand appears or somebody's credit falls short."""
    flash: bool = False
    """Flash the screen then."""
    keys: Mapping[str, str] = {}
    """Other keys for what the app does, by binding id: {"table.insurance": "i,f2"}."""


def settings_path() -> str:
    """Return the place of settings.json, which need not exist."""
    if not sys.platform.startswith(
        ("win", "darwin")
    ):  # what platformdirs would say, without what its import costs `--help`
        base = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")
        return os.path.join(base, "scorekeeper", "settings.json")
    import platformdirs

    return os.path.join(platformdirs.user_config_dir("scorekeeper", appauthor=False), "settings.json")


def book_path() -> str:
    """Return the place of the book that is opened when none is named; it need not exist."""
    import platformdirs

    return os.path.join(platformdirs.user_data_dir("scorekeeper", appauthor=False), "book.db")


def load(path: str | os.PathLike[str] | None = None) -> Settings:
    """Read the settings. Never fails: what is missing or makes no sense takes its default.

    A file that is no JSON object is set aside as settings.json.broken.
    """
    stored = _read(os.fspath(path or settings_path()))
    language, theme, keys = stored.get("language"), stored.get("theme"), stored.get("keys")
    return Settings(
        language=language if isinstance(language, str) and language in LANGUAGES else None,
        theme="light" if theme == "light" else "dark",
        tens_first=stored.get("tens_first") is True,
        bell=stored.get("bell") is True,
        flash=stored.get("flash") is True,
        keys={key: value for key, value in keys.items() if isinstance(value, str)} if isinstance(keys, dict) else {},
    )


def save(settings: Settings, path: str | os.PathLike[str] | None = None) -> None:
    """Write the settings, all or nothing, keeping the keys of other versions that the file may hold.

    Raises OSError when the file can't be written; it is then as it was.
    """
    import json
    import tempfile

    path = os.fspath(path or settings_path())
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    text = json.dumps(_read(path) | settings._asdict(), ensure_ascii=False, indent=2)
    handle, half = tempfile.mkstemp(dir=folder, prefix=f"{name}.", suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(half)
        raise


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return {}
    import json

    try:
        stored = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        stored = None
    if isinstance(stored, dict):
        return stored
    with contextlib.suppress(OSError):  # then it stays where it is, and is not read
        os.replace(path, f"{path}.broken")
    return {}
