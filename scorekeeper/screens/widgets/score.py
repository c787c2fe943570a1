"""The score: a line a round, running totals and a small line of each player's balance below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from scorekeeper.i18n import _
from scorekeeper.screens.text import coloured, cut, right, signed
from scorekeeper.screens.widgets.standing_view import StandingView
from scorekeeper.table.standing import PlayedRound, Standing

_BARS = "▁▂▃▄▅▆▇█"
_NUMBER = 5


class ScoreRows(ScrollView, can_focus=False):
    """The rounds; only the lines in view are ever drawn, so that a long night costs no more than a short one."""

    COMPONENT_CLASSES = {"score--gain", "score--loss", "score--even", "score--number", "score--picked"}

    @dataclass
    class Tapped(Message):
        """A round was tapped: its line, from 0."""

        row: int

    picked: reactive[int | None] = reactive(None)
    """The line under the cursor while a round is being chosen, from 0."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds: tuple[PlayedRound, ...] = ()
        self.players: tuple[str, ...] = ()
        self.column = 8

    def show(self, rounds: tuple[PlayedRound, ...], players: tuple[str, ...], column: int) -> None:
        """Show these rounds, the last one in view."""
        self.rounds, self.players, self.column = rounds, players, column
        self.virtual_size = Size(_NUMBER + column * len(players), len(rounds))
        self.refresh()
        self.scroll_end(animate=False)

    def on_click(self, event: events.Click) -> None:
        """Say which round was tapped."""
        offset = event.get_content_offset(self)
        row = offset.y + int(self.scroll_offset.y) if offset else len(self.rounds)
        if row < len(self.rounds):
            self.post_message(self.Tapped(row))

    def watch_picked(self, picked: int | None) -> None:
        """Keep the cursor in view."""
        if picked is not None:
            top, height = int(self.scroll_offset.y), self.size.height
            if not top <= picked < top + height:
                self.scroll_to(y=max(0, picked - height // 2), animate=False)

    def render_line(self, y: int) -> Strip:
        """One round: number, then what each player gained; the dealer's is underlined, the leader's bold."""
        at = y + int(self.scroll_offset.y)
        if at >= len(self.rounds):
            return Strip.blank(self.size.width, self.rich_style)
        played = self.rounds[at]
        back = self.get_component_rich_style("score--picked") if at == self.picked else Style()
        number = f"{'▶' if at == self.picked else ''}{played.number}{'*' if played.amended else ''}"
        segments = [Segment(right(number, _NUMBER - 1) + " ", self._style("number") + back)]
        for player in self.players:
            net = played.net.get(player)
            if net is None:
                segments.append(Segment(right("·", self.column), self._style("even") + back))
                continue
            style = self._style("gain" if net > 0 else "loss" if net < 0 else "even") + back
            text = signed(net)
            marks = Style(underline=player == played.seating.dealer, bold=player in played.played.leaders)
            segments += [Segment(" " * max(0, self.column - len(text)), back), Segment(text, style + marks)]
        return (
            Strip(segments)
            .extend_cell_length(self.size.width, back)
            .apply_style(self.rich_style)
            .crop(0, self.size.width)
        )

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"score--{name}", partial=True)


class ScorePanel(StandingView, Vertical):
    """Names on top, rounds, totals and balance lines below."""

    def __init__(self) -> None:
        super().__init__(id="score")

    def compose(self) -> ComposeResult:
        """Head, rounds, foot."""
        yield Static(classes="head")
        yield ScoreRows()
        yield Static(classes="foot")

    @property
    def rows(self) -> ScoreRows:
        """The lines of the rounds."""
        return self.query_one(ScoreRows)

    def draw(self, standing: Standing, width: int) -> None:
        """Names, rounds, totals."""
        present = standing.seats.present
        players = (*present, *(player for player in standing.balances if player not in present))
        players = players[: max(len(present), (width - _NUMBER) // 7)]
        column = max(5, min(12, (width - _NUMBER - 1) // max(1, len(players))))
        self.border_title = Content(_("Score"))
        names = "".join(right(cut(player, column - 1), column) for player in players)
        self.query_one(".head", Static).update(Content(right(_("rd"), _NUMBER - 1) + " " + names))
        self.rows.show(standing.rounds, players, column)
        totals = Content.assemble(
            (right(_("sum"), _NUMBER - 1) + " ", "bold"),
            *(self._total(standing.balances[player], column) for player in players),
        )
        lines = [Content.styled("─" * width, "$line"), totals, self._lines(standing, players, column)]
        self.query_one(".foot", Static).update(Content("\n").join(lines))

    def _total(self, points: int, column: int) -> Content:
        shown = coloured(points, bold=True)
        return Content.assemble(" " * max(0, column - shown.cell_length), shown)

    def _lines(self, standing: Standing, players: Sequence[str], column: int) -> Content:
        recent = standing.rounds[-(column - 2) :]
        bars = (right(_bars([played.balances.get(player, 0) for played in recent]), column) for player in players)
        return Content.styled(" " * _NUMBER + "".join(bars), "$accent")


def _bars(balances: Sequence[int]) -> str:
    """Balances as bars, lowest to highest."""
    if not balances:
        return ""
    low, high = min(balances), max(balances)
    span = max(1, high - low)
    return "".join(_BARS[(points - low) * (len(_BARS) - 1) // span] for points in balances)
