"""Lists of nights and players, names, and drafts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.book import Book, BookError, Draft
from scorekeeper.table.journal import ChangeMode, Mode
from scorekeeper.table.money import Stake
from tests.book.nights import FIRST, FOUR, SECOND, THIRD, entry, opening, raw

MOMENT = datetime(2026, 11, 27, 17, 15, tzinfo=UTC)


def hide(path: Path, night: int) -> None:
    with raw(path) as other:
        other.execute("UPDATE nights SET hidden = 1 WHERE id = ?", (night,))


def test_a_line_tells_what_a_replay_would(book: Book) -> None:
    begun = opening(title="Friday", stake=Stake(50, "EUR"), started_at=MOMENT, zone="Asia/Tokyo")
    stored = book.create(begun)
    for one in (
        FIRST,
        SECOND,
        THIRD,
        entry(void={"entry": 1}),
        entry(void={"entry": 4}),
        entry(void={"entry": 2}),
        entry(leave={"player": "Алла"}),
        ChangeMode(to=Mode.CASH, credit={}),
        ChangeMode(to=Mode.RECORD, credit={}),
        entry(void={"entry": 9}),
        entry(void={"entry": 10}),
    ):
        stored = book.append(stored, one)
        (line,) = book.nights()
        standing = stored.night.standing
        assert (line.rounds, line.mode) == (len(standing.rounds), standing.mode)
        best = max(standing.balances.values())
        assert line.balance == best
        assert (standing.balances[line.leader] if line.leader else 0) == best
    assert (line.number, line.uuid, line.title) == (1, stored.night.opening.uuid, "Friday")
    assert (line.game, line.players) == ("decarte", FOUR)
    assert (line.started_at, line.zone, line.stake) == (MOMENT, "Asia/Tokyo", Stake(50, "EUR"))
    assert not line.closed
    book.close_night(1)
    assert book.nights()[0].closed


def test_a_night_without_points_has_no_leader(book: Book) -> None:
    book.create(opening())
    (line,) = book.nights()
    assert (line.rounds, line.leader, line.balance) == (0, None, 0)


def test_the_night_that_began_last_comes_first_and_hidden_ones_not_at_all(book: Book, path: Path) -> None:
    for days in (2, 3, 1, 2):
        book.create(opening(started_at=MOMENT + timedelta(days=days)))
    assert [line.number for line in book.nights()] == [2, 4, 1, 3]
    hide(path, 4)
    assert [line.number for line in book.nights()] == [2, 1, 3]
    assert book.last_open() == 3
    assert book.resolve("last") == 3
    assert [line.nights for line in book.players()] == [3, 3, 3, 3]


def test_a_night_is_called_by_number_uuid_or_last(book: Book) -> None:
    first, _ = book.create(opening()), book.create(opening())
    uuid = first.night.opening.uuid or ""
    assert [book.resolve(said) for said in ("1", " 02 ", "last", uuid, uuid.upper())] == [1, 2, 2, 1, 1]
    for said in ("3", "0", "-1", "", "first", "9" * 40, "١", "00000000-0000-4000-8000-000000000000"):
        with pytest.raises(BookError) as error:
            book.resolve(said)
        assert (error.value.code, error.value.params) == ("unknown_night", {"reference": said})
    with pytest.raises(BookError, match="unknown_night"):
        book.load(17)


def test_a_rename_reaches_every_night_and_nothing_else(book: Book) -> None:
    stored = book.append(book.create(opening()), FIRST)
    players = {line.name: line.id for line in book.players()}
    assert list(players) == list(FOUR)
    book.rename(players["Борис"], "  Боря   [red] ")
    book.rename(players["Борис"], "БОРЯ [RED]")  # his own name, spelled anew
    night = book.load(stored.number).night
    assert night.standing.balances["БОРЯ [RED]"] == stored.night.standing.balances["Борис"]
    assert night.journal[0].at == stored.night.journal[0].at
    for name, code in (("алла", "name_taken"), (" \u200e", "empty_name")):
        with pytest.raises(BookError) as error:
            book.rename(players["Вадим"], name)
        assert error.value.code == code
    with pytest.raises(BookError) as error:
        book.rename(77, "Зоя")
    assert (error.value.code, error.value.params) == ("unknown_player", {"player": 77})
    assert book.check() == ()


def test_a_draft_is_kept_for_each_night_client_and_entry(book: Book) -> None:
    stored = book.append(book.create(opening()), FIRST)
    other = book.create(opening())
    assert book.draft(stored.number, None) is None
    book.save_draft(stored.number, None, "5")
    book.save_draft(stored.number, None, "59")
    book.save_draft(stored.number, 1, "[amended]")
    book.save_draft(stored.number, None, "phone", client="phone")
    assert book.draft(stored.number, None) == Draft("59", base=1)
    assert book.draft(stored.number, 1) == Draft("[amended]", base=1)
    assert book.draft(stored.number, None, client="phone") == Draft("phone", base=1)
    assert book.draft(other.number, None) is None
    stored = book.append(stored, SECOND)
    assert book.draft(stored.number, None) == Draft("59", base=1)
    book.drop_draft(stored.number, None)
    book.drop_draft(stored.number, None)
    assert book.draft(stored.number, None) is None
    assert book.draft(stored.number, 1) is not None
    with pytest.raises(BookError, match="unknown_night"):
        book.save_draft(17, None, "5")
