"""The app from its start to the first text on the screen, against a bare Textual app."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.nights import make_book
from benchmarks.timing import environment, finish, interleaved, paint_time, verdict

LIMIT = 1.6
COUNT = 9
ROUNDS = 20


def main() -> None:
    """Measure and end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        variables = environment(folder)
        filled = make_book(folder / "filled.db", ROUNDS)

        def place() -> Path:
            # Every start has a book of its own: the one before was killed in the middle of something.
            return Path(tempfile.mkdtemp(dir=folder), "book.db")

        def start(book: Path) -> float:
            return paint_time([sys.executable, "-m", "scorekeeper", "--book", str(book)], variables)

        fresh, night, bare = interleaved(
            COUNT,
            lambda: start(place()),
            lambda: start(Path(shutil.copy(filled, place()))),
            lambda: paint_time([sys.executable, "-m", "benchmarks.bare_app", "run"], variables),
        )
    finish(
        verdict("first_paint (fresh book)", fresh, bare, LIMIT),
        verdict(f"first_paint ({ROUNDS} rounds)", night, bare, LIMIT),
    )


if __name__ == "__main__":
    main()
