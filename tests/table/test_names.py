"""Names are data: one person however he is spelled, and nothing that could do harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.names import clean_text, name_key


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Алла \t Петровна\n", "Алла Петровна"),
        ("Алла\u00a0П", "Алла П"),
        ("Zoe\u0308", "Zoë"),
        ("a\x1b[31mb\x00", "a[31mb"),
        ("\u202eabc\u2066", "abc"),
        ("x\ud800y\ufffez", "xyz"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("\u200d\u200c", ""),
        ("   ", ""),
        ("\u3164", ""),
        ("\u2800 \u2800", ""),
        ("\u200b\ufe0f\u034f\u115f\uffa0", ""),
        ("\u2800Я", "\u2800Я"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("", ""),
        ("[red]100% {0}", "[red]100% {0}"),
    ],
)
def test_a_name_is_cleaned_once(written: str, kept: str) -> None:
    assert clean_text(written) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Пётр", "петр"),
        ("ПЕТР", "пётр"),
        ("Алла  П", " алла п "),
        ("Straße", "STRASSE"),
        ("Zoë", "zoe\u0308"),
        ("Е\u0308ж", "еж"),
    ],
)
def test_case_spaces_and_yo_make_no_difference(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Алла", "Аллa"), ("Ян", "Йан"), ("a b", "ab"), ("Zoe", "Zoë")])
def test_other_letters_are_another_person(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean_text(text)
    assert clean_text(once) == once
    assert name_key(once) == name_key(text)
    assert name_key(name_key(text)) == name_key(text)
