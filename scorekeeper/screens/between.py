"""What happens between rounds and beside the cards: fines, house rules, undo and redo."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scorekeeper.games.decarte.round import Fine, FineKind
from scorekeeper.i18n import _
from scorekeeper.messages import rule_label, sentence, unread_number
from scorekeeper.screens import rules_form
from scorekeeper.screens.dialogs import Answers, Ask, Choice, Field
from scorekeeper.screens.forms.decarte_view import fine_line
from scorekeeper.screens.handing import lying, put_right
from scorekeeper.screens.text import action_shown, shown
from scorekeeper.screens.writing import changed_over
from scorekeeper.table.journal import (
    Accept,
    Amend,
    Away,
    Back,
    ChangeMode,
    Consent,
    Counted,
    Credit,
    Entry,
    HouseRules,
    Join,
    Leave,
    Limit,
    Paid,
    Reseat,
    Restore,
    Round,
    Void,
    steps,
)
from scorekeeper.table.money import parse_points
from scorekeeper.table.names import clean_text
from scorekeeper.table.reading import LARGEST, bad_amount
from scorekeeper.table.standing import Standing

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def now() -> datetime:
    """The moment, to the second, as journals keep it."""
    return datetime.now(UTC).replace(microsecond=0)


def points_fault(text: str, least: int) -> str:
    """What is wrong with an amount of points that was typed; empty when nothing is."""
    try:
        points = parse_points(text)
    except ValueError as error:
        return unread_number(error, _("A whole number of points, please"))
    return "" if least <= points <= LARGEST else sentence(bad_amount(points, least=least))


# --- fines -------------------------------------------------------------------


def fine(screen: TableScreen) -> None:
    """Choose who pays for an exposed card, another fine, or a fine to take back."""
    form = screen.form
    if form is None:
        return
    exposers = form.seating.opponents
    each = form.rules.fine_exposed
    options = [fine_line(Fine(player, FineKind.EXPOSED), each) for player in exposers]
    options.append(_("Another fine…"))
    options += [_("Take back: %(fine)s") % {"fine": fine_line(item, item.points(form.rules))} for item in form.fines]

    def chosen(choice: object) -> None:
        if not isinstance(choice, int):
            return
        if choice == len(exposers):
            _other_fine(screen)
            return
        if choice < len(exposers):
            form.fines.append(Fine(exposers[choice], FineKind.EXPOSED))
        else:
            del form.fines[choice - len(exposers) - 1]
        screen.keep()

    screen.app.push_screen(Choice(_("Fine: who pays?"), options), chosen)


def _other_fine(screen: TableScreen) -> None:
    form = screen.form
    assert form is not None

    def check(answers: Answers) -> dict[str, str]:
        wrong = points_fault(str(answers["each"]), 1)
        return {"each": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            each, note = parse_points(answers["each"]), clean_text(answers["note"])
            preset = each == form.rules.fine_other
            form.fines.append(Fine(answers["player"], FineKind.OTHER, None if preset else each, note))
            screen.keep()

    players = {player: player for player in form.seating.from_dealer}
    fields = [
        Field("player", _("Who pays"), form.seating.dealer, players),
        Field("each", _("Points to each of the others"), str(form.rules.fine_other)),
        Field("note", _("What for"), ""),
    ]
    screen.app.push_screen(Ask(_("Another fine"), fields, check), done)


def begun(screen: TableScreen) -> bool:
    """Whether a round is half typed; then it is said that what holds from the next round on has to wait."""
    typed = screen.form is not None and not screen.form.blank
    if typed:
        screen.refuse(_("First Enter for the round in hand: this holds from the next one on"))
    return typed


# --- house rules ------------------------------------------------------------


def house_rules(screen: TableScreen) -> None:
    """Other house rules, from the next round on."""
    if begun(screen):
        return
    game, rules = screen.standing.game, screen.standing.rules

    def check(answers: Answers) -> dict[str, str]:
        return rules_form.read(game, rules, answers)[1]

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            change = rules_form.read(game, rules, answers)[0]
            if change:
                screen.append(HouseRules(change=change, at=now()))

    title = _("House rules from the next round on")
    screen.app.push_screen(Ask(title, rules_form.fields(game, rules), check), done)


# --- undo and redo -----------------------------------------------------------


def undo(screen: TableScreen) -> None:
    """Take back that somebody deals by agreement, or void the last entry that stands; and say which that is."""
    form, seating = screen.form, screen.standing.next_seating
    if form is not None and form.handed is not None and seating is not None and screen.amending is None:
        form.hand_the_deal_to(seating.dealer, in_turn=True)
        screen.keep()
        screen.say(_("Taken back: another dealer by agreement"))
        return
    journal = screen.stored.night.journal
    done = steps(journal).done
    if not done:
        screen.refuse(_("There is nothing to take back"))
        return
    before = lying(screen)
    if what := _voided(screen, done[-1], done[-1]):
        screen.say(_("Taken back: %(what)s") % {"what": what})
        put_right(screen, before)


def redo(screen: TableScreen) -> None:
    """Void the last undo, and say what that brings back."""
    journal = screen.stored.night.journal
    undone = steps(journal).undone
    if not undone:
        screen.refuse(_("There is nothing to bring back"))
        return
    void = journal[undone[-1] - 1]
    assert isinstance(void, Void)
    before = lying(screen)
    if what := _voided(screen, undone[-1], void.entry):
        screen.say(_("Brought back: %(what)s") % {"what": what})
        put_right(screen, before)


def _voided(screen: TableScreen, number: int, about: int) -> str:
    """Void entry `number`, to take entry `about` back (itself) or bring it back (its void); say what that is.

    A payment over many nights goes or comes in each of them. Empty when it was refused.
    """
    entry, standing, book = screen.stored.night.journal[about - 1], screen.standing, screen.app.book
    if not (isinstance(entry, Paid) and entry.action):
        written = screen.append(Void(entry=number, at=now()))
        return described(entry, standing if number == about else screen.standing, about) if written else ""
    over = book.take_back_over if number == about else book.bring_back_over
    made = changed_over(screen.app, over, entry.action)
    if made is None:
        return ""
    screen.changed(book.load(screen.stored.number))
    return action_shown(made)


def described(entry: Entry, standing: Standing, number: int) -> str:
    """An entry in a few words, for undo and redo."""
    match entry:
        case Round():
            played = standing.round_of(number)
            return _("round %(number)d") % {"number": played.number if played else len(standing.rounds)}
        case Amend():
            played = standing.round_of(entry.entry)
            return _("correction of round %(number)d") % {"number": played.number if played else entry.entry}
        case Join():
            return _("%(player)s sat down") % {"player": entry.player}
        case Leave():
            return _("%(player)s got up") % {"player": entry.player}
        case Away():
            return _("%(player)s: sits out") % {"player": entry.player}
        case Back():
            return _("%(player)s: back at the table") % {"player": entry.player}
        case Reseat():
            return _("the change of chairs")
        case Consent():
            return _("%(player)s: plays on by consent") % {"player": entry.player}
        case ChangeMode():
            return _("the change between record and cash")
        case Limit():
            return _("%(player)s: the limit") % {"player": entry.player}
        case Paid():
            words = {"pair": f"{entry.payer} → {entry.payee}", "sum": shown(entry.amount, standing.opening.stake)}
            return _("the payment %(pair)s, %(sum)s") % words
        case Accept():
            return _("the agreed plan")
        case Restore():
            return _("the restored balances")
        case Counted():
            return _("the count of the cash")
        case Credit():
            return _("%(player)s: credit +%(points)d") % {"player": entry.player, "points": entry.points}
        case HouseRules():
            return _("house rules: %(rules)s") % {"rules": ", ".join(rule_label(key) for key in entry.change)}
        case _:
            return _("entry %(number)d") % {"number": number}
