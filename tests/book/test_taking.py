"""Importing: all files or none, the same file twice adds nothing, and a night only ever grows."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.book import Book, BookError
from scorekeeper.table.errors import FormatError, RuleError
from scorekeeper.table.journal import Entry, Round
from scorekeeper.table.money import Stake
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, Opening, Seat
from tests.book.nights import FIRST, SECOND, THIRD, a_round, ask, entry, opening

ONE, TWO = str(uuid.uuid4()), str(uuid.uuid4())
MOMENT = datetime(2026, 11, 27, 17, 15, tzinfo=UTC)
JOIN = entry(join={"player": "Даша", "left_of": "Вадим"})
LEAVE = entry(leave={"player": "Борис"})


def timed(one: Entry, minutes: int) -> Entry:
    return replace(one, at=MOMENT + timedelta(minutes=minutes))


def differs(book: Book, given: Opening, journal: tuple[Entry, ...] = ()) -> tuple[Any, ...]:
    with pytest.raises(BookError) as error:
        book.take([(given, journal, ONE)])
    assert error.value.code == "different"
    assert error.value.params["file"] == error.value.params["number"] == 1
    return error.value.params["what"], error.value.params["entry"]


def test_a_new_night_is_stored_with_its_dealers(book: Book) -> None:
    journal = (timed(FIRST, 1), LEAVE, JOIN, entry(void={"entry": 1}))
    (taken,) = book.take([(opening(started_at=MOMENT, zone="Asia/Tokyo"), journal, ONE)])
    assert (taken.number, taken.new, taken.added, taken.respelled) == (1, True, 4, ())
    night = book.load(1).night
    assert night == Night.replay(night.opening, journal)
    assert (night.opening.uuid, night.opening.started_at, night.opening.zone) == (ONE, MOMENT, "Asia/Tokyo")
    first = night.journal[0]
    assert isinstance(first, Round)
    assert first.dealer == "Алла"
    assert book.check() == ()


def test_the_same_file_twice_adds_nothing(book: Book, path: Path) -> None:
    given = opening(), (FIRST, SECOND, LEAVE), ONE
    first, second = book.take([given, given])
    assert (first.added, first.new, second.added, second.new) == (3, True, 0, False)
    assert book.take([given])[0].added == 0
    assert ask(path, "SELECT count(*) FROM journal") == [(3,)]


def test_a_longer_journal_is_appended_and_a_shorter_one_changes_nothing(book: Book) -> None:
    book.take([(opening(), (FIRST,), ONE)])
    longer = FIRST, SECOND, entry(void={"entry": 1}), LEAVE
    (taken,) = book.take([(opening(), longer, ONE)])
    assert (taken.new, taken.added) == (False, 3)
    assert book.take([(opening(), longer[:2], ONE)])[0].added == 0
    night = book.load(1).night
    assert len(night.journal) == 4
    assert [played.entry for played in night.standing.rounds] == [2]
    assert book.check() == ()


def test_what_was_appended_here_is_known_when_it_comes_back(book: Book) -> None:
    stored = book.create(opening(uuid=ONE))
    stored = book.append(stored, FIRST)
    stored = book.append(stored, SECOND)
    bare = opening(), (FIRST, SECOND), ONE  # without times, dealers, zone
    assert book.take([bare])[0].added == 0
    exported = stored.night.opening, stored.night.journal, ONE
    assert book.take([exported])[0].added == 0


def test_any_other_difference_is_refused(book: Book, path: Path) -> None:
    agreed = opening(
        title="Friday", rules={"insurance_each": 20}, stake=Stake(50, "EUR"), started_at=MOMENT, zone="Asia/Tokyo"
    )
    book.take([(agreed, (timed(FIRST, 1), SECOND), ONE)])
    before = ask(path, "SELECT * FROM journal")
    assert differs(book, replace(agreed, title="Saturday")) == ("title", 0)
    assert differs(book, replace(agreed, mode=Mode.CASH)) == ("mode", 0)
    assert differs(book, replace(agreed, rules={})) == ("rules", 0)
    assert differs(book, replace(agreed, stake=None)) == ("stake", 0)
    assert differs(book, replace(agreed, dealer="Борис")) == ("dealer", 0)
    assert differs(book, replace(agreed, seats=(Seat("Алла"), Seat("Борис")))) == ("seats", 0)
    assert differs(book, replace(agreed, zone="Europe/Moscow")) == ("zone", 0)
    assert differs(book, replace(agreed, started_at=MOMENT + timedelta(seconds=1))) == ("started_at", 0)
    assert differs(book, agreed, (SECOND,)) == ("entry", 1)
    assert differs(book, agreed, (FIRST, THIRD, FIRST)) == ("entry", 2)
    assert differs(book, agreed, (timed(FIRST, 2),)) == ("entry", 1)
    assert isinstance(FIRST, Round)
    assert differs(book, agreed, (replace(FIRST, dealer="Борис"),)) == ("entry", 1)
    assert book.take([(replace(agreed, zone=None, started_at=None), (FIRST, SECOND), ONE)])[0].added == 0
    assert ask(path, "SELECT * FROM journal") == before


def test_a_time_that_the_book_does_not_know_is_a_difference(book: Book, path: Path) -> None:
    book.take([(opening(), (FIRST, timed(SECOND, 5)), ONE)])
    before = ask(path, "SELECT * FROM journal")
    assert differs(book, opening(), (timed(FIRST, 1), SECOND)) == ("entry", 1)
    assert book.take([(opening(), (FIRST, SECOND), ONE)])[0].added == 0
    assert ask(path, "SELECT * FROM journal") == before


def test_all_files_or_none(book: Book, path: Path) -> None:
    good = opening("Зоя", "Яна"), (), ONE
    with pytest.raises(RuleError) as error:
        book.take([good, (opening(), (a_round(55, 81, 40, 3),), TWO), (opening("Алла"), (), str(uuid.uuid4()))])
    assert [fault.place[0] for fault in error.value.faults] == [("file", 2), ("file", 3)]
    assert error.value.codes == ("same_card", "players")
    with pytest.raises(FormatError) as unreadable:
        book.take([good, (opening(), (entry(Mode.CASH, credit={"player": "Алла", "points": 1}),), TWO)])
    assert unreadable.value.faults[0].place[:2] == (("file", 2), ("entry", 1))
    book.take([(opening(), (FIRST,), TWO)])
    with pytest.raises(BookError, match="different"):
        book.take([good, (opening(), (SECOND,), TWO)])
    assert ask(path, "SELECT count(*) FROM nights") == [(1,)]
    assert ask(path, "SELECT count(*) FROM players") == [(4,)]


def test_a_dry_run_tells_all_and_writes_nothing(book: Book, path: Path) -> None:
    (taken,) = book.take([(opening(), (FIRST, SECOND), ONE)], dry_run=True)
    assert (taken.number, taken.new, taken.added) == (1, True, 2)
    assert ask(path, "SELECT count(*) FROM nights") == ask(path, "SELECT count(*) FROM players") == [(0,)]
    assert book.take([(opening(), (FIRST, SECOND), ONE)])[0].new


def test_the_book_keeps_its_spelling(book: Book) -> None:
    book.create(opening("Алёна", "Пётр  I"))
    joins = entry(join={"player": "зоя", "left_of": "АЛЕНА"})
    given = opening("АЛЕНА", "Борис"), (joins,), ONE
    (taken,) = book.take([given])
    assert taken.respelled == (("АЛЕНА", "Алёна"),)
    (again,) = book.take([(opening("алена", "БОРИС"), (), ONE)])
    assert again.respelled == (("алена", "Алёна"), ("БОРИС", "Борис"))
    assert ("Алёна", "Борис", "зоя") in [line.players for line in book.nights()]
    assert len(book.players()) == 4


def test_somebody_named_only_in_a_round_that_was_taken_back(book: Book) -> None:
    stray = entry(round={"hands": {"Алла": 59, "Борис": 81, "Вадим": 40, "Олег": 3}})
    journal = stray, entry(void={"entry": 1}), FIRST
    book.take([(opening(), journal, ONE)])
    night = book.load(1).night
    assert night == Night.replay(night.opening, journal)
    assert book.check() == ()
