"""Commands on a book that is not there, that is damaged, or that is named by an address."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import cli, settings
from scorekeeper.book import Book
from scorekeeper.book.sqlite import APPLICATION_ID
from tests.book.nights import FIRST, opening

FRIDAY = Path(__file__).parent / "data" / "friday.json"
WORDS: dict[str, tuple[str, ...]] = {
    "nights": ("nights",),
    "show": ("show", "last"),
    "export": ("export", "last"),
    "a player": ("export", "--player", "Алла"),
    "the whole book": ("export", "--whole-book"),
    "append": ("append", "last", str(FRIDAY)),
    "settle": ("settle", "last"),
    "pay": ("pay", "last", "Алла", "Борис", "5"),
    "pay all": ("pay", "all", "Алла", "Борис", "5"),
    "tab": ("tab",),
    "credit": ("credit", "last", "Алла", "5"),
    "check": ("check",),
}
"""Every command that needs a book which is there."""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command in a folder of its own: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*words: object) -> tuple[int, str, str]:
        status = cli.main([*map(str, words)])
        streams = capsys.readouterr()
        return status, streams.out, streams.err

    return command


# --- no book ------------------------------------------------------------------


@pytest.mark.parametrize("what", WORDS)
def test_no_book_is_made_where_somebody_mistyped_its_path(what: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "knigi" / "book.db"
    for where in (path, f"sqlite:///{path}", f"sqlite:///file:{path}?uri=true"):
        said = f"scorekeeper: There is no book here; check the path: {path} (no_book)\n"
        assert run(*WORDS[what], "--book", where) == (3, "", said)
    path.parent.mkdir()
    path.touch()
    assert run(*WORDS[what], "--book", path)[0] == 3
    assert path.read_bytes() == b""
    assert [*path.parent.iterdir()] == [path]
    assert [*tmp_path.iterdir()] == [path.parent]


@pytest.mark.parametrize(
    ("what", "status", "said"),
    [
        ("nights", 0, "There are no nights yet\n"),
        ("tab", 0, "There are no nights yet\n"),
        ("check", 0, ""),
        ("show", 2, "scorekeeper: There is no night “last”; see: scorekeeper nights (unknown_night)\n"),
        ("the whole book", 2, "scorekeeper: There are no nights yet\n"),
    ],
)
def test_ones_own_book_is_empty_until_something_is_written(
    what: str, status: int, said: str, run: Run, own_world: Path
) -> None:
    assert run(*WORDS[what]) == (status, *(("", said) if status else (said, "")))
    assert not (own_world / "data").exists()


def test_a_dry_run_makes_no_book(run: Run, own_world: Path, tmp_path: Path) -> None:
    status, out, _ = run("import", FRIDAY, "--dry-run")
    assert (status, out) == (0, f"{FRIDAY}: night 1, new; entries: 8\nA dry run: nothing was kept\n")
    assert not (own_world / "data").exists()
    assert "check the path" in run("import", FRIDAY, "--dry-run", "--book", "x/book.db")[1]
    assert [*tmp_path.iterdir()] == []
    assert run("import", FRIDAY)[0] == 0
    assert Path(settings.book_path()).exists()


# --- a damaged one ------------------------------------------------------------


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    """A book of some pages."""
    path = tmp_path / "sound.db"
    with Book.open(path) as book:
        stored = book.create(opening())
        for _ in range(30):
            stored = book.append(stored, FIRST)
    made = path.read_bytes()
    path.unlink()
    return made


def test_check_finds_that_a_book_was_cut_short(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    for end in (20, 70, 100, 4000, 4096, 4097, 9000, len(content) // 2):
        path.write_bytes(content[:end])
        status, out, err = run("check", "--book", path)
        assert (status, err) == (1, "")
        assert out.startswith("The database is damaged: ")
        assert "(integrity)\n" in out
        status, out, err = run("nights", "--book", path)
        assert (status, out) == (3, "")
        assert err.endswith("see: scorekeeper check (damaged)\n")


@pytest.mark.parametrize("at", [18, 28, 44, 47, 56, 100, 103, 105])
def test_check_finds_that_the_head_of_a_book_was_garbled(at: int, content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
    status, out, err = run("check", "--book", path)
    assert status in (0, 1)
    assert err == ""
    assert not status or "(integrity)\n" in out


def test_a_schema_that_was_garbled_is_damage(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(content.replace(b"stake_currency", b"stake_c\xffrrency"))
    status, out, err = run("check", "--book", path)
    assert (status, err) == (1, "")
    assert "(integrity)\n" in out


def test_what_never_was_a_book_is_no_damaged_one(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    letter = b"Dear Alla,\n" * 50
    foreign = content[:68] + (APPLICATION_ID ^ 1).to_bytes(4, "big") + content[72:]
    for other in (letter, b"SQLite", foreign, foreign[:4096]):
        path.write_bytes(other)
        status, out, err = run("check", "--book", path)
        assert (status, out) == (3, "")
        assert path.read_bytes() == other
        assert err.endswith("(not_a_book)\n")


# --- named by an address ------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("mode=ro", 3, "The book cannot be written to: {} (read_only)"),
        ("immutable=1", 3, "The book cannot be written to: {} (read_only)"),
        ("mode=rw", 0, ""),
        ("uri=true", 0, ""),
        ("mode=x", 3, "The address of the book says “mode=x”, which means nothing here: leave it out ({})"),
        ("timeout=x", 3, "The address of the book says “timeout=x”, which means nothing"),
        ("mod=ro", 3, "The address of the book says “mod=ro”, which means nothing"),
    ],
)  # fmt: skip
def test_what_an_address_says_is_honoured_or_refused(
    query: str, status: int, said: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a 100% b.db"
    assert run("import", FRIDAY, "--book", path)[0] == 0
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"sqlite:///{str(path).replace('%', '%25')}?{query}")
    assert run("nights")[0] == (3 if "means nothing" in said else 0)
    entry = tmp_path / "entry"
    entry.write_text('{"leave": {"player": "Алла"}}\n', encoding="utf-8")
    found, _, err = run("append", "1", entry)
    assert found == status
    assert err.startswith(f"scorekeeper: {said.format(path)}" if said else "")


def test_nothing_but_ours_is_said_on_standard_error(tmp_path: Path) -> None:
    with Book.open(tmp_path / "book.db"):
        pass
    command = [sys.executable, "-m", "scorekeeper", "nights", "--book", f"sqlite:///{tmp_path}/book.db?mode=ro"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_path_is_a_path_in_every_message(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a b.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url)")
    address = f"sqlite:///file:{str(path).replace(' ', '%2520')}?mode=ro&uri=true"
    said = f"scorekeeper: This is no book of scorekeeper, and it was left alone: {path} (not_a_book)\n"
    assert run("nights", "--book", address) == (3, "", said)
