"""Sums of money, or of points, that are typed into a field."""

from __future__ import annotations

from scorekeeper.i18n import _
from scorekeeper.messages import sentence, unread_number
from scorekeeper.screens.text import units_shown
from scorekeeper.table.amounts import Amount, with_currency
from scorekeeper.table.errors import RuleError, rule_error
from scorekeeper.table.money import Stake, parse_decimal, parse_points


def units(text: str, stake: Stake | None) -> int:
    """A sum above zero in units: of money where something is at stake, else of points.

    Raises RuleError `amount` and those of `Amount.units`, DoubtfulError, or ValueError for what is no number.
    """
    if stake:
        number, currency = with_currency(text)
        amount = Amount(money=parse_decimal(number, stake.currency), currency=currency)
    else:
        amount = Amount(points=parse_points(text))
    if amount.money.startswith("-") or (found := amount.units(stake)) < 1:
        raise rule_error("amount", value=text)
    return found


def fault(text: str, stake: Stake | None, most: int | None = None) -> str:
    """Why it is no such sum, or more than `most` units; empty when nothing is wrong."""
    try:
        found = units(text, stake)
    except RuleError as error:
        return sentence(error.faults[0])
    except ValueError as error:
        return unread_number(
            error, _("A sum, please, such as 12.50") if stake else _("A whole number of points, please")
        )
    if most is not None and found > most:
        return _("More than nothing, and not more than %(sum)s") % {"sum": units_shown(most, stake)}
    return ""
