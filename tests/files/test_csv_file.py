"""The flat table: a line for each player of each round."""

from __future__ import annotations

import csv
import random

import pytest

from scorekeeper import i18n
from scorekeeper.files.csv_file import csv_text
from scorekeeper.games.decarte.cards import Hand, parse_hand
from scorekeeper.table import ledger
from tests.files.evening import EVENING, night_of, with_seats
from tests.random_nights import random_night


def lines(content: bytes, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(content.decode("utf-8-sig").splitlines(), delimiter=separator))


def test_the_evening_line_by_line() -> None:
    found = lines(csv_text(night_of(EVENING)))
    assert len(found) == 1 + 4 + 4 + 4 + 3 + 4
    assert found[0] == [
        "Round", "Time", "Dealer", "Player", "Cards", "Hand", "Received", "Paid", "Net", "Balance",
    ]  # fmt: skip
    assert found[1] == ["1", "2026-11-27 23:31:00", "Вадим", "Алла", "5–9", "59", "85", "22", "63", "63"]
    assert found[2] == ["1", "2026-11-27 23:31:00", "Вадим", "'=1+1", "8–A", "81", "151", "0", "151", "151"]
    assert found[8] == ["2", "2026-11-27 23:59:30", "Кон", "Кон", "2–8", "82", "75", "42", "33", "-128"]
    assert found[9][4:] == ["", "", "10", "51", "-41", "-205"]  # a missed cut
    assert found[13][:4] == ["4", "", "Вадим", "Алла"]  # the time is not known


@pytest.mark.parametrize(("language", "separator"), [("ru", ";"), ("en", ",")])
def test_bytes_are_those_that_spreadsheets_of_that_language_expect(language: str, separator: str) -> None:
    i18n.set_language(language)
    content = csv_text(night_of(EVENING))
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == content.count(b"\r") == 20
    assert {len(line) for line in lines(content, separator)} == {10}
    assert content == csv_text(night_of(EVENING))


@pytest.mark.parametrize("seed", range(8))
def test_every_number_is_what_the_night_came_to(seed: int) -> None:
    night = night_of(random_night(random.Random(seed), rounds=15))
    expected = []
    for played in night.standing.rounds:
        players, transfers = played.seating.players, played.played.transfers
        received, paid = ledger.received(transfers, players), ledger.paid(transfers, players)
        for who in players:
            numbers = received[who], paid[who], played.net[who], played.balances[who]
            points = played.played.points.get(who, "")
            expected.append([str(played.number), str(points), *map(str, numbers)])
    assert [[line[0], *line[5:]] for line in lines(csv_text(night))[1:]] == expected


def test_cards_can_be_typed_in_again_and_look_like_no_date() -> None:
    for line in lines(csv_text(night_of(EVENING)))[1:5]:
        assert "-" not in line[4]
        hand = parse_hand(line[4])
        assert isinstance(hand, Hand)
        assert str(hand.points) == line[5]


@pytest.mark.parametrize("name", ["=1+1", "+7 (900)", "-5", "@SUM(A1)", "＝1+1", "＠x"])
def test_no_name_becomes_a_formula(name: str) -> None:
    found = lines(csv_text(with_seats(name, "Борис")))
    assert found[1][2:4] == [f"'{name}", f"'{name}"]
    assert found[2][-1] == "-10"  # a negative number stays one


@pytest.mark.parametrize("name", ["a,b;c\\d", 'O\'Neil "the" Rat', "Ж" * 60, "🂡 Ace", "0", "'x", "a=b"])
def test_every_other_name_stays_as_it_is(name: str) -> None:
    assert lines(csv_text(with_seats(name, "Борис")))[1][3] == name
