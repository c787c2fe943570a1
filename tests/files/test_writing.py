"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.files.writing import OpenElsewhereError, write_whole


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder that holds a file and may not be written to, not even when the tests are run by root."""
    folder = Path(tempfile.mkdtemp())
    file = folder / "night.csv"
    file.write_bytes(b"old")
    file.chmod(0o666)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield file
    if root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_new_file_and_one_that_was_there(tmp_path: Path) -> None:
    file = tmp_path / "ночь.xlsx"
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
    write_whole(file, b"newer")
    assert file.read_bytes() == b"newer"
    assert list(tmp_path.iterdir()) == [file]


def test_permissions_are_the_usual_ones_or_stay(tmp_path: Path) -> None:
    usual, ours = tmp_path / "usual", tmp_path / "ours"
    usual.write_bytes(b"")
    write_whole(ours, b"")
    assert ours.stat().st_mode == usual.stat().st_mode
    ours.chmod(0o640)
    write_whole(ours, b"new")
    assert ours.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 250 + ".xlsx")
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"


def test_an_absent_folder_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "absent" / "night.csv"
    with pytest.raises(FileNotFoundError) as raised:
        write_whole(file, b"new")
    assert raised.value.filename == str(file)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_folder_stays_as_it_is(locked: Path) -> None:
    for file in (locked, locked.with_name("new.csv")):
        with pytest.raises(PermissionError) as raised:
            write_whole(file, b"new")
        assert raised.value.filename == str(file)
    assert locked.read_bytes() == b"old"
    assert list(locked.parent.iterdir()) == [locked]


def test_a_read_only_file_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "night.csv"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write to everything
    with pytest.raises(PermissionError):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "full"), PermissionError(errno.EACCES, "open"), KeyboardInterrupt()]
)
def test_whatever_goes_wrong_the_old_file_is_whole_and_nothing_else_is_left(
    step: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "night.xlsx"
    file.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(error)):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("program", "lock"), [("LibreOffice", ".~lock.night.xlsx#"), ("Excel", "~$night.xlsx")])
def test_a_file_that_another_program_has_open_stays_as_it_is(program: str, lock: str, tmp_path: Path) -> None:
    file, link = tmp_path / "night.xlsx", tmp_path / "link.xlsx"
    write_whole(file, b"old")
    link.symlink_to(file)
    (tmp_path / lock).write_bytes(b",somebody")
    for path in (file, link):
        with pytest.raises(OpenElsewhereError) as raised:
            write_whole(path, b"new")
        assert raised.value.fault.params == {"program": program, "lock": str(tmp_path / lock)}
    assert file.read_bytes() == b"old"
    (tmp_path / lock).unlink()
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"


def test_a_lock_without_its_file_keeps_nobody_from_writing(tmp_path: Path) -> None:
    (tmp_path / ".~lock.night.xlsx#").write_bytes(b"")
    write_whole(tmp_path / "night.xlsx", b"new")
    assert (tmp_path / "night.xlsx").read_bytes() == b"new"


def test_a_device_is_not_replaced() -> None:
    write_whole(Path(os.devnull), b"new")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs pipes with a path")
def test_a_pipe_is_written_to() -> None:
    there, here = os.pipe()
    write_whole(Path(f"/dev/fd/{here}"), b"new")
    os.close(here)
    with os.fdopen(there, "rb") as pipe:
        assert pipe.read() == b"new"


def test_a_book_is_never_overwritten_not_even_through_a_link(tmp_path: Path) -> None:
    book, link = tmp_path / "book.db", tmp_path / "night.json"
    with sqlite3.connect(book) as connection:
        connection.execute("CREATE TABLE journal (entry)")
    connection.close()
    link.symlink_to(book)
    before = book.read_bytes()
    for path in (book, link):
        with pytest.raises(PermissionError):
            write_whole(path, b"new")
    assert book.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [book, link]


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_nor_is_what_was_last_written_in_it(tmp_path: Path, ending: str) -> None:
    book, live, link = (tmp_path / name for name in ("book.db", f"book.db{ending}", "night.json"))
    with sqlite3.connect(book) as connection:
        connection.execute("CREATE TABLE journal (entry)")
    connection.close()
    link.symlink_to(live)
    for there in (False, True):
        if there:
            live.write_bytes(b"live")
        for path in (live, link):
            with pytest.raises(PermissionError):
                write_whole(path, b"new")
        assert (live.read_bytes() == b"live") if there else not live.exists()
    write_whole(tmp_path / f"another{ending}", b"new")


def test_what_a_kill_left_behind_is_swept_away_but_not_what_is_being_written(tmp_path: Path) -> None:
    left, writing = tmp_path / ".scorekeeper-0123456789abcdef.tmp", tmp_path / ".scorekeeper-fedcba9876543210.tmp"
    others = tmp_path / ".other.tmp"
    for file in (left, writing, others):
        file.write_bytes(b"half")
    for file in (left, others):
        os.utime(file, (0, 0))
    write_whole(tmp_path / "night.csv", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([others.name, writing.name, "night.csv"])
