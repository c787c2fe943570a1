"""`scorekeeper pay` and `scorekeeper credit`: what was handed over, and what somebody put on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.book import PaidOver
from scorekeeper.commands import output
from scorekeeper.commands.amounts import refused, typed_amount, typed_points
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.text import entry_lines
from scorekeeper.i18n import _
from scorekeeper.table.amounts import Amount
from scorekeeper.table.errors import Faulty, rule_error
from scorekeeper.table.journal import Credit, Entry, Paid
from scorekeeper.table.money import Stake, is_currency
from scorekeeper.table.names import clean_text

ALL = "all"
"""Instead of a night: all of them, the oldest first."""


def run_pay(where: str, reference: str, payer: str, payee: str, amount: str, *, forgiven: bool, note: str) -> int:
    """Write that `payer` handed `amount` to `payee`, in one night or over all of them, and print what was written."""
    given = typed_amount(amount)
    if forgiven and not clean_text(note):
        raise Stopped(["scorekeeper: " + _("What is forgiven takes a word on why: --note TEXT")])
    if reference == ALL:
        over_all = PaidOver(payer, payee, 0, given.currency or None, forgiven, clean_text(note))
        return _pay_over_all(where, over_all, given)
    payer, payee, note = clean_text(payer), clean_text(payee), clean_text(note)
    return _append(where, reference, Paid(payer=payer, payee=payee, amount=given, forgiven=forgiven, note=note))


def run_credit(where: str, reference: str, player: str, points: str) -> int:
    """Write that `player` put `points` more on the table."""
    return _append(where, reference, Credit(player=clean_text(player), points=typed_points(points)))


def _append(where: str, reference: str, entry: Entry) -> int:
    with opened(where) as book:
        stored = book.load(book.resolve(reference))
        try:
            if isinstance(entry, Credit) and not stored.night.standing.cash:
                raise rule_error("on_record")
            stored = book.append_fresh(stored, entry)
        except Faulty as error:
            raise refused(error) from None
    opening = stored.night.opening
    _print(stored.number, stored.sequence, entry_lines(stored.sequence, stored.night.journal[-1], opening.stake))
    return DONE


def _pay_over_all(where: str, payment: PaidOver, given: Amount) -> int:
    with opened(where) as book:
        try:
            # A currency that is none is for the book to refuse.
            small = Stake(1, given.currency) if is_currency(given.currency) else None
            units = given.units(small) if small or not given.money else 1
            written = book.pay_over(replace(payment, amount=units)).parts
        except Faulty as error:
            raise refused(error) from None
    for part in written:
        _print(part.night, part.entry, entry_lines(part.entry, part.paid, part.stake))
    return DONE


def _print(night: int, number: int, lines: Iterable[str]) -> None:
    said = {"night": night, "entry": number, "what": "; ".join(lines)}
    output.write(_("Night %(night)s, entry %(entry)s: %(what)s") % said + "\n")
