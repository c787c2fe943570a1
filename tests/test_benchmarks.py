"""The measurements measure what they say; how long anything takes is left to `make bench`."""

from pathlib import Path

import pytest

from benchmarks import workbook
from benchmarks.bare_app import BareKeys
from benchmarks.keys import BACK, DIGIT, press_times, table_of
from benchmarks.nights import make_book
from benchmarks.timing import Terminal, environment, finish, interleaved, verdict
from scorekeeper.book import Book
from scorekeeper.files.workbook import workbook as made


def test_a_ratio_within_its_limit_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict("some", [9.0, 0.003, 0.003], [0.002, 0.002, 0.0], 1.5)
    assert capsys.readouterr().out == "some: ratio 1.50 (limit 1.5), 3.0 ms to 2.0 ms\n"


def test_a_ratio_above_its_limit_fails() -> None:
    assert not verdict("some", [3.1], [2.0], 1.5)


@pytest.mark.parametrize(("within", "status"), [((True, True), 0), ((True, False), 1)])
def test_a_broken_limit_ends_the_script_with_one(within: tuple[bool, ...], status: int) -> None:
    with pytest.raises(SystemExit) as end:
        finish(*within)
    assert end.value.code == status


def test_runs_take_turns_after_one_that_only_warms_up() -> None:
    order: list[str] = []
    clock = iter(range(100))

    def measure(name: str) -> float:
        order.append(name)
        return float(next(clock))

    assert interleaved(2, lambda: measure("a"), lambda: measure("b")) == [[2.0, 4.0], [3.0, 5.0]]
    assert "".join(order) == "ababab"


def test_the_outer_world_does_not_reach_a_measured_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "sqlite:///the-real-one.db")
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    variables = environment(tmp_path)
    assert not {"SCOREKEEPER_DATABASE_URL", "LC_ALL"} & variables.keys()
    assert variables["XDG_DATA_HOME"].startswith(str(tmp_path))


def test_the_terminal_paints_where_the_cursor_is() -> None:
    terminal = Terminal()
    assert terminal.feed("\x1b[?1049h\x1b[2;3H\x1b[1;31mАлла\x1b[0m!") == 5
    assert terminal.full_screen
    assert terminal.text == "\n  Алла!"
    assert terminal.cells[2, 3] == ("А", ";1;31")


def test_the_terminal_counts_only_what_looks_different() -> None:
    terminal = Terminal()
    terminal.feed("\x1b[1;1Hone")
    assert terminal.feed("\x1b[1;1Hone") == 0
    assert terminal.feed("\x1b[1;1Hore") == 1
    assert terminal.feed("\x1b[1;1H\x1b[7mo\x1b[0m") == 1


def test_the_terminal_waits_for_the_end_of_a_sequence() -> None:
    terminal = Terminal()
    terminal.feed("\x1b[1")
    terminal.feed(";2Hx\x1b]0;a title")
    terminal.feed("\x07y")
    assert terminal.text == " xy"


def test_the_book_holds_one_open_night_of_the_wanted_length(tmp_path: Path) -> None:
    with Book.open(make_book(tmp_path / "book.db", 7)) as book:
        number = book.last_open()
        assert number is not None
        assert len(book.load(number).night.standing.rounds) == 7


def test_the_bare_workbook_has_as_many_cells_of_each_kind() -> None:
    kinds = workbook.kinds_of(made(workbook.night_of(5)))
    assert sum(counts["f"] for counts in kinds.values()) > 200
    assert workbook.kinds_of(workbook.bare(kinds)) == kinds


@pytest.mark.parametrize("cells", [100, 440])
def test_the_bare_app_changes_as_many_cells_as_it_is_told(cells: int) -> None:
    taken, changed = press_times(lambda: BareKeys(cells), 2)
    assert len(taken) == 2
    assert all(abs(count - cells) <= cells / 20 for count in changed), changed


def test_the_table_changes_with_the_digit_and_with_backspace(tmp_path: Path) -> None:
    assert (DIGIT, BACK) == ("4", "backspace")
    _taken, changed = press_times(lambda: table_of(make_book(tmp_path / "book.db", 2)), 2)
    assert changed[0] == changed[1] > 100
