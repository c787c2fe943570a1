"""Opening a book: where there is none, where it cannot be, and by many at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from scorekeeper.book import BOOK_CODES, Book, BookError
from scorekeeper.book.migrate import HEAD_REVISION
from tests.book.nights import FIRST, SECOND, ask, opening, raw

ROOT = Path(__file__).parents[2]
NO_POWERS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""Even for root a file that may not be written is one."""


def start(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [*NO_POWERS, sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def answer(code: str, *arguments: object) -> str:
    process = start(code, *arguments)
    out, _ = process.communicate()
    assert process.returncode == 0
    return out.strip()


def refusal(where: str | Path) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(BookError) as error:
        Book.open(where)
    assert error.value.params.keys() == set(BOOK_CODES[error.value.code])
    return error.value.code, dict(error.value.params)


def test_folders_and_file_are_made(path: Path) -> None:
    with Book.open(path) as book:
        assert book.nights() == ()
        book.create(opening())
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]
    assert ask(path, "SELECT version_num FROM alembic_version") == [(HEAD_REVISION,)]
    assert [file.name for file in path.parent.iterdir()] == ["book.db"]
    with Book.open(str(path)) as book:
        assert len(book.nights()) == 1


def test_an_address_and_a_path_are_one_book(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with Book.open(f"sqlite:///{path}") as book:
        book.create(opening())
    with Book.open(path) as book:
        assert len(book.nights()) == 1


def test_an_empty_file_becomes_a_book(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.touch()
    with Book.open(path) as book:
        assert book.check() == ()


def test_what_is_no_book_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    for content in (b"x", b"Dear Alla,\n" * 500):
        path.write_bytes(content)
        assert refusal(path) == ("not_a_book", {"path": str(path)})
        assert path.read_bytes() == content


def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    for statement in (
        "CREATE TABLE bookmarks (url)",
        "CREATE TABLE alembic_version (version_num)",
        f"INSERT INTO alembic_version VALUES ('{HEAD_REVISION}')",
    ):
        with raw(path) as other:
            other.execute(statement)
        before = path.read_bytes()
        assert refusal(path) == ("not_a_book", {"path": str(path)})
        assert path.read_bytes() == before


def test_a_newer_book_is_refused(path: Path) -> None:
    Book.open(path).close()
    with raw(path) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    assert refusal(path) == ("newer", {"path": str(path), "found": "9999", "known": HEAD_REVISION})


def test_a_place_where_no_book_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal(tmp_path) == ("folder", {"path": str(tmp_path)})
    assert refusal(tmp_path / "file" / "book.db")[0] == "cannot_open"
    assert refusal(tmp_path / "a\0b")[0] == "cannot_open"
    assert refusal("sqlite://")[0] == "cannot_open"
    assert refusal("nosuch://x")[0] == "cannot_open"


def test_a_password_is_never_shown() -> None:
    for where in ("postgresql+nosuch://u:secret@h/d", "post gres://u:secret@h:port/d", "mysql://u:secret@h/d"):
        assert "secret" not in str(refusal(where))


def test_four_processes_may_open_a_fresh_path_at_once(path: Path) -> None:
    code = """
import sys, time
from scorekeeper.book import Book
time.sleep(max(0, float(sys.argv[2]) - time.time()))
with Book.open(sys.argv[1]) as book:
    print(len(book.nights()))
"""
    processes = [start(code, path, time.time() + 1.5) for _ in range(4)]
    assert [process.communicate()[0] for process in processes] == ["0\n"] * 4
    assert [process.returncode for process in processes] == [0] * 4


def test_a_killed_writer_loses_nothing_that_it_was_told_is_safe(path: Path) -> None:
    code = """
import sys
from scorekeeper.book import Book
from tests.book.nights import FIRST
with Book.open(sys.argv[1]) as book:
    stored = book.load(1)
    while True:
        stored = book.append(stored, FIRST)
        print(stored.sequence, flush=True)
"""
    with Book.open(path) as book:
        book.create(opening())
    for lines in (1, 7, 20, 33):
        with start(code, path) as process:
            assert process.stdout is not None
            heard = [process.stdout.readline() for _ in range(lines)]
            process.send_signal(signal.SIGKILL)
            heard += process.stdout.readlines()
        with Book.open(path) as book:
            acknowledged = int([line for line in heard if line.endswith("\n")][-1])
            assert book.load(1).sequence in (acknowledged, acknowledged + 1)
            assert book.check() == ()


WRITE = """
import sys
from scorekeeper.book import Book, BookError
from tests.book.nights import FIRST, opening
try:
    with Book.open(sys.argv[1]) as book:
        print(len(book.nights()), len(book.check()), end=" ")
        book.append(book.load(1), FIRST)
except BookError as error:
    print(error.code)
"""


def test_a_book_that_can_only_be_read_is_read(path: Path) -> None:
    with Book.open(path) as book:
        book.create(opening())
    for file, folder in ((0o444, 0o755), (0o444, 0o555), (0o644, 0o555)):
        path.chmod(file)
        path.parent.chmod(folder)
        try:
            assert answer(WRITE, path) == "1 0 read_only"
        finally:
            path.parent.chmod(0o755)
            path.chmod(0o644)
    address = f"sqlite:///file:{path.parent}/{path.name}?mode=ro&uri=true"
    assert answer(WRITE, address.replace("%", "%2525").replace("#", "%2523")) == "1 0 read_only"


def test_a_book_that_may_not_be_read(path: Path) -> None:
    Book.open(path).close()
    path.chmod(0)
    try:
        assert answer(WRITE, path) == "cannot_open"
    finally:
        path.chmod(0o644)


def test_a_full_disk_is_told_and_loses_nothing(path: Path) -> None:
    code = """
import resource, sys
from scorekeeper.book import Book, BookError
from tests.book.nights import FIRST
with Book.open(sys.argv[1]) as book:
    stored = book.load(1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
    try:
        while True:
            stored = book.append(stored, FIRST)
    except BookError as error:
        print(error.code, end=" ")
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert book.load(1).sequence == stored.sequence > 1
    stored = book.append(stored, FIRST)
    print(len(book.check()))
"""
    with Book.open(path) as book:
        book.create(opening())
    assert answer(code, path) == "disk_full 0"


def test_a_book_that_another_program_keeps_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.book.sqlite.BUSY_SECONDS", 0.1)
    with Book.open(path) as book, raw(path) as other:
        stored = book.create(opening())
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BookError) as error:
            book.append(stored, FIRST)
        assert (error.value.code, error.value.params) == ("locked", {"path": str(path)})
        assert book.load(stored.number) == stored  # reading goes on
        other.execute("COMMIT")
        assert book.append(stored, FIRST).sequence == 1


def test_threads_share_a_book(book: Book) -> None:
    stored = book.create(opening())

    def play() -> None:
        for _ in range(5):
            book.append_fresh(stored.number, FIRST)
            book.save_draft(stored.number, None, "5")
            book.nights()

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert book.load(stored.number).sequence == 20
    assert book.check() == ()


def test_the_version_tells_the_writes_of_others(book: Book, path: Path) -> None:
    stored = book.create(opening())
    before = book.data_version()
    stored = book.append(stored, FIRST)
    assert book.data_version() == before
    with Book.open(path) as other:
        assert book.data_version() == before
        other.append(other.load(stored.number), SECOND)
    assert book.data_version() != before


def test_opening_a_book_loads_no_more_than_it_needs(path: Path) -> None:
    code = """
import sys
from scorekeeper.book import Book
Book.open(sys.argv[1]).close()
print(*(name for name in sys.modules if name in ("alembic", "sqlalchemy.orm", "textual", "mako")))
"""
    Book.open(path).close()
    assert answer(code, path) == ""
