"""A book on disk for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.book import Book
from tests.empty import empty_book


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's book is, or will be: a name with all that addresses would trip over."""
    return tmp_path / "книга 100% #1" / "book.db"


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    """An open, empty book at `path`."""
    empty_book(path)
    with Book.open(path) as opened:
        yield opened
