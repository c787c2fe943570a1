"""The schema that the migrations make is the one that the program uses, and no migration loses anything."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorekeeper.book import Book, BookError, migrate
from scorekeeper.book.connect import address, make_engine
from scorekeeper.book.schema import metadata
from tests.book.nights import FIRST, SECOND, ask, opening, raw, unguarded

Next = Callable[[str], None]

SCRIPT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    {}
"""


@pytest.fixture
def next_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Next:
    """A program of tomorrow, whose migration 0003 does what the test says."""
    folder = tmp_path / "migrations 100%"
    shutil.copytree(migrate.script_dir(), folder, ignore=shutil.ignore_patterns("__pycache__"))

    def write(body: str) -> None:
        (folder / "versions" / "0003_next.py").write_text(SCRIPT.format(body), encoding="utf-8")
        monkeypatch.setattr(migrate, "script_dir", lambda: folder)
        monkeypatch.setattr(migrate, "HEAD_REVISION", "0003")

    return write


@pytest.fixture
def filled(path: Path) -> Path:
    """A book with a night in it."""
    with Book.open(path) as book:
        book.append(book.append(book.create(opening()), FIRST), SECOND)
    return path


def contents(path: Path) -> list[list[tuple[object, ...]]]:
    return [ask(path, f"SELECT * FROM {table.name} ORDER BY 1, 2, 3") for table in metadata.sorted_tables]


def test_there_is_one_head_and_the_program_knows_it(book: Book, path: Path) -> None:
    engine = make_engine(address(path))
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(migrate.config(connection))
    assert scripts.get_heads() == [migrate.HEAD_REVISION]
    assert len(scripts.get_bases()) == 1
    engine.dispose()


def test_the_migrations_make_the_tables_of_the_program(book: Book, path: Path) -> None:
    engine = make_engine(address(path))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_down_to_nothing_and_up_again(book: Book, path: Path) -> None:
    engine = make_engine(address(path))
    with engine.begin() as connection:
        command.downgrade(migrate.config(connection), "base")
    assert ask(path, "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'") == [("alembic_version",)]
    with engine.begin() as connection:
        command.upgrade(migrate.config(connection), "head")
    engine.dispose()
    with Book.open(path) as again:
        assert again.check() == ()


def test_a_migration_keeps_everything_and_a_copy_is_set_aside(filled: Path, next_migration: Next) -> None:
    before = contents(filled)
    next_migration('op.add_column("nights", sa.Column("place", sa.Text))')
    with Book.open(filled) as book:
        assert book.load(1).sequence == 2
        assert book.check() == ()
    assert ask(filled, "SELECT version_num FROM alembic_version") == [("0003",)]
    assert ask(filled, "SELECT place FROM nights") == [(None,)]
    (copy,) = filled.parent.glob("book-0002-*.db")
    assert contents(copy) == before
    assert ask(copy, "SELECT version_num FROM alembic_version") == [("0002",)]
    with Book.open(filled):
        assert len(list(filled.parent.glob("book-*.db"))) == 1


def test_a_table_made_anew_keeps_its_rows_and_what_points_at_them(filled: Path, next_migration: Next) -> None:
    next_migration(
        'with op.batch_alter_table("players", recreate="always") as batch:\n'
        '        batch.add_column(sa.Column("nick", sa.Text))'
    )
    with Book.open(filled) as book:
        assert book.check() == ()
        assert len(book.players()) == 4


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ('op.execute("DELETE FROM ledger WHERE line = 1")', "ledger"),
        ('op.execute("UPDATE ledger SET points = points + 1")', "points"),
        ('op.execute("DELETE FROM players WHERE id = 4")', "players"),
        ('op.execute("DROP TRIGGER journal_no_update")', "guard journal_no_update"),
        (
            'with op.batch_alter_table("journal", recreate="always") as batch:\n'
            '        batch.add_column(sa.Column("x", sa.Text))',
            "guard journal_in_order",
        ),
    ],
)
def test_a_migration_that_loses_something_is_rolled_back(
    filled: Path, next_migration: Next, body: str, detail: str
) -> None:
    before = contents(filled)
    next_migration(body)
    with pytest.raises(BookError) as error:
        Book.open(filled)
    assert error.value.code == "migration"
    assert detail in str(error.value.params["detail"])
    assert Path(str(error.value.params["copy"])).is_file()
    assert contents(filled) == before
    assert ask(filled, "SELECT version_num FROM alembic_version") == [("0002",)]


def test_a_migration_that_fails_leaves_the_book_as_it_was(filled: Path, next_migration: Next) -> None:
    next_migration('op.create_table("half", sa.Column("x", sa.Text)); raise RuntimeError("power cut")')
    with pytest.raises(RuntimeError, match="power cut"):
        Book.open(filled)
    assert ask(filled, "SELECT name FROM sqlite_master WHERE name = 'half'") == []
    assert ask(filled, "SELECT version_num FROM alembic_version") == [("0002",)]


def test_a_book_of_the_first_revision_is_brought_up(filled: Path) -> None:
    engine = make_engine(address(filled))
    with engine.begin() as connection:
        command.downgrade(migrate.config(connection), "0001")
    engine.dispose()
    with Book.open(filled) as book:
        assert book.load(1).sequence == 2
        assert [line.aliases for line in book.players()] == [()] * 4
        assert book.check() == ()
    assert len(list(filled.parent.glob("book-0001-*.db"))) == 1


def test_an_older_book_that_cannot_be_written_is_told_so(filled: Path, next_migration: Next) -> None:
    unguarded(filled, "PRAGMA journal_mode=DELETE")
    plain = filled.parents[1] / "plain.db"
    shutil.copy(filled, plain)
    next_migration("pass")
    with pytest.raises(BookError, match="read_only"):
        Book.open(f"sqlite:///file:{plain}?mode=ro&uri=true")


def test_scripts_are_found_in_a_checkout_and_in_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    assert migrate.script_dir() == root / "migrations"
    package = tmp_path / "site-packages" / "scorekeeper"
    monkeypatch.setattr("importlib.resources.files", lambda _: package)
    with pytest.raises(RuntimeError):
        migrate.script_dir()
    shutil.copytree(root / "migrations", package / "_migrations")
    (package.parent / "migrations").mkdir()  # somebody else's
    assert migrate.script_dir() == package / "_migrations"


def test_alembic_works_by_itself_in_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.config import Config

    path = tmp_path / "book.db"
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"sqlite:///{path}")
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(migrate.script_dir()))
    command.upgrade(config, "head")
    command.check(config)
    with Book.open(path) as book:
        assert book.check() == ()
    with raw(path) as other:
        assert other.execute("PRAGMA application_id").fetchone() == (0x53636F72,)
