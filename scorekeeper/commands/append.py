"""`scorekeeper append`: journal entries from lines of JSON, each safe on disk before its number is printed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.book import Book, Stored
from scorekeeper.commands import inputs, output
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.json_text import read_json
from scorekeeper.messages import line
from scorekeeper.table.codec import mode_of, read_sketch, renamed
from scorekeeper.table.errors import Fault, Faulty, FormatError
from scorekeeper.table.journal import Entry
from scorekeeper.table.names import among
from scorekeeper.table.night import judged


def run(where: str, reference: str, file: str) -> int:
    """Append the entries in `file` one by one; the first that cannot be stops the rest."""
    with _lines(file) as lines, opened(where) as book:
        stored = book.load(book.resolve(reference))
        for number, content in lines:
            if content.strip():
                stored = _appended(book, stored, content, number, file)
                output.write(f"{stored.sequence}\n")
    return DONE


def _appended(book: Book, stored: Stored, content: bytes, number: int, file: str) -> Stored:
    try:
        return book.append_fresh(stored, entry_of(content, stored))
    except Faulty as error:
        raise Stopped(line(_on_line(fault, number), file) for fault in error.faults) from None


def entry_of(content: bytes, stored: Stored) -> Entry:
    """The entry that one line of JSON holds, to be added to this night.

    Raises FormatError with everything that cannot be read, and with all that is against the rules besides.
    """
    faults: list[Fault] = []
    night, game = stored.night, stored.night.opening.game
    mode = mode_of(night.opening.mode, night.journal)
    entry, unread = read_sketch(read_json(content.rstrip()), (), game, mode, faults)
    if faults:
        known = renamed(entry, lambda name: among(stored.ids, name), game)
        number = stored.sequence + 1
        faults += judged(night.opening, (*night.journal, known), {number: unread} if unread else {})
        raise FormatError(faults)
    return entry


def _on_line(fault: Fault, number: int) -> Fault:
    if "line" in fault.params:  # JSON counts the lines of what it was given: this one
        fault = replace(fault, params={**fault.params, "line": number})
    return fault.within(("line", number))


@contextlib.contextmanager
def _lines(file: str) -> Iterator[Iterator[tuple[int, bytes]]]:
    """The lines of a file or of standard input with their numbers, each as soon as it is there. Raises Stopped."""
    with contextlib.ExitStack() as stack:
        try:
            stream = inputs.binary(file, stack)
        except (OSError, ValueError) as error:
            raise inputs.unreadable(file, error) from None
        most = inputs.MOST_MEGABYTES * 2**20 + 1
        lines = iter(lambda: inputs.bounded(stream.readline(most), file), b"")
        yield enumerate(lines, start=1)
