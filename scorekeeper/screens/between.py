"""What happens between rounds and beside the cards: fines, seats, credit, house rules, undo and redo."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scorekeeper.games.decarte.round import Fine, FineKind
from scorekeeper.i18n import _
from scorekeeper.messages import rule_label, sentence
from scorekeeper.screens import rules_form
from scorekeeper.screens.dialogs import Answers, Ask, Choice, Field
from scorekeeper.screens.forms.decarte_view import fine_line
from scorekeeper.table.journal import (
    Accept,
    Amend,
    Away,
    Back,
    ChangeMode,
    Consent,
    Credit,
    Entry,
    HouseRules,
    Join,
    Leave,
    Limit,
    Mode,
    Paid,
    Reseat,
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
    except ValueError:
        return _("A whole number of points, please")
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


# --- credit and house rules ----------------------------------------------------


def credit(screen: TableScreen) -> None:
    """Somebody adds to the stack before him."""
    standing = screen.standing
    cash, required = standing.cash, standing.required_credit or 0
    if cash is None or not standing.seats.present:
        return
    first = next(iter(standing.short), standing.seats.present[0])
    lacking = max(0, required - cash.stacks[first])

    def check(answers: Answers) -> dict[str, str]:
        wrong = points_fault(str(answers["points"]), 1)
        return {"points": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            screen.append(Credit(player=answers["player"], points=parse_points(answers["points"]), at=now()))

    players = {player: f"{player} ({cash.stacks[player]})" for player in standing.seats.present}
    fields = [
        Field("player", _("Who adds"), first, players),
        Field("points", _("Points"), str(lacking or required)),
    ]
    text = _("Before a round everybody has at least %(points)d points.") % {"points": required}
    screen.app.push_screen(Ask(_("Add credit"), fields, check, text), done)


def consent(screen: TableScreen) -> None:
    """The table lets whoever is short play the next round."""
    short = screen.standing.unsettled_short
    if not short:
        screen.refuse(_("Nobody is short of credit"))
        return
    screen.append_all([Consent(player=player, at=now()) for player in short])


def change_mode(screen: TableScreen) -> None:
    """Settle at once from now on, with credit on the table; or at the end of the night."""
    standing = screen.standing
    if standing.mode is Mode.CASH:

        def on_record(choice: object) -> None:
            if choice == 0:
                screen.append(ChangeMode(to=Mode.RECORD, credit={}, at=now()))

        text = _("Everybody takes the stack off the table; open debts stay.")
        options = [_("From now on the table plays on record")]
        screen.app.push_screen(Choice(_("On record from now on?"), options, text), on_record)
        return
    players = standing.seats.seated
    needed = standing.game.credit(standing.rules, len(players))

    def check(answers: Answers) -> dict[str, str]:
        faults = {key: points_fault(str(text), 0) for key, text in answers.items()}
        return {key: said for key, said in faults.items() if said}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            credit = {player: parse_points(answers[f"credit-{at}"]) for at, player in enumerate(players)}
            screen.append(ChangeMode(to=Mode.CASH, credit=credit, at=now()))

    fields = [Field(f"credit-{at}", player, str(needed)) for at, player in enumerate(players)]
    text = _("What everybody puts on the table, in points. Balances until now stay on record.")
    screen.app.push_screen(Ask(_("Cash play from now on"), fields, check, text), done)


def limit(screen: TableScreen) -> None:
    """How much somebody should owe at the most, on record; passing it is only a warning."""
    players = {player: player for player in screen.standing.balances}

    def check(answers: Answers) -> dict[str, str]:
        text = str(answers["points"]).strip()
        wrong = points_fault(text, 1) if text else ""
        return {"points": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            text = answers["points"].strip()
            screen.append(Limit(player=answers["player"], points=parse_points(text) if text else None, at=now()))

    fields = [
        Field("player", _("Who"), next(iter(players)), players),
        Field("points", _("At most, in points"), hint=_("empty: no limit")),
    ]
    screen.app.push_screen(Ask(_("Limit on record"), fields, check), done)


def house_rules(screen: TableScreen) -> None:
    """Other house rules, from the next round on."""
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
    """Void the last entry that stands, and say which that is."""
    journal = screen.stored.night.journal
    done = steps(journal).done
    if not done:
        screen.refuse(_("There is nothing to take back"))
        return
    what = described(journal[done[-1] - 1], screen.standing, done[-1])
    if screen.append(Void(entry=done[-1], at=now())):
        screen.app.notify(_("Taken back: %(what)s") % {"what": what})


def redo(screen: TableScreen) -> None:
    """Void the last undo, and say what that brings back."""
    journal = screen.stored.night.journal
    undone = steps(journal).undone
    if not undone:
        screen.refuse(_("There is nothing to bring back"))
        return
    void = journal[undone[-1] - 1]
    assert isinstance(void, Void)
    if screen.append(Void(entry=undone[-1], at=now())):
        what = described(journal[void.entry - 1], screen.standing, void.entry)
        screen.app.notify(_("Brought back: %(what)s") % {"what": what})


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
            return f"{entry.payer} → {entry.payee}"
        case Accept():
            return _("the agreed plan")
        case Credit():
            return _("%(player)s: credit +%(points)d") % {"player": entry.player, "points": entry.points}
        case HouseRules():
            return _("house rules: %(rules)s") % {"rules": ", ".join(rule_label(key) for key in entry.change)}
        case _:
            return _("entry %(number)d") % {"number": number}
