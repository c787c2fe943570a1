"""Recording a round: what is still missing, the dealer's decision in an insured event, and the walk that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.i18n import _
from scorekeeper.screens import correction
from scorekeeper.screens.between import now
from scorekeeper.screens.dialogs import Choice
from scorekeeper.screens.forms.decarte import DecarteForm
from scorekeeper.screens.forms.decarte_view import outcomes
from scorekeeper.table.journal import Consent, Round

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def record(screen: TableScreen, form: DecarteForm) -> None:
    """Write the round in hand, or the correction; say what is missing, or ask what is undecided."""
    if form.blank and screen.amending is None:
        screen.refuse(_("Nothing is typed yet: first the cards"))
    elif not form.complete:
        missing = [player for player in form.seating.from_dealer if form.hand(player) is None]
        screen.refuse(_("Cards are missing: %(players)s") % {"players": ", ".join(missing)})
    elif form.undecided:
        _ask_swap(screen, form)
    elif screen.amending is not None:
        correction.save(screen, form.record())
    else:
        _write(screen, form)


def _ask_swap(screen: TableScreen, form: DecarteForm) -> None:
    game = screen.standing.game
    leave, swap = (game.preview(form.rules, form.seating, form.record(swap=choice)) for choice in (False, True))
    text = outcomes(form, leave, swap, min(56, screen.size.width - 8))

    def decided(choice: object) -> None:
        if isinstance(choice, int):
            form.swap = choice == 1
            screen.keep()
            record(screen, form)

    options = [_("The dealer keeps his cards"), _("The dealer swaps his cards")]
    screen.app.push_screen(Choice(_("Insured event: swap?"), options, text, decided=False), decided)


def _write(screen: TableScreen, form: DecarteForm) -> None:
    """In cash play the payments are handed over one by one then. Whoever was short of credit has played by consent of
    the table, since the cards are on it: that is written too, and said."""
    screen.count()
    moment, short = now(), screen.standing.unsettled_short
    entry = Round(record=form.record(), dealer=form.seating.dealer, at=moment, lasted=round(screen.seconds))
    consents = [Consent(player=player, at=moment) for player in short]
    if screen.append_all([*consents, entry], keep_form=False) and screen.standing.cash is not None:
        screen.walk = 0 if screen.standing.rounds[-1].handed else None
        screen.keep()
        if short:
            screen.say(_("Played on by consent: %(players)s") % {"players": ", ".join(short)})
