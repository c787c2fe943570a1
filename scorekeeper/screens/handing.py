"""Cash that has to change hands once more, since a round was corrected, taken back or brought back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from scorekeeper.i18n import _
from scorekeeper.screens.dialogs import Reading
from scorekeeper.table.cash import Cash, Handed
from scorekeeper.table.settlement import fewest

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies before everybody: by the book, but for the payments of a walk that are still to be handed over."""

    till: Cash
    payments: tuple[Handed, ...]
    """Those of the last round."""
    ahead: tuple[Handed, ...]


def lying(screen: TableScreen) -> Lying:
    """As it is now."""
    payments = screen.standing.rounds[-1].handed if screen.standing.rounds else ()
    ahead = () if screen.walk is None else payments[screen.walk :]
    return Lying(screen.standing.till, tuple(payments), tuple(ahead))


def put_right(screen: TableScreen, before: Lying) -> None:
    """Say what to hand over so that what lies there is what the book has now; a walk that still fits goes on."""
    moved = screen.standing.till.moved_since(before.till)
    if sum(moved.values()):  # cash was counted since: what lies there is known
        return
    if screen.walk is not None and screen.standing.rounds[-1].handed == before.payments and not any(moved.values()):
        return
    for step in before.ahead:
        moved[step.payee] = moved.get(step.payee, 0) + step.points
        moved[step.payer] = moved.get(step.payer, 0) - step.points
    if screen.walk is not None:
        screen.walk = None
        screen.keep()
    if lines := [Content(f"{pay.payer} → {pay.payee}: {pay.points}") for pay in fewest(moved).payments]:
        screen.app.push_screen(Reading(_("Hand over in cash now"), Content("\n").join(lines)))
