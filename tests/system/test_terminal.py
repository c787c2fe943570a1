"""A night by keys alone in a real terminal, killed in the middle and continued without loss."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.book import Book
from scorekeeper.files.night_file import night_json
from scorekeeper.files.score import score_json
from scorekeeper.table.standing import PlayedRound
from tests.independent import score
from tests.screens.driving import FOUR, RUSSIAN, book_with, opening, random_rounds, stored_night
from tests.system.terminal import Terminal

pytestmark = pytest.mark.system


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


class Night:
    """A night typed by keys alone; the terminal is killed at some steps, and must show the same after a restart."""

    def __init__(self, terminal: Terminal, book: Path, kills: set[int]) -> None:
        self.terminal, self.book, self.kills = terminal, book, kills
        self.steps = 0

    def step(self, keys: str, shows: str | Callable[[str], bool], *named: str) -> None:
        """Keys, then what the window shows of them, before and after a kill."""
        self.terminal.type(keys)
        for key in named:
            self.terminal.press(key)
        self.terminal.wait(shows)
        if self.steps in self.kills:
            self.terminal.kill()
            self.terminal.start()
            self.terminal.wait(shows)
        self.steps += 1

    def cards(self, digits: str, players: int = 4) -> None:
        """Card by card, then Enter."""
        for at, digit in enumerate(digits, start=1):
            self.step(digit, _shows(at, players))

    def entries(self, keys: str, count: int, *named: str) -> None:
        """Keys that add `count` entries to the journal."""
        with Book.open(self.book) as opened:
            before = opened.load(1).sequence
        self.terminal.type(keys)
        for key in named:
            self.terminal.press(key)
        _journal_grows(self.book, before + count)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_a_whole_night_by_keys_alone_killed_at_five_moments(tmp_path: Path, size: tuple[int, int]) -> None:
    """Ten kills in all. A key counts as typed once the screen shows it."""
    book = tmp_path / "book.db"
    kills = set(random.Random(size[0]).sample(range(45), 5))
    with Terminal(book, tmp_path, size=size) as terminal:
        night = Night(terminal, book, kills)
        terminal.wait("No night yet")
        terminal.type("n")
        terminal.wait("Player 1")
        for name in FOUR:
            terminal.type(name)
            terminal.press("Enter")
        night.step("", "round 1", "F9")
        night.step("i", "10 to each")
        night.cards("40035981")
        night.step("", "round 2", "Enter")  # 1: Алла, insured
        terminal.type("f")
        terminal.wait("Another fine")
        night.step("1", "fine")
        night.step("i", "30 in all")
        night.cards("28079482")
        night.step("s", "✓ swap")
        night.step("", "round 3", "Enter")  # 2: Борис; Вадим exposed a card; swapped
        night.step("c", "no cut")
        night.step("", "round 4", "Enter")  # 3: Вадим, no cut
        night.cards("01984510")
        night.step("", "round 5", "Enter")  # 4: Галина, the ideal hand
        terminal.press("e", "Enter")
        terminal.wait("correcting")
        terminal.type("2")
        terminal.press("Enter")
        terminal.wait("Why")
        night.entries("misread", 1, "Enter")
        night.entries("l22", 1)  # Борис gets up
        night.entries("u", 1)
        night.entries("r", 1)
        terminal.type("j")
        terminal.wait("Who sits down")
        night.entries("Даша", 1, "Enter")
        night.cards("53127890")
        night.step("", "round 6", "Enter")  # 5: Даша
        terminal.type("g")
        terminal.wait("Who pays whom")
    assert len(kills & set(range(night.steps))) == len(kills)
    stored = stored_night(book).night
    computed, expected = score_json(stored.standing), score(night_json(stored.opening, stored.journal))
    assert [played["outcome"] for played in computed["rounds"]] == ["played", "played", "no_cut", "played", "played"]
    assert computed["balances"] == expected["balances"]
    assert [played["transfers"] for played in computed["rounds"]] == [
        played["transfers"] for played in expected["rounds"]
    ]
    first, last = stored.standing.rounds[0], stored.standing.rounds[-1]
    assert _typed(first) == "40035981"
    assert _typed(last) == "53127890"
    assert last.seating.from_dealer == ("Даша", "Алла", "Вадим", "Галина")
    with Book.open(book) as opened:
        assert not opened.check()


def _typed(played: PlayedRound) -> str:
    hands = (played.record.hand(player) for player in played.seating.from_dealer)
    return "".join(f"{hand.tens}{hand.units}" for hand in hands)


def _shows(cards: int, players: int) -> Callable[[str], bool]:
    """Whether the stages count the hands and the seats show a dot for every card that is missing."""

    def shows(text: str) -> bool:
        seats = text.splitlines()[1 : 2 + 2 * players]
        missing = sum(line.count(" · ") for line in seats)
        return f"hands {cards // 2}/{players}" in text and missing == 2 * players - cards

    return shows
