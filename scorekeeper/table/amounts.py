"""What is handed over when a night is settled: points, or money where a point is worth something.

Inside the program such a sum is a whole number of *units*: of minor units of the night's currency (cents), or of
points where nothing is at stake. So a rounded payment is exact even when it is no whole number of points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from scorekeeper.table.errors import rule_error
from scorekeeper.table.money import (
    Stake,
    currency_of,
    is_currency,
    minor_digits,
    parse_decimal,
    parse_points,
    plain,
)

PLAIN_MONEY: Final = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,18})?")
"""Money as a night file writes it: a decimal of major units, without a sign."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum as it was written down: `points`, or else `money`, a plain decimal of major units such as "12.50".

    `currency` may say of what the money is; empty: of the night's currency.
    """

    points: int = 0
    money: str = ""
    currency: str = ""

    def units(self, stake: Stake | None) -> int:
        """The same in units, which may come out as 0.

        Raises RuleError `no_stake` (money where points are worth nothing), `currency`, `other_currency`, or
        `money_amount` when the currency has no such small coin.
        """
        if not self.money:
            return self.points * units_a_point(stake)
        if self.currency and not is_currency(self.currency):
            raise rule_error("currency", ("key", "currency"), currency=self.currency)
        if stake is None:
            raise rule_error("no_stake", ("key", "money"), value=self.money)
        if self.currency not in ("", stake.currency):
            raise rule_error("other_currency", ("key", "currency"), currency=self.currency, known=stake.currency)
        digits = minor_digits(stake.currency)
        whole, _, fraction = self.money.partition(".")
        units = int(whole + fraction[:digits].ljust(digits, "0"))
        if fraction[digits:].strip("0"):
            below = plain(units, stake.currency) if units else ""  # nothing is no amount
            near = {"below": below, "above": plain(units + 1, stake.currency)}
            raise rule_error("money_amount", ("key", "money"), value=self.money, currency=stake.currency, **near)
        return units


def units_a_point(stake: Stake | None) -> int:
    """How many units a point is worth."""
    return stake.minor if stake else 1


def amount_of(units: int, stake: Stake | None) -> Amount:
    """`units` as they are written down: whole points where they are some, else money."""
    points, rest = divmod(units, units_a_point(stake))
    return Amount(money=plain(units, stake.currency)) if stake and rest else Amount(points=points)


_SIGN = r"[^\W\d_]{2,3}|[^\w\s.,+\u2212-]"
_TYPED = re.compile(rf"(?P<before>{_SIGN})?\s*(?P<number>.*?)\s*(?P<after>{_SIGN})?")


def with_currency(text: str) -> tuple[str, str]:
    """What a person typed as a number, and the code of the currency beside it: "12,50 EUR", "€ 12.50"; "" if none.

    ValueError if it names two.
    """
    match = _TYPED.fullmatch(text.strip())
    before, number, after = match.group("before", "number", "after") if match else (None, text, None)
    if before and after:
        raise ValueError(f"two currencies: {text!r}")
    return number, currency_of(before or after or "")


def parse_amount(text: str) -> Amount:
    """A sum as a person typed it: "50" is points; "12,50 EUR", "€ 12.50" and "82 ₽" are money.

    What it is worth is for `Amount.units` to judge, and whether it is above zero for whoever takes it. Raises
    ValueError for what is no number, may mean two things ("1,234 EUR", "1.234 EUR"), or is no whole number and names
    no currency.
    """
    number, currency = with_currency(text)
    if not currency:
        return Amount(points=parse_points(number))
    return Amount(money=parse_decimal(number, currency), currency=currency)
