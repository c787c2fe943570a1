"""Keys by position: the same physical key works on a Latin and on a Russian layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
