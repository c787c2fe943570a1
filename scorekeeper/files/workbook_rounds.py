"""The sheets on what was played: rounds, payments, balances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from scorekeeper.files.cells import COUNT, POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.charts import line_chart
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area
from scorekeeper.files.view import View, mode_word, time_format
from scorekeeper.i18n import _
from scorekeeper.messages import reason_label
from scorekeeper.table.settling_entries import RESTORED
from scorekeeper.table.standing import PlayedRound

ROUNDS, PAYMENTS, BALANCES = "Rounds", "Payments", "Balances"
"""Names of the tables, in every language."""


def reason_at(view: View) -> int:
    """The last column of the payments."""
    return MONEY_PAID + (view.stake is not None)


def sheet_of(table: str) -> str:
    """The name by which a workbook knows the sheet with a table, whatever its title became."""
    return f"{table}Sheet"


NUMBER, ROUND_ENTRY, TIME, DEALER, FACTS = range(5)
"""Columns of the rounds; the game's own begin at `FACTS`."""
ROUND, STEP, ENTRY, PAYER, PAYEE, POINTS_PAID, MONEY_PAID = range(7)
"""Columns of the payments; money only if the night has a stake."""
BALANCE_ENTRY, FIRST_BALANCE = 1, 2
"""Columns of the balances: the entry, and that of the first player."""


def rounds(book: Book, view: View) -> Area:
    """A row a round: what is told of it as a whole, then a block of columns for each thing told of every player
    (cards, hand), then the nets; last, where that changed, how it was settled. Empty: he did not sit in that round."""
    page = book.sheet(_("Rounds"), frozen="B2")
    labels = zip(*(view.columns.player_labels(player) for player in view.players), strict=True)
    page.name(sheet_of(ROUNDS))
    area = page.whole_table(
        ROUNDS,
        [
            Column(_("Round"), COUNT),
            Column(_("Entry"), COUNT),
            Column(_("Time"), time_format()),
            Column(_("Dealer")),
            *(Column(label, POINTS) for label in view.columns.round_labels()),
            *(Column(label, COUNT) for label in chain.from_iterable(labels)),
            *(Column(_("%(player)s, net") % {"player": player}, SIGNED_POINTS) for player in view.players),
            *([Column(_("Mode"))] if view.is_mixed else []),
        ],
        (round_row(view, played) for played in view.standing.rounds),
    )
    page.colour_signs(area, nets_at(view), len(view.players))
    page.done()
    return area


def round_row(view: View, played: PlayedRound) -> list[Value]:
    """The cells of a round."""
    cells: list[Value] = [played.number, played.entry, view.local(played.at), played.seating.dealer]
    cells += view.columns.of_round(played)
    nothing = (None,) * len(view.columns.player_labels(""))
    sat = played.seating.players
    told = [view.columns.of_player(played, player) if player in sat else nothing for player in view.players]
    for block in zip(*told, strict=True):
        cells += block
    cells += [played.net.get(player) for player in view.players]
    if view.is_mixed:
        cells.append(mode_word(played.mode))
    return cells


def cards_at(view: View) -> int:
    """The column of the rounds where the first block of players begins."""
    return FACTS + len(view.columns.round_labels())


def nets_at(view: View) -> int:
    """The column of the rounds where the nets begin."""
    return cards_at(view) + len(view.columns.player_labels("")) * len(view.players)


def mode_at(view: View) -> int:
    """The column of the rounds with the mode, if the night has both."""
    return nets_at(view) + len(view.players)


def payments(book: Book, view: View) -> Area:
    """Every transfer, in the order in which it was handed over, with the entry of the journal that caused it.

    Without a round: balances were restored.
    """
    page = book.sheet(_("Payments"))
    page.name(sheet_of(PAYMENTS))
    area = page.whole_table(
        PAYMENTS,
        [
            Column(_("Round"), COUNT),
            Column(_("Step"), COUNT),
            Column(_("Entry"), COUNT),
            Column(_("Payer")),
            Column(_("Payee")),
            Column(_("Points"), POINTS),
            *view.money_columns(_("Money")),
            Column(_("Reason")),
        ],
        payment_rows(view),
    )
    page.done()
    return area


def payment_rows(view: View) -> Iterator[tuple[Value, ...]]:
    """The cells of every payment."""
    rounds = {played.entry: played for played in view.standing.rounds}
    for entry, transfers in view.standing.postings:
        played = rounds.get(entry)
        number, caused = (played.number, played.amended or entry) if played else (None, entry)
        reasons = view.columns.reasons(played) if played else [reason_label(one.reason) for one in transfers]
        for step, (transfer, reason) in enumerate(zip(transfers, reasons, strict=True), start=1):
            money = view.money(transfer.points)
            yield (number, step, caused, transfer.payer, transfer.payee, transfer.points, *money, reason)


def balances(book: Book, view: View) -> Area:
    """Everybody's points after each round and, without a round, after each time that balances were restored; and
    their lines."""
    page = book.sheet(_("Balances"), frozen="C2")
    standing = view.standing
    reached = standing.reached
    lines = [[one.balances.get(player) for one in reached] for player in view.players]
    reason = [Column(_("Reason"))] if standing.restored else []
    area = page.whole_table(
        BALANCES,
        [
            Column(_("Round"), COUNT),
            Column(_("Entry"), COUNT),
            *(Column(player, SIGNED_POINTS) for player in view.players),
            *reason,
        ],
        (
            [
                one.number if isinstance(one, PlayedRound) else None,
                one.entry,
                *points,
                *([None if isinstance(one, PlayedRound) else reason_label(RESTORED)] if reason else []),
            ]
            for one, *points in zip(reached, *lines, strict=True)
        ),
    )
    page.colour_signs(area, FIRST_BALANCE, len(view.players))
    line_chart(page, area, _("Balances, in points"), view.players, lines, first=FIRST_BALANCE)
    page.done()
    return area
