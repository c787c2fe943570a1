"""`scorekeeper check`: silent when the book is sound."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.book import BookError, Finding
from scorekeeper.commands import output
from scorekeeper.commands.books import at, said
from scorekeeper.commands.stopping import DONE, FOUND
from scorekeeper.messages import finding_sentence


def _findings(where: str) -> Sequence[Finding]:
    try:
        with at(where) as book:
            return book.check()
    except BookError as error:
        if error.code != "damaged":
            raise
        return [Finding("integrity", {"detail": error.params["fault"]})]  # too much so to be opened


def run(where: str) -> int:
    """Print a line for everything that is wrong with the book."""
    with said():
        findings = _findings(where)
    if not findings:
        return DONE
    output.write("".join(f"{finding_sentence(finding)} ({finding.code})\n" for finding in findings))
    return FOUND
