"""Files are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.table.errors import Fault

_LOCKS = (("LibreOffice", ".~lock.{}#"), ("Excel", "~${}"))
"""What each program puts beside a file while it has the file open."""


_DRAFT = ".scorekeeper-{}.tmp"
_ABANDONED = 3600
"""Seconds after which nobody writes a draft any more."""


class OpenElsewhereError(PermissionError):
    """Another program says that it has the file open; `fault` names it and what it says so with."""

    def __init__(self, path: Path, program: str, lock: Path) -> None:
        super().__init__(errno.EACCES, os.strerror(errno.EACCES), str(path))
        self.fault = Fault("open_elsewhere", (), {"program": program, "lock": str(lock)})


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that whoever opens it, even after a power cut, finds all of the old content or all of the new.

    A link stays a link, and what it names is replaced; permissions stay as they were. Devices and pipes are
    simply written to.

    Raises OSError when the folder is absent or read-only, the path names a folder, the file is read-only or open
    elsewhere (OpenElsewhereError where a lock beside it says so: that program would write over ours), or the disk is
    full; then nothing has changed.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists():
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        if not path.is_file():
            path.write_bytes(content)
            return
    target = Path(os.path.realpath(path))
    _check_locks(path, target)
    if any(map(_is_book, (target, *_books_beside(target)))):  # an export must never take its place
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(path))
    _sweep(target.parent)
    draft = target.with_name(_DRAFT.format(secrets.token_hex(8)))
    try:
        _write_through(draft, content)
        if target.exists():
            draft.chmod(target.stat().st_mode & 0o7777)
        draft.replace(target)
    except BaseException as error:  # an interrupt too leaves nothing behind
        with contextlib.suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):  # the draft's name would tell nobody anything
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    _sync_folder(target.parent)


def _sweep(folder: Path) -> None:
    """Drafts that a power cut or a kill has left behind; one that is being written is younger."""
    with contextlib.suppress(OSError):
        for left in folder.glob(_DRAFT.format("*")):
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink()


def _check_locks(*paths: Path) -> None:
    """By the name under which the file was opened, be it a link. A lock without its file keeps nothing."""
    for path in filter(Path.is_file, paths):
        for program, name in _LOCKS:
            if (lock := path.with_name(name.format(path.name))).is_file():
                raise OpenElsewhereError(path, program, lock)


def _books_beside(target: Path) -> Iterator[Path]:
    """The book of which the file would be a part: SQLite keeps what was written last under such a name."""
    for ending in ("-wal", "-shm", "-journal"):
        if target.name.endswith(ending) and target.name != ending:
            yield target.with_name(target.name.removesuffix(ending))


def _is_book(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as there:
        return there.read(16) == b"SQLite format 3\0"


def _write_through(draft: Path, content: bytes) -> None:
    """A new file, down to the disk."""
    with draft.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk too. The file is in place by now, and some file systems know no such thing."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
