"""A key in a night of 500 rounds against the same key in a night of 5."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from benchmarks.keys import in_turn, table_of
from benchmarks.nights import make_book
from benchmarks.timing import finish, verdict

LIMIT = 1.5
LONG, SHORT = 500, 5


def main() -> None:
    """Measure and end."""
    with tempfile.TemporaryDirectory() as folder:
        long, short = in_turn(
            *(partial(table_of, make_book(Path(folder, f"{rounds}.db"), rounds)) for rounds in (LONG, SHORT))
        )
    finish(verdict("long_night", long, short, LIMIT))


if __name__ == "__main__":
    main()
