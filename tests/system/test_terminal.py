"""A night by keys alone in a real terminal, killed in the middle and continued without loss."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.book import Book
from tests.screens.driving import FOUR, RUSSIAN, book_with, opening, random_rounds, stored_night
from tests.system.terminal import Terminal

pytestmark = pytest.mark.system


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_a_round_is_typed_killed_and_continued(tmp_path: Path, size: tuple[int, int]) -> None:
    book = tmp_path / "book.db"
    book_with(book, opening())
    with Terminal(book, tmp_path, size=size) as terminal:
        terminal.wait("Галина")
        terminal.type("i4003")
        terminal.wait("Галина → Вадим")
        terminal.kill()
        terminal.start()
        terminal.wait("Галина → Вадим")
        terminal.type("5981")
        terminal.press("Enter")
        terminal.wait("round 2")
    standing = stored_night(book).night.standing
    assert standing.rounds[0].record.insured
    assert standing.balances == {"Алла": 63, "Борис": 151, "Вадим": -53, "Галина": -161}


def test_the_same_keys_on_a_russian_layout(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    book_with(book, opening(), random_rounds(FOUR, 1))
    with Terminal(book, tmp_path, language="ru") as terminal:
        terminal.wait("Галина")
        terminal.type(RUSSIAN["u"])  # undo
        _journal_grows(book, 2)
        terminal.type(RUSSIAN["i"] + "40035981")
        terminal.press("Enter")
        _journal_grows(book, 3)
    assert stored_night(book).night.standing.balances == {"Алла": 63, "Борис": 151, "Вадим": -53, "Галина": -161}


def _journal_grows(book: Path, entries: int) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with Book.open(book) as opened:
            if opened.load(1).sequence >= entries:
                return
        time.sleep(0.05)
    raise AssertionError(f"the journal never reached {entries} entries")


def test_without_a_terminal_the_app_says_so(tmp_path: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "scorekeeper", "--book", str(tmp_path / "book.db")]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
    assert done.returncode == 2
    assert "scorekeeper score" in done.stderr
    assert not (tmp_path / "book.db").exists()


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_five_random_moments_a_night_goes_on_without_loss(tmp_path: Path, seed: int) -> None:
    """Ten kills in all. A key counts as typed once the screen shows it."""
    rng = random.Random(seed)
    book = tmp_path / "book.db"
    book_with(book, opening())
    rounds = ["40035981", "28079482", "53127890", "50429763", "12345678"]
    with Terminal(book, tmp_path) as terminal:
        for number, cards in enumerate(rounds, start=1):
            terminal.wait(f"round {number}")
            kill_after = rng.randrange(9)
            for at, digit in enumerate(cards):
                terminal.type(digit)
                terminal.wait(_shows(at + 1))
                if at == kill_after:
                    terminal.kill()
                    terminal.start()
                    terminal.wait(_shows(at + 1))
            terminal.press("Enter")
            if kill_after == 8:
                terminal.wait(f"round {number + 1}")
                terminal.kill()
                terminal.start()
        terminal.wait("round 6")
    standing = stored_night(book).night.standing
    assert len(standing.rounds) == 5
    for cards, played in zip(rounds, standing.rounds, strict=True):
        typed = "".join(
            f"{hand.tens}{hand.units}" for hand in (played.record.hand(p) for p in played.seating.from_dealer)
        )
        assert typed == cards
    with Book.open(book) as opened:
        assert not opened.check()


def _shows(cards: int) -> Callable[[str], bool]:
    """Whether the seats show so many cards: in the two lines below the names a missing one is a dot."""

    def shows(text: str) -> bool:
        return f"hands {cards // 2}/4" in text and sum(line.count("·") for line in text.splitlines()[2:4]) == 8 - cards

    return shows
