"""The rules of a round in short, stage by stage, and which stage a half-typed round is in."""

from __future__ import annotations

from scorekeeper.games.decarte.rules import Rules
from scorekeeper.i18n import _
from scorekeeper.screens.forms.decarte import DecarteForm

INSURANCE, CUT, HANDS, SWAP, PAYMENTS = 1, 2, 3, 4, 5


def rules(house: Rules) -> list[str]:
    """A sentence or two for every stage under these house rules, in order; the stages above are places in it."""
    return [
        _("Fines: whoever exposes a row card pays the fine to each of the others. The dealer has no row."),
        _("Insurance, before the cut: the dealer may pay the compensation to each opponent."),
        _cut(house),
        _("Hands: the dealer's two cards, then everybody's, clockwise. A picture is no hand card: turn the next one."),
        _("Insured event: an insured dealer with a hand up to the limit may swap his two cards, or leave them."),
        _payments(house),
        _ideal(house),
    ]


def _cut(house: Rules) -> str:
    if house.no_cut_refunds_insurance:
        return _("Cut by the player to the dealer's left. If missed, the round is over: a fine, no insurance.")
    return _(
        "Cut by the player to the dealer's left. If it was missed, the dealer pays the fine and the round is over."
    )


def _payments(house: Rules) -> str:
    if house.dealer_only:
        return _("Payments: each player settles with the dealer alone; of the two, the lower hand pays the difference.")
    return _("Payments: in every pair the lower hand pays the difference; the dealer pays first, then on clockwise.")


def _ideal(house: Rules) -> str:
    if house.ideal_stops_all or house.dealer_only:
        return _(
            "Ideal hand: the dealer's 10-A. Everybody pays the dealer the value of his own hand; nothing else is paid."
        )
    return _(
        "Ideal hand: the dealer's 10-A. Everybody pays the dealer the value of his own hand; the others settle too."
    )


def stage(form: DecarteForm | None) -> int:
    """The stage in hand, a place in `rules`."""
    if form is None or form.blank:
        return INSURANCE
    if form.no_cut:
        return CUT
    if not form.complete:
        return HANDS if form.cards else INSURANCE
    return SWAP if form.undecided else PAYMENTS
