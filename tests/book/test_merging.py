"""Two names that are one person: an alias, which can be taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.book import Book, BookError
from scorekeeper.files.night_file import night_json, read_night
from scorekeeper.table.errors import RuleError
from tests.book.nights import FIRST, ask, entry, opening


@pytest.fixture
def twice(book: Book) -> Book:
    """Night 1 with the four, night 2 with Аллочка, who is Алла, night 3 with Гость alone of them."""
    book.append(book.create(opening()), FIRST)
    stored = book.create(opening("Аллочка", "Борис"))
    book.append(stored, entry(round={"hands": {"Аллочка": 59, "Борис": 81}}))
    book.create(opening("Гость", "Вадим"))
    return book


def number(book: Book, name: str) -> int:
    return next(line.id for line in book.players() if line.name == name)


def test_both_names_are_one_person_everywhere(twice: Book) -> None:
    alias = number(twice, "Аллочка")
    twice.merge(alias, number(twice, "Алла"))
    stored = twice.load(2)
    assert list(stored.night.standing.balances) == ["Алла", "Борис"]
    assert stored.night.opening.dealer == "Алла"
    alla = next(line for line in twice.players() if line.name == "Алла")
    assert (alla.nights, alla.aliases) == (2, ((alias, "Аллочка"),))
    assert "Аллочка" not in [line.name for line in twice.players()]
    assert twice.nights()[-2].players == ("Алла", "Борис")
    assert [night.number for night in twice.tabs("Аллочка")[0].nights] == [1, 2]
    assert twice.check() == ()


def test_the_night_goes_on_under_either_name(twice: Book) -> None:
    twice.merge(number(twice, "Аллочка"), number(twice, "Алла"))
    stored = twice.load(2)
    stored = twice.append(stored, entry(round={"hands": {"аллочка": 17, "Борис": 5}}))
    stored = twice.append(stored, entry(paid={"payer": "Алла", "payee": "Борис", "points": 3}))
    assert twice.load(2) == stored
    new = twice.create(opening("Аллочка", "Галина"))
    assert new.night.opening.dealer == "Алла"
    assert twice.check() == ()


def test_a_merge_is_undone(twice: Book, path: Path) -> None:
    journal = ask(path, "SELECT night, sequence, data FROM journal ORDER BY 1, 2")
    alias = number(twice, "Аллочка")
    before = (twice.players(), twice.load(2), twice.tabs())
    twice.merge(alias, number(twice, "Алла"))
    twice.unmerge(alias)
    assert (twice.players(), twice.load(2), twice.tabs()) == before
    assert ask(path, "SELECT night, sequence, data FROM journal ORDER BY 1, 2") == journal
    with pytest.raises(BookError, match="not_merged"):
        twice.unmerge(alias)


def test_who_sat_in_one_night_are_two_people(twice: Book) -> None:
    for one, other in (("Алла", "Борис"), ("Борис", "Аллочка")):
        with pytest.raises(BookError, match="same_night"):
            twice.merge(number(twice, one), number(twice, other))
    # Гость never met Алла, but after this he is Аллочка, who met Борис.
    twice.merge(number(twice, "Гость"), number(twice, "Аллочка"))
    with pytest.raises(BookError, match="same_night") as error:
        twice.merge(number(twice, "Аллочка"), number(twice, "Вадим"))
    assert error.value.params["night"] == 3


def test_a_chain_of_names_leads_to_one_person(twice: Book) -> None:
    guest, little, alla = (number(twice, name) for name in ("Гость", "Аллочка", "Алла"))
    twice.merge(guest, little)
    with pytest.raises(BookError, match="same_person"):
        twice.merge(little, guest)
    twice.merge(little, alla)
    assert [twice.load(night).night.opening.dealer for night in (1, 2, 3)] == ["Алла"] * 3
    assert [name for _id, name in twice.players()[0].aliases] == ["Аллочка", "Гость"]
    twice.unmerge(little)
    assert [twice.load(night).night.opening.dealer for night in (1, 2, 3)] == ["Алла", "Аллочка", "Аллочка"]


def test_nobody_is_merged_with_himself_or_a_stranger(twice: Book) -> None:
    with pytest.raises(BookError, match="same_person"):
        twice.merge(1, 1)
    with pytest.raises(BookError, match="unknown_player"):
        twice.merge(1, 99)


def test_an_export_speaks_of_one_person_and_comes_back(twice: Book) -> None:
    twice.merge(number(twice, "Аллочка"), number(twice, "Алла"))
    stored = twice.load(2)
    assert "Аллочка" not in str(night_json(stored.night.opening, stored.night.journal))
    (taken,) = twice.take([(stored.night.opening, stored.night.journal, str(stored.night.opening.uuid))])
    assert (taken.new, taken.added) == (False, 0)


@pytest.mark.parametrize(
    "data",
    [
        {"round": {"hands": {"Аллочка": 59, "Алла": 12, "Борис": 81}}},
        {"restore": {"balances": {"Аллочка": -7, "Алла": -5, "Борис": 5}}},
    ],
)
def test_two_names_of_one_person_in_one_entry_are_refused(twice: Book, data: dict[str, Any]) -> None:
    twice.merge(number(twice, "Аллочка"), number(twice, "Алла"))
    stored = twice.load(2)
    with pytest.raises(RuleError) as refused:
        twice.append(stored, entry(**data))
    (fault,) = refused.value.faults
    assert (fault.code, fault.place[0]) == ("duplicate_player", ("entry", 2))
    assert twice.load(2) == stored
    file = night_json(stored.night.opening, (*stored.night.journal, entry(**data)))
    with pytest.raises(RuleError):
        twice.take([(*read_night(json.dumps(file).encode())[:2], str(uuid4()))])
    assert len(twice.nights()) == 3
