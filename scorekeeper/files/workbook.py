"""A night as an Excel workbook: what it came to, what was played, the journal, and the proof of all of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from scorekeeper.files.package import Book
from scorekeeper.files.proof import Areas
from scorekeeper.files.view import View
from scorekeeper.files.workbook_cash import credit_and_debts
from scorekeeper.files.workbook_journal import journal
from scorekeeper.files.workbook_proof import proof
from scorekeeper.files.workbook_rounds import balances, payments, rounds
from scorekeeper.files.workbook_summary import settlement, summary
from scorekeeper.table.night import Night

TEXTS: Final = "ScorekeeperTexts"
"""The name under which the workbook notes what its texts are."""
_NO_MOMENT = datetime(1980, 1, 1, tzinfo=UTC)


def workbook(night: Night) -> bytes:
    """The night as .xlsx, in the language in use; the same bytes for the same night.

    Points are whole numbers, money is in major units, times are those of the night's zone. Only the proof holds
    formulas, each with the value that the program has computed. Raises InexactError for a number that sheets cannot
    count exactly.
    """
    view = View.of(night)
    book = Book(view.title, view.began or _NO_MOMENT)
    totals, played = summary(book, view), rounds(book, view)
    paid, running = payments(book, view), balances(book, view)
    settled, cash = settlement(book, view), credit_and_debts(book, view)
    told = journal(book, view)
    proof(book, view, Areas(totals, played, paid, running, settled, cash, told))
    book.sign(TEXTS)
    return book.saved()
