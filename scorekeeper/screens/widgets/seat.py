"""A seat at the table: who, the two cards, the hand in large figures, what the round brings and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Digits, Static

from scorekeeper.games.decarte.cards import face
from scorekeeper.i18n import _
from scorekeeper.messages import suit_symbol
from scorekeeper.screens.text import coloured, cut, fit, right, signed, tone


@dataclass(frozen=True, slots=True)
class SeatView:
    """Everything that a seat shows; equal views look the same."""

    player: str
    suit: str
    deals: bool
    cards: tuple[int | None, int | None]
    current: int | None
    """Which card the next digit fills: 0, 1, or None when it is another seat's turn."""
    points: int | None
    """The hand that counts, once both cards are in."""
    swapped: bool
    gains: int | None
    """What the round brings as far as it is typed; None while nothing is."""
    has: int
    """Balance, or the stack in cash play, in points."""
    becomes: int | None
    cash: bool
    owes: int
    """Open debts of cash play, in points."""


class SeatPanel(Widget):
    """One seat; a click on a card makes it the current one."""

    @dataclass
    class Chosen(Message):
        """A card was clicked: the tens (0) or the units card (1) of a player."""

        player: str
        card: int

    def __init__(self) -> None:
        super().__init__()
        self._view: SeatView | None = None

    def compose(self) -> ComposeResult:
        """Large parts for wide screens, two lines for narrow ones; the style sheet shows one or the other."""
        with Horizontal():
            yield Static(id="cards")
            yield Digits("")
        yield Static(classes="row", id="gains")
        yield Static(classes="row", id="becomes")
        yield Static(id="line")

    def show(self, view: SeatView) -> None:
        """Show this; only what differs from before is painted."""
        if view == self._view:
            return
        self._view = view
        self.set_class(view.deals, "deals")
        self.set_class(view.current is not None, "current")
        self._paint()

    def on_resize(self) -> None:
        """Names are cut to the new width."""
        self._paint()

    def _paint(self) -> None:
        view, width = self._view, self.content_size.width
        if view is None or not width:
            return
        symbol = suit_symbol(view.suit)
        red = "$error" if view.suit in ("hearts", "diamonds") else "$foreground"
        if self.screen.has_class("-narrow"):
            self.border_title = self.border_subtitle = None
            self.query_one("#line", Static).update(self._narrow(view, width, symbol, red))
            return
        name = cut(view.player, max(1, width - 4))
        self.border_title = Content.assemble((name, "bold"), " ", (symbol, red))
        self.border_subtitle = Content(f" {_('deals')} ") if view.deals else None
        self.query_one("#cards", Static).update(Content("\n").join(self._card(view, card) for card in (0, 1)))
        self.query_one(Digits).update(_figures(view))
        gains = coloured(view.gains) if view.gains is not None else Content("")
        hint = "0 = 10" if view.current is not None else ""
        self.query_one("#gains", Static).update(_sides(Content.styled(hint, "$quiet"), gains, width))
        self.query_one("#becomes", Static).update(_sides(Content(""), self._total(view), width))

    def _card(self, view: SeatView, card: int) -> Content:
        value = view.cards[card]
        text = right(face(value) if value is not None else "·", 2)
        style = "reverse" if view.current == card else "bold" if value is not None else "$quiet"
        return Content.styled(f" {text} ", style)

    def _total(self, view: SeatView) -> Content:
        """What the seat will have, labelled apart from what it has."""
        parts: list[Content | tuple[str, str]] = []
        if view.owes:
            parts += [(_("owes %(points)s") % {"points": view.owes}, "$warning"), ("  ", "")]
        if view.becomes is not None:
            shown = str(view.becomes) if view.cash else signed(view.becomes)
            style = "$foreground" if view.cash else tone(view.becomes)
            parts += [(_("becomes"), "$quiet"), (" ", ""), (shown, f"{style} bold")]
        else:
            shown = str(view.has) if view.cash else signed(view.has)
            style = "$foreground" if view.cash else tone(view.has)
            parts += [(_("stack") if view.cash else _("total"), "$quiet"), (" ", ""), (shown, style)]
        return Content.assemble(*parts)

    def _narrow(self, view: SeatView, width: int, symbol: str, red: str) -> Content:
        cards = Content(" ").join(self._card(view, card) for card in (0, 1))
        value = right(str(view.points), 2) if view.points is not None else "  "
        gains = right(signed(view.gains), 5) if view.gains is not None else " " * 5
        space = max(4, width - 24)
        deals = _("deals")
        first = Content.assemble(
            (fit(view.player, space), "bold"),
            " ",
            (symbol, red),
            cards,
            " = ",
            (value, "bold"),
            " ",
            (gains, tone(view.gains or 0)),
        )
        second = _sides(Content.styled(deals, "$accent") if view.deals else Content(""), self._total(view), width - 1)
        return Content("\n").join([first, second])

    def on_click(self, event: events.Click) -> None:
        """The upper half is the tens card, the lower half the units card."""
        if self._view is not None:
            offset = event.get_content_offset(self)
            row, height = (offset.y if offset else 0), max(1, self.content_size.height)
            narrow = self.screen.has_class("-narrow")
            card = (
                int(offset is not None and offset.x > self.content_size.width - 14)
                if narrow
                else int(row * 2 >= height)
            )
            self.post_message(self.Chosen(self._view.player, card))


def _figures(view: SeatView) -> str:
    if view.points is not None:
        return f"{view.points:02}"
    tens, units = view.cards
    return (
        "".join("-" if digit is None else str(digit) for digit in (tens, units))
        if (tens, units) != (None, None)
        else ""
    )


def _sides(left: Content, end: Content, width: int) -> Content:
    return Content.assemble(left, " " * max(1, width - left.cell_length - end.cell_length), end)
