"""A widget that keeps its painted lines: a key costs only what it changes, however much else is on screen."""

from __future__ import annotations

from collections.abc import Sequence

from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Kept(Widget):
    """Hands out the lines of the last time until something about it is refreshed.

    With every frame Textual asks each widget that is in sight between the uppermost and the lowest change for all of
    its lines, and sends each line through the filters.
    """

    _kept: tuple[Region, Sequence[LineFilter], list[Strip]] | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines in `crop`."""
        filters = self.get_line_filters()
        if self._kept is None or self._kept[:2] != (crop, filters):
            self._kept = crop, filters, super().render_lines(crop)
        return self._kept[2]

    def _set_dirty(self, *regions: Region) -> None:
        # Private in Textual (pinned in pyproject.toml, kept by a test): all that makes its own cache forget lines.
        super()._set_dirty(*regions)
        self._kept = None
