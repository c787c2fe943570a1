"""Who hands over what, in the order in which it is done."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from scorekeeper.i18n import _, ngettext
from scorekeeper.messages import reason_label
from scorekeeper.screens.text import coloured, cut, figures, fit, money, right, sides
from scorekeeper.screens.widgets.lines import Lines
from scorekeeper.table import ledger
from scorekeeper.table.cash import Handed
from scorekeeper.table.ledger import Transfer
from scorekeeper.table.money import Stake


class Payment(NamedTuple):
    """A line: who hands what to whom, and what there is to say about it."""

    payer: str
    payee: str
    points: int
    words: str


def payments(transfers: Sequence[Transfer], notes: Sequence[str], handed: Sequence[Handed] = ()) -> tuple[Payment, ...]:
    """The payments of a round in order; in cash play as they go over the table, with the debts that are paid between.

    `notes`: what the first transfers are for in the scorekeeper's words, where he gave any.
    """
    words = _reasons(transfers, notes)
    if not handed:
        due = zip(transfers, words, strict=True)
        return tuple(Payment(one.payer, one.payee, one.points, said) for one, said in due)
    return tuple(Payment(step.payer, step.payee, step.points, _of_step(step, words)) for step in handed)


def _of_step(step: Handed, words: Sequence[str]) -> str:
    if step.transfer is None:
        return _("a debt is paid")
    said = []
    if step.owed:
        said.append(_("%(points)d owed") % {"points": step.owed})
    if step.set_off:
        said.append(_("%(points)d set off") % {"points": step.set_off})
    if words[step.transfer]:
        said.append(words[step.transfer])
    return ", ".join(said)


@dataclass(frozen=True, slots=True)
class PaymentsView:
    """What the panel shows: `step` is the payment of the moment in a walk through them, from 0, or None."""

    title: str
    lines: tuple[Payment, ...]
    transfers: tuple[Transfer, ...]
    """What was due in full, for the totals."""
    players: tuple[str, ...]
    step: int | None = None
    empty: str = ""
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
        anew = self._view is None or (self._view.title, self._view.step) != (view.title, view.step)
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
        lines = payment_lines(view.lines, width)
        if view.step is not None:
            lines = [*_at_hand(view, view.step, width), *lines[view.step + 1 :]]
        elif view.transfers:
            lines += total_lines(view.transfers, view.players, width)
        else:
            lines = [Content.styled(line, "$quiet") for line in textwrap.wrap(view.empty, width)]
        self.set_lines(lines)


def _at_hand(view: PaymentsView, step: int, width: int) -> list[Content]:
    """The payment of the moment, large enough to be read across the table."""
    now = view.lines[step]
    worth = money(now.points, view.stake) if view.stake else ""
    amount = figures(str(now.points))
    names = max(6, width - 3 * len(str(now.points)) - 2)
    words = (
        Content.styled(cut(now.payer, names), "bold"),
        Content.styled(cut(f"→ {now.payee}", names), "bold"),
        Content.assemble((worth, "$accent"), " " if worth else "", now.words).truncate(names, ellipsis=True),
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


def payment_lines(made: Sequence[Payment], width: int) -> list[Content]:
    """A numbered line a payment: payer → payee, points, and what it is for where it is not the hands."""
    if not made:
        return []
    figures_wide = max(len(str(one.points)) for one in made)
    widest = max(cell_len(one.payer) + cell_len(one.payee) + 3 for one in made)
    said = max(cell_len(one.words) for one in made)
    room = width - 3 - figures_wide - 2 - min(said, max(0, width // 3))
    names = max(9, min(widest, room))
    lines: list[Content] = []
    for number, one in enumerate(made, start=1):
        half = (names - 3) // 2
        payer = cut(one.payer, max(half, names - 3 - cell_len(one.payee)))
        pair = fit(f"{payer} → {cut(one.payee, names - 3 - cell_len(payer))}", names)
        lines.append(
            Content.assemble(
                (f"{right(str(number), 2)} ", "$quiet"),
                pair,
                " ",
                (right(str(one.points), figures_wide), "$accent bold"),
                " ",
                (cut(one.words, max(0, width - 5 - names - figures_wide)), "$quiet"),
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
