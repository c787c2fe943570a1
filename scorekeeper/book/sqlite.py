"""All that only SQLite can do, or does in its own way: files, pragmas, locks, copies, its own checks."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import quote, unquote

from sqlalchemy import URL, Connection, Engine, create_engine, event

from scorekeeper.book.errors import BookError

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection

APPLICATION_ID: Final = 0x53636F72
"""Marks a file as a book in its header (set by the first migration)."""

GUARDS: Final = ("journal_in_order", "journal_no_delete", "journal_no_update")
"""The triggers that keep the journal append-only."""

BUSY_SECONDS: Final = 5.0
"""How long one process waits for another's transaction."""

_URI: Final = "file:"
"""How a name begins by which SQLite is told more than a path."""
_TOLD: Final = {"mode": ("ro", "rw", "rwc"), "immutable": ("0", "1"), "nolock": ("0", "1")}
"""What an address may tell it."""
_MAGIC: Final = b"SQLite format 3\0"
_APPLICATION_AT: Final = 68
"""Where the file has APPLICATION_ID."""

_CODES: Final = {
    "SQLITE_FULL": "disk_full",
    "SQLITE_IOERR_WRITE": "disk_full",  # a quota or a limit on the size of files
    "SQLITE_IOERR_SHMSIZE": "disk_full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_PERM": "cannot_open",
    "SQLITE_AUTH": "cannot_open",
    "SQLITE_NOTADB": "not_a_book",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_IOERR": "disk_error",
}


def error_code(error: BaseException) -> str | None:
    """The `BookError` code for an error of the driver; None when it is none of those that can happen to anybody."""
    name = getattr(error, "sqlite_errorname", None)
    if str(error) == "unsupported file format":  # a number in the head of the file for which there is no code
        return "damaged"
    if name is None:  # raised by the driver itself
        return "damaged" if isinstance(error, sqlite3.OperationalError) and "decode" in str(error) else None
    family = "_".join(name.split("_")[:2])
    return _CODES.get(name) or _CODES.get(family)


def is_duplicate(error: BaseException) -> bool:
    """Whether a row was refused because its key is there already."""
    return getattr(error, "sqlite_errorname", "") in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")


def understood(url: URL) -> URL:
    """The address with what SQLite itself is told in a form that reaches it. BookError `bad_address`."""
    told = {key: value for key, value in url.query.items() if key != "uri"}
    for key, value in told.items():
        if value not in _TOLD.get(key, ()):
            raise BookError("bad_address", path=path_of(url), word=f"{key}={value}")
    name = url.database or ""
    if not told and not name.startswith(_URI):
        return url.set(query={})
    if not name.startswith(_URI):
        name = _URI + quote(str(Path(name).absolute()))
    return url.set(database=name, query={**told, "uri": "true"})


def path_of(url: URL) -> str:
    """Where the file is."""
    name = url.database or ""
    if not name.startswith(_URI):
        return name
    return unquote(re.split("[?#]", name.removeprefix(_URI).removeprefix("//localhost").removeprefix("//"))[0])


def prepare(url: URL, *, create: bool) -> None:
    """See that there can be a book, and make the folders above it if it may be made.

    Raises BookError `folder`, `cannot_open`, `no_book` or `not_a_book`.
    """
    name = path_of(url)
    if name in ("", ":memory:"):
        raise BookError("cannot_open", path=str(url), detail="memory")
    if "\0" in name:
        raise BookError("cannot_open", path=name, detail="zero byte")
    path = Path(name)
    try:
        if path.is_dir():
            raise BookError("folder", path=name)
        if not create and not path.exists():
            raise BookError("no_book", path=name)
        if not url.query:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BookError("cannot_open", path=name, detail=error.strerror or str(error)) from None
    if not _may_be_a_book(path):
        raise BookError("not_a_book", path=name)


def was_a_book(url: URL) -> bool:
    """Whether the file begins as a book does, whatever has become of the rest."""
    try:
        with Path(path_of(url)).open("rb") as file:
            head = file.read(_APPLICATION_AT + 4)
    except (OSError, ValueError):
        return False
    return head.startswith(_MAGIC) and APPLICATION_ID.to_bytes(4, "big").startswith(head[_APPLICATION_AT:])


def _may_be_a_book(path: Path) -> bool:
    """False for a file of something else. SQLite takes one of a few bytes for empty, and writes over it."""
    try:
        if not path.is_file():
            return True  # there is none, or a pipe on which reading would wait
        with path.open("rb") as file:
            return file.read(16) in (b"", _MAGIC)
    except OSError:
        return True  # SQLite will say what is wrong with it


def engine(url: URL) -> Engine:
    """Transactions take the write lock as they begin, unless the option `sqlite_begin` says DEFERRED."""
    made = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    event.listen(made, "connect", _connected)
    event.listen(made, "begin", _begin)
    return made


def _connected(connection: DBAPIConnection, _record: object) -> None:
    raw = cast(sqlite3.Connection, connection)
    raw.isolation_level = None  # SQLAlchemy's BEGIN is the only one
    # WAL is not among these: it stays with the file, and setting it fails on one that can only be read.
    for pragma in ("foreign_keys=ON", "synchronous=FULL"):
        raw.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "IMMEDIATE")
    connection.exec_driver_sql(f"BEGIN {mode}")


def unchanging(url: URL) -> URL | None:
    """The same file opened as one that nobody writes, for a folder that cannot be written; None if that is unsafe.

    A book in WAL mode wants to put files beside itself even to be read. Without write-ahead log there is nothing
    that such a reader could miss.
    """
    name = url.database or ""
    path = Path(name)
    log = Path(f"{name}-wal")
    try:
        if name.startswith(_URI) or not path.is_file() or (log.exists() and log.stat().st_size):
            return None
        if os.access(path.parent, os.W_OK):
            return None
    except OSError:
        return None
    return url.set(query={"immutable": "1"})


def is_foreign(connection: Connection) -> bool:
    """Whether the file belongs to another program."""
    found = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
    return bool(found != APPLICATION_ID)


def use_wal(engine: Engine) -> None:
    """Switch a new file to write-ahead logging, also while others do the same."""
    end = time.monotonic() + BUSY_SECONDS
    with engine.connect() as connection:
        raw = driver(connection)
        while True:
            try:
                raw.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                # This one statement does not wait by itself.
                if error_code(error) != "locked" or time.monotonic() > end:
                    raise
            time.sleep(0.02)


def driver(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, for what must happen outside a transaction."""
    return cast(sqlite3.Connection, connection.connection.driver_connection)


def copy_aside(engine: Engine, revision: str, now: datetime) -> Path | None:
    """Copy the whole book next to itself, named by its revision and the time; None when it has no file name."""
    name = engine.url.database or ""
    if name.startswith(_URI):
        return None
    path = Path(name)
    stem = f"{path.stem}-{revision}-{now:%Y%m%dT%H%M%S}"
    tries = (path.with_name(f"{stem}{f'-{k}' if k else ''}{path.suffix}") for k in range(100))
    target = next(candidate for candidate in tries if not candidate.exists())
    with engine.connect() as connection:
        driver(connection).execute("VACUUM INTO ?", (str(target),))
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return target


def missing_guards(connection: Connection) -> tuple[str, ...]:
    """Which of the triggers on the journal are gone, or do not refuse any more."""
    found = connection.exec_driver_sql(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'journal' AND sql LIKE '%RAISE(ABORT%'"
    )
    names = set(found.scalars())
    return tuple(guard for guard in GUARDS if guard not in names)


@contextmanager
def lenient(connection: Connection) -> Iterator[None]:
    """Read text that is not UTF-8 too, with its bytes written out, instead of failing."""
    if connection.dialect.name != "sqlite":
        yield
        return
    raw = driver(connection)
    raw.text_factory = lambda data: data.decode(errors="backslashreplace")
    try:
        yield
    finally:
        raw.text_factory = str


def integrity(connection: Connection) -> Iterator[str]:
    """What SQLite finds wrong with the file itself."""
    for line in connection.exec_driver_sql("PRAGMA integrity_check").scalars():
        if line != "ok":
            yield str(line)


def foreign_keys(connection: Connection) -> Sequence[tuple[str, int, str]]:
    """Rows that point nowhere: table, row number, the table pointed at."""
    rows: Any = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return [(str(table), int(row or 0), str(parent)) for table, row, parent, _ in rows]


def data_version(connection: Connection) -> int:
    """Changes when anybody but this connection has written."""
    return int(driver(connection).execute("PRAGMA data_version").fetchone()[0])
