"""A night goes into the book entry by entry, and comes out as it went in."""

from __future__ import annotations

import random
import sqlite3
import time
import uuid
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.exc import OperationalError

from scorekeeper.book import Book, BookError, Stored, writing
from scorekeeper.table.errors import FormatError, RuleError
from scorekeeper.table.journal import Entry, Join, Round, Void
from scorekeeper.table.money import Stake
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, Seat
from tests.book.nights import (
    DECARTE,
    FIRST,
    FOUR,
    SECOND,
    THIRD,
    a_round,
    ask,
    balances,
    entry,
    opening,
    raw,
    written,
)

MOMENT = datetime(2026, 11, 27, 20, 15, tzinfo=timezone(timedelta(hours=3)))


def appended(book: Book, stored: Stored, *entries: Entry) -> Stored:
    for one in entries:
        stored = book.append(stored, one)
    return stored


def assert_ledger_is_truth(path: Path, stored: Stored) -> None:
    standing = stored.night.standing
    sums = balances(path, stored.number)
    assert {player: sums.get(player, 0) for player in standing.balances} == dict(standing.balances)
    assert written(path, stored.number) == [
        (played.entry, transfer) for played in standing.rounds for transfer in played.played.transfers
    ]


def test_what_was_agreed_comes_back(book: Book) -> None:
    agreed = opening(
        mode=Mode.CASH,
        seats=(Seat("Алла", "clubs", 200), Seat("Борис"), Seat("Вадим", "spades")),
        dealer="Вадим",
        rules={"insurance_total": 30, "dealer_only": True},
        stake=Stake.parse("0.50", "EUR"),
        title="Пятница [red]",
        started_at=MOMENT,
        zone="Europe/Moscow",
        uuid=str(uuid.uuid4()),
    )
    stored = book.create(agreed)
    assert stored.night.opening == agreed
    assert book.load(stored.number) == stored


def test_a_night_gets_a_uuid_the_moment_and_the_zone(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    made = book.create(opening()).night.opening
    assert made.uuid is not None
    assert uuid.UUID(made.uuid).version == 4
    assert made.zone == "Asia/Tokyo"
    assert made.started_at is not None
    assert abs(made.started_at - datetime.now(UTC)) < timedelta(seconds=5)


def test_every_kind_of_entry_comes_back(book: Book, path: Path) -> None:
    cash = Mode.CASH
    stored = book.create(opening("Алла", "Борис", mode=cash))
    played = {"hands": {"Алла": "5-9", "Борис": "8-A"}}
    stored = appended(
        book,
        stored,
        entry(cash, round=played, at="2026-11-27T20:31:00.25+03:00"),
        entry(cash, join={"player": "Вадим", "left_of": "Алла", "suit": "clubs", "credit": 50}),
        entry(cash, credit={"player": "Алла", "points": 30}),
        entry(cash, rules={"insurance_each": 20}),
        entry(cash, leave={"player": "Борис"}),
        entry(cash, amend={"entry": 1, "round": {**played, "insured": True}, "reason": "misread"}),
        entry(cash, void={"entry": 4, "reason": "no such thing"}),
    )
    assert book.load(stored.number) == stored
    assert [kind for (kind,) in ask(path, "SELECT kind FROM journal ORDER BY sequence")] == [
        "round", "join", "credit", "rules", "leave", "amend", "void",
    ]  # fmt: skip
    assert_ledger_is_truth(path, stored)


def test_the_journal_names_players_by_id_and_rounds_their_dealer(book: Book, path: Path) -> None:
    stored = appended(book, book.create(opening()), FIRST)
    (data,) = ask(path, "SELECT data FROM journal")[0]
    assert not any(name in data for name in FOUR)
    assert '"dealer":"1"' in data
    last = stored.night.journal[0]
    assert isinstance(last, Round)
    assert last.dealer == "Алла"


def test_an_entry_happens_now_unless_it_says_when(book: Book) -> None:
    stored = book.create(opening())
    stored = book.append(stored, FIRST)
    assert stored.night.journal[0].at is not None
    assert abs(stored.night.journal[0].at - datetime.now(UTC)) < timedelta(seconds=5)
    stored = book.append(stored, SECOND, at=MOMENT)
    assert book.load(stored.number).night.journal[1].at == MOMENT


def test_a_moment_is_kept_by_the_clocks_of_the_night(book: Book, path: Path) -> None:
    stored = book.create(opening(zone="Asia/Tokyo"))
    book.append(stored, FIRST, at=MOMENT)
    (data,) = ask(path, "SELECT data FROM journal")[0]
    assert MOMENT.astimezone(ZoneInfo("Asia/Tokyo")).isoformat() in data


def test_the_ledger_is_always_todays_truth(book: Book, path: Path) -> None:
    stored = book.create(opening())
    for one in (
        FIRST,
        SECOND,
        THIRD,
        entry(amend={"entry": 1, "round": {"hands": dict(zip(FOUR, (58, 81, 40, 3), strict=True))}}),
        entry(void={"entry": 2}),
        entry(void={"entry": 5}),
        entry(void={"entry": 4}),
        entry(void={"entry": 7}),
        entry(void={"entry": 3}),
    ):
        stored = book.append(stored, one)
        assert_ledger_is_truth(path, stored)
        assert book.load(stored.number) == stored


def test_only_lines_that_changed_are_written_again(book: Book, path: Path) -> None:
    stored = appended(book, book.create(opening()), FIRST, SECOND)
    with raw(path) as other:  # as an older version of the rules might have computed it
        other.execute("UPDATE ledger SET points = 1000 WHERE entry = 1 AND line = 1")
    stored = appended(book, book.load(stored.number), THIRD, entry(void={"entry": 2}))
    assert ask(path, "SELECT points FROM ledger WHERE entry = 1 AND line = 1") == [(1000,)]
    assert {line_entry for line_entry, _ in written(path, stored.number)} == {1, 3}


def test_random_nights_come_back(book: Book, path: Path) -> None:
    from tests.random_nights import random_night

    for seed in range(12):
        data = random_night(random.Random(seed), rounds=12)
        mode = Mode(data.get("mode", "record"))
        seats = tuple(Seat(s["player"], s.get("suit"), s.get("credit", 0)) for s in data["seats"])
        begun = opening(seats=seats, dealer=data["dealer"], mode=mode, rules=data.get("rules", {}))
        journal = Night.replay(begun, [entry(mode, **one) for one in data["journal"]]).journal
        stored = book.create(begun)
        for one in journal:
            try:
                stored = book.append(stored, one)
            except RuleError:
                break  # legal only once a later void has come
        assert book.load(stored.number) == stored
        assert_ledger_is_truth(path, stored)
    assert book.check() == ()


def test_who_joins_is_found_by_any_spelling(book: Book, path: Path) -> None:
    book.create(opening("Алёна", "Пётр  I"))
    stored = book.create(opening("Алла", "Борис"))
    stored = book.append(stored, entry(join={"player": "петр i", "left_of": "АЛЛА"}))
    last = stored.night.journal[-1]
    assert isinstance(last, Join)
    assert (last.player, last.left_of) == ("Пётр I", "Алла")
    assert ask(path, "SELECT count(*) FROM players") == [(4,)]
    assert ask(path, "SELECT chair FROM seats WHERE night = 2 ORDER BY player DESC") == [(2,), (1,), (None,)]
    stored = book.append(stored, entry(leave={"player": "ПЁТР I"}))
    assert book.load(stored.number) == stored


def test_what_is_against_the_rules_is_not_written(book: Book, path: Path) -> None:
    stored = book.create(opening())
    with pytest.raises(RuleError):
        book.append(stored, a_round(55, 81, 40, 3))
    with pytest.raises(RuleError):
        book.append(stored, entry(leave={"player": "Зоя"}))
    with pytest.raises(RuleError):
        book.create(opening("Алла", "алла"))
    with pytest.raises(FormatError):
        book.append(stored, entry(Mode.CASH, credit={"player": "Алла", "points": 30}))  # on record
    with pytest.raises(BookError) as error:
        book.create(opening("Алла", " \u200e"))
    assert error.value.code == "empty_name"
    assert ask(path, "SELECT count(*) FROM journal") == [(0,)]
    assert ask(path, "SELECT count(*) FROM players") == [(4,)]
    assert book.load(stored.number) == stored


def test_a_faster_writer_is_not_overwritten(book: Book, path: Path) -> None:
    stored = book.create(opening())
    with Book.open(path) as other:
        other.append(other.load(stored.number), FIRST)
    with pytest.raises(BookError) as error:
        book.append(stored, SECOND)
    assert (error.value.code, error.value.params) == ("conflict", {"night": 1})
    assert len(book.load(stored.number).night.journal) == 1
    assert book.append_fresh(stored, SECOND).sequence == 2
    assert book.append_fresh(stored.number, THIRD).sequence == 3
    assert book.check() == ()


def test_a_rename_elsewhere_does_not_stop_the_table(book: Book, path: Path) -> None:
    stored = book.create(opening())
    with Book.open(path) as other:
        other.rename(2, "Боря")
    stored = book.append(stored, FIRST)
    assert "Боря" in book.load(stored.number).night.standing.balances
    assert ask(path, "SELECT count(*) FROM players") == [(4,)]


def test_what_fails_in_the_middle_leaves_nothing(book: Book, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = book.create(opening())

    def fails(*_: Any) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patched:
        patched.setattr(writing, "_rewrite_ledger", fails)
        with pytest.raises(RuntimeError):
            book.append(stored, FIRST)
    assert ask(path, "SELECT count(*) FROM journal") == [(0,)]
    with monkeypatch.context() as patched:
        patched.setattr(writing, "_data", fails)
        with pytest.raises(RuntimeError):
            book.append(stored, entry(leave={"player": "Алла"}))
    assert book.append(stored, FIRST).sequence == 1
    assert book.check() == ()


def test_the_journal_refuses_every_change(book: Book, path: Path) -> None:
    appended(book, book.create(opening()), FIRST, SECOND)
    row = "(night, sequence, kind, version, data, recorded_at)"
    for statement in (
        "UPDATE journal SET data = '{}'",
        "DELETE FROM journal WHERE sequence = 2",
        f"INSERT OR REPLACE INTO journal {row} VALUES (1, 2, 'round', 1, '{{}}', '')",
        f"INSERT INTO journal {row} VALUES (1, 4, 'round', 1, '{{}}', '')",
        f"INSERT INTO journal {row} VALUES (1, 0, 'round', 1, '{{}}', '')",
    ):
        with raw(path) as other, pytest.raises(sqlite3.IntegrityError, match="append-only"):
            other.execute(statement)


def test_a_player_who_played_cannot_be_deleted(book: Book, path: Path) -> None:
    appended(book, book.create(opening("Алла", "Борис")), entry(join={"player": "Вадим", "left_of": "Алла"}))
    with raw(path) as other:
        other.execute("PRAGMA foreign_keys=ON")
        with pytest.raises(sqlite3.IntegrityError):
            other.execute("DELETE FROM players WHERE name = 'Вадим'")


def test_an_unexpected_error_of_the_database_shows_itself(book: Book, path: Path) -> None:
    with raw(path) as other:
        other.execute("DROP TABLE drafts")
    with pytest.raises(OperationalError):
        book.draft(1, None)


def test_the_last_open_night(book: Book) -> None:
    assert book.last_open() is None
    first, second = book.create(opening()), book.create(opening())
    assert book.last_open() == second.number
    first = book.append(first, FIRST)
    assert book.last_open() == first.number
    book.close_night(first.number)
    assert book.last_open() == second.number
    assert book.load(first.number).closed
    with pytest.raises(BookError, match="closed_night"):
        book.append(first, SECOND)
    book.close_night(second.number)
    assert book.last_open() is None
    book.reopen(first.number, "one round more")
    assert book.last_open() == first.number
    with pytest.raises(BookError, match="unknown_night"):
        book.close_night(17)


def test_a_long_night_loads_fast(book: Book) -> None:
    journal = tuple([FIRST, SECOND, THIRD] * 167)
    (taken,) = book.take([(opening(), journal, str(uuid.uuid4()))])
    begun = time.perf_counter()
    stored = book.load(taken.number)
    assert time.perf_counter() - begun < 2  # 0.15 s where nothing else runs
    assert len(stored.night.standing.rounds) == 501


def test_undo_and_redo_survive(book: Book) -> None:
    stored = appended(book, book.create(opening()), FIRST, SECOND, Void(entry=2), Void(entry=3))
    again = book.load(stored.number)
    assert again.night.standing.balances == stored.night.standing.balances
    assert [played.entry for played in again.night.standing.rounds] == [1, 2]
    assert DECARTE is again.night.opening.game
