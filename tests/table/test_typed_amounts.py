"""Amounts as people type them: points, money, and what may mean two things."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.money import DoubtfulError, parse_decimal, parse_points, show_points, typable

NBSP = "\u00a0"
MINUS = "\u2212"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("0", 0),
        ("12", 12),
        ("+3", 3),
        ("-5", -5),
        (f"{MINUS}5", -5),
        (f" {MINUS} 5\n", -5),
        ("1 250", 1250),
        ("1\u00a0250", 1250),
        ("1\u2009250", 1250),
        ("1\u202f250\u2007000", 1250000),
        ("1250", 1250),
        ("007", 7),
        ("-0", 0),
    ],
)
def test_parse_points(text: str, points: int) -> None:
    assert parse_points(text) == points


@pytest.mark.parametrize(
    "text",
    [
        *[
            "",
            "-",
            "+-5",
            "--5",
            "5-",
            "1.0",
            "1e3",
            "1 5",
            "12 34",
            "1234 567",
            "1  250",
            "1_000",
            "٥",
            "½",
            "1\n250",
            "five",
        ],
        " ",
        "9" * 9000,
    ],
)
def test_not_points(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|integer"):
        parse_points(text)


@given(st.integers(-(10**12), 10**12), st.booleans())
def test_shown_points_are_read_back(points: int, sign: bool) -> None:
    assert parse_points(show_points(points, sign=sign)) == points


@pytest.mark.parametrize(
    ("text", "decimal"),
    [
        ("12,5", "12.5"),
        ("12.5", "12.5"),
        ("12ю5", "12.5"),
        ("12Ю50", "12.50"),
        ("12б5", "12.5"),
        ("12", "12"),
        ("1 234,56", "1234.56"),
        ("1\u202f234.56", "1234.56"),
        ("1 234", "1234"),
        ("0.050", "0.050"),
        ("1234.567", "1234.567"),
        ("0,050", "0.050"),
        ("1234,567", "1234.567"),
        ("1 234,567", "1234.567"),
        ("1,2345", "1.2345"),
        (" +007,50 ", "7.50"),
        (f"{MINUS}3,5", "-3.5"),
        ("-0,0", "0.0"),
        ("000", "0"),
        ("9" * 9000, "9" * 9000),
    ],
)
def test_parse_decimal(text: str, decimal: str) -> None:
    assert parse_decimal(text) == decimal


def test_what_the_currency_cannot_be_is_not_among_the_readings() -> None:
    both = ("1234", "1.234")
    for currency, readings in {"EUR": ("1234",), "KWD": both, "JPY": ("1234",), "": both}.items():
        with pytest.raises(DoubtfulError) as doubt:
            parse_decimal("1,234", currency)
        assert doubt.value.readings == readings


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("1,234", ("1234", "1.234")),
        ("12,345", ("12345", "12.345")),
        ("123,000", ("123000", "123.000")),
        (f"{MINUS} 1,234", ("-1234", "-1.234")),
        ("1б234", ("1234", "1.234")),
        ("+1.500", ("1500", "1.500")),
        ("1ю500", ("1500", "1.500")),
        ("1.234,56", ("1234.56",)),
        ("1,234.56", ("1234.56",)),
        ("1.234,567", ("1234.567",)),
        ("1,234,567", ("1234567",)),
        ("1.234.567,8", ("1234567.8",)),
    ],
)
def test_what_may_be_thousands_is_asked_back(text: str, readings: tuple[str, ...]) -> None:
    with pytest.raises(DoubtfulError, match="thousands") as doubt:
        parse_decimal(text)
    assert doubt.value.readings == readings


@pytest.mark.parametrize(
    ("text", "readings"), [("1.250", ("1250",)), ("1,000", ("1000",)), ("-2.000.000", ("-2000000",))]
)
def test_points_that_may_be_thousands_are_asked_back(text: str, readings: tuple[str, ...]) -> None:
    with pytest.raises(DoubtfulError) as doubt:
        parse_points(text)
    assert doubt.value.readings == readings


@pytest.mark.parametrize(
    ("decimal", "russian", "english"),
    [
        ("1250", "1\u00a0250", "1\u00a0250"),
        ("-1234.5", "−1\u00a0234,5", "−1\u00a0234.5"),
        ("12.50", "12,50", "12.50"),
        ("1.234", "1,2340", "1.2340"),
        ("1.250", "1,25", "1.25"),
        ("189.000", "189", "189"),
        ("0.050", "0,050", "0.050"),
        ("1234.500", "1\u00a0234,500", "1\u00a0234.500"),
    ],
)
def test_a_number_to_be_typed(decimal: str, russian: str, english: str) -> None:
    assert [typable(decimal, language=language) for language in ("ru", "en")] == [russian, english]


@given(st.decimals(min_value=-(10**7), max_value=10**7, places=3), st.sampled_from(["ru", "en"]))
def test_what_can_be_typed_is_read_back(number: Decimal, language: str) -> None:
    assert Decimal(parse_decimal(typable(format(number, "f"), language=language))) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.234,5,6",
        "1,234,56",
        "01,234.56",
        "1.2.3",
        "12,",
        ",5",
        ".",
        "1 2",
        "1 23,5",
        "1,5 6",
        "1e3",
        "nan",
        "€5",
        "5 €",
        "٥",
        "--1",
        "1 ,5",
        "1\n234",
    ],
)
def test_not_a_decimal(text: str) -> None:
    with pytest.raises(ValueError, match="not a decimal"):
        parse_decimal(text)
