"""Keys by position: the same physical key works on a Latin and on a Russian layout."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from textual import events
from textual._xterm_parser import XTermParser

if TYPE_CHECKING:
    from textual.app import App

    Base = App[Any]
else:
    Base = object

_RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбюё"
_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
LATIN_OF = {russian: latin for russian, latin in zip(_RUSSIAN, _LATIN, strict=True) if latin.isalpha()}
LATIN_OF |= {russian.upper(): latin.upper() for russian, latin in LATIN_OF.items()}
"""The Latin letter on the key of a Russian one."""


class LayoutMixin(Base):
    """Lets every binding on a Latin letter fire for the Russian letter of the same key, with Ctrl or Alt too."""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        # Private in Textual (pinned in pyproject.toml, kept by a test): the only place through which all
        # bindings pass, the built-in ones too.
        if await super()._check_bindings(key, priority):
            return True
        held, plus, letter = key.rpartition("+")
        latin = LATIN_OF.get(letter)
        return latin is not None and await super()._check_bindings(f"{held}{plus}{latin}", priority)


_ALTERNATES = re.compile(r"^(\x1b\[\d+):[\d:]*|(;\d+):\d+")


def accept_alternate_keys() -> None:
    """Let Textual read keys of the kitty protocol that come with alternates (`CSI 1099::115;5u`).

    Textual does not ask for them, but some terminals send them all the same, and it ends with a ValueError. The
    alternates are left out before it looks; `LayoutMixin` knows the Latin key anyhow.
    """
    parse = XTermParser._parse_extended_key

    def tolerant(self: XTermParser, sequence: str) -> list[events.Key] | None:
        return parse(self, _ALTERNATES.sub(lambda match: match[1] or match[2], sequence))

    XTermParser._parse_extended_key = tolerant  # type: ignore[method-assign, assignment]
