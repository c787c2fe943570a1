"""Correcting an earlier round: choose it in the score, change it in the form, see before and after, say why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from scorekeeper.games.decarte.round import Record
from scorekeeper.i18n import _
from scorekeeper.screens import reading, typed
from scorekeeper.screens.between import now
from scorekeeper.screens.dialogs import Ask, Field
from scorekeeper.screens.handing import lying, put_right
from scorekeeper.screens.text import coloured, fit, right
from scorekeeper.screens.widgets.score import ScorePanel
from scorekeeper.table.journal import Amend
from scorekeeper.table.ledger import net
from scorekeeper.table.names import clean_text

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def start(screen: TableScreen) -> None:
    """Put the cursor on the last round."""
    screen.tapped = False
    if not screen.standing.rounds:
        screen.refuse(_("No round has been recorded yet"))
        return
    _pick(screen, len(screen.standing.rounds) - 1)
    _ask(screen)


def _ask(screen: TableScreen) -> None:
    screen.say(_("Which round? Arrows or its number, Enter opens, Esc leaves"))


def tap(screen: TableScreen, row: int) -> None:
    """Put the cursor on a round, or open the one that it is on."""
    if screen.query_one(ScorePanel).picked == row:
        open_picked(screen)
    else:
        screen.tapped = True
        _pick(screen, row)
        screen.say(
            _("Round %(number)d: a second tap or Enter opens it") % {"number": screen.standing.rounds[row].number}
        )


def pick(screen: TableScreen, by: int) -> None:
    """Move the cursor by so many rounds."""
    at = screen.query_one(ScorePanel).picked or 0
    _pick(screen, max(0, min(len(screen.standing.rounds) - 1, at + by)))


def pick_number(screen: TableScreen, digit: int) -> None:
    """Move the cursor to the round whose number is being typed; a digit that leads to none begins anew."""
    last = len(screen.standing.rounds)
    number = next((at for at in (screen.number_typed * 10 + digit, digit) if 1 <= at <= last), 0)
    if number:
        _pick(screen, number - 1)
    screen.number_typed = number
    _ask(screen)


def stop(screen: TableScreen) -> None:
    """No round after all."""
    if screen.picking:
        _pick(screen, None)
        screen.redraw()


def _pick(screen: TableScreen, at: int | None) -> None:
    screen.number_typed = 0
    screen.query_one(ScorePanel).picked = at
    screen.set_class(at is not None, "scoring", "picking")
    screen.refresh_bindings()


def open_picked(screen: TableScreen) -> None:
    """Open the round under the cursor in the form; what is typed for the round in hand stays where it is."""
    at = screen.query_one(ScorePanel).picked
    assert at is not None
    if screen.stored.closed:
        reading.view(screen)
        return
    _pick(screen, None)
    screen.amending = screen.standing.rounds[at]
    screen.take_up()
    if screen.form is not None and screen.form.record() != screen.amending.record:
        screen.say(_("This correction was begun and not saved: Esc gives it up"))


def abandon(screen: TableScreen) -> None:
    """Leave the round as it was."""
    if screen.amending is not None:
        typed.drop(screen)
        screen.amending = None
        screen.take_up()


def save(screen: TableScreen, record: Record) -> None:
    """Show before and after for everybody, ask why, and write the correction."""
    old, form, game = screen.amending, screen.form, screen.standing.game
    assert old is not None
    assert form is not None
    if record == old.record:
        screen.refuse(_("Nothing was changed: Esc leaves the correction"))
        return
    players = old.seating.players
    gained = net(game.preview(old.rules, old.seating, record).transfers, players)
    width, column = min(20, max(map(cell_len, players)) + 1), 10
    if screen.size.width < 60:
        width, column = min(10, width), 8
    head = (_("before"), _("after"), _("changes"))
    lines = [Content.assemble(" " * width, *((right(word, column), "$quiet") for word in head))]
    for player in players:
        shown = [coloured(points) for points in (old.net[player], gained[player], gained[player] - old.net[player])]
        cells = [Content.assemble(" " * (column - cell.cell_length), cell) for cell in shown]
        lines.append(Content.assemble(fit(player, width), *cells))

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            entry = Amend(entry=old.entry, record=record, reason=clean_text(str(answers["reason"])), at=now())
            before = lying(screen)
            if screen.append(entry, keep_form=False):
                screen.say(_("Round %(number)d is corrected") % {"number": old.number})
                put_right(screen, before)

    title = _("Correction of round %(number)d") % {"number": old.number}
    fields = [Field("reason", _("Why (may stay empty)"))]
    screen.app.push_screen(Ask(title, fields, text=Content("\n").join(lines), accept=_("Save")), done)
