"""An empty book, made once: the tests of books that grow are not about how one begins."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.book import Book


def empty_book(path: Path) -> None:
    """Put an empty book where none is."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_made())


@cache
def _made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "book.db")
        Book.open(path).close()
        return path.read_bytes()
