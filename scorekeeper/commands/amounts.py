"""Sums that were typed for a command, and how it refuses one."""

from __future__ import annotations

from scorekeeper.commands.stopping import Stopped
from scorekeeper.i18n import _
from scorekeeper.messages import literal, sentence, unread_number
from scorekeeper.table.amounts import PLAIN_MONEY, Amount, parse_amount
from scorekeeper.table.errors import Faulty, rule_error
from scorekeeper.table.money import DoubtfulError, Stake, parse_decimal, parse_points
from scorekeeper.table.reading import LARGEST


def typed_amount(text: str) -> Amount:
    """Points, or money with its currency, above zero. Raises Stopped for everything else, and what may mean two."""
    template = _("“%(value)s” cannot be read: it takes points (50), or money and its currency (12.50 EUR)")
    try:
        return _bounded(parse_amount(text), text)
    except ValueError as error:
        raise _unread(text, error, template) from None


def typed_points(text: str) -> int:
    """Points alone, above zero. Raises Stopped likewise."""
    try:
        return _bounded(Amount(points=parse_points(text)), text).points
    except ValueError as error:
        raise _unread(text, error, _("“%(value)s” cannot be read: it takes a whole number of points (50)")) from None


def _bounded(amount: Amount, text: str) -> Amount:
    """RuleError `amount` unless a night can hold such a sum."""
    if amount.money.startswith("-") or amount.points < 0 or not (amount.money.strip("0.") or amount.points):
        raise rule_error("amount", value=text)
    if amount.points > LARGEST or not PLAIN_MONEY.fullmatch(amount.money or "0"):
        raise rule_error("amount", value=text, beyond=1)
    return amount


def _unread(text: str, error: ValueError, template: str) -> Stopped:
    """Why a sum is refused; by the template if it cannot be read."""
    if isinstance(error, Faulty):
        return refused(error)
    said = unread_number(error, template % {"value": literal(text)})
    return Stopped([f"scorekeeper: {said} (amount)"])


def coin_of(text: str, stake: Stake | None) -> int:
    """A coin to round to, in units: of the night's currency, or in points where nothing is at stake.

    Raises Stopped when it cannot be read; RuleError `amount`, `money_amount`, and those of `Amount.units`.
    """
    try:
        amount = Amount(money=parse_decimal(text, stake.currency), currency=stake.currency) if stake else None
    except DoubtfulError as error:
        raise _unread(text, error, "") from None
    except ValueError:
        amount = None
    return (_bounded(amount, text) if amount else typed_amount(text)).units(stake)


def refused(error: Faulty) -> Stopped:
    """A line for each thing that is wrong with what was asked."""
    return Stopped(f"scorekeeper: {sentence(fault)} ({fault.code})" for fault in error.faults)
