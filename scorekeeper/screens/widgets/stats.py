"""A column of figures about the night, where there is room for it."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from scorekeeper.i18n import _
from scorekeeper.screens.text import coloured, cut, fit, right
from scorekeeper.table.standing import Standing


class StatsPanel(Static):
    """Leader of the last round, average hands, insurance, fines, and who won how much from whom."""

    def __init__(self) -> None:
        super().__init__(id="stats")
        self._standing: Standing | None = None

    def show(self, standing: Standing) -> None:
        """Show the figures of a standing."""
        if standing is not self._standing:
            self._standing = standing
            self._paint()

    def anew(self) -> None:
        """Show the same in the language of now."""
        self._paint()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self._paint()

    def _paint(self) -> None:
        standing, width = self._standing, self.content_size.width
        if standing is None or width <= 0:
            return
        self.border_title = Content(_("Night"))
        players = tuple(standing.balances)[:6]
        lines = [*_figures(standing, width), Content(""), *_pairs(standing, players, width)]
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


def _pairs(standing: Standing, players: tuple[str, ...], width: int) -> list[Content]:
    """Who won how much from whom."""
    won = {(debt.creditor, debt.debtor): debt.points for debt in standing.pair_debts}
    names = min(10, max(map(cell_len, players)) + 1)
    column = max(5, min(9, (width - names) // max(1, len(players))))
    lines = [
        Content.styled(cut(_("Who won from whom"), width), "$quiet"),
        Content.styled(" " * names + "".join(right(cut(player, column - 1), column) for player in players), "$quiet"),
    ]
    for player in players:
        cells: list[Content | str] = []
        for other in players:
            points = won.get((player, other), 0) - won.get((other, player), 0)
            shown = coloured(points) if player != other and points else Content.styled("·", "$quiet")
            cells += [" " * (column - shown.cell_length), shown]
        lines.append(Content.assemble(fit(player, names), *cells))
    return lines
