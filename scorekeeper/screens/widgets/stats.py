"""A column of figures about the night, where there is room for it."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from scorekeeper.i18n import _
from scorekeeper.screens.text import cut, fit
from scorekeeper.screens.widgets.standing_view import StandingView, won_lines
from scorekeeper.table.standing import Standing


class StatsPanel(StandingView, Static):
    """Leader of the last round, average hands, insurance, fines, and who won how much from whom."""

    def __init__(self) -> None:
        super().__init__(id="stats")

    def draw(self, standing: Standing, width: int) -> None:
        """Figures above, pairs below."""
        self.border_title = Content(_("Night"))
        players = tuple(standing.balances)[:6]
        heading = Content.styled(cut(_("Who won from whom"), width), "$quiet")
        lines = [*_figures(standing, width), Content(""), heading, *won_lines(standing, players, width)]
        self.update(Content("\n").join(lines))


def _figures(standing: Standing, width: int) -> list[Content]:
    names = 16

    def row(label: str, value: str) -> Content:
        return Content.assemble((fit(label, names), "$quiet"), cut(value, width - names))

    lines = []
    if standing.rounds:
        last = standing.rounds[-1].played
        leaders = ", ".join(f"{player} {last.points.get(player, '')}" for player in last.leaders)
        lines.append(row(_("Leader"), leaders or "—"))
    for player in standing.balances:
        hands = [played.played.points[player] for played in standing.rounds if player in played.played.points]
        if hands:
            lines.append(row(_("Average hand") if len(lines) < 2 else "", f"{player} {round(sum(hands) / len(hands))}"))
    facts = [played.played.facts for played in standing.rounds]
    fines = sum(len(played.record.fines) + (played.played.outcome == "no_cut") for played in standing.rounds)
    lines.append(row(_("Insured events"), str(sum(fact["insured_event"] for fact in facts))))
    lines.append(row(_("Swaps"), str(sum(fact["swapped"] for fact in facts))))
    lines.append(row(_("Fines"), str(fines)))
    return lines
