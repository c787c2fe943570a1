"""Draws the main screens at three sizes in both languages: `python -m pictures.draw FOLDER [NAME …]`.

The pictures in this folder, which the README shows, are a choice of them: `make pictures` draws those anew. Wants a
monospaced font with box drawing, such as Fira Code (Debian: fonts-firacode).
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import resvg_py

from scorekeeper import i18n
from scorekeeper.commands.app import fill_sample
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.table import TableScreen

SIZES = {"phone": (40, 20), "laptop": (80, 24), "wide": (120, 34)}
SCREENS: dict[str, Sequence[str]] = {
    "table": ["i", *"405981"],
    "swap": ["i", *"28079482", "enter"],
    "correction": ["e", "up", "up", "enter", "right", "7", "enter"],
    "settlement": ["g"],
    "home": ["escape"],
    "setup": ["escape", "n"],
    "help": ["f1"],
}
"""What to press on the sample night to come to each screen."""


async def draw(folder: Path, language: str, size: str, screen: str) -> Path:
    """One picture; its path."""
    i18n.set_language(language)
    with tempfile.TemporaryDirectory() as place:
        book = Path(place, "book.db")
        fill_sample(book)
        app = ScoreApp(book)
        async with app.run_test(size=SIZES[size]) as pilot:
            while not isinstance(app.screen, TableScreen):
                await pilot.pause(0.05)
            for key in SCREENS[screen]:
                await pilot.press(key)
            await pilot.pause(0.3)
            picture = app.export_screenshot()
    path = folder / f"{screen}-{size}-{language}.png"
    path.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=picture)))
    return path


async def main(folder: Path, names: Sequence[str]) -> None:
    """All pictures, or those named (without `.png`)."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in i18n.LANGUAGES:
        for size in SIZES:
            for screen in SCREENS:
                if not names or f"{screen}-{size}-{language}" in names:
                    print(await draw(folder, language, size, screen))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:  # the user's own settings do not show
        os.environ |= {"XDG_CONFIG_HOME": home, "TEXTUAL_ANIMATIONS": "none", "COLORTERM": "truecolor"}
        os.environ["TERM"] = "xterm-256color"
        asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
