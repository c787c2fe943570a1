"""Who hands over what, in the order in which it is done."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from scorekeeper.i18n import _, ngettext
from scorekeeper.messages import reason_label
from scorekeeper.screens.text import coloured, cut, figures, fit, money, right, sides
from scorekeeper.screens.widgets.lines import Lines
from scorekeeper.table import ledger
from scorekeeper.table.ledger import Transfer
from scorekeeper.table.money import Stake


@dataclass(frozen=True, slots=True)
class PaymentsView:
    """What the panel shows: `step` is the payment of the moment in a walk through them, from 0, or None."""

    title: str
    transfers: tuple[Transfer, ...]
    players: tuple[str, ...]
    step: int | None = None
    empty: str = ""
    notes: tuple[str, ...] = ()
    """What the first transfers are for in the scorekeeper's words, where he gave any."""
    stake: Stake | None = None
    """What a point is worth, for the payment of the moment."""


class PaymentsPanel(Lines):
    """The payments of a round and, below, what each player received, paid and nets."""

    def __init__(self) -> None:
        super().__init__("payments")
        self._view: PaymentsView | None = None
        self._below_said = ""

    def show(self, view: PaymentsView) -> None:
        """Show these payments."""
        if view == self._view:
            return
        anew = self._view is None or self._view.title != view.title
        self._view = view
        self.set_class(view.step is not None, "walking")
        self._paint()
        if anew:
            self.border_title = Content(view.title)
            self.show_from(0)

    def on_resize(self) -> None:
        """Names are cut to the new width."""
        self._paint()

    def on_click(self) -> None:
        """A tap goes on to what is below, and from the end back to the beginning."""
        if self.below:
            self.page(1)
        else:
            self.show_from(0)

    def scrolled(self) -> None:
        """Say how many lines are below."""
        count = self.below
        said = ngettext("%(count)d more below", "%(count)d more below", count) % {"count": count}
        text = f"{said} ↓" if count else ""
        if text != self._below_said:
            self._below_said = text
            self.border_subtitle = Content(text) if text else None

    def _paint(self) -> None:
        view, width = self._view, self.size.width
        if view is None or not width:
            return
        lines = payment_lines(view.transfers, width, view.notes)
        if view.step is not None:
            lines = [*_at_hand(view, view.step, width), *lines[view.step + 1 :]]
        elif view.transfers:
            lines += total_lines(view.transfers, view.players, width)
        else:
            lines = [Content.styled(line, "$quiet") for line in textwrap.wrap(view.empty, width)]
        self.set_lines(lines)


def _at_hand(view: PaymentsView, step: int, width: int) -> list[Content]:
    """The payment of the moment, large enough to be read across the table."""
    transfer, reason = view.transfers[step], _reasons(view.transfers, view.notes)[step]
    worth = money(transfer.points, view.stake) if view.stake else ""
    amount = figures(str(transfer.points))
    names = max(6, width - 3 * len(str(transfer.points)) - 2)
    words = (
        Content.styled(cut(transfer.payer, names), "bold"),
        Content.styled(cut(f"→ {transfer.payee}", names), "bold"),
        Content.assemble((worth, "$accent"), " " if worth else "", (reason, "$quiet")).truncate(names, ellipsis=True),
    )
    shown = (sides(said, Content.styled(row, "$accent bold"), width) for said, row in zip(words, amount, strict=True))
    return [*shown, Content.styled("─" * width, "$line")]


def _reasons(transfers: Sequence[Transfer], notes: Sequence[str]) -> list[str]:
    """What each transfer is for; nothing for a hand, since most are."""
    said = ["" if transfer.reason == "hand" else reason_label(transfer.reason) for transfer in transfers]
    for at, note in enumerate(notes[: len(said)]):
        if note:
            said[at] = _("fine: %(note)s") % {"note": note}
    return said


def payment_lines(transfers: Sequence[Transfer], width: int, notes: Sequence[str] = ()) -> list[Content]:
    """A numbered line a transfer: payer → payee, points, and the reason where it is not the hands."""
    if not transfers:
        return []
    reasons = _reasons(transfers, notes)
    figures_wide = max(len(str(transfer.points)) for transfer in transfers)
    widest = max(cell_len(transfer.payer) + cell_len(transfer.payee) + 3 for transfer in transfers)
    room = width - 3 - figures_wide - 2 - min(max(map(cell_len, reasons)), max(0, width // 3))
    names = max(9, min(widest, room))
    lines: list[Content] = []
    for number, (transfer, reason) in enumerate(zip(transfers, reasons, strict=True), start=1):
        half = (names - 3) // 2
        payer = cut(transfer.payer, max(half, names - 3 - cell_len(transfer.payee)))
        pair = fit(f"{payer} → {cut(transfer.payee, names - 3 - cell_len(payer))}", names)
        lines.append(
            Content.assemble(
                (f"{right(str(number), 2)} ", "$quiet"),
                pair,
                " ",
                (right(str(transfer.points), figures_wide), "$accent bold"),
                " ",
                (cut(reason, max(0, width - 5 - names - figures_wide)), "$quiet"),
            )
        )
    return lines


def total_lines(transfers: Sequence[Transfer], players: Sequence[str], width: int) -> list[Content]:
    """Received, paid and net of each player."""
    got, gave = ledger.received(transfers, players), ledger.paid(transfers, players)
    heads = (_("received"), _("paid"), _("net"))
    columns = [max(cell_len(head), 5) + 1 for head in heads]
    room = max(4, width - sum(columns))
    names = min(room, max(cell_len(player) for player in players))
    lines: list[Content] = [
        Content.styled(
            " " * names + "".join(right(head, size) for head, size in zip(heads, columns, strict=True)), "$quiet"
        )
    ]
    for player in players:
        net = coloured(got[player] - gave[player], bold=True)
        lines.append(
            Content.assemble(
                fit(player, names),
                right(str(got[player]), columns[0]),
                right(str(gave[player]), columns[1]),
                " " * max(0, columns[2] - net.cell_length),
                net,
            )
        )
    return lines
