"""What can go wrong with a book, as codes. The sentences are made at the edge of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BOOK_CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "cannot_open": ("path", "detail"),
    "folder": ("path",),
    "no_driver": ("path", "driver"),
    "no_book": ("path",),
    "bad_address": ("path", "word"),
    "not_a_book": ("path",),
    "newer": ("path", "found", "known"),
    "read_only": ("path",),
    "locked": ("path",),
    "disk_full": ("path",),
    "disk_error": ("path", "detail"),
    "migration": ("path", "detail", "copy"),
    "damaged": ("night", "entry", "fault"),
    "conflict": ("night",),
    "unknown_night": ("reference",),
    "unknown_player": ("player",),
    "empty_name": (),
    "name_taken": ("name", "holder"),
    "same_person": ("player", "other"),
    "same_night": ("player", "other", "night"),
    "not_merged": ("player",),
    "no_reason": (),
    "closed_night": ("night",),
    "not_closed": ("night",),
    "different": ("file", "number", "what", "entry"),
}
"""Every code of a `BookError`, with the parameters that it always has."""


class BookError(Exception):
    """The book cannot do what was asked. Nothing was written, unless said otherwise where it is raised."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code = code
        self.params: Mapping[str, str | int] = params
        super().__init__(f"{code}: {', '.join(f'{key}={value!r}' for key, value in params.items())}")
