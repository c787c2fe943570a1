"""Names are data: cleaned once where they enter, compared by a key, shown literally ever after."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_JOINERS = "\u200c\u200d"  # parts of emoji and of Persian words: format characters that a name may keep
# Letters, marks and signs by their category, which show nothing: fillers, the empty Braille cell, selectors.
_UNSEEN = frozenset(
    _JOINERS
    + " \u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)


def _kept(char: str) -> bool:
    if char in _JOINERS:
        return True
    # Control, format (bidi overrides too) and surrogate characters could steer a terminal or break a file;
    # U+FFFE and its kin are refused by XML. Unassigned ones stay: tomorrow's emoji.
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs"} and ord(char) & 0xFFFE != 0xFFFE


def clean_text(text: str) -> str:
    """`text` on one line in NFC, without control characters, spaces folded and trimmed.

    It comes out empty when nothing of it could be seen.
    """
    spaced = "".join(" " if char.isspace() else char for char in text)
    kept = "".join(char for char in unicodedata.normalize("NFC", spaced) if _kept(char))
    return "" if _UNSEEN.issuperset(kept) else " ".join(kept.split()).strip(_JOINERS)


def among(names: Iterable[str], name: str) -> str:
    """The one of `names` that is a spelling of `name`; `name` if none is."""
    key = name_key(name)
    return next((other for other in names if name_key(other) == key), name)


def name_key(name: str) -> str:
    """What two spellings of one name share: case, spaces and ё/е make no difference."""
    return unicodedata.normalize("NFC", clean_text(name).casefold().replace("ё", "е"))
