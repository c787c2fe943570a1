"""What the tests of the app share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Where the book of the test is; nothing lies there yet."""
    return tmp_path / "book.db"
