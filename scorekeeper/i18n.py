"""The languages of the program: English sentences in the code, gettext catalogues for the rest.

Messages are whole sentences with named places: `_("%(name)s deals") % {"name": name}`.
"""

import gettext as _gettext
import os.path
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Self

LANGUAGES = {"ru": "Русский", "en": "English"}
"""Code of each language, and its name in itself."""

_language = "en"


@cache
def _catalogue(language: str) -> _gettext.NullTranslations:
    folder = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 (`--help` has no pathlib)
    return _gettext.translation("scorekeeper", folder, [language], fallback=True)


def detect(env: Mapping[str, str]) -> str:
    """Choose a language from the environment, with gettext's variables in gettext's order.

    The first variable that is set decides. What names no language of ours means English.
    """
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := env.get(variable):
            codes = (re.split(r"[_.@-]", entry)[0] for entry in wanted.lower().split(":"))
            return next((code for code in codes if code in LANGUAGES), "en")
    return "en"


def language() -> str:
    """Return the code of the language in use; English until `set_language` is called."""
    return _language


def set_language(code: str) -> None:
    """Speak this language from now on, in every thread.

    Raises ValueError if it is not one of LANGUAGES.
    """
    global _language
    if code not in LANGUAGES:
        raise ValueError(f"no such language: {code!r}")
    _language = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak another language meanwhile."""
    before = _language
    set_language(code)
    try:
        yield
    finally:
        set_language(before)


def _(message: str) -> str:
    """Translate a sentence."""
    return _catalogue(_language).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """Translate a sentence about n things, in the grammatical form that n asks for."""
    return _catalogue(_language).ngettext(one, many, n)


def pgettext(context: str, message: str) -> str:
    """Translate a message whose meaning depends on where it stands."""
    return _catalogue(_language).pgettext(context, message)


class Lazy(str):
    """A sentence translated whenever it is used, for what is written at import: `Binding(…, Lazy("Undo"))`.

    Everything that Python can ask of a string answers in the language of the moment. Only what reads the
    characters behind Python's back (`re`, `"".join`, ==) sees the English message.
    """

    __slots__ = ("_message",)
    _message: str

    def __new__(cls, message: str) -> Self:
        self = super().__new__(cls, message)
        self._message = message
        return self

    def __str__(self) -> str:
        return _(self._message)

    def __radd__(self, left: str) -> str:
        return left + str(self)


def _live(method: Callable[..., Any]) -> Callable[..., Any]:
    def answer(self: Lazy, *args: Any, **kwargs: Any) -> Any:
        return method(str(self), *args, **kwargs)

    return answer


# Equality and hash stay those of the string, so that a dict or a frozen dataclass holding one never loses it.
_FIXED = {"__new__", "__doc__", "__getattribute__", "__getnewargs__", "__hash__", "__eq__", "__ne__"}
_FIXED |= {"__repr__", "__sizeof__", "__str__", "maketrans"}
for _name in set(vars(str)) - _FIXED:
    setattr(Lazy, _name, _live(getattr(str, _name)))
