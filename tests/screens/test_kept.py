"""Lines that a widget keeps from frame to frame are those that it would paint now."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from scorekeeper.screens.widgets.kept import Kept
from tests.screens.driving import FOUR, book_with, opening, playing, random_rounds

STEPS = (
    *"i12345",
    "backspace",
    "right",
    *"345678",
    "enter",
    *"er",
    "up",
    "enter",
    "escape",
    "f10",
    "u",
    "r",
    "tab",
    "t",
    "ctrl+p",
    "escape",
    "g",
    "escape",
)


@pytest.mark.parametrize("size", [(120, 34), pytest.param((40, 20), marks=pytest.mark.torture)])
async def test_kept_lines_are_those_of_now(book: Path, size: tuple[int, int]) -> None:
    book_with(book, opening(title="Ночь"), random_rounds(FOUR, 3))
    async with playing(book, size) as pilot:
        for key in STEPS:
            await pilot.press(key)
            _compare(pilot, key)
        pilot.app.action_theme()  # type: ignore[attr-defined]
        await pilot.pause()
        _compare(pilot, "theme")
        await pilot.resize_terminal(62, 24)
        await pilot.pause()
        _compare(pilot, "resized")


def _compare(pilot: Pilot[None], after: str) -> None:
    kept = [pilot.app.screen, *pilot.app.screen.query(Kept)]
    seen = [widget for widget in kept if isinstance(widget, Kept) and widget.region and widget.display]
    for widget in seen:
        crop = widget.region.reset_offset
        before = widget.render_lines(crop)
        widget._styles_cache.clear()
        widget._kept = None
        assert before == widget.render_lines(crop), f"{widget!r} after {after}"
