"""Who loads what, seen from outside: each import in an interpreter of its own."""

import subprocess
import sys

LOADED = "import sys; before = set(sys.modules); import {}; print(*(set(sys.modules) - before))"


def loaded_by(modules: str) -> set[str]:
    """Name every module that importing these loads."""
    program = [sys.executable, "-c", LOADED.format(modules)]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def test_the_core_loads_only_the_standard_library() -> None:
    loaded = loaded_by("scorekeeper.table.night, scorekeeper.games")
    ours = {module for module in loaded if module.startswith("scorekeeper.")}
    assert {module.split(".")[1] for module in ours} == {"table", "games"}
    assert packages(loaded) - set(sys.stdlib_module_names) == {"scorekeeper"}


def test_what_every_game_shares_knows_no_game() -> None:
    assert not {module for module in loaded_by("scorekeeper.table.night") if ".games" in module}


def test_book_and_files_never_load_the_screens_library() -> None:
    assert not {"textual", "rich"} & packages(loaded_by("scorekeeper.book, scorekeeper.files"))


def test_a_command_that_needs_no_book_starts_fast() -> None:
    slow = {"alembic", "openpyxl", "rich", "sqlalchemy", "textual"}
    assert not slow & packages(loaded_by("scorekeeper.cli"))


def test_the_first_picture_waits_for_no_database() -> None:
    assert not {"alembic", "openpyxl", "sqlalchemy"} & packages(loaded_by("scorekeeper.screens.app"))
