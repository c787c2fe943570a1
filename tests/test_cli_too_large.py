"""What never ends is not read to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import cli
from scorekeeper.book import Book
from scorekeeper.commands import inputs
from tests.book.nights import opening

ENDLESS = Path("/dev/zero")
SAID = "This is larger than 64 MB, so it cannot be a night: name another file (too_large)"


@pytest.mark.skipif(not ENDLESS.exists(), reason="the system has no such device")
def test_a_file_without_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "book.db"
    with Book.open(path) as book:
        book.create(opening())
    for words in (["score"], ["import"], ["append", "1"]):
        assert cli.main([*words, str(ENDLESS), "--book", str(path)]) == 2
        assert capsys.readouterr() == ("", f"{ENDLESS}: {SAID}\n")


@pytest.mark.skipif(not ENDLESS.exists(), reason="the system has no such device")
def test_standard_input_without_end() -> None:
    with ENDLESS.open("rb") as endless:
        command = [sys.executable, "-m", "scorekeeper", "score", "-"]
        done = subprocess.run(command, stdin=endless, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"-: {SAID}\n")


def test_many_lines_may_be_more_than_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "MOST_MEGABYTES", 1)
    path, entries = tmp_path / "book.db", tmp_path / "entries"
    with Book.open(path) as book:
        book.create(opening())
    leaves = [f'{{"{kind}": {{"player": "Алла"}}}}' for kind in ("away", "back")] * 5
    entries.write_text((" " * 300_000 + "\n").join(leaves), encoding="utf-8")
    assert cli.main(["append", "1", str(entries), "--book", str(path)]) == 0
    assert capsys.readouterr().out.split() == [str(number) for number in range(1, 11)]
