"""Settling a night, payment by payment: agree on a plan, tick off, in part, forgive, explain, take back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content

from scorekeeper.i18n import _
from scorekeeper.screens import sums
from scorekeeper.screens.between import described, now
from scorekeeper.screens.dialogs import Answers, Ask, Field, Reading
from scorekeeper.screens.explaining import explained_lines
from scorekeeper.screens.text import action_shown, cut
from scorekeeper.screens.writing import changed_over, write
from scorekeeper.table.amounts import amount_of
from scorekeeper.table.explain import explained
from scorekeeper.table.journal import Accept, Counted, Entry, Paid, Void, effective
from scorekeeper.table.names import clean_text
from scorekeeper.table.plans import acceptance
from scorekeeper.table.settlement import Payment, Plan

if TYPE_CHECKING:
    from scorekeeper.screens.app import ScoreApp
    from scorekeeper.screens.settlement import SettlementScreen


def written(screen: SettlementScreen, entries: list[Entry]) -> bool:
    """Write entries; whether they were written. If not, why is said."""

    def refuse(why: str) -> None:
        screen.app.notify(why, severity="error")

    stored = write(screen.app, screen.stored, entries, refuse=refuse, changed=screen.changed)
    if stored is not None:
        screen.changed(stored)
    return stored is not None


def _agreed(screen: SettlementScreen) -> list[Entry]:
    """The entry that makes the proposed plan the agreed one, if it is not yet."""
    if screen.accepted is not None or screen.plan is None:
        return []
    return [replace(acceptance(screen.standing, screen.plan, coin=screen.coin), at=now())]


def accept(screen: SettlementScreen) -> None:
    """The table agrees to the plan on screen."""
    entries = _agreed(screen)
    if entries and written(screen, entries):
        screen.app.notify(_("Agreed: Enter ticks off what was paid"))


def _current(screen: SettlementScreen) -> tuple[Payment, int] | None:
    """The payment under the cursor and what is left of it, in units."""
    if not screen.payments:
        return None
    payment = screen.payments[screen.at]
    return payment, screen.left(payment)


def _open(screen: SettlementScreen) -> tuple[Payment, int] | None:
    """The payment under the cursor as long as something of it is left; else it is said that nothing is."""
    current = _current(screen)
    if current is not None and not current[1]:
        screen.app.notify(_("This was paid already; u takes the last payment back"))
        return None
    return current


def _pay(screen: SettlementScreen, payment: Payment, units: int, *, forgiven: bool = False, note: str = "") -> None:
    amount = amount_of(units, screen.standing.opening.stake)
    entry = Paid(payer=payment.payer, payee=payment.payee, amount=amount, forgiven=forgiven, note=note, at=now())
    written(screen, [*_agreed(screen), entry])


def paid(screen: SettlementScreen) -> None:
    """All that is left of the payment was handed over."""
    if (current := _open(screen)) is None:
        return
    payment, left = current
    _pay(screen, payment, left)


def ask_part(screen: SettlementScreen) -> None:
    """How much of the payment was handed over."""
    if (current := _open(screen)) is None:
        return
    payment, left = current
    stake = screen.standing.opening.stake

    def check(answers: Answers) -> dict[str, str]:
        wrong = sums.fault(str(answers["sum"]), stake, left)
        return {"sum": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            _pay(screen, payment, sums.units(answers["sum"], stake))

    label = _("Handed over, of %(sum)s") % {"sum": screen.money(left)}
    title = f"{payment.payer} → {payment.payee}"
    screen.app.push_screen(Ask(title, [Field("sum", label)], check), done)


def ask_forgiven(screen: SettlementScreen) -> None:
    """What is left of the payment is waived, with a word."""
    if (current := _open(screen)) is None:
        return
    payment, left = current
    waive = partial(_pay, screen, payment, left, forgiven=True)
    ask_word(screen.app, payment, screen.money(left), lambda note: waive(note=note))


def ask_word(app: ScoreApp, payment: Payment, amount: str, waive: Callable[[str], None]) -> None:
    """For what a payment, of so much, is waived."""

    def check(answers: Answers) -> dict[str, str]:
        return {} if clean_text(str(answers["note"])) else {"note": _("A word of reason, please")}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            waive(clean_text(answers["note"]))

    said = {"payee": payment.payee, "payer": payment.payer, "sum": amount}
    text = _("%(payee)s waives %(sum)s that %(payer)s owes.") % said
    title = cut(f"{payment.payer} → {payment.payee}", 56)
    app.push_screen(Ask(title, [Field("note", _("A word on it"))], check, text, accept=_("Waive")), done)


def ask_coin(screen: SettlementScreen) -> None:
    """To which coin the payments are rounded; empty: not at all."""
    stake = screen.standing.opening.stake

    def check(answers: Answers) -> dict[str, str]:
        text = str(answers["coin"]).strip()
        wrong = sums.fault(text, stake) if text else ""
        return {"coin": wrong} if wrong else {}

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            text = answers["coin"].strip()
            screen.coin = sums.units(text, stake) if text else 0
            screen._compute()

    text = _("The odd coin goes to whoever lost most by rounding; of equals, to who is owed more")
    fields = [Field("coin", _("Round to"), hint=_("empty: to the last unit"))]
    screen.app.push_screen(Ask(_("Round to a coin"), fields, check, text), done)


def undo(screen: SettlementScreen) -> None:
    """Void the last payment, agreement or count, whatever was played since; rounds are taken back at the table."""
    journal = screen.stored.night.journal
    done = [
        number
        for number, (entry, holds) in enumerate(zip(journal, effective(journal), strict=True), start=1)
        if holds and isinstance(entry, Paid | Accept | Counted)
    ]
    if not done:
        screen.app.notify(_("There is no payment to take back; rounds are taken back at the table"))
        return
    last = journal[done[-1] - 1]
    what = described(last, screen.standing, done[-1])
    if isinstance(last, Paid) and last.action:
        book = screen.app.book
        if made := changed_over(screen.app, book.take_back_over, last.action):
            screen.changed(book.load(screen.stored.number))
            screen.app.notify(_("Taken back in every night: %(what)s") % {"what": action_shown(made)})
    elif written(screen, [Void(entry=done[-1], at=now())]):
        screen.app.notify(_("Taken back: %(what)s") % {"what": what})


def explain(screen: SettlementScreen) -> None:
    """The pairs and rounds that the payment under the cursor stands for."""
    if (current := _current(screen)) is None:
        return
    payment = current[0]
    plan = screen.plan
    if screen.accepted is not None:
        plan = Plan(screen.accepted.unpaid, screen.accepted.method, False)
    if plan is None:
        return
    found = [
        part
        for part in explained(screen.standing, plan)
        if (part.payment.payer, part.payment.payee) == (payment.payer, payment.payee)
    ]
    lines = [line for part in found for line in explained_lines(screen.standing, part)]
    body = Content("\n").join(lines or [Content(_("This was paid already."))])
    screen.app.push_screen(Reading(f"{payment.payer} → {payment.payee}", body))
