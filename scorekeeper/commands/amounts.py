"""Sums that were typed for a command, and how it refuses one."""

from __future__ import annotations

from scorekeeper.commands.stopping import Stopped
from scorekeeper.i18n import _
from scorekeeper.messages import literal, sentence
from scorekeeper.table.amounts import Amount, parse_amount
from scorekeeper.table.errors import Faulty, RuleError
from scorekeeper.table.money import Stake, minor_digits, parse_decimal
from scorekeeper.table.reading import LARGEST, bad_amount


def typed_amount(text: str) -> Amount:
    """Points, or money with its currency. Raises Stopped for what cannot be read, or in two ways."""
    try:
        return parse_amount(text)
    except ValueError:
        raise unreadable(text) from None


def unreadable(text: str) -> Stopped:
    """The line for a sum that cannot be read."""
    template = _(
        "“%(value)s” cannot be read, or in two ways: it takes points (50), or money and its currency (12.50 EUR)"
    )
    return Stopped([f"scorekeeper: {template % {'value': literal(text)}} (amount)"])


def coin_of(text: str, stake: Stake | None) -> int:
    """A coin to round to, in units: of the night's currency, or in points where nothing is at stake.

    Raises Stopped when it cannot be read; RuleError `amount`, `money_amount`, and those of `Amount.units`.
    """
    try:
        amount = Amount(money=parse_decimal(text), currency=stake.currency) if stake else None
    except ValueError:
        amount = None
    amount = amount or typed_amount(text)
    below = amount.money.startswith("-") if amount.money else amount.points < 1
    units = 0 if below else amount.units(stake)
    if not 1 <= units <= LARGEST * 10 ** (minor_digits(stake.currency) if stake else 0):
        raise RuleError([bad_amount(units, least=1)])
    return units


def refused(error: Faulty) -> Stopped:
    """A line for each thing that is wrong with what was asked."""
    return Stopped(f"scorekeeper: {sentence(fault)} ({fault.code})" for fault in error.faults)
