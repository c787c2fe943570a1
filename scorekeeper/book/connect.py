"""From a path or an address to an engine, and from a driver's errors to `BookError`."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from scorekeeper.book import sqlite
from scorekeeper.book.errors import BookError


def address(where: str | os.PathLike[str]) -> URL:
    """A database's address as it stands, or that of the SQLite file at a path."""
    if isinstance(where, str) and "://" in where:
        try:
            return make_url(where)
        except (ArgumentError, ValueError):
            # Without the rest: it may hold a password.
            raise BookError("cannot_open", path=where.partition("://")[0] + "://…", detail="address") from None
    try:
        path = Path(where).expanduser().absolute()
    except (RuntimeError, OSError) as error:  # no home folder, no current folder
        raise BookError("cannot_open", path=str(where), detail=str(error)) from None
    return URL.create("sqlite", database=str(path))


def is_sqlite(engine: Engine) -> bool:
    """Whether `sqlite` may be asked about it."""
    return engine.dialect.name == "sqlite"


def shown(url: URL) -> str:
    """How to name a book in a message: the path of a file, or the address without its password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return sqlite.path_of(url)
    return url.render_as_string(hide_password=True)


def make_engine(url: URL, *, create: bool = True) -> Engine:
    """An engine, not connected yet. Raises BookError `no_driver`, `folder`, `no_book`, `bad_address`, `cannot_open`."""
    try:
        if url.get_backend_name() == "sqlite":
            url = sqlite.understood(url)
            sqlite.prepare(url, create=create)
            return sqlite.engine(url)
        return create_engine(url)
    except ModuleNotFoundError as error:
        raise BookError("no_driver", path=shown(url), driver=error.name or "") from None
    except (NoSuchModuleError, ArgumentError) as error:
        raise BookError("cannot_open", path=shown(url), detail=str(error)) from None


@contextmanager
def translated(engine: Engine) -> Iterator[None]:
    """Turn what can happen to any database into BookError; an error of the program stays what it is."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:  # the latter where the driver itself was asked
        origin = error.orig if isinstance(error, DBAPIError) else error
        code = _code(origin, on_sqlite=is_sqlite(engine))
        if code in ("damaged", "not_a_book") and is_sqlite(engine):
            code = "damaged" if sqlite.was_a_book(engine.url) else "not_a_book"
        if code is None:
            raise
        params: dict[str, str | int] = {"path": shown(engine.url)}
        if code == "damaged":
            params = {"night": 0, "entry": 0, "fault": str(origin)}
        elif code in ("cannot_open", "disk_error"):
            params["detail"] = str(origin).strip()
        raise BookError(code, **params) from error
    except UnicodeDecodeError as error:  # the driver could not even read what SQLite says of a damaged file
        raise BookError("damaged", night=0, entry=0, fault=str(error)) from error


def _code(origin: BaseException | None, *, on_sqlite: bool) -> str | None:
    if origin is None:
        return None
    if on_sqlite:
        return sqlite.error_code(origin)
    state = getattr(origin, "sqlstate", None)
    if state is None and type(origin).__name__ == "OperationalError":
        return "cannot_open"
    families = {"25006": "read_only", "53100": "disk_full", "55P03": "locked", "40P01": "locked"}
    if state in families:
        return families[state]
    return "cannot_open" if state and state[:2] in ("08", "28", "3D", "57") else None


def is_duplicate(error: DBAPIError) -> bool:
    """Whether a row was refused because its key is there already: another writer was faster."""
    origin = error.orig
    return origin is not None and (sqlite.is_duplicate(origin) or getattr(origin, "sqlstate", None) == "23505")
