"""Every sentence of the program is in both catalogues, whole and with its places."""

import re
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
# `make messages` extracts with the same keywords.
KEYWORDS = {"_": None, "Lazy": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
PLACE = re.compile(r"%\((\w+)\)[-+ 0]*\d*[sd]|\$([a-z]\w*)")  # Python's, and those of Textual's markup
LOOSE_PERCENT = re.compile(r"%(?!\(\w+\)[-+ 0]*\d*[sd]|%)")

Key = tuple[str | None, str]


def key(message: Message) -> Key:
    return message.context, forms(message.id)[0]


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (text or "",)


def extracted() -> dict[Key, Message]:
    """Every sentence that the sources speak."""
    catalogue = Catalog()
    for file, line, text, _comments, context in extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS):
        catalogue.add(text, locations=[(file, line)], context=context)
    return {key(message): message for message in catalogue if message.id}


def stored(language: str) -> Catalog:
    with (PACKAGE / "locale" / language / "LC_MESSAGES" / "scorekeeper.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_catalogue_holds_the_sentences_of_the_sources_and_no_others(language: str) -> None:
    catalogue = stored(language)
    found = {key(message) for message in catalogue if message.id}
    wanted = set(extracted())
    assert not wanted - found, "run `make messages`, then translate"
    assert not found - wanted, "run `make messages`"
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_translation_has_the_places_of_its_sentence(language: str) -> None:
    for message in stored(language):
        places = [set(PLACE.findall(form)) for form in forms(message.id)]
        assert len({frozenset(found) for found in places}) == 1, message.id
        for form in forms(message.string):
            if message.id and form:
                assert set(PLACE.findall(form)) == places[0], form
                # A sentence without places isn't formatted, so there a bare % is just a %.
                assert not places[0] or not LOOSE_PERCENT.search(form), form


def test_every_sentence_is_translated_into_russian() -> None:
    for message in stored("ru"):
        if message.id:
            assert not message.fuzzy, message.id
            assert len(forms(message.string)) == (3 if message.pluralizable else 1), message.id
            assert all(forms(message.string)), message.id


def test_english_counts_in_all_forms_or_in_none() -> None:
    for message in stored("en"):
        if message.id and message.pluralizable:
            assert len({bool(form) for form in forms(message.string)}) == 1, message.id
        assert not message.id or not message.fuzzy, message.id
