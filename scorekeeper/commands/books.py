"""The book as commands use it: opened, closed, and its errors said in one line."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.book import Book, BookError, Stored
from scorekeeper.commands.stopping import BAD_INPUT, NO_BOOK, Stopped
from scorekeeper.messages import book_sentence
from scorekeeper.settings import book_path

_ASKED_WRONGLY = frozenset(
    [
        "unknown_night",
        "unknown_player",
        "empty_name",
        "name_taken",
        "different",
        "conflict",
        "same_person",
        "same_night",
        "not_merged",
        "no_reason",
        "closed_night",
        "not_closed",
    ]
)
"""What the book refuses although it is in good order; with every other code it could not be used at all."""


@contextlib.contextmanager
def opened(where: str) -> Iterator[Book]:
    """The book at a path or database address; there must be one. Raises Stopped."""
    with said(), at(where) as book:
        yield book


@contextlib.contextmanager
def at(where: str) -> Iterator[Book]:
    """The same; raises BookError. The user's own book is an empty one until something is written in it."""
    with contextlib.ExitStack() as stack:
        try:
            book = stack.enter_context(Book.open(where, create=False))
        except BookError as error:
            if error.code != "no_book" or where != book_path():
                raise
            book = stack.enter_context(nowhere())
        yield book


@contextlib.contextmanager
def nowhere() -> Iterator[Book]:
    """An empty book, which is gone afterwards."""
    # On Windows a database may be let go of a little late.
    kept = tempfile.TemporaryDirectory(prefix="scorekeeper-", ignore_cleanup_errors=True)
    with kept as folder, Book.open(Path(folder, "book.db")) as book:
        yield book


@contextlib.contextmanager
def said() -> Iterator[None]:
    """Turn an error of the book into the line for it."""
    try:
        yield
    except BookError as error:
        status = BAD_INPUT if error.code in _ASKED_WRONGLY else NO_BOOK
        raise Stopped([f"scorekeeper: {book_sentence(error)} ({error.code})"], status) from error


def loaded(where: str, reference: str) -> Stored:
    """One night of the book at `where`. Raises Stopped."""
    with opened(where) as book:
        return book.load(book.resolve(reference))
