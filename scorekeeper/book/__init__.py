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
from scorekeeper.book.tab import Action, Overview, PaidOver, PaidPart

__all__ = [
    "BOOK_CODES",
    "FINDING_CODES",
    "Action",
    "Book",
    "BookError",
    "Draft",
    "Finding",
    "NightLine",
    "Overview",
    "PaidOver",
    "PaidPart",
    "PlayerLine",
    "Stored",
    "Tab",
    "TabNight",
    "Taken",
]
