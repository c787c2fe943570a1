"""`show --follow` prints what is added, as it is added."""

from __future__ import annotations

import os
import queue
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scorekeeper.book import Book
from scorekeeper.table.journal import Leave
from tests.screens.driving import FOUR, book_with, opening, random_rounds


def test_each_round_is_printed_as_it_comes_until_the_night_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    book_with(path, opening(), random_rounds(FOUR, 1))
    command = [sys.executable, "-m", "scorekeeper", "show", "last", "--follow", "--book", str(path)]
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        lines = _lines(process)
        _until(lines, "Next dealer")
        with Book.open(path) as book:
            stored = book.append_fresh(1, random_rounds(FOUR, 1, seed=2)[0])
            assert "Round 2" in _until(lines, "Next dealer")
            book.append(stored, Leave(player="Борис"))
            assert "Leaves: Борис" in _until(lines, "Next dealer")
            book.close_night(1)
        assert process.wait(20) == 0


@pytest.mark.skipif(not hasattr(select, "poll"), reason="the system does not tell that nobody reads")
def test_it_ends_when_nobody_reads_on(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    book_with(path, opening())
    command = [sys.executable, "-m", "scorekeeper", "show", "last", "--follow", "--book", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == ""


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    book_with(path, opening())
    command = [sys.executable, "-m", "scorekeeper", "show", "last", "--follow", "--book", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        _until(_lines(process), "Next dealer")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def _lines(process: subprocess.Popen[str]) -> queue.Queue[str]:
    """Lines as they come, read by a thread, so that a test that waits in vain ends."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _until(lines: queue.Queue[str], wanted: str) -> str:
    """What is printed up to a line that holds `wanted`."""
    seen = ""
    while wanted not in seen:
        seen += lines.get(timeout=20)
    return seen
