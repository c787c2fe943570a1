"""Points and money: nothing rounds, and what is read is what was meant."""

import pickle
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table import money
from scorekeeper.table.money import (
    MoneyError,
    Stake,
    is_currency,
    minor_digits,
    plain,
    show_money,
    show_points,
)

CODES = sorted(money._DIGITS)
NBSP = "\u00a0"
MINUS = "\u2212"


def point_error(point: str | int, currency: str) -> dict[str, str]:
    with pytest.raises(MoneyError) as caught:
        Stake.parse(point, currency)
    assert caught.value.code == "point_value"
    params = dict(caught.value.params)
    assert params.pop("currency") == currency
    return params


# --- currencies ------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "digits"),
    [("EUR", 2), ("RUB", 2), ("JPY", 0), ("ISK", 0), ("KWD", 3), ("TND", 3), ("CLF", 4), ("UYW", 4)],
)
def test_minor_digits(code: str, digits: int) -> None:
    assert is_currency(code)
    assert minor_digits(code) == digits


def test_the_table_is_sound() -> None:
    listed = " ".join(money._CODES_BY_DIGITS.values()).split()
    assert len(listed) == len(set(listed)) == len(CODES)
    assert all(re.fullmatch("[A-Z]{3}", code) for code in listed)
    for codes in money._CODES_BY_DIGITS.values():
        assert codes.split() == sorted(codes.split())
    assert money._SYMBOLS.keys() <= set(listed)
    assert len(set(money._SYMBOLS.values())) == len(money._SYMBOLS)


@pytest.mark.parametrize("code", ["", "eur", "EURO", "EU", "BGN", "XXX", "XAU", "ЕUR", "€"])
def test_unknown_currency(code: str) -> None:
    assert not is_currency(code)
    with pytest.raises(MoneyError) as caught:
        minor_digits(code)
    assert caught.value.code == "currency"
    assert caught.value.params == {"currency": code}
    with pytest.raises(MoneyError):
        plain(1, code)


# --- the worth of a point --------------------------------------------------


@pytest.mark.parametrize(
    ("point", "currency", "minor", "text"),
    [
        ("0.50", "EUR", 50, "0.50"),
        ("0.5", "EUR", 50, "0.50"),
        ("0.5000", "EUR", 50, "0.50"),
        ("1", "eur", 100, "1.00"),
        ("10", "RUB", 1000, "10.00"),
        (10, "Rub", 1000, "10.00"),
        ("0.01", "USD", 1, "0.01"),
        ("0.050", "KWD", 50, "0.050"),
        ("0.0001", "CLF", 1, "0.0001"),
        ("5", "JPY", 5, "5"),
        ("5.0", "JPY", 5, "5"),
        ("007", "JPY", 7, "7"),
        ("0" * 9000 + "7", "JPY", 7, "7"),
        ("7." + "0" * 9000, "JPY", 7, "7"),
        ("10000000", "EUR", 10**9, "10000000.00"),
        (10**9, "JPY", 10**9, "1000000000"),
    ],
)
def test_parse_stake(point: str | int, currency: str, minor: int, text: str) -> None:
    stake = Stake.parse(point, currency)
    assert stake == Stake(minor, currency.upper())
    assert stake.point_text() == text


@pytest.mark.parametrize(
    ("point", "currency", "below", "above"),
    [
        ("0.505", "EUR", "0.50", "0.51"),
        ("0.50000000001", "EUR", "0.50", "0.51"),
        ("0.999", "EUR", "0.99", "1.00"),
        ("0.005", "EUR", "", "0.01"),
        ("0.5", "JPY", "", "1"),
        ("1.5", "JPY", "1", "2"),
        ("0.0505", "KWD", "0.050", "0.051"),
        ("0", "EUR", "", "0.01"),
        ("0.00", "EUR", "", "0.01"),
        ("-0", "EUR", "", "0.01"),
        ("-0.505", "EUR", "", "0.01"),
        ("-3", "EUR", "", "0.01"),
        (0, "KWD", "", "0.001"),
        (-1, "EUR", "", "0.01"),
        ("10000000.01", "EUR", "10000000.00", ""),
        ("10000000.001", "EUR", "10000000.00", ""),
        ("9999999.999", "EUR", "9999999.99", "10000000.00"),
        (10**6 + 1, "KWD", "1000000.000", ""),
        ("9" * 9000, "EUR", "10000000.00", ""),
        ("-" + "9" * 9000, "EUR", "", "0.01"),
        (10**7 + 1, "EUR", "10000000.00", ""),
        ("1e3", "EUR", "", ""),
        ("NaN", "EUR", "", ""),
        ("Infinity", "EUR", "", ""),
        ("", "EUR", "", ""),
        (" 1", "EUR", "", ""),
        ("1\n", "EUR", "", ""),
        ("+1", "EUR", "", ""),
        (".5", "EUR", "", ""),
        ("5.", "EUR", "", ""),
        ("0,5", "EUR", "", ""),
        ("1 000", "EUR", "", ""),
        ("1_000", "EUR", "", ""),
        ("٥", "EUR", "", ""),
    ],
)
def test_a_point_cannot_be_worth_that(point: str | int, currency: str, below: str, above: str) -> None:
    assert point_error(point, currency) == {"value": str(point), "below": below, "above": above}


def test_a_point_is_not_true() -> None:
    assert point_error(True, "EUR")["value"] == "True"


def test_a_number_too_long_to_print_is_named_briefly() -> None:
    assert point_error(10**9000, "EUR") == {"value": "1.000e+9000", "below": "10000000.00", "above": ""}
    assert point_error(-(10**9000), "JPY") == {"value": "-1.000e+9000", "below": "", "above": "1"}


def test_parse_stake_of_unknown_currency() -> None:
    for currency in ("xyz", "ﬀR", "eur "):
        with pytest.raises(MoneyError) as caught:
            Stake.parse("1", currency)
        assert caught.value.code == "currency"
        assert caught.value.params == {"currency": currency}


def test_a_stake_made_directly_is_checked_too() -> None:
    with pytest.raises(MoneyError) as caught:
        Stake(-5, "EUR")
    assert str(caught.value) == "point_value: value='-0.05', currency='EUR', below='', above='0.01'"
    with pytest.raises(MoneyError, match="point_value"):
        Stake(0, "JPY")
    with pytest.raises(MoneyError, match="point_value"):
        Stake(10**9 + 1, "EUR")
    with pytest.raises(MoneyError, match="currency: currency='eur'"):
        Stake(5, "eur")


def test_the_error_survives_pickling() -> None:
    error = MoneyError("currency", {"currency": "XYZ"})
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.params) == (error.code, error.params)


@given(st.sampled_from(CODES), st.integers(1, 10**9))
def test_stake_round_trip(currency: str, minor: int) -> None:
    stake = Stake(minor, currency)
    assert Stake.parse(stake.point_text(), currency) == stake


@given(st.sampled_from(CODES), st.decimals(0, 10**5, places=6))
def test_a_point_is_exact_or_refused(currency: str, value: Decimal) -> None:
    text = f"{value:f}"
    unit = Decimal(1).scaleb(-minor_digits(currency))
    try:
        stake = Stake.parse(text, currency)
    except MoneyError as error:
        below, above = error.params["below"], error.params["above"]
        assert Decimal(below or 0) <= value < Decimal(above)
        assert Decimal(above) - Decimal(below or 0) == unit
        for near in filter(None, (below, above)):
            assert Stake.parse(near, currency).point_text() == near
    else:
        assert stake.minor * unit == value


def test_money_is_a_multiplication() -> None:
    stake = Stake.parse("0.50", "EUR")
    assert [stake.money(points) for points in (25, -3, 0)] == [1250, -150, 0]


# --- plain text ------------------------------------------------------------


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (1250, "EUR", "12.50"),
        (-3, "JPY", "-3"),
        (50, "KWD", "0.050"),
        (-5, "EUR", "-0.05"),
        (0, "EUR", "0.00"),
        (0, "JPY", "0"),
        (-100, "EUR", "-1.00"),
        (12345678, "CLF", "1234.5678"),
    ],
)
def test_plain(minor: int, currency: str, text: str) -> None:
    assert plain(minor, currency) == text


@given(st.sampled_from(CODES), st.integers())
def test_plain_is_exact(currency: str, minor: int) -> None:
    assert int(plain(minor, currency).replace(".", "")) == minor


# --- what people read ------------------------------------------------------


@pytest.mark.parametrize(
    ("minor", "currency", "russian", "english"),
    [
        (123450, "EUR", "1 234,50 €", "€1,234.50"),
        (-123450, "EUR", f"{MINUS}1 234,50 €", f"{MINUS}€1,234.50"),
        (0, "EUR", "0,00 €", "€0.00"),
        (-5, "USD", f"{MINUS}0,05 $", f"{MINUS}$0.05"),
        (1234567, "JPY", "1 234 567 ¥", "¥1,234,567"),
        (50, "KWD", "0,050 KWD", "KWD 0.050"),
        (123450, "BYN", "1 234,50 BYN", "BYN 1,234.50"),
        (-1250, "PLN", f"{MINUS}12,50 zł", f"{MINUS}zł 12.50"),
        (100, "RUB", "1,00 ₽", "₽1.00"),
    ],
)
def test_show_money(minor: int, currency: str, russian: str, english: str) -> None:
    assert show_money(minor, currency, language="ru") == russian.replace(" ", NBSP)
    assert show_money(minor, currency, language="en") == english.replace(" ", NBSP)


def test_show_money_with_a_sign() -> None:
    assert show_money(1250, "EUR", language="ru", sign=True) == f"+12,50{NBSP}€"
    assert show_money(1250, "EUR", language="en", sign=True) == "+€12.50"
    assert show_money(-1250, "EUR", language="en", sign=True) == f"{MINUS}€12.50"
    assert show_money(0, "EUR", language="en", sign=True) == "€0.00"


@given(st.sampled_from(CODES), st.integers(), st.booleans(), st.sampled_from(["ru", "en"]))
def test_shown_money_has_all_its_digits(currency: str, minor: int, sign: bool, language: str) -> None:
    shown = show_money(minor, currency, language=language, sign=sign)
    assert int(re.sub("[^0-9]", "", shown)) == abs(minor)
    assert shown.startswith(MINUS) == (minor < 0)
    assert shown.startswith("+") == (sign and minor > 0)
    assert " " not in shown


def test_show_money_knows_its_languages() -> None:
    with pytest.raises(ValueError, match="'de'"):
        show_money(1, "EUR", language="de")
    with pytest.raises(MoneyError, match="XYZ"):
        show_money(1, "XYZ", language="ru")


@pytest.mark.parametrize(
    ("points", "plain_text", "signed"),
    [
        (0, "0", "0"),
        (5, "5", "+5"),
        (-250, f"{MINUS}250", f"{MINUS}250"),
        (1234, "1234", "+1234"),
        (-1234, f"{MINUS}1234", f"{MINUS}1234"),
        (12345, f"12{NBSP}345", f"+12{NBSP}345"),
        (1234567, f"1{NBSP}234{NBSP}567", f"+1{NBSP}234{NBSP}567"),
    ],
)
def test_show_points(points: int, plain_text: str, signed: str) -> None:
    assert show_points(points) == plain_text
    assert show_points(points, sign=True) == signed
