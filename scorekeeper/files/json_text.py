"""JSON as people may have written it: what cannot be read is told with its line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.table.errors import Fault, FormatError

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|-?[0-9][0-9.eE+-]*|-?\w+|\s+|.', re.DOTALL)
_CONSTANTS: Final = ("NaN", "Infinity", "-Infinity")
_DEEP: Final = 100
"""Brackets within each other; a night has fewer than ten."""
_DIGITS: Final = 1000
"""Of one number; Python refuses to read more than 4300 by itself."""


class _Unfit(ValueError):
    """JSON by its grammar, or nearly so, but nothing that a night could hold."""


def read_json(content: bytes) -> Any:
    """The JSON document in `content` (UTF-8). Raises FormatError `not_utf8`, `empty` or `not_json`."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError([Fault("not_utf8", (), {"byte": error.start + 1})]) from None
    if not text.strip():
        raise FormatError([Fault("empty")])
    try:
        return json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _not_json(text, error.pos) from None
    except _Unfit as error:
        why = str(error)
    except RecursionError:
        why = "depth"
    except ValueError:
        why = "digits"
    at, value = next(((at, value) for found, at, value in _unfit(text) if found == why), (0, ""))
    raise _not_json(text, at, why=why, value=value) from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _Unfit("twice")
    return data


def _no_constant(_name: str) -> Any:
    raise _Unfit("constant")


def _not_json(text: str, at: int, **more: str) -> FormatError:
    where: dict[str, str | int] = {"line": text.count("\n", 0, at) + 1, "column": at - text.rfind("\n", 0, at)}
    return FormatError([Fault("not_json", (), where | more)])


def _unfit(text: str) -> Iterator[tuple[str, int, str]]:
    """Everything of which Python's reader says only that it is there: why it is unfit, where it stands, and the word.

    The text is JSON, as far as that reader came.
    """
    keys: list[set[str]] = []
    """Of every object and list (which has none) that is open, the keys so far."""
    before = (0, "")
    for found in _TOKEN.finditer(text):
        at, token = found.start(), found[0]
        if token in "{[":
            keys.append(set())
            if len(keys) == _DEEP:
                yield "depth", at, token
        elif token in "}]":
            keys.pop()
        elif token == ":":
            key = json.loads(before[1])
            if key in keys[-1]:
                yield "twice", before[0], key
            keys[-1].add(key)
        elif token in _CONSTANTS:
            yield "constant", at, token
        elif len(token) > _DIGITS and token[0] in "-0123456789":
            yield "digits", at, token
        if not token.isspace():
            before = (at, token)
