"""Keys by position, and what terminals send for them."""

from __future__ import annotations

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from scorekeeper.screens.keys import LATIN_OF, accept_alternate_keys


def keys(sequence: str) -> list[str]:
    return [event.key for event in XTermParser().feed(sequence) if isinstance(event, events.Key)]


def test_every_letter_of_a_latin_keyboard_has_its_russian_one() -> None:
    assert sorted(LATIN_OF.values()) == sorted("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert (LATIN_OF["г"], LATIN_OF["Ш"]) == ("u", "I")


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b[1099;5u", "ctrl+ы"),
        ("\x1b[1099::115;5u", "ctrl+ы"),
        ("\x1b[1099:1067:115;5:1u", "ctrl+ы"),
        ("\x1b[115;5u", "ctrl+s"),
        ("\x1b[1P", "f1"),
        ("\x1b[15;1:1~", "f5"),
    ],
)
def test_keys_of_the_kitty_protocol(sequence: str, key: str) -> None:
    accept_alternate_keys()
    assert keys(sequence) == [key]
