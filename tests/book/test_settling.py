"""The entries about settling go into the book and come out as they went in; the ledger stays today's truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.book import Book, BookError, Stored
from scorekeeper.table.codec import mode_of, read_entry
from scorekeeper.table.errors import Fault, FormatError, RuleError
from scorekeeper.table.journal import Credit, Entry, Paid
from scorekeeper.table.money import Stake
from tests.book.nights import DECARTE, FIRST, ask, balances, entry, opening
from tests.table.test_modes import EVERY_KIND


def read(data: object, stored: Stored) -> Entry:
    faults: list[Fault] = []
    made = read_entry(data, (), DECARTE, mode_of(stored.night.opening.mode, stored.night.journal), faults)
    assert made is not None, faults
    return made


def test_every_kind_comes_back(book: Book, path: Path) -> None:
    stored = book.create(opening("Алла", "Борис", stake=Stake(50, "EUR")))
    for data in EVERY_KIND:
        if "reopened" in data:
            with pytest.raises(BookError, match="not_closed"):
                book.append(stored, read(data, stored))
            book.close_night(stored.number)
            stored = book.load(stored.number)
        one = read(data, stored)
        if isinstance(one, Paid) and one.across:  # so much is not owed over all nights; a file may know more of them
            with pytest.raises(RuleError, match=r"overpaid|not_owed"):
                book.append(stored, one)
            opening_of = stored.night.opening
            book.take([(opening_of, (*stored.night.journal, one), str(opening_of.uuid))])
            stored = book.load(stored.number)
        else:
            stored = book.append(stored, one)
        assert book.load(stored.number) == stored
        sums = balances(path, stored.number)
        assert {p: sums.get(p, 0) for p in stored.night.standing.balances} == dict(stored.night.standing.balances)
    assert book.check() == ()
    assert not any("Алла" in data for (data,) in ask(path, "SELECT data FROM journal"))
    book.rename(stored.ids["Алла"], "Алиса")
    again = book.load(stored.number)
    assert again.night.standing.due == {
        {"Алла": "Алиса"}.get(player, player): units for player, units in stored.night.standing.due.items()
    }
    (taken,) = book.take([(again.night.opening, again.night.journal, str(again.night.opening.uuid))])
    assert taken.added == 0


def test_a_restoration_is_in_the_ledger_until_it_is_voided(book: Book, path: Path) -> None:
    stored = book.append(book.create(opening()), FIRST)
    stored = book.append(stored, entry(restore={"balances": {"Алла": 5, "Борис": -5}}))
    assert {p: points for p, points in balances(path, 1).items() if points} == {"Алла": 5, "Борис": -5}
    assert {reason for (reason,) in ask(path, "SELECT reason FROM ledger WHERE entry = 2")} == {"restore"}
    stored = book.append(stored, entry(amend={"entry": 1, "round": {"cut": "missed"}}))
    assert {p: points for p, points in balances(path, 1).items() if points} == {"Алла": 5, "Борис": -5}
    book.append(stored, entry(void={"entry": 2}))
    assert balances(path, 1) == {"Алла": -30, "Борис": 10, "Вадим": 10, "Галина": 10}
    assert book.check() == ()
    assert book.nights()[0].rounds == 1


def test_names_are_spelled_as_in_the_night(book: Book) -> None:
    stored = book.append(book.create(opening()), FIRST)
    stored = book.append(stored, entry(paid={"payer": " ГАЛИНА", "payee": "борис", "points": 5}))
    assert stored.night.standing.settling.made[0].payer == "Галина"
    with pytest.raises(RuleError, match="unknown_player"):
        book.append(stored, entry(paid={"payer": "Яков", "payee": "Борис", "points": 5}))
    assert "Яков" not in [line.name for line in book.players()]


def test_credit_is_refused_until_the_night_knows_cash(book: Book) -> None:
    stored = book.create(opening())
    with pytest.raises(FormatError, match="unknown_kind"):
        book.append(stored, Credit(player="Алла", points=5))
    stored = book.append(stored, read({"mode": {"to": "cash", "credit": {"Алла": 100}}}, stored))
    stored = book.append(stored, Credit(player="Алла", points=5))
    assert stored.night.standing.till.stacks["Алла"] == 105
    assert book.load(1) == stored
