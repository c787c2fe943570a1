"""The score: a line a round, running totals and a small line of each player's balance below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.message import Message
from textual.strip import Strip

from scorekeeper.i18n import _
from scorekeeper.screens.text import coloured, cut, right, signed
from scorekeeper.screens.widgets.lines import WHEEL, part_strip
from scorekeeper.screens.widgets.standing_view import StandingView
from scorekeeper.table.standing import PlayedRound, Standing

_BARS = "▁▂▃▄▅▆▇█"
_NUMBER = 5
"""Columns for the number of a round."""
_COLUMN = 6
"""Columns that a player's points need at least."""
_HEAD, _FOOT = 1, 3
"""Lines above and below the rounds."""


class ScorePanel(StandingView, can_focus=False):
    """Names on top, rounds, totals and balance lines below.

    One widget, and only the rounds in view are ever drawn, so that a long night costs no more than a short one and a
    key no more than it must.
    """

    COMPONENT_CLASSES = {"score--gain", "score--loss", "score--even", "score--number", "score--picked"}

    @dataclass
    class Tapped(Message):
        """A round was tapped: its line, from 0."""

        row: int

    def __init__(self) -> None:
        super().__init__(id="score")
        self.rounds: tuple[PlayedRound, ...] = ()
        self.groups: Sequence[Sequence[str]] = ()
        """Whom each column is for: one player, or all those for whom there is no room."""
        self._picked: int | None = None
        self._column = 8
        self._top = 0
        """The first round in view."""
        self._head = Content("")
        self._foot = [Content("")] * _FOOT

    # --- which rounds are in view ----------------------------------------------

    @property
    def page(self) -> int:
        """How many rounds are in view."""
        return max(1, self.size.height - _HEAD - _FOOT)

    @property
    def picked(self) -> int | None:
        """The line under the cursor while a round is being chosen, from 0."""
        return self._picked

    @picked.setter
    def picked(self, picked: int | None) -> None:
        self._picked = picked
        self.set_class(picked is not None, "picking")
        if picked is not None and not self._top <= picked < self._top + self.page:
            self._show_from(picked - self.page // 2)
        self.refresh()

    def _show_from(self, top: int) -> None:
        self._top = max(0, min(top, len(self.rounds) - self.page))
        above, below = self._top, max(0, len(self.rounds) - self._top - self.page)
        self.border_subtitle = " ".join([f"↑ {above}"] * bool(above) + [f"↓ {below}"] * bool(below))
        self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """On to later rounds."""
        event.stop()
        self._show_from(self._top + WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Back to earlier ones."""
        event.stop()
        self._show_from(self._top - WHEEL)

    def on_click(self, event: events.Click) -> None:
        """Say which round was tapped."""
        offset = event.get_content_offset(self)
        line = offset.y - _HEAD if offset else -1
        if 0 <= line < self.page and self._top + line < len(self.rounds):
            self.post_message(self.Tapped(self._top + line))

    # --- what is drawn ----------------------------------------------------------

    def draw(self, standing: Standing, width: int) -> None:
        """Names, rounds, totals; the last round is in view."""
        present = standing.seats.present
        away = tuple(player for player in standing.balances if player not in present)
        most = (width - _NUMBER) // _COLUMN
        fits = len(present) + len(away) <= most
        players = (*present, *away) if fits else (*present, *away[: max(0, most - len(present) - 1)])
        groups: list[tuple[str, ...]] = [(player,) for player in players]
        if not fits:
            groups.append(tuple(player for player in away if player not in players))
        column = max(5, min(12, (width - _NUMBER - 1) // max(1, len(groups))))
        self.border_title = Content(_("Score"))
        heads = [*players, *([] if fits else [_("others")])]
        names = "".join(right(cut(head, column - 1), column) for head in heads)
        self._head = Content.styled(right(_("rd"), _NUMBER - 1) + " " + names, "$quiet")
        self.rounds, self.groups, self._column = standing.rounds, groups, column
        totals = Content.assemble(
            (right(_("sum"), _NUMBER - 1) + " ", "bold"),
            *(_total(sum(standing.balances[player] for player in group), column) for group in groups),
        )
        self._foot = [Content.styled("─" * width, "$line"), totals, self._lines(standing)]
        self._show_from(len(self.rounds))

    def _lines(self, standing: Standing) -> Content:
        recent = standing.rounds[-(self._column - 2) :]
        bars = (
            right(_bars([sum(played.balances.get(player, 0) for player in group) for played in recent]), self._column)
            for group in self.groups
        )
        return Content.styled(" " * _NUMBER + "".join(bars), "$accent")

    def render_line(self, y: int) -> Strip:
        """The line at row `y` of the widget."""
        width, foot = self.size.width, y - (self.size.height - _FOOT)
        if y < _HEAD:
            strip = part_strip(self, self._head)
        elif foot >= 0:
            strip = part_strip(self, self._foot[foot])
        elif self._top + y - _HEAD < len(self.rounds):
            return self._round(self._top + y - _HEAD)
        else:
            return Strip.blank(width, self.rich_style)
        return strip.adjust_cell_length(width, self.rich_style)

    def _round(self, at: int) -> Strip:
        """One round: number, then what each player gained; the dealer's is underlined, the leader's bold."""
        played = self.rounds[at]
        back = self.get_component_rich_style("score--picked") if at == self._picked else Style()
        number = f"{'▶' if at == self._picked else ''}{played.number}{'*' if played.amended else ''}"
        segments = [Segment(right(number, _NUMBER - 1) + " ", self._style("number") + back)]
        for group in self.groups:
            gained = [played.net[player] for player in group if player in played.net]
            if not gained:
                segments.append(Segment(right("·", self._column), self._style("even") + back))
                continue
            net = sum(gained)
            style = self._style("gain" if net > 0 else "loss" if net < 0 else "even") + back
            text = signed(net)
            marks = Style(
                underline=played.seating.dealer in group,
                bold=any(player in played.played.leaders for player in group),
            )
            segments += [Segment(" " * max(0, self._column - len(text)), back), Segment(text, style + marks)]
        return (
            Strip(segments)
            .extend_cell_length(self.size.width, back)
            .apply_style(self.rich_style)
            .crop(0, self.size.width)
        )

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"score--{name}", partial=True)


def _total(points: int, column: int) -> Content:
    shown = coloured(points, bold=True)
    return Content.assemble(" " * max(0, column - shown.cell_length), shown)


def _bars(balances: Sequence[int]) -> str:
    """Balances as bars, lowest to highest."""
    if not balances:
        return ""
    low, high = min(balances), max(balances)
    span = max(1, high - low)
    return "".join(_BARS[(points - low) * (len(_BARS) - 1) // span] for points in balances)
