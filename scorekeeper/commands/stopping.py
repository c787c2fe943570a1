"""How a command ends before its time: it says why and with which status, and `cli.main` does the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

DONE: Final = 0
FOUND: Final = 1
"""`check` found something."""
BAD_INPUT: Final = 2
"""Bad input, bad usage, or output that cannot be written."""
NO_BOOK: Final = 3
"""The book cannot be opened."""


class Stopped(Exception):
    """The command cannot go on: what goes to standard error, a line for each finding, and the exit status."""

    def __init__(self, lines: Iterable[str], status: int = BAD_INPUT) -> None:
        self.lines = tuple(lines)
        self.status = status
        super().__init__("\n".join(self.lines))


class ReaderGone(Exception):
    """Whoever read standard output has closed it (`| head`): the command ends quietly."""
