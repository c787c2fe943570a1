"""The flat table: a line for each player of each round."""

from __future__ import annotations

import csv
import random

import pytest

from scorekeeper import i18n
from scorekeeper.files.csv_file import Dialect, csv_text
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
        "Net, EUR", "Balance, EUR", "Fines",
    ]  # fmt: skip
    euros = ["31.50", "31.50", ""]
    assert found[1] == ["1", "2026-11-27 23:31:00", "Вадим", "Алла", "5–9", "59", "85", "22", "63", "63", *euros]
    assert found[2][2:] == ["Вадим", "'=1+1", "8–A", "81", "151", "0", "151", "151", "75.50", "75.50", ""]
    assert found[8][4:] == ["2–8", "82", "75", "42", "33", "-128", "16.50", "-64.00", ""]
    assert found[9][4:] == ["", "", "10", "51", "-41", "-205", "-20.50", "-102.50", ""]  # a missed cut
    assert found[13][:4] == ["4", "", "Вадим", "Алла"]  # the time is not known


@pytest.mark.parametrize(("language", "separator"), [("ru", ";"), ("en", ",")])
def test_bytes_are_those_that_spreadsheets_of_that_language_expect(language: str, separator: str) -> None:
    i18n.set_language(language)
    content = csv_text(night_of(EVENING))
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == content.count(b"\r") == 20
    assert {len(line) for line in lines(content, separator)} == {13}
    assert content == csv_text(night_of(EVENING))


def test_what_stands_between_and_in_numbers_can_be_chosen() -> None:
    content = csv_text(night_of(EVENING), Dialect.of("tab", "comma", bom=False))
    assert content.startswith(b"Round\tTime")
    assert content.splitlines()[4].endswith(b"\t-161\t-161\t-80,50\t-80,50\t")
    i18n.set_language("ru")
    assert Dialect.of() == Dialect(";", ",")
    assert Dialect.of("comma", "point") == Dialect(",", ".")


def test_restored_balances_have_lines_that_say_so() -> None:
    restored = {"restore": {"balances": {"Ann": -20, "Bob": 20}}, "at": "2026-11-27T20:15:00Z"}
    hands = {"round": {"hands": {"Ann": "7-1", "Bob": "2-1", "Cid": "2-1"}}}
    night = with_seats(
        "Ann", "Bob", "Cid", journal=[hands, restored, hands], stake={"point": "0.50", "currency": "EUR"}
    )
    header, *found = lines(csv_text(night))
    assert header[-2:] == ["Fines", "Reason"]
    assert [len(line) for line in found] == [14] * 9
    assert [[*line[:4], *line[6:10], line[-1]] for line in found[3:6]] == [
        ["", "2026-11-27 20:15:00", "", "Ann", "0", "120", "-120", "-20", "balances restored"],
        ["", "2026-11-27 20:15:00", "", "Bob", "70", "0", "70", "20", "balances restored"],
        ["", "2026-11-27 20:15:00", "", "Cid", "50", "0", "50", "0", "balances restored"],
    ]
    assert {line[3]: int(line[9]) for line in found} == night.standing.balances


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
    assert [[line[0], *line[5:10]] for line in lines(csv_text(night))[1:]] == expected


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
    assert found[2][-2] == "-10"  # a negative number stays one


@pytest.mark.parametrize("name", ["a,b;c\\d", 'O\'Neil "the" Rat', "Ж" * 60, "🂡 Ace", "0", "'x", "a=b"])
def test_every_other_name_stays_as_it_is(name: str) -> None:
    assert lines(csv_text(with_seats(name, "Борис")))[1][3] == name
