"""Closing a night, and opening a closed one again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.i18n import _, ngettext
from scorekeeper.screens import paying
from scorekeeper.screens.between import now, points_fault
from scorekeeper.screens.dialogs import Answers, Ask, Choice, Field
from scorekeeper.screens.writing import carried_out, refusal
from scorekeeper.table.journal import Counted, Difference
from scorekeeper.table.ledger import Debt
from scorekeeper.table.money import parse_points
from scorekeeper.table.names import clean_text

if TYPE_CHECKING:
    from scorekeeper.screens.settlement import SettlementScreen


def ask(screen: SettlementScreen) -> None:
    """Close the night; in cash play the cash is counted first, and whoever still owes is named."""
    if screen.standing.cash is not None and screen.standing.cash.stacks:
        _ask_count(screen)
    else:
        _ask_unpaid(screen)


def _ask_unpaid(screen: SettlementScreen, *, counted: bool = False) -> None:
    """What was not handed over stays owed: that is asked before, and said after. `counted`: a count was written."""
    due = [(player, units) for player, units in screen.standing.due.items() if units]
    if not due:
        _close(screen, _("The night is closed; on its settlement screen it can be opened again."))
        return
    listed = [
        (_("%(player)s is still to get %(sum)s") if units > 0 else _("%(player)s still owes %(sum)s"))
        % {"player": player, "sum": screen.money(abs(units))}
        for player, units in due
    ]

    def chosen(choice: object) -> None:
        if choice == 1:
            _close(screen, _("The night is closed. What is not paid is among the debts: t in the list of nights."))
        elif counted:
            screen.app.notify(_("The night goes on. The count is written: u takes it back"))

    options = [_("Not yet: first hand it over"), _("Close the night; the debts stay on record")]
    screen.app.push_screen(Choice(_("Not everything is paid"), options, "\n".join(listed)), chosen)


def _close(screen: SettlementScreen, said: str) -> None:
    if carried_out(screen.app, lambda: screen.app.book.close_night(screen.stored.number)):
        screen.app.go_home()
        screen.app.notify(said)


def ask_reopen(screen: SettlementScreen) -> None:
    """Why does the closed night go on?"""

    def check(answers: Answers) -> dict[str, str]:
        return {} if clean_text(str(answers["reason"])) else {"reason": _("A word of reason, please")}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            carried_out(screen.app, lambda: screen.app.book.reopen(screen.stored.number, answers["reason"]))
            screen.changed(screen.app.book.load(screen.stored.number))

    fields = [Field("reason", _("Why is it opened again?"))]
    screen.app.push_screen(Ask(_("Open the night again"), fields, check), done)


def _arising(screen: SettlementScreen, entry: Counted) -> tuple[Debt, ...]:
    """The debts that a count brings about."""
    number = screen.stored.sequence + 1
    debts = screen.stored.night.append(entry).standing.till.debts
    return tuple(debt for debt in debts if debt.entry == number)


def _ask_count(screen: SettlementScreen, typed: Answers | None = None) -> None:
    """The cash before everybody, against the book; a difference is shared, given to one, or carried."""
    cash = screen.standing.cash
    assert cash is not None
    players = tuple(cash.stacks)

    def counted(answers: Answers) -> Counted:
        stacks = {player: parse_points(str(answers[f"stack-{at}"])) for at, player in enumerate(players)}
        if sum(stacks.values()) == sum(cash.stacks.values()):
            return Counted(cash=stacks, at=now())
        choice = str(answers["difference"])
        if choice.startswith("to-"):
            return Counted(cash=stacks, difference=Difference.GIVEN, to=players[int(choice[3:])], at=now())
        return Counted(cash=stacks, difference=Difference(choice), at=now())

    def check(answers: Answers) -> dict[str, str]:
        wrong = {}
        for at in range(len(players)):
            if bad := points_fault(str(answers[f"stack-{at}"]), 0):
                wrong[f"stack-{at}"] = bad
        if not wrong and (why := refusal(screen.stored, counted(answers))):
            wrong[""] = why
        return wrong

    def write(entry: Counted) -> None:
        if paying.written(screen, [entry]):
            _ask_unpaid(screen, counted=True)

    def done(answers: object) -> None:
        if not isinstance(answers, dict):
            return
        entry = counted(answers)
        difference = sum(entry.cash.values()) - sum(cash.stacks.values())
        if entry.cash == cash.stacks:
            write(entry)
            return
        missing = ngettext(
            "%(points)d point is missing on the table.", "%(points)d points are missing on the table.", -difference
        )
        over = ngettext(
            "There is %(points)d point too many on the table.",
            "There are %(points)d points too many on the table.",
            difference,
        )
        even = _("In all it is right, but not before everybody.")
        text = (missing if difference < 0 else over if difference else even) % {"points": abs(difference)}
        how = choices[str(answers["difference"])]
        so = _("That is so; the difference: %(how)s") % {"how": how} if difference else _("That is so")
        owed = [f"{debt.debtor} → {debt.creditor}: {debt.points}" for debt in _arising(screen, entry)]

        def chosen(choice: object) -> None:
            if choice == 1:
                write(entry)
            elif choice == 0:
                _ask_count(screen, answers)

        said = "\n".join([text, *([_("Then it is owed:")] if owed else []), *owed])
        screen.app.push_screen(Choice(_("The count differs from the book"), [_("Count again"), so], said), chosen)

    choices = {str(Difference.SHARED): _("shared by all"), str(Difference.CARRIED): _("carried on")}
    choices |= {f"to-{at}": _("%(player)s bears it") % {"player": player} for at, player in enumerate(players)}
    before = {f"stack-{at}": str(cash.stacks[player]) for at, player in enumerate(players)} | (typed or {})
    fields = [Field(f"stack-{at}", player, str(before[f"stack-{at}"])) for at, player in enumerate(players)]
    fields.append(Field("difference", _("A difference is"), before.get("difference", str(Difference.SHARED)), choices))
    text = _("Count the cash before everybody, in points. By the book there are %(points)d.") % {
        "points": sum(cash.stacks.values())
    }
    screen.app.push_screen(Ask(_("Count the cash"), fields, check, text, _("Close the night")), done)
