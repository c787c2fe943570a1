"""`scorekeeper check`: silent when the book is sound."""

from __future__ import annotations

from scorekeeper.commands import output
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE, FOUND
from scorekeeper.messages import finding_sentence


def run(where: str) -> int:
    """Print a line for everything that is wrong with the book."""
    with opened(where) as book:
        findings = book.check()
    if not findings:
        return DONE
    output.write("".join(f"{finding_sentence(finding)} ({finding.code})\n" for finding in findings))
    return FOUND
