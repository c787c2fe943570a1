"""Bringing a book up to the schema that this program knows. Alembic is imported only when there is something to do."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, inspect, text

from scorekeeper.book import sqlite
from scorekeeper.book.connect import is_sqlite, shown
from scorekeeper.book.errors import BookError

if TYPE_CHECKING:
    from alembic.config import Config

HEAD_REVISION: Final = "0002"

_KEPT: Final = ("players", "aliases", "nights", "seats", "journal", "ledger")
"""Tables of which no migration may lose a row."""


def script_dir() -> Path:
    """Where the migrations are: inside the package in a wheel, beside it in a checkout or an editable install."""
    package = Path(str(importlib.resources.files("scorekeeper")))
    for folder in (package / "_migrations", package.parent / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise RuntimeError("the migrations are missing from this installation")


def config(connection: Connection) -> Config:
    """Alembic's configuration for one connection."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(script_dir()).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def stored_revision(connection: Connection) -> str | None:
    """The revision of the schema; None for an empty database. Raises BookError `not_a_book`."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    foreign = connection.dialect.name == "sqlite" and sqlite.is_foreign(connection)
    if foreign or "alembic_version" not in tables:
        raise BookError("not_a_book", path=shown(connection.engine.url))
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or ""


def bring_up(engine: Engine, *, create: bool = True) -> None:
    """Migrate what is behind; `create` what is not there, or BookError `no_book`.

    Raises BookError `newer`, `not_a_book` or `migration` too.
    """
    with engine.connect().execution_options(sqlite_begin="DEFERRED") as connection:
        found = stored_revision(connection)
    if found == HEAD_REVISION:
        return
    if found is None and not create:
        raise BookError("no_book", path=shown(engine.url))
    if found is None and is_sqlite(engine):
        sqlite.use_wal(engine)
    with _exclusive(engine) as connection:
        found = stored_revision(connection)  # another process may have been faster
        if found == HEAD_REVISION:
            return
        if found is not None:
            _refuse_newer(connection, found)
        _upgrade(connection, found)


@contextmanager
def _exclusive(engine: Engine) -> Iterator[Connection]:
    """One transaction that nobody else can write beside, with foreign keys off: a table may be made anew."""
    with engine.connect() as connection:
        if not is_sqlite(engine):
            with connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": sqlite.APPLICATION_ID})
                yield connection
            return
        raw = sqlite.driver(connection)
        raw.execute("PRAGMA foreign_keys=OFF")  # does nothing inside a transaction
        try:
            with connection.begin():
                yield connection
        finally:
            raw.execute("PRAGMA foreign_keys=ON")


def _refuse_newer(connection: Connection, found: str) -> None:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config(connection))
    if found not in {script.revision for script in scripts.walk_revisions()}:
        raise BookError("newer", path=shown(connection.engine.url), found=found, known=HEAD_REVISION)


def _upgrade(connection: Connection, found: str | None) -> None:
    from alembic import command

    engine = connection.engine
    copy = None
    if found is not None and is_sqlite(engine):
        # Beside the open transaction: nobody can write between the copy and the migration.
        copy = sqlite.copy_aside(engine, found, datetime.now().astimezone())
    before = _totals(connection) if found is not None else {}
    command.upgrade(config(connection), "head")
    after = _totals(connection)
    wrong = [f"{what}: {before[what]} -> {after.get(what)}" for what in before if before[what] != after.get(what)]
    if is_sqlite(engine):
        wrong += [f"guard {name}" for name in sqlite.missing_guards(connection)]
        wrong += [f"{table} {row} -> {parent}" for table, row, parent in sqlite.foreign_keys(connection)]
    if wrong:
        detail = "; ".join(wrong)
        raise BookError("migration", path=shown(engine.url), detail=detail, copy=str(copy or ""))


def _totals(connection: Connection) -> Mapping[str, int]:
    """Rows of each table, and all points of the ledger."""
    tables = inspect(connection).get_table_names()
    queries: dict[str, str] = {name: f"SELECT count(*) FROM {name}" for name in _KEPT if name in tables}
    queries["points"] = "SELECT coalesce(sum(points), 0) FROM ledger"
    return {what: int(connection.execute(text(query)).scalar_one()) for what, query in queries.items()}
