"""A key at the table against a bare Textual app in which a key changes as many cells."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.bare_app import BareKeys
from benchmarks.keys import in_turn, press_times, table_of
from benchmarks.nights import make_book
from benchmarks.timing import finish, verdict

LIMIT = 1.5
ROUNDS = 5


def main() -> None:
    """Measure and end."""
    with tempfile.TemporaryDirectory() as folder:
        table = partial(table_of, make_book(Path(folder, "book.db"), ROUNDS))
        cells = round(median(press_times(table, 4)[1]))
        ours, bare = in_turn(table, partial(BareKeys, cells))
    finish(verdict("key_to_paint", ours, bare, LIMIT))


if __name__ == "__main__":
    main()
