"""The seats, clockwise and always in the same places: who, the two cards, the hand in figures that can be read
across the table, what the round brings and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from scorekeeper.games.decarte.cards import face
from scorekeeper.i18n import _, language
from scorekeeper.messages import suit_symbol
from scorekeeper.screens.text import coloured, cut, figures, fit, right, sides, signed, tone
from scorekeeper.screens.widgets.lines import Line, Lines

NARROW = 60
"""Columns below which a seat is two lines instead of a box."""

_ROUND, _HEAVY = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛")


@dataclass(frozen=True, slots=True)
class SeatView:
    """Everything that a seat shows."""

    player: str
    suit: str
    deals: bool
    cards: tuple[int | None, int | None]
    current: int | None
    """Which card the next digit fills: 0, 1, or None when it is another seat's turn."""
    points: int | None
    """The hand that counts, once both cards are in."""
    gains: int | None
    """What the round brings as far as it is typed; None while nothing is."""
    has: int
    """Balance, or the stack in cash play, in points."""
    becomes: int | None
    cash: bool
    apart: bool
    """Whether what it has is on record, without the rounds that were paid in cash at once."""
    owes: int
    """Open debts of cash play, in points."""


class Seats(Lines):
    """All seats; a click on a card makes it the current one."""

    @dataclass
    class Chosen(Message):
        """A card was clicked: the tens (0) or the units card (1) of a player."""

        player: str
        card: int

    def __init__(self) -> None:
        super().__init__("seats")
        self._views: tuple[SeatView, ...] = ()

    def show(self, views: Sequence[SeatView]) -> None:
        """Show these seats."""
        self._views = tuple(views)
        width = self.size.width
        if width:
            self.set_lines(_narrow(views, width) if width < NARROW else _boxes(views, width))

    def on_resize(self) -> None:
        """Boxes or lines, as there is room."""
        self.show(self._views)

    def on_click(self, event: events.Click) -> None:
        """In a box the upper half is the tens card, the lower half the units card; on a line, where they stand."""
        offset, views = event.get_content_offset(self), self._views
        if offset is None or not views:
            return
        if self.size.width < NARROW:
            at, card = offset.y // 2, int(offset.x >= self.size.width - 17)
        else:
            at, card = _box_at(offset.x, len(views), self.size.width), int(offset.y > 2)
        if at < len(views):
            self.post_message(self.Chosen(views[at].player, card))


def _widths(count: int, width: int) -> list[int]:
    """The columns of each box, as equal as they can be."""
    each, rest = divmod(width, max(1, count))
    return [each + (at < rest) for at in range(count)]


def _box_at(x: int, count: int, width: int) -> int:
    for at, size in enumerate(_widths(count, width)):
        if x < size:
            return at
        x -= size
    return count


def _boxes(views: Sequence[SeatView], width: int) -> list[Line]:
    boxes = [_box(view, size, language()) for view, size in zip(views, _widths(len(views), width), strict=True)]
    return list(zip(*boxes, strict=True))


@lru_cache(maxsize=64)
def _box(view: SeatView, width: int, _language: str) -> list[Content]:
    """Seven lines of `width` cells, in the language of now."""
    left_top, flat, right_top, side, left_end, right_end = _HEAVY if view.current is not None else _ROUND
    edge = "$success" if view.current is not None else "$accent" if view.deals else "$line"
    ground = " on $active" if view.current is not None else " on $seat"
    inner = width - 4
    name = cut(view.player, max(1, inner - 4))
    symbol = suit_symbol(view.suit)
    rest = inner - cell_len(name) - cell_len(symbol) - 2
    top = Content.assemble(
        (f"{left_top}{flat} ", edge + ground),
        (name, "bold" + ground),
        (" ", ground.strip()),
        (symbol, _suit_tone(view.suit) + ground),
        (f" {flat * max(0, rest)}{right_top}", edge + ground),
    )
    deals = _("deals")
    badge = f" {deals} " if view.deals else ""
    bottom = Content.assemble(
        (left_end + flat * max(0, width - 3 - cell_len(badge)), edge + ground),
        (badge, "$background on $accent"),
        (flat + right_end, edge + ground),
    )
    glyphs = figures(_figures(view))
    hint = Content.styled(_("0 = ten"), "$quiet") if view.current is not None else Content("")
    gains = coloured(view.gains) if view.gains is not None else Content("")
    rows = [
        sides(_card(view, 0), Content(glyphs[0]), inner),
        sides(_card(view, 1), Content(glyphs[1]), inner),
        sides(_owes(view), Content(glyphs[2]), inner),
        sides(hint, gains, inner),
        sides(Content(""), _total(view), inner),
    ]
    walls = [
        Content.assemble((f"{side} ", edge), row, (f" {side}", edge)).stylize_before(ground.strip()) for row in rows
    ]
    return [top, *walls, bottom]


def _narrow(views: Sequence[SeatView], width: int) -> list[Content]:
    """Two lines a seat; `width` cells each."""
    lines = []
    for view in views:
        bar = "█" if view.current is not None else "▌"
        edge = "$success" if view.current is not None else "$accent" if view.deals else "$line"
        ground = "on $active" if view.current is not None else "on $seat"
        value = right(str(view.points), 2) if view.points is not None else "  "
        gains = right(signed(view.gains), 5) if view.gains is not None else " " * 5
        first = Content.assemble(
            (bar, edge),
            " ",
            (fit(view.player, max(4, width - 25)), "bold"),
            " ",
            (suit_symbol(view.suit), _suit_tone(view.suit)),
            " ",
            _card(view, 0),
            _card(view, 1),
            "= ",
            (value, "bold"),
            " ",
            (gains, tone(view.gains or 0)),
            " ",
        )
        badge = Content.styled(_("deals"), "$accent") if view.deals else Content("")
        left = Content("  ").join([part for part in (badge, _owes(view)) if part.plain])
        second = Content.assemble((bar, edge), " ", sides(left, _total(view), width - 3), " ")
        lines += [first.pad_right(width - first.cell_length).stylize_before(ground), second.stylize_before(ground)]
    return lines


def _suit_tone(suit: str) -> str:
    return "$error" if suit in ("hearts", "diamonds") else "$foreground"


def _card(view: SeatView, card: int) -> Content:
    value = view.cards[card]
    text = right(face(value) if value is not None else "·", 2)
    style = "reverse" if view.current == card else "bold" if value is not None else "$quiet"
    return Content.styled(f" {text} ", style)


def _owes(view: SeatView) -> Content:
    return Content.styled(_("owes %(points)s") % {"points": view.owes} if view.owes else "", "$warning")


def _total(view: SeatView) -> Content:
    """What the seat will have, labelled apart from what it has."""
    points = view.has if view.becomes is None else view.becomes
    shown, style = (str(points), "$foreground") if view.cash else (signed(points), tone(points))
    if view.becomes is not None:
        return Content.assemble((_("becomes"), "$quiet"), " ", (shown, f"{style} bold"))
    label = _("stack") if view.cash else _("on record") if view.apart else _("total")
    return Content.assemble((label, "$quiet"), " ", (shown, style))


def _figures(view: SeatView) -> str:
    if view.points is not None:
        return f"{view.points:02}"
    tens, units = view.cards
    if tens is None and units is None:
        return ""
    return "".join("-" if digit is None else str(digit) for digit in (tens, units))
