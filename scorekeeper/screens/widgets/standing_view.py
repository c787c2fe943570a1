"""What shows a standing: drawn anew only for another one, another width, or another language."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from scorekeeper.screens.text import coloured, cut, fit, right
from scorekeeper.screens.widgets.kept import Kept
from scorekeeper.table.standing import Standing


class StandingView(Kept):
    """For panels; `draw` is what they differ in."""

    standing: Standing | None = None
    """What is shown; nothing at first."""

    def show(self, standing: Standing) -> None:
        """Show this standing."""
        if standing is not self.standing:
            self.standing = standing
            self.anew()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.anew()

    def anew(self) -> None:
        """Draw the same again, in the width and the language of now."""
        if self.standing is not None and self.content_size.width > 0:
            self.draw(self.standing, self.content_size.width)

    def draw(self, standing: Standing, width: int) -> None:
        """Fill the panel."""
        raise NotImplementedError


def won_lines(standing: Standing, players: tuple[str, ...], width: int) -> list[Content]:
    """Who of `players` won how much from whom, in points: a line of names, then one for each."""
    won = {(debt.creditor, debt.debtor): debt.points for debt in standing.pair_debts}
    names = min(10, max(map(cell_len, players)) + 1)
    column = max(5, min(9, (width - names) // max(1, len(players))))
    heads = "".join(right(cut(player, column - 1), column) for player in players)
    lines = [Content.styled(" " * names + heads, "$quiet")]
    for player in players:
        cells: list[Content | str] = []
        for other in players:
            points = won.get((player, other), 0) - won.get((other, player), 0)
            shown = coloured(points) if points else Content.styled("·", "$quiet")
            cells += [" " * (column - shown.cell_length), shown]
        lines.append(Content.assemble(fit(player, names), *cells))
    return lines
