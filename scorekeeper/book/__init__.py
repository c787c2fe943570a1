"""The book: nights kept in a database."""

from scorekeeper.book.book import Book
from scorekeeper.book.errors import BOOK_CODES, BookError
from scorekeeper.book.model import (
    FINDING_CODES,
    Draft,
    Finding,
    NightLine,
    PlayerLine,
    Stored,
    Tab,
    TabNight,
    Taken,
)
from scorekeeper.book.tab import PaidOver, PaidPart

__all__ = [
    "BOOK_CODES",
    "FINDING_CODES",
    "Book",
    "BookError",
    "Draft",
    "Finding",
    "NightLine",
    "PaidOver",
    "PaidPart",
    "PlayerLine",
    "Stored",
    "Tab",
    "TabNight",
    "Taken",
]
