"""What the user has chosen for good, and where the program keeps its files."""

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from scorekeeper.i18n import LANGUAGES


@dataclass(frozen=True, slots=True)
class Settings:
    """language: a code of i18n.LANGUAGES, or None to follow the environment. theme: dark or light felt."""

    language: str | None = None
    theme: Literal["dark", "light"] = "dark"


def settings_path() -> Path:
    """Return the place of settings.json, which need not exist."""
    import platformdirs  # here, so that `scorekeeper --help` stays fast

    return Path(platformdirs.user_config_dir("scorekeeper", appauthor=False), "settings.json")


def book_path() -> Path:
    """Return the place of the book that is opened when none is named; it need not exist."""
    import platformdirs

    return Path(platformdirs.user_data_dir("scorekeeper", appauthor=False), "book.db")


def load(path: Path | None = None) -> Settings:
    """Read the settings. Never fails: what is missing or makes no sense takes its default.

    A file that is no JSON object is set aside as settings.json.broken.
    """
    stored = _read(path or settings_path())
    language, theme = stored.get("language"), stored.get("theme")
    return Settings(
        language=language if isinstance(language, str) and language in LANGUAGES else None,
        theme="light" if theme == "light" else "dark",
    )


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings, all or nothing, keeping the keys of other versions that the file may hold.

    Raises OSError when the file can't be written; it is then as it was.
    """
    path = path or settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_read(path) | asdict(settings), ensure_ascii=False, indent=2)
    handle, half = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(half).replace(path)
    except BaseException:
        Path(half).unlink(missing_ok=True)
        raise


def _read(path: Path) -> dict[str, Any]:
    try:
        content = path.read_bytes()
    except OSError:
        return {}
    try:
        stored = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        stored = None
    if isinstance(stored, dict):
        return stored
    with contextlib.suppress(OSError):
        path.replace(path.with_name(path.name + ".broken"))
    return {}
