"""Names and numbers as the screens show them: names literally and cut to fit, numbers with their sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3

from scorekeeper.i18n import _, language
from scorekeeper.messages import currency_shown
from scorekeeper.table.amounts import Amount
from scorekeeper.table.money import Stake, show_money, show_points

if TYPE_CHECKING:
    from scorekeeper.book import Action


def cut(text: str, width: int) -> str:
    """`text` in at most `width` cells, with an ellipsis where something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…" if width > 0 else ""


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells."""
    return set_cell_size(cut(text, width), width)


def right(text: str, width: int) -> str:
    """`text` at the right edge of `width` cells."""
    return " " * max(0, width - cell_len(text)) + cut(text, width)


def signed(points: int) -> str:
    """Points with their sign, always."""
    return show_points(points, sign=True)


def tone(points: int) -> str:
    """The colour of a gain or a loss; the sign says the same."""
    return "$success" if points > 0 else "$error" if points < 0 else "$quiet"


def coloured(points: int, *, bold: bool = False) -> Content:
    """Points with sign and colour."""
    return Content.styled(signed(points), f"{tone(points)}{' bold' if bold else ''}")


def money(points: int, stake: Stake | None, *, sign: bool = False) -> str:
    """What points are worth, in the manner of the language; points themselves where a point is just a point."""
    if stake is None:
        return show_points(points, sign=sign)
    return show_money(stake.money(points), stake.currency, language=language(), sign=sign)


def units_shown(units: int, stake: Stake | None, *, sign: bool = False) -> str:
    """A sum in units (minor units of the stake's currency; points without one)."""
    return currency_shown(units, stake.currency if stake else None, sign=sign)


def shown(amount: Amount, stake: Stake | None) -> str:
    """A sum as it was written down: points with what they are worth, or money."""
    if stake is None:
        return show_points(amount.points)
    in_money = show_money(amount.units(stake), stake.currency, language=language())
    return in_money if amount.money else f"{show_points(amount.points)} = {in_money}"


def action_shown(action: Action) -> str:
    """What was paid over many nights, or set off, in a few words."""
    paid = action.payment
    if paid is None:
        return _("set off without money")
    return f"{paid.payer} → {paid.payee}, {currency_shown(paid.amount, paid.currency)}"


def wrapped(text: Content, width: int, rows: int) -> list[Content]:
    """`text` in at most `rows` lines, with an ellipsis where something is missing."""
    lines = list(text.wrap(width))
    if len(lines) > rows:
        rest = Content(" ").join(lines[rows - 1 :])
        lines = [*lines[: rows - 1], rest.truncate(width, ellipsis=True)]
    return [line.rstrip() for line in lines]


def figures(text: str) -> tuple[str, str, str]:
    """Digits three lines high, to be read across the table."""
    rows = ["", "", ""]
    for figure in text:
        at = DIGITS.index(figure) * 3
        for row in range(3):
            rows[row] += DIGITS3X3[at + row].ljust(3)[:3]
    return rows[0], rows[1], rows[2]


def sides(left: Content, end: Content, width: int) -> Content:
    """`left` and `end` at the two edges of `width` cells."""
    return Content.assemble(left, " " * max(0, width - left.cell_length - end.cell_length), end).truncate(width)
