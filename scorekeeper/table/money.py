"""Points and money: what a point is worth, and how amounts are read and shown.

Points are whole numbers. Money is a whole number of minor units (cents, kopecks) of one currency, named by
its ISO 4217 alphabetic code in upper case. A point is worth a whole number of minor units, so points turn
into money by multiplication and nothing ever rounds.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, Self

__all__ = [
    "DoubtfulError",
    "MoneyError",
    "Stake",
    "currency_of",
    "is_currency",
    "minor_digits",
    "parse_decimal",
    "parse_points",
    "plain",
    "show_money",
    "show_points",
    "typable",
]

# ISO 4217 list one as of 2026. Codes without a minor unit (metals, XDR, XTS, XXX and the like) are not money
# that anybody hands over, and are left out.
_CODES_BY_DIGITS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
        CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
        HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK
        MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
        RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
        USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_DIGITS = {code: digits for digits, codes in _CODES_BY_DIGITS.items() for code in codes.split()}

# Only signs that mean one currency to most people; the many other dollars, pesos and crowns show their code.
_SYMBOLS = {
    "AMD": "֏",
    "EUR": "€",
    "GBP": "£",
    "GEL": "₾",
    "ILS": "₪",
    "INR": "₹",
    "JPY": "¥",
    "KRW": "₩",
    "KZT": "₸",
    "PLN": "zł",
    "RUB": "₽",
    "TRY": "₺",
    "UAH": "₴",
    "USD": "$",
}

_HIGHEST_POINT = 10**9
"""The most a point may be worth, in minor units: as many as points are counted, and every database holds it."""

_MINUS = "\u2212"
_NBSP = "\u00a0"

_PLAIN = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?")
_WHOLE = re.compile(r"([+-]?) ?([0-9]+|[0-9]{1,3}(?: [0-9]{3})+)")
_TYPED = re.compile(r"([+-]?) ?([0-9]+|[0-9]{1,3}(?: [0-9]{3})+)(?:[.,]([0-9]+))?")
_THOUSANDS = re.compile(r"([+-]?) ?([1-9][0-9]{0,2}(?:([.,])[0-9]{3})(?:\3[0-9]{3}){0,5})(?:(?!\3)[.,]([0-9]{1,9}))?")
"""Thousands set apart by dots or commas; what follows the other sign is a fraction."""

# The keys of the dot and the comma give these letters while the keyboard is set to Russian.
_RUSSIAN_KEYS = str.maketrans("юЮбБ", "..,,")


class MoneyError(ValueError):
    """A currency or a worth of a point that cannot be used.

    `code` says what is wrong, `params` the particulars, all as text:

    - "currency": not a known currency. `currency`, as given.
    - "point_value": not a worth that a point can have. `value`, as given; `currency`; `below` and `above`,
      the nearest allowed values as plain decimals ("0.50" and "0.51" for 0.505 EUR), each "" if there is none
      or the value is not written as a plain number.
    """

    def __init__(self, code: Literal["currency", "point_value"], params: dict[str, str]) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code}: {', '.join(f'{key}={value!r}' for key, value in self.params.items())}"


class DoubtfulError(ValueError):
    """A number with dots or commas that set thousands apart, or do not: it is asked back, never guessed.

    `readings`: what it may be, as plain decimals: "1250" and "1.250" for "1.250"; only "1234.56" for "1.234,56".
    """

    def __init__(self, text: str, readings: tuple[str, ...]) -> None:
        super().__init__(f"may be thousands: {text!r}")
        self.readings = readings


def is_currency(code: str) -> bool:
    """Whether `code` is a current ISO 4217 code with a minor unit, in upper case."""
    return code in _DIGITS


def currency_of(sign: str) -> str:
    """The code that a sign or a code in any case stands for: "€" and "eur" are "EUR"; what is neither stays."""
    return next((code for code, symbol in _SYMBOLS.items() if symbol == sign), sign.upper())


def minor_digits(code: str) -> int:
    """How many decimals the currency has by ISO 4217: 0, 2, 3 or 4.

    Raises MoneyError ("currency") if `is_currency(code)` is false.
    """
    try:
        return _DIGITS[code]
    except KeyError:
        raise MoneyError("currency", {"currency": code}) from None


@dataclass(frozen=True, slots=True)
class Stake:
    """What a point is worth: `minor` minor units of `currency`.

    `minor` is at least 1 and at most 10^9 minor units; `currency` is an upper-case ISO 4217 code.

    Raises MoneyError for anything else.
    """

    minor: int
    currency: str

    def __post_init__(self) -> None:
        _check_point(self.minor, self.minor, self.currency, _number_text(self.minor, self.currency))

    @classmethod
    def parse(cls, point: str | int, currency: str) -> Self:
        """The stake of a point worth `point` major units: "0.50", "1", 10.

        Text is plain decimal with a dot, ASCII digits and no exponent, sign or spaces; zeros after the
        currency's last digit are allowed. The currency may be in lower case.

        Raises MoneyError: "currency", or "point_value" if the worth is not a number as above, not above zero,
        no whole number of minor units or more than 10^9 of them.
        """
        known = currency.upper() if currency.isascii() else currency
        if known not in _DIGITS:
            raise MoneyError("currency", {"currency": currency})
        unit = 10 ** minor_digits(known)
        if isinstance(point, int) and not isinstance(point, bool):
            minor = point * unit
            _check_point(minor, minor, known, _number_text(minor, known, digits=0))
            return cls(minor, known)

        text = str(point)
        match = _PLAIN.fullmatch(text)
        if match is None:
            raise _bad_point(text, known)
        sign, whole, fraction = match.groups(default="")
        digits = minor_digits(known)
        kept, beyond = fraction[:digits].ljust(digits, "0"), fraction[digits:]
        # Python does not turn very long texts into numbers; the length alone shows that this is too much.
        whole = whole.lstrip("0")[: len(str(_HIGHEST_POINT)) + 1]
        low = int(whole + kept or "0")
        high = low + 1 if beyond.strip("0") else low
        if sign:
            low, high = -high, -low
        _check_point(low, high, known, text)
        return cls(low, known)

    def money(self, points: int) -> int:
        """What so many points (of either sign) are worth, in minor units."""
        return points * self.minor

    def point_text(self) -> str:
        """What a point is worth as a plain decimal of major units: "0.50"."""
        return plain(self.minor, self.currency)


def plain(minor: int, currency: str) -> str:
    """An amount in minor units as a decimal of major units, in no language: "12.50", "-3", "0.050".

    Exactly the currency's decimals, no grouping, ASCII minus. Raises MoneyError if the currency is unknown.
    """
    whole, fraction = _split(minor, currency)
    return f"{'-' if minor < 0 else ''}{whole}{fraction and '.'}{fraction}"


def parse_points(text: str) -> int:
    """The whole number of points that a person typed: "12", "-5", "+3", "− 1 250".

    Any kind of space may stand around the number, after the sign, and between groups of three digits; the
    minus may be U+2212. Raises DoubtfulError for what may be one ("1.250"), ValueError for anything else.
    """
    match = _WHOLE.fullmatch(_tidy(text))
    if match is None:
        readings = tuple(reading for reading in _readings(text) if "." not in reading)
        raise DoubtfulError(text, readings) if readings else ValueError(f"not a whole number: {text!r}")
    sign, whole = match.groups()
    return int(sign + whole.replace(" ", ""))


def parse_decimal(text: str, currency: str = "") -> str:
    """The decimal that a person typed, as a plain one with a dot: "12,5", "12.5" and "12ю5" give "12.5".

    Spaces and signs are as in `parse_points`; "+" and leading zeros are dropped, zeros at the end are kept
    ("1 234,50" gives "1234.50"). The letters that the keys of the dot and the comma give in the Russian
    layout, ю and б, are understood.

    Raises DoubtfulError where a dot or a comma may set thousands apart: "1.234,56", "1,234", "1.234". ("0,050",
    "1234,567" and "1 234,567" cannot, and are decimals.) Of what it may be, that is left out which is no amount in
    `currency`: 1.234 in EUR. ValueError if the text is malformed.
    """
    if readings := _readings(text):
        fitting = tuple(reading for reading in readings if _fits(reading, currency))
        raise DoubtfulError(text, fitting or readings)
    match = _TYPED.fullmatch(_tidy(text).translate(_RUSSIAN_KEYS))
    if match is None:
        raise ValueError(f"not a decimal number: {text!r}")
    sign, whole, fraction = match.groups(default="")
    whole = whole.replace(" ", "").lstrip("0") or "0"
    negative = sign == "-" and (whole + fraction).strip("0")
    return f"{'-' if negative else ''}{whole}{fraction and '.'}{fraction}"


def typable(decimal: str, *, language: str) -> str:
    """A plain decimal as it can be typed, and is then read without doubt.

    Russian: "1 234,50", English: "1 234.50"; spaces are U+00A0. Where three decimals could be thousands there are fewer
    or, if need be, four: "1,25", "1,2340".
    """
    number, _, fraction = decimal.partition(".")
    if len(fraction) == 3 and len(number.lstrip("-")) <= 3 and number.lstrip("-") != "0":
        fraction = fraction.rstrip("0") if fraction.endswith("0") else f"{fraction}0"
    sign, whole = ("-", number[1:]) if number.startswith("-") else ("", number)
    mark = "," if language == "ru" else "."
    return f"{sign and _MINUS}{_group(whole, _NBSP)}{fraction and mark}{fraction}"


def show_money(minor: int, currency: str, *, language: str, sign: bool = False) -> str:
    """An amount in minor units for people to read.

    Russian ("ru") is "1 234,50 €", English ("en") "€1,234.50" with the sign before the symbol; spaces are
    U+00A0 and the minus is U+2212. Currencies without a symbol of their own show the code, in English with a
    space: "BYN 12.50". `sign` also puts a plus before amounts above zero.

    Raises MoneyError if the currency is unknown, ValueError if the language is.
    """
    if language not in ("ru", "en"):
        raise ValueError(f"no way to show money in {language!r}")
    whole, fraction = _split(minor, currency)
    mark = _mark(minor, plus=sign)
    symbol = _SYMBOLS.get(currency, currency)
    if language == "ru":
        return f"{mark}{_group(whole, _NBSP)}{fraction and ','}{fraction}{_NBSP}{symbol}"
    gap = _NBSP if symbol[-1].isalpha() else ""
    return f"{mark}{symbol}{gap}{_group(whole, ',')}{fraction and '.'}{fraction}"


def show_points(points: int, *, sign: bool = False) -> str:
    """Points for people to read, in any language: "−250", "1234", "12 345".

    The minus is U+2212; from five digits on, thousands are set apart by U+00A0. `sign` also puts a plus
    before numbers above zero.
    """
    text = str(abs(points))
    return _mark(points, plus=sign) + (_group(text, _NBSP) if len(text) >= 5 else text)


def _check_point(low: int, high: int, currency: str, value: str) -> None:
    """Refuse a worth that is not both `low` and `high`, its neighbours in minor units, or out of range."""
    if not 1 <= low == high <= _HIGHEST_POINT:
        below, above = min(low, _HIGHEST_POINT), max(high, 1)
        raise _bad_point(
            value,
            currency,
            below=plain(below, currency) if below >= 1 else "",
            above=plain(above, currency) if above <= _HIGHEST_POINT else "",
        )


def _bad_point(value: str, currency: str, below: str = "", above: str = "") -> MoneyError:
    params = {"value": value, "currency": currency, "below": below, "above": above}
    return MoneyError("point_value", params)


def _number_text(minor: int, currency: str, digits: int | None = None) -> str:
    """A worth to name in an error: like `plain`, or with fewer digits, and brief however large it is."""
    decimals = minor_digits(currency)
    if abs(minor) >= 10**30:
        return f"{Decimal(minor).scaleb(-decimals):.3e}"
    return plain(minor, currency) if digits is None else str(minor // 10**decimals)


def _split(minor: int, currency: str) -> tuple[str, str]:
    """The digits of an amount before and after the point, without its sign."""
    digits = minor_digits(currency)
    whole, rest = divmod(abs(minor), 10**digits)
    return str(whole), f"{rest:0{digits}}" if digits else ""


def _mark(number: int, *, plus: bool) -> str:
    if number < 0:
        return _MINUS
    return "+" if plus and number else ""


def _group(digits: str, separator: str) -> str:
    return f"{int(digits):,}".replace(",", separator)


def _fits(decimal: str, currency: str) -> bool:
    """Whether the currency has coins so small; any other word for one has."""
    return currency not in _DIGITS or len(decimal.partition(".")[2].rstrip("0")) <= _DIGITS[currency]


def _tidy(text: str) -> str:
    """Trim, and bring every kind of space and minus to the ASCII one."""
    spaced = "".join(" " if char == "\t" or unicodedata.category(char) == "Zs" else char for char in text)
    return spaced.strip().replace(_MINUS, "-")


def _readings(text: str) -> tuple[str, ...]:
    """What a number may be in which dots or commas seem to set thousands apart; nothing if they do not."""
    match = _THOUSANDS.fullmatch(_tidy(text).translate(_RUSSIAN_KEYS))
    if match is None:
        return ()
    sign, grouped, mark, fraction = match.groups(default="")
    minus = sign.strip("+")
    thousands = f"{minus}{grouped.replace(mark, '')}{fraction and '.'}{fraction}"
    if fraction or grouped.count(mark) > 1:
        return (thousands,)
    whole, _, decimals = grouped.partition(mark)
    return thousands, f"{minus}{whole}.{decimals}"
