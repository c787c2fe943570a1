"""A widget made of lines: only those that differ from before are painted, and no key ever causes a new layout."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content, Span
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.screens.widgets.kept import Kept

WHEEL = 3
"""Lines that a turn of the wheel, or a swipe, scrolls."""


Line = tuple[Content, ...]
"""The parts of a line, from left to right; a part that was drawn before is not drawn again."""

_REMEMBERED = 2000
"""Parts that are kept drawn, at the most."""


class Lines(Kept, can_focus=False):
    """Shows lines of content, one row each; what is longer than the widget scrolls, what is wider is cut.

    Not a ScrollView: with one of those every other number of lines would lay the whole screen out anew.
    """

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._lines: list[Line] = []
        self._drawn: dict[tuple[str, tuple[Span, ...]], Strip] = {}
        self._ground: Style | None = None
        """The style of empty cells; asked for once, since it takes long to find."""
        self._top = 0
        """The first line in view."""

    @property
    def below(self) -> int:
        """How many lines are below the last one in view."""
        return max(0, len(self._lines) - self._top - self.size.height)

    def set_lines(self, lines: Sequence[Content | Line]) -> None:
        """Show these lines."""
        before, self._lines = self._lines, [line if isinstance(line, tuple) else (line,) for line in lines]
        count = max(len(before), len(lines))
        shared = min(len(before), len(lines))
        changed = [at for at in range(count) if at >= shared or not _same(before[at], self._lines[at])]
        rows = [at - self._top for at in changed if 0 <= at - self._top < self.size.height]
        if rows:
            self.refresh(Region(0, rows[0], self.size.width, rows[-1] - rows[0] + 1))
        self.show_from(self._top)

    def show_from(self, top: int) -> None:
        """Scroll so that line `top` is the first in view, as far as there are lines."""
        top = max(0, min(top, len(self._lines) - self.size.height))
        if top != self._top:
            self._top = top
            self.refresh()
        self.scrolled()

    def page(self, pages: int) -> None:
        """Scroll by so many heights of the widget (back when negative); a line stays in view."""
        self.show_from(self._top + pages * max(1, self.size.height - 1))

    def scrolled(self) -> None:
        """Lines came or went, or others are in view; for those who want to say so."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """On to what is below."""
        event.stop()
        self.show_from(self._top + WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Back up."""
        event.stop()
        self.show_from(self._top - WHEEL)

    def notify_style_update(self) -> None:
        """Other colours: everything anew."""
        super().notify_style_update()
        self._drawn.clear()
        self._ground = None

    def render_line(self, y: int) -> Strip:
        """The line at row `y` of the widget."""
        at, width = y + self._top, self.size.width
        if self._ground is None:
            self._ground = self.rich_style
        if at >= len(self._lines):
            return Strip.blank(width, self._ground)
        strip = Strip.join([self._draw(part) for part in self._lines[at]])
        return strip if strip.cell_length == width else strip.adjust_cell_length(width, self._ground)

    def _draw(self, part: Content) -> Strip:
        key = (part.plain, tuple(part.spans))
        strip = self._drawn.get(key)
        if strip is None:
            if len(self._drawn) >= _REMEMBERED:
                self._drawn.clear()
            strip = self._drawn[key] = part_strip(self, part)
        return strip


def _same(line: Line, other: Line) -> bool:
    """Whether two lines look alike; `==` on Content compares the text alone."""
    return len(line) == len(other) and all(part.is_same(its) for part, its in zip(line, other, strict=True))


def part_strip(widget: Widget, part: Content) -> Strip:
    """A piece of a line as the widget paints it."""
    pieces = part.render(widget.visual_style, end="", parse_style=widget.app.stylesheet.parse_style)
    return Strip([Segment(text, style.rich_style) for text, style in pieces])
