"""What a payment stands for, in lines: the pairs, and the rounds in which each pair's debt arose."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from scorekeeper.i18n import _
from scorekeeper.screens.text import units_shown
from scorekeeper.table.explain import Explained, Piece, shares
from scorekeeper.table.plans import open_pairs
from scorekeeper.table.standing import Standing


def explained_lines(standing: Standing, part: Explained) -> Iterator[Content]:
    """The pieces of a payment with what each consists of, and what no pair explains. Their sums come out."""
    left = {(pair.payer, pair.payee): pair.points for pair in open_pairs(standing)}
    for piece in part.pieces:
        now = left.get((piece.debtor, piece.creditor), 0) - left.get((piece.creditor, piece.debtor), 0)
        yield from _piece(standing, piece, now)
    if part.rest:
        said = _("Rounding and what only the balances explain: %(sum)s")
        yield Content(said % {"sum": units_shown(part.rest, standing.opening.stake)})


def _piece(standing: Standing, piece: Piece, now: int) -> Iterator[Content]:
    """A piece below zero is taken off: so are its rounds. `now`: what is open between the two."""
    stake, sign = standing.opening.stake, 1 if piece.amount > 0 else -1
    yield Content.styled(f"{piece.debtor} → {piece.creditor}: {units_shown(piece.amount, stake)}", "bold")
    arisen = shares(standing, piece.debtor, piece.creditor)
    for share in arisen:
        what = _("entry %(number)d") % {"number": share.entry}
        if share.round is not None:
            what = _("round %(number)d") % {"number": share.round}
        yield Content(f"   {what}: {units_shown(sign * share.amount, stake, sign=True)}")
    if since := now - sum(share.amount for share in arisen):
        said = _("Paid since, or cleared by way of others: %(sum)s")
        yield Content("   " + said % {"sum": units_shown(sign * since, stake, sign=True)})
    if elsewhere := piece.amount - sign * now:
        said = _("In other payments, or against other debts: %(sum)s")
        yield Content("   " + said % {"sum": units_shown(elsewhere, stake, sign=True)})
