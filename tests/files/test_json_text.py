"""JSON that cannot be read is told with its place, in our own words."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.files.json_text import read_json
from scorekeeper.messages import sentence
from scorekeeper.table.errors import FormatError


def refusal(text: str | bytes) -> str:
    """What is said against a text."""
    with pytest.raises(FormatError) as error:
        read_json(text.encode() if isinstance(text, str) else text)
    (fault,) = error.value.faults
    return f"{sentence(fault)} ({fault.code})"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a":\n 1,}', "This is not JSON (line 2, column 4) (not_json)"),
        ('{"b": {"a": 1}, "c": {"a": [1], "a": 2}}', "The key “a” stands here a second time (line 1, column 33)"),
        ('{"ключ": 1,\n"\\u043aлюч": 2}', "The key “ключ” stands here a second time (line 2, column 1)"),
        ('{"a": "NaN: [", "b": [1, NaN]}', "“NaN” is no number in JSON (line 1, column 26)"),
        ('[-Infinity]', "“-Infinity” is no number in JSON (line 1, column 2)"),
        ("[1,\n -" + "9" * 9000 + "]", "This number is far too long (line 2, column 2)"),
        ('{"a": 1,\n"b": ' + "[" * 9000, "Brackets within brackets without end (line 2, column 104)"),
        ('"' + "[" * 9000, "This is not JSON (line 1, column 1)"),
    ],
)  # fmt: skip
def test_the_place_is_named(text: str, said: str) -> None:
    assert refusal(text).startswith(said)


def test_nothing_of_it_is_in_the_words_of_python() -> None:
    for text in ("{", '{"a": 1, "a": 1}', "NaN", "9" * 5000, "[" * 5000, "[1", "\x00", "'a'", '"\x01"'):
        assert all(word not in refusal(text) for word in ("Expecting", "recursion", "Exceeds", "limit", "delimiter"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_what_is_written_is_read(data: object) -> None:
    if str(data).strip():
        assert read_json(json.dumps(data).encode()) == data


@given(st.text(alphabet='{}[]",:1aN \\\n'))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        read_json(text.encode())
