"""Chairs go clockwise; a chair that was left still tells where the deal goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.seats import At, Seats

TABLE = Seats.of(("А", "Б", "В", "Г"))


def test_the_left_is_the_next_one_clockwise() -> None:
    assert [TABLE.left_of(player) for player in "АБВГ"] == ["Б", "В", "Г", "А"]
    assert TABLE.clockwise_from("В") == ("В", "Г", "А", "Б")


def test_who_left_is_passed_over_but_his_chair_is_remembered() -> None:
    table = TABLE.put("Б", At.GONE)
    assert table.present == ("А", "В", "Г")
    assert "Б" not in table
    assert table.left_of("А") == "В"
    assert table.left_of("Б") == "В"
    assert table.clockwise_from("Б") == ("В", "Г", "А")


def test_a_newcomer_sits_directly_to_the_left_before_any_empty_chair() -> None:
    table = TABLE.put("Б", At.GONE).join("Д", left_of="А")
    assert table.present == ("А", "Д", "В", "Г")
    assert [chair.player for chair in table.chairs] == ["А", "Д", "Б", "В", "Г"]
    assert table.left_of("А") == "Д"
    assert table.left_of("Б") == "В"


def test_who_returns_gets_a_new_chair() -> None:
    table = TABLE.put("Б", At.GONE).join("Б", left_of="Г")
    assert table.present == ("А", "В", "Г", "Б")
    assert len(table.chairs) == 4


def test_who_is_away_keeps_his_chair_and_is_passed_over() -> None:
    table = TABLE.put("Б", At.AWAY)
    assert (table.present, table.away, table.seated) == (("А", "В", "Г"), ("Б",), ("А", "Б", "В", "Г"))
    assert table.left_of("А") == table.left_of("Б") == "В"
    assert table.put("Б", At.TABLE) == TABLE


def test_nobody_is_left_of_who_sits_alone() -> None:
    table = Seats.of(("А", "Б")).put("Б", At.GONE)
    assert table.left_of("А") is None
    assert table.left_of("Б") == "А"
    assert table.put("А", At.GONE).left_of("А") is None


def test_who_never_sat_here_has_no_left() -> None:
    with pytest.raises(KeyError):
        TABLE.left_of("Я")


@given(st.lists(st.tuples(st.sampled_from("АБВГДЕ"), st.sampled_from("АБВГДЕ")), max_size=30))
def test_everybody_has_one_chair_whatever_happens(moves: list[tuple[str, str]]) -> None:
    table, here = TABLE, set("АБВГ")
    for player, neighbour in moves:
        if player in here:
            table = table.put(player, At.GONE)
            here.remove(player)
        elif neighbour in here:
            table = table.join(player, left_of=neighbour)
            here.add(player)
            assert table.left_of(neighbour) == player
    chairs = [chair.player for chair in table.chairs]
    assert len(chairs) == len(set(chairs))
    assert set(table.present) == here
    for player in here:
        assert table.clockwise_from(player)[0] == player
        assert sorted(table.clockwise_from(player)) == sorted(here)
