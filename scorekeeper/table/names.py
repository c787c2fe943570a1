"""Names are data: cleaned once where they enter, compared by a key, shown literally ever after."""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"  # parts of emoji and of Persian words: format characters that a name may keep


def _kept(char: str) -> bool:
    if char in _JOINERS:
        return True
    # Control, format (bidi overrides too) and surrogate characters could steer a terminal or break a file;
    # U+FFFE and its kin are refused by XML. Unassigned ones stay: tomorrow's emoji.
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs"} and ord(char) & 0xFFFE != 0xFFFE


def clean_text(text: str) -> str:
    """`text` on one line in NFC, without control characters, spaces folded and trimmed; may come out empty."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    kept = "".join(char for char in unicodedata.normalize("NFC", spaced) if _kept(char))
    return " ".join(kept.split()).strip(_JOINERS)


def name_key(name: str) -> str:
    """What two spellings of one name share: case, spaces and ё/е make no difference."""
    return unicodedata.normalize("NFC", clean_text(name).casefold().replace("ё", "е"))
