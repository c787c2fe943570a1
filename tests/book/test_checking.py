"""`check` says nothing about a sound book, and names everything that somebody did to one by hand."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.book import FINDING_CODES, Book, BookError
from scorekeeper.table.standing import Mode, Seat
from tests.book.nights import FIRST, SECOND, ask, entry, opening, raw, unguarded


@pytest.fixture
def filled(path: Path) -> Path:
    """Two nights: entry 1 a round, 2 a round, 3 somebody joins, 4 a void of entry 2."""
    with Book.open(path) as book:
        stored = book.create(opening("Алла", "Борис", "Вадим"))
        for one in (
            entry(round={"hands": {"Алла": 59, "Борис": 81, "Вадим": 40}}),
            entry(round={"hands": {"Алла": 62, "Борис": 17, "Вадим": 5}}),
            entry(join={"player": "Галина", "left_of": "Вадим"}),
            entry(void={"entry": 2}),
        ):
            stored = book.append(stored, one)
        second = book.create(opening(mode=Mode.CASH, seats=(Seat("Алла", credit=10), Seat("Борис"))))
        book.append(second, entry(Mode.CASH, credit={"player": "Алла", "points": 30}))
    return path


def found(path: Path) -> list[tuple[str, dict[str, Any]]]:
    with Book.open(path) as book:
        findings = book.check()
    for finding in findings:
        assert finding.params.keys() == set(FINDING_CODES[finding.code])
    return [(finding.code, dict(finding.params)) for finding in findings]


def codes(path: Path) -> set[str]:
    return {code for code, _ in found(path)}


def test_a_sound_book_is_passed_over_in_silence(filled: Path) -> None:
    assert found(filled) == []


def test_a_ledger_line_that_was_changed(filled: Path) -> None:
    unguarded(filled, "UPDATE ledger SET points = 1 WHERE night = 1 AND entry = 1 AND line = 1")
    ((code, params),) = found(filled)
    assert (code, params["night"], params["entry"], params["line"]) == ("ledger", 1, 1, 1)
    assert params["expected"] != params["found"]


def test_a_ledger_line_too_few_and_one_too_many(filled: Path) -> None:
    unguarded(
        filled,
        "DELETE FROM ledger WHERE night = 1 AND entry = 1 AND line = 1",
        "INSERT INTO ledger VALUES (1, 2, 9, 1, 2, 5, 'hand')",
    )
    findings = found(filled)
    assert [(code, params["entry"], params["line"]) for code, params in findings] == [
        ("ledger", 1, 1),
        ("ledger", 2, 9),
    ]
    assert findings[0][1]["found"] == findings[1][1]["expected"] == "–"


def test_points_that_leave_the_table(filled: Path) -> None:
    unguarded(filled, "INSERT INTO ledger VALUES (2, 1, 1, 1, 4, 5, 'hand')")
    assert ("sum", {"night": 2, "points": -5}) in found(filled)


def test_a_guard_that_is_gone(filled: Path) -> None:
    with raw(filled) as other:
        other.execute("DROP TRIGGER journal_no_delete")
        other.execute("DROP TRIGGER journal_in_order")
        other.execute("CREATE TRIGGER journal_in_order BEFORE INSERT ON journal BEGIN SELECT 1; END")
    assert found(filled) == [("guard", {"name": "journal_in_order"}), ("guard", {"name": "journal_no_delete"})]


def test_a_gap_in_the_journal(filled: Path) -> None:
    unguarded(filled, "DELETE FROM journal WHERE night = 1 AND sequence = 3")
    assert ("gap", {"night": 1, "entry": 3, "found": 4}) in found(filled)


def test_a_round_that_can_no_longer_be(filled: Path) -> None:
    unguarded(filled, """UPDATE journal SET data = replace(data, '5-9', '5-5') WHERE sequence = 1""")
    assert ("unplayable", {"night": 1, "entry": 1, "fault": "same_card"}) in found(filled)
    with Book.open(filled) as book, pytest.raises(BookError) as error:
        book.load(1)
    assert (error.value.code, error.value.params) == ("damaged", {"night": 1, "entry": 1, "fault": "same_card"})


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ("'{\"round\"'", "not_json"),
        ("''", "not_json"),
        ("x'ff00'", "not_json"),
        ("CAST(x'7b22ff227d' AS TEXT)", "not_json"),
        (f"'{'[' * 100_000}'", "not_json"),
        ("12", "wrong_type"),
        ("'[]'", "wrong_type"),
        ("'null'", "wrong_type"),
        ("'{\"wedding\": {}}'", "unknown_kind"),
        ('\'{"leave": {"player": "1"}}\'', "unknown_kind"),
        ('\'{"round": {"dealer": "1", "hands": {"77": "5-9"}}}\'', "unknown_player"),
        ('\'{"round": {"fines": 3}}\'', "wrong_type"),
    ],
)
def test_an_entry_that_cannot_be_read(filled: Path, data: str, fault: str) -> None:
    unguarded(filled, f"UPDATE journal SET data = {data} WHERE night = 1 AND sequence = 1")
    assert ("damaged", {"night": 1, "entry": 1, "fault": fault}) in found(filled)
    with Book.open(filled) as book:
        with pytest.raises(BookError, match="damaged"):
            book.load(1)
        assert book.load(2).sequence == 1


@pytest.mark.parametrize(
    "change",
    [
        "nights SET game = 'whist'",
        "nights SET mode = 'barter'",
        "nights SET rules = '{'",
        "nights SET rules = '{\"trumps\": 3}'",
        "nights SET started_at = 'yesterday'",
        "nights SET started_at = 12",
        "nights SET zone = 'Atlantis'",
        "nights SET title = x'ff'",
        "nights SET stake_currency = 'EUR'",
        "nights SET stake_currency = 'XXX', stake_minor = 'x'",
        "nights SET dealer = 77",
        "seats SET chair = NULL",
        "seats SET option = 'stars'",
        "seats SET option = x'ff'",
        "seats SET credit = 'much'",
        "journal SET version = 9",
        "journal SET kind = 'leave'",
        "journal SET kind = x'ff'",
        "ledger SET points = 'much'",
        "ledger SET line = 'last' WHERE line = 1",
        "ledger SET payer = 77 WHERE line = 1",
        "players SET key = name WHERE id = 1",
        "players SET name = ' Алла' WHERE id = 1",
        "players SET name = x'ff' WHERE id = 1",
        "players SET name = CAST(x'ff' AS TEXT) WHERE id = 1",
        "alembic_version SET version_num = '0001' WHERE 0; DROP TABLE drafts",
    ],
)
def test_a_row_that_was_changed_by_hand(filled: Path, change: str) -> None:
    update, *more = change.split("; ")
    unguarded(filled, "PRAGMA ignore_check_constraints=ON", f"UPDATE {update}", *more)
    if more:
        with Book.open(filled) as book, raw(filled) as other:
            other.execute("DROP TABLE seats")
            assert {finding.code for finding in book.check()} & {"integrity", "foreign_key"}
    else:
        assert found(filled)


def test_a_row_that_points_nowhere(filled: Path) -> None:
    unguarded(filled, "DELETE FROM players WHERE id = 4")
    findings = found(filled)
    assert {code for code, _ in findings} == {"foreign_key", "damaged"}
    assert ("damaged", {"night": 1, "entry": 3, "fault": "unknown_player"}) in findings


def test_a_revision_that_changed_meanwhile(filled: Path) -> None:
    with Book.open(filled) as book, raw(filled) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        assert [finding.code for finding in book.check()] == ["revision"]


def test_a_torn_page(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with Book.open(path) as book:
        stored = book.create(opening())
        for _ in range(40):
            stored = book.append(stored, FIRST)
    (page,) = ask(path, "SELECT rootpage FROM sqlite_master WHERE name = 'journal'")[0]
    with path.open("rb+") as file:
        file.seek((page - 1) * 4096)
        file.write(os.urandom(4096))
    assert "integrity" in codes(path)


def test_a_copy_in_the_middle_of_the_evening_is_sound(book: Book, path: Path, tmp_path: Path) -> None:
    stored = book.create(opening())
    book.append(book.append(stored, FIRST), SECOND)
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    shutil.copy(f"{path}-wal", f"{copy}-wal")
    assert found(copy) == []
