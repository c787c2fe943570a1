"""Alembic's entry: with the connection that the program hands over, or on its own from the command line.

From a checkout: `alembic revision --autogenerate -m …`, `alembic -x url=sqlite:///book.db upgrade head`.
"""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection, Engine

from scorekeeper.book.connect import address, make_engine
from scorekeeper.book.schema import metadata


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


def _main() -> None:
    given = context.config.attributes.get("connection")
    if isinstance(given, Connection):
        _run(given)
        return
    engine = given
    if not isinstance(engine, Engine):
        where = context.get_x_argument(as_dictionary=True).get("url") or os.environ.get("SCOREKEEPER_DATABASE_URL")
        engine = make_engine(address(where or "sqlite:///build/book.db"))
    with engine.begin() as connection:
        _run(connection)


_main()
