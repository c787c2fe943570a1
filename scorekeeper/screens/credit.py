"""Credit and the manner of settling: add, play on by consent, record or cash, limits, totals taken from paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.i18n import _
from scorekeeper.screens.between import begun, now, points_fault
from scorekeeper.screens.dialogs import Answers, Ask, Choice, Field
from scorekeeper.screens.text import cut
from scorekeeper.screens.writing import refusal
from scorekeeper.table.journal import ChangeMode, Consent, Credit, Limit, Restore
from scorekeeper.table.money import parse_points
from scorekeeper.table.names import clean_text
from scorekeeper.table.reading import LARGEST
from scorekeeper.table.standing import Mode

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def credit(screen: TableScreen) -> None:
    """Somebody adds to the stack before him."""
    standing = screen.standing
    cash, required = standing.cash, standing.required_credit or 0
    if cash is None:
        screen.refuse(_("The table plays on record, without credit: w changes that"))
        return
    if not standing.seats.present:
        return
    first = next(iter(standing.short), standing.seats.present[0])
    lacking = {player: str(standing.missing.get(player, required)) for player in standing.seats.present}

    def check(answers: Answers) -> dict[str, str]:
        wrong = points_fault(str(answers["points"]), 1)
        return {"points": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            screen.append(Credit(player=answers["player"], points=parse_points(answers["points"]), at=now()))

    players = {player: f"{player} ({cash.stacks[player]})" for player in standing.seats.present}
    fields = [
        Field("player", _("Who adds"), first, players),
        Field("points", _("Points"), lacking[first], follows=("player", lacking)),
    ]
    words = {"points": required, "safe": standing.safe_credit}
    text = _("Before a round everybody has at least %(points)d points; %(safe)d are enough for any round.") % words
    screen.app.push_screen(Ask(_("Add credit"), fields, check, text), done)


def consent(screen: TableScreen) -> None:
    """The table lets whoever is short play the next round."""
    standing = screen.standing
    short = standing.unsettled_short
    if not short:
        screen.refuse(_("Nobody is short of credit"))
        return

    def chosen(choice: object) -> None:
        if isinstance(choice, int):
            screen.append_all([Consent(player=player, at=now()) for player in offered[choice]])

    lacking = [
        _("%(player)s, %(points)d short") % {"player": player, "points": standing.missing[player]} for player in short
    ]
    offered: list[tuple[str, ...]] = [(player,) for player in short]
    options = [_("Plays on: %(player)s") % {"player": cut(player, 20)} for player in short]
    if len(short) > 1:
        offered, options = [short, *offered], [_("All of them play on"), *options]
    text = _("The table lets whoever is short of credit play the next round.")
    screen.app.push_screen(Choice(_("Play on by consent?"), options, "\n".join([text, *lacking])), chosen)


def change_mode(screen: TableScreen) -> None:
    """Settle at once from now on, with credit on the table; or at the end of the night."""
    if begun(screen):
        return
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
    standing = screen.standing
    players = {player: player for player in standing.balances}
    limits = {player: str(standing.limits.get(player, "")) for player in players}
    first = next(iter((*standing.seats.present, *players)))

    def check(answers: Answers) -> dict[str, str]:
        text = str(answers["points"]).strip()
        wrong = points_fault(text, 1) if text else ""
        if not wrong and text == limits[str(answers["player"])]:
            wrong = _("Nothing was changed")
        return {"points": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            text = answers["points"].strip()
            screen.append(Limit(player=answers["player"], points=parse_points(text) if text else None, at=now()))

    fields = [
        Field("player", _("Who"), first, players),
        Field("points", _("At most, in points"), limits[first], hint=_("empty: no limit"), follows=("player", limits)),
    ]
    screen.app.push_screen(Ask(_("Limit on record"), fields, check), done)


def restore(screen: TableScreen) -> None:
    """After a catastrophe, with nothing but notes on paper: everybody's balance is this from now on."""
    players = tuple(screen.standing.balances)

    def entry(answers: Answers) -> Restore:
        typed = (parse_points(str(answers[f"total-{at}"])) for at in range(len(players)))
        balances = dict(zip(players, typed, strict=True))
        return Restore(balances=balances, reason=clean_text(str(answers["reason"])), at=now())

    def check(answers: Answers) -> dict[str, str]:
        keys = [f"total-{at}" for at in range(len(players))]
        wrong = {key: said for key in keys if (said := points_fault(str(answers[key]), -LARGEST))}
        if not wrong and entry(answers).balances == screen.standing.balances:
            wrong[""] = _("Nothing was changed")
        elif not wrong and (why := refusal(screen.stored, entry(answers))):
            wrong[""] = why
        return wrong

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            screen.append(entry(answers))

    fields = [Field(f"total-{at}", player, str(screen.standing.balances[player])) for at, player in enumerate(players)]
    fields.append(Field("reason", _("Why (may stay empty)")))
    text = _("The balances from paper, in points. Together they make zero; rounds until now stay as they are.")
    screen.app.push_screen(Ask(_("Restore the balances"), fields, check, text), done)
