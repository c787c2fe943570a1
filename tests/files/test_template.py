"""An old night is typed into the template and read back; what cannot be is named with its cell."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from functools import cache
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from scorekeeper import i18n
from scorekeeper.files import template as at
from scorekeeper.files.incoming import read_file
from scorekeeper.files.night_file import night_json
from scorekeeper.files.sheet_text import safe_text
from scorekeeper.files.template import template
from scorekeeper.messages import line
from scorekeeper.table.errors import Faulty
from scorekeeper.table.night import Night

NIGHT, ROUNDS, FINES = range(3)
NAMES = ("Алла", "Борис", "Вадим", "Галина", "Даша")
Change = Callable[[Workbook], object]


def cell(sheet: int, where: str, value: object) -> Change:
    """Somebody types into a cell."""

    def change(book: Workbook) -> None:
        page: Any = book.worksheets[sheet]
        page[where] = value

    return change


@cache
def empty(_language: str) -> bytes:
    """A template in this language, which is in use."""
    return template("Europe/Moscow")


def typed(*changes: Change) -> bytes:
    """A template into which the two worked examples were typed, and more."""
    book = load_workbook(io.BytesIO(empty(i18n.language())))
    words = at.words_in_use()
    yes, missed = words[at.FLAG][0], words[at.CUTS][2]
    facts: list[Change] = [
        cell(NIGHT, "B3", "На даче"),
        cell(NIGHT, "B4", datetime(2019, 5, 4)),  # noqa: DTZ001 - as Excel holds a date
        cell(NIGHT, "B5", time(20, 15)),
        cell(NIGHT, "B8", 0.5),
        cell(NIGHT, "B9", "eur"),
        cell(NIGHT, f"B{at.FIRST_RULE + at.RULE_KEYS.index('fine_exposed')}", 5),
        cell(NIGHT, f"B{at.FIRST_RULE + at.RULE_KEYS.index('dealer_only')}", words[at.FLAG][1]),
        *(cell(NIGHT, f"A{at.FIRST_PLAYER + place}", name) for place, name in enumerate(NAMES)),
        cell(NIGHT, f"B{at.FIRST_PLAYER}", "♥"),
    ]
    lines = (
        ("B2", time(20, 31)), ("C2", "Вадим"), ("D2", yes), ("G2", "5-9"), ("H2", "8-A"), ("I2", 40), ("J2", "3"),
        ("B3", "20:52"), ("D3", 12), ("E3", yes), ("G3", "10-7"), ("H3", 94), ("I3", "8 2"), ("J3", 28.0),
        ("F4", missed),
        ("B5", time(0, 10)), ("G5", "12"), ("I5", "34"), ("J5", "56"), ("K5", "78"),
    )  # fmt: skip
    fines = (("A2", 4), ("B2", "Даша"), ("C2", words[at.FINES][0]), ("E2", "дважды"))
    for change in (*facts, *(cell(ROUNDS, *one) for one in lines), *(cell(FINES, *one) for one in fines), *changes):
        change(book)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def read(content: bytes) -> dict[str, Any]:
    opening, entries = read_file(content)
    Night.replay(opening, entries)
    return night_json(opening, entries)


def faults(content: bytes) -> list[str]:
    with pytest.raises(Faulty) as raised:
        read_file(content)
    return [line(fault) for fault in raised.value.faults]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_night_from_paper(language: str) -> None:
    i18n.set_language(language)
    found = read(typed())
    i18n.set_language("en")  # whoever imports it may speak another language
    assert read(typed()) == found
    del found["uuid"]
    assert found == {
        "format": "scorekeeper.night/1",
        "game": "decarte",
        "title": "На даче",
        "started_at": "2019-05-04T20:15:00+03:00",
        "zone": "Europe/Moscow",
        "stake": {"point": "0.50", "currency": "EUR"},
        "rules": {"fine_exposed": 5, "dealer_only": False},
        "seats": [{"player": "Алла", "suit": "hearts"}, *({"player": name} for name in NAMES[1:4])],
        "dealer": "Вадим",
        "journal": [
            {"round": {"dealer": "Вадим", "insured": True, "hands": {
                "Алла": "5-9", "Борис": "8-A", "Вадим": "4-10", "Галина": "10-3",
            }}, "at": "2019-05-04T20:31:00+03:00"},
            {"round": {"dealer": "Галина", "insured": 12, "swap": True, "hands": {
                "Алла": "10-7", "Борис": "9-4", "Вадим": "8-2", "Галина": "2-8",
            }}, "at": "2019-05-04T20:52:00+03:00"},
            {"round": {"dealer": "Алла", "cut": "missed"}},
            {"leave": {"player": "Борис"}},
            {"join": {"player": "Даша", "left_of": "Галина"}},
            {"round": {"dealer": "Вадим", "fines": [{"player": "Даша", "kind": "exposed", "note": "дважды"}], "hands": {
                "Алла": "A-2", "Вадим": "3-4", "Галина": "5-6", "Даша": "7-8",
            }}, "at": "2019-05-05T00:10:00+03:00"},
        ],
    }  # fmt: skip


def test_typed_further_it_is_the_same_night() -> None:
    was, more = read(typed()), read(typed(cell(ROUNDS, "G6", "21"), cell(ROUNDS, "I6", "43")))
    assert more["uuid"] == was["uuid"]
    assert len(more["journal"]) == len(was["journal"]) + 3
    assert read(typed(cell(NIGHT, "B3", "Другой")))["uuid"] != was["uuid"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (cell(NIGHT, "B4", None), "Night!B4: This cell must be filled in (missing_cell)"),
        (cell(NIGHT, "B4", "в мае"), "Night!B4: This must be a date, such as 2026-11-27 (wrong_type)"),
        (cell(NIGHT, "B5", "вечером"), "Night!B5: This must be a time of day, such as 20:31 (wrong_type)"),
        (cell(NIGHT, "B6", "Mars"), "Night!B6: “Mars” is no time"),
        (cell(NIGHT, "B7", "?"), "Night!B7: This must be one of: on record, cash (wrong_type)"),
        (cell(NIGHT, "B8", 0.505), "Night!B8: A point cannot be worth “0.505” EUR"),
        (cell(NIGHT, "B8", "1.000"), "Night!B8: A point cannot be worth “1.000”; it takes a number such as 0.50"),
        (cell(NIGHT, "B9", "ABC"), "Night!B9: “ABC” is no currency"),
        (cell(NIGHT, f"B{at.FIRST_RULE}", "ten"), f"Night!B{at.FIRST_RULE}: This must be a whole number"),
        (cell(NIGHT, f"B{at.FIRST_PLAYER}", "red"), f"Night!B{at.FIRST_PLAYER}: This must be one of: ♠, ♥, ♦, ♣"),
        (cell(ROUNDS, "B2", "noon"), "Rounds!B2: This must be a time of day"),
        (cell(ROUNDS, "C2", "Егор"), "Rounds!C2: Егор cannot deal"),
        (cell(ROUNDS, "D3", None), "Rounds!E3: Only an insured dealer may swap"),
        (cell(ROUNDS, "E2", "may be"), "Rounds!E2: This must be one of: yes, no (wrong_type)"),
        (cell(ROUNDS, "F2", "what"), "Rounds!F2: This must be one of: cut, trusted, missed cut (wrong_type)"),
        (cell(ROUNDS, "F2", "missed cut"), "Rounds!G2: By Rounds!F2 the cut was missed, which ends the round"),
        (cell(ROUNDS, "H2", "5-5"), "Rounds!H2: 5-5 needs the same card twice (same_card)"),
        (cell(ROUNDS, "H2", date(2026, 5, 9)), "Rounds!H2: A hand is two cards"),
        (cell(ROUNDS, "H2", "K-2"), "Rounds!H2: K in “K-2” is a picture"),
        (cell(ROUNDS, "H5", "21"), "Rounds!K5: Hands in this round: 5; it takes 2 to 4"),
        (cell(FINES, "A2", 9), "Fines!A2: There is no round 9 on the sheet of rounds (no_such_round)"),
        (cell(FINES, "A2", None), "Fines!A2: This cell must be filled in (missing_cell)"),
        (cell(FINES, "B2", "Борис"), "Fines!B2: Борис does not play in this round"),
        (cell(FINES, "C2", "?"), "Fines!C2: This must be one of: fine: exposed card, fine: other (wrong_type)"),
        (cell(FINES, "D2", -5), "Fines!D2: -5 is out of range"),
        (cell(ROUNDS, "A2", "first"), "Rounds!A2: This must be a whole number"),
        (
            cell(ROUNDS, "D2", "may be"),
            "Rounds!D2: This must be one of: yes, no; or a whole number, the points to each",
        ),
        (cell(NIGHT, f"B{at.FIRST_RULE + 2}", "9" * 5000), f"Night!B{at.FIRST_RULE + 2}: This must be a whole number"),
        (cell(NIGHT, "B4", date(9999, 12, 31)), "Night!B4: This must be a date, such as 2026-11-27 (wrong_type)"),
    ],
)
def test_the_cell_that_is_wrong_is_named(change: Change, said: str) -> None:
    (found,) = faults(typed(change))
    assert found.startswith(said)


NO_VALUE = "The formula in this cell has no value: type the value itself"
NAMELESS = cell(NIGHT, f"A{at.FIRST_PLAYER + 3}", None)
SECOND, LATE = at.FIRST_PLAYER + 1, at.FIRST_PLAYER + 4
MORE_ROUNDS = at.MOST_ROUNDS + 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (NAMELESS, f"Rounds!J2: This hand is nobody's: write the player's name into Night!A{at.FIRST_PLAYER + 3}"),
        (cell(NIGHT, f"A{at.FIRST_PLAYER + 3}", "=B3"), f"Night!A{at.FIRST_PLAYER + 3}: {NO_VALUE}"),
        (cell(NIGHT, f"A{at.FIRST_PLAYER + 1}", "алла "), f"Night!A{at.FIRST_PLAYER + 1}: алла and Алла are the same"),
        (cell(NIGHT, f"A{at.FIRST_PLAYER + at.MOST_PLAYERS}", "Яков"), "Night!A"),
        (cell(NIGHT, f"C{at.FIRST_PLAYER}", 300), f"Night!C{at.FIRST_PLAYER}: The table settles on record now"),
        (cell(NIGHT, "B4", datetime(2019, 5, 4, 20, 15)), "Night!B4: This must be a date"),  # noqa: DTZ001
        (cell(NIGHT, f"B{LATE + 1}", "♥"), f"Night!B{LATE + 1}: Nobody of this line has a hand in any round"),
        (cell(NIGHT, f"C{LATE + 1}", "lots"), f"Night!C{LATE + 1}: Nobody of this line has a hand in any round"),
        (cell(NIGHT, "D4", "Sunday"), "Night!D4: Nothing is read from this cell"),
        (cell(NIGHT, "B12", 7), "Night!B12: Nothing is read from this cell"),
        (cell(ROUNDS, "A3", 1), "Rounds!A3: Round 1 is on the sheet of rounds a second time"),
        (cell(ROUNDS, "B2", "20:31+01:00"), "Rounds!B2: This must be a time of day"),
        (cell(ROUNDS, "C3", "=1+1"), f"Rounds!C3: {NO_VALUE}"),
        (cell(ROUNDS, "H3", "=5+9"), f"Rounds!H3: {NO_VALUE}"),
        (cell(ROUNDS, "O2", "5-9"), "Rounds!O2: Nothing is read from this cell"),
        (cell(ROUNDS, "G1", "Яков"), "Rounds!G1: Nothing is read from this cell"),
        (cell(FINES, "F2", "paid"), "Fines!F2: Nothing is read from this cell"),
        (lambda book: book.create_sheet("Notes").append(["Ann owes a beer"]), "Notes!A1: Nothing is read"),
    ],
)
def test_nothing_that_was_typed_is_dropped(change: Change, said: str) -> None:
    (found,) = faults(typed(change))
    assert found.startswith(said)


def test_a_formula_that_comes_to_nothing_is_named() -> None:
    content, written = typed(cell(NIGHT, "B3", "=1+x")), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(written, "w") as target:
        for name in source.namelist():
            text = source.read(name)
            error = rb'\1 t="e">\2<v>#NAME?</v>'
            target.writestr(name, re.sub(rb'(<c r="B3" s="[0-9]+")[^>]*>(<f>1\+x</f>)<v ?/>', error, text))
    (found,) = faults(written.getvalue())
    assert found.startswith(f"Night!B3: {NO_VALUE}")


def test_more_rounds_than_there_was_room_for_are_read_too() -> None:
    rows = [cell(ROUNDS, f"{column}{MORE_ROUNDS}", hand) for column, hand in (("G", 21), ("I", 43), ("J", 65))]
    found = read(
        typed(*rows, cell(FINES, "A3", MORE_ROUNDS - 1), cell(FINES, "B3", "Алла"), cell(FINES, "C3", "other"))
    )
    assert found["journal"][-1]["round"]["hands"] == {"Алла": "2-A", "Вадим": "4-3", "Галина": "6-5"}
    assert found["journal"][-1]["round"]["fines"][0]["player"] == "Алла"


def test_whoever_has_no_hand_for_a_round_sits_out_and_keeps_his_stack() -> None:
    cash = cell(NIGHT, "B7", at.words_in_use()[at.MODE][1])
    credit = [cell(NIGHT, f"C{at.FIRST_PLAYER + seat}", 300) for seat in range(4)]
    rows = [
        cell(ROUNDS, f"{column}{row}", hand)
        for row, hands in ((6, (12, 34, 56)), (7, (12, 43, 56)))
        for column, hand in zip("GIJ", hands, strict=True)
    ]
    found = read(typed(cash, *credit, *rows, cell(ROUNDS, "I6", None)))
    kinds = [kind for entry in found["journal"] for kind in entry if kind != "at"]
    assert kinds[-5:] == ["away", "leave", "round", "back", "round"]  # Даша has no hand any more
    assert found["journal"][-2] == {"back": {"player": "Вадим"}}


def seat(place: int, name: object, suit: str | None = None, credit: object = None) -> list[Change]:
    """A line of the players."""
    row = at.FIRST_PLAYER + place
    return [cell(NIGHT, f"A{row}", name), cell(NIGHT, f"B{row}", suit), cell(NIGHT, f"C{row}", credit)]


def hands(row: int, **typed_: object) -> list[Change]:
    """The hands of a round by their columns, and no others."""
    return [cell(ROUNDS, f"{column}{row}", typed_.get(column)) for column in "GHIJKLMN"]


def rounds(first: int, *lines: dict[str, object]) -> list[Change]:
    """Rounds of which only hands are known."""
    return [change for row, line_ in enumerate(lines, start=first) for change in hands(row, **line_)]


CASH = 1


def mode(number: int) -> Change:
    return cell(NIGHT, "B7", at.words_in_use()[at.MODE][number])


def test_a_chair_that_somebody_else_needs_costs_nobody_his_stack() -> None:
    four = [change for place in range(5) for change in seat(place, NAMES[place], credit=300)]
    late = rounds(6, {"H": 21, "I": 43, "J": 65, "K": 87}, {"G": 12, "I": 43, "J": 65, "K": 87})
    found = read(typed(mode(CASH), *four, *late))
    night = Night.replay(*read_file(typed(mode(CASH), *four, *late)))
    again = [entry["join"] for entry in found["journal"] if "join" in entry and entry["join"]["player"] != "Даша"]
    assert {one["player"] for one in again} == {"Борис", "Алла"}
    for player, points in night.standing.till.stacks.items():
        owed = night.standing.till.debts
        position = sum(one.points * ((one.creditor == player) - (one.debtor == player)) for one in owed)
        assert points + position == 300 + night.standing.balances[player]


def test_the_deal_goes_round_as_the_players_stand_on_the_sheet() -> None:
    # Вадим deals and goes; Борис, who comes, sits between his empty chair and Галина's.
    four = [
        cell(NIGHT, f"A{at.FIRST_PLAYER + place}", name)
        for place, name in enumerate(("Ася", "Вадим", "Боря", "Галя", "Даша"))
    ]
    clear = [cell(NIGHT, f"B{at.FIRST_PLAYER}", None)]
    clear += [cell(ROUNDS, f"{column}{row}", None) for row in (2, 3, 4, 5) for column in "BDEFGHIJK"]
    clear += [cell(FINES, f"{column}2", None) for column in "ABCE"]
    lines = rounds(2, {"H": 12, "J": 34}, {"G": 12, "I": 34, "K": 56}, {"H": 12, "J": 34})
    found = read(typed(*clear, *four, *lines))
    assert [entry["round"]["dealer"] for entry in found["journal"] if "round" in entry] == ["Вадим", "Боря", "Галя"]


def test_a_whole_table_may_change() -> None:
    lines = rounds(6, {"L": 12, "M": 34}, {"G": 12, "H": 43})
    named = [cell(NIGHT, f"A{at.FIRST_PLAYER + place}", name) for place, name in ((5, "Егор"), (6, "Жанна"))]
    found = read(typed(*named, *lines))
    assert [sorted(entry["round"].get("hands", {})) for entry in found["journal"] if "round" in entry][-2:] == [
        ["Егор", "Жанна"], ["Алла", "Борис"],
    ]  # fmt: skip


def test_who_comes_later_brings_what_stands_beside_his_name() -> None:
    cash = cell(NIGHT, "B7", at.words_in_use()[at.MODE][1])
    found = read(typed(cash, cell(NIGHT, f"B{LATE}", "♥"), cell(NIGHT, f"B{at.FIRST_PLAYER}", None),
                       cell(NIGHT, f"A{at.FIRST_PLAYER}", 0), cell(NIGHT, f"B{at.FIRST_PLAYER + 1}", "♥"),
                       cell(NIGHT, f"C{LATE}", 300), cell(ROUNDS, "B2", time(20, 31, 40))))  # fmt: skip
    assert found["seats"][0]["player"] == "0"
    assert found["journal"][0]["at"] == "2019-05-04T20:31:40+03:00"
    assert {"join": {"player": "Даша", "left_of": "Галина", "suit": "hearts", "credit": 300}} in found["journal"]


def test_a_name_without_a_hand_is_nobody_at_the_table() -> None:
    named = cell(NIGHT, f"A{LATE + 1}", "Егор")
    assert read(typed(named)) == read(typed())
    (found,) = faults(typed(named, cell(NIGHT, f"C{LATE + 1}", 300)))
    assert found.startswith(f"Night!C{LATE + 1}: Nobody of this line has a hand in any round")


def test_everything_that_is_wrong_is_said_at_once() -> None:
    said = faults(typed(cell(ROUNDS, "H2", "5-5"), cell(ROUNDS, "G5", "K-1"), cell(FINES, "B2", "Егор")))
    assert [one.partition(":")[0] for one in said] == ["Rounds!H2", "Fines!B2", "Rounds!G5"]


def test_a_cell_that_cannot_be_read_hides_no_other_fault() -> None:
    said = faults(typed(cell(ROUNDS, "F3", "what"), cell(ROUNDS, "H2", True), cell(ROUNDS, "G5", "K-1")))
    assert [one.partition(":")[0] for one in said] == ["Rounds!H2", "Rounds!F3", "Rounds!G5"]
    said = faults(typed(cell(NIGHT, "B4", None), cell(NIGHT, "B6", "Mars"), *clocks("20:15", "20:10")))
    assert {one.partition(":")[0] for one in said} == {"Night!B4", "Night!B6", "Rounds!B2"}


ALL_TIMES = ("2019-05-04T23:50:00+03:00", "2019-05-05T00:10:00+03:00", "2019-05-05T00:40:00+03:00")


@pytest.mark.parametrize("written", ["20:15", "20.15", "20,15", " 20:15 ", "20:15:00", "20.15.00", time(20, 15)])
def test_a_time_may_be_written_as_by_hand(written: object) -> None:
    assert read(typed(*clocks(written)))["started_at"][11:19] == "20:15:00"


@pytest.mark.parametrize(
    "written", ["20h15", "20-15", "2015", "20:15,5", "24.00", "20.60", "20.5", "8:15 PM", 20.15, "7"]
)
def test_what_is_no_time_is_named(written: object) -> None:
    assert faults(typed(*clocks(written)))[0].startswith("Night!B5: ")


def clocks(began: object, *times: object) -> list[Change]:
    """When the night began and when the rounds were, from the first."""
    return [cell(NIGHT, "B5", began), *(cell(ROUNDS, f"B{row}", clock) for row, clock in enumerate(times, start=2))]


def test_a_night_of_which_nobody_wrote_when_it_began_begins_with_its_first_round() -> None:
    found = read(typed(*clocks(None, "23:50", time(0, 10), None, "00:40")))
    assert found["started_at"] == ALL_TIMES[0]
    assert [entry["at"] for entry in found["journal"] if "at" in entry] == list(ALL_TIMES)
    assert found["uuid"] == read(typed(*clocks(None, None, "0:10", None, "0:40")))["uuid"]


def test_times_go_over_midnight_and_over_the_end_of_summer_time() -> None:
    autumn = [cell(NIGHT, "B4", date(2019, 10, 27)), cell(NIGHT, "B6", "Europe/Berlin")]
    found = read(typed(*autumn, *clocks("02:20", "02:50", "02:10", None, "02:30")))
    assert [entry["at"] for entry in found["journal"] if "at" in entry] == [
        "2019-10-27T02:50:00+02:00", "2019-10-27T02:10:00+01:00", "2019-10-27T02:30:00+01:00",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (clocks("20:15", "20:10"), "Rounds!B2: 20:10 is earlier than 20:15 in Night!B5, and not by a midnight"),
        (clocks(None, "20:31", "20:15"), "Rounds!B3: 20:15 is earlier than 20:31 in Rounds!B2, and not by a midnight"),
        ([cell(NIGHT, "B5", 7)], "Night!B5: This must be a time of day"),
        ([cell(ROUNDS, "B3", datetime(2019, 5, 5))], "Rounds!B3: This must be a time of day"),  # noqa: DTZ001
        ([cell(NIGHT, "B9", None)], "Night!B9: This cell must be filled in"),
        ([cell(NIGHT, "B8", None)], "Night!B8: This cell must be filled in"),
        ([cell(ROUNDS, "C2", None), cell(ROUNDS, "E3", None)], "Night!B10: This cell must be filled in"),
        ([cell(NIGHT, "B10", "Алла")], "Rounds!C2: By Night!B10 Алла deals first, and not Вадим"),
        ([cell(NIGHT, "B10", "Егор")], "Night!B10: Егор cannot deal"),
        (
            [cell(NIGHT, f"B{at.FIRST_RULE + number}", 30) for number in (0, 1)],
            f"Night!B{at.FIRST_RULE + 1}: “Insurance in all” and “Insurance to each” (Night!B{at.FIRST_RULE}) exclude",
        ),
        (seat(1, "Борис", suit="♥"), f"Night!B{at.FIRST_PLAYER + 1}: ♥ is taken (Алла)"),
        (seat(4, "Даша", suit="♥"), f"Night!B{at.FIRST_PLAYER + 4}: ♥ is taken (Галина)"),
        ([mode(CASH), *seat(1, "Борис", credit=-5)], f"Night!C{at.FIRST_PLAYER + 1}: -5 is out of range"),
        ([mode(CASH), *seat(4, "Даша", credit=-5)], f"Night!C{at.FIRST_PLAYER + 4}: -5 is out of range"),
        ([cell(NIGHT, f"A{SECOND}", date(2019, 5, 4))], f"Night!A{SECOND}: This must be a text"),
        ([cell(ROUNDS, "C3", True)], "Rounds!C3: This must be a text"),
        ([cell(ROUNDS, "D3", "=1+1")], "Rounds!D3: The formula in this cell has no value"),
        ([cell(ROUNDS, "G4", "5-9")], "Rounds!G4: By Rounds!F4 the cut was missed"),
        ([cell(ROUNDS, "E4", "yes")], "Rounds!E4: By Rounds!F4 the cut was missed"),
        (hands(2, G=59), "Rounds!H2: Hands in this round: 1; it takes 2 to 4: type the others"),
        ([cell(ROUNDS, "B6", "01:00")], "Rounds!G6: Hands in this round: 0; it takes 2 to 4: type the others"),
        ([cell(ROUNDS, "G6", 59)], "Rounds!I6: Hands in this round: 1; it takes 2 to 4: type the others"),
        ([cell(ROUNDS, "K2", 59)], "Rounds!K2: Hands in this round: 5; it takes 2 to 4: clear those that are too many"),
        ([cell(ROUNDS, "A4", 1.5)], "Rounds!A4: This must be a whole number, such as 10"),
        ([cell(ROUNDS, "A3", 0)], "Rounds!A3: Round 0 stands below round 1"),
        ([cell(FINES, "B2", None)], "Fines!B2: This cell must be filled in"),
        ([cell(FINES, "C2", None)], "Fines!C2: This cell must be filled in, with one of: fine: exposed card, "),
        ([cell(FINES, "B2", "Вадим")], "Fines!B2: Вадим deals and has no row to expose a card of: name another"),
    ],
)  # fmt: skip
def test_the_very_cell_to_mend_is_named(changes: list[Change], said: str) -> None:
    (found,) = faults(typed(*changes))
    assert found.startswith(said)


def test_a_fine_of_no_round_is_read_all_the_same() -> None:
    said = faults(typed(cell(FINES, "E3", "?"), cell(FINES, "D3", "lots")))
    assert {one.partition(":")[0] for one in said} == {"Fines!A3", "Fines!B3", "Fines!C3", "Fines!D3"}


def test_names_without_rounds() -> None:
    def named(count: int) -> bytes:
        book = load_workbook(io.BytesIO(empty(i18n.language())))
        changes = [cell(NIGHT, f"A{at.FIRST_PLAYER + seat}", f"N{seat}") for seat in range(count)]
        for change in (cell(NIGHT, "B4", date(2019, 5, 4)), cell(NIGHT, "B10", "N0"), *changes):
            change(book)
        book.save(written := io.BytesIO())
        return written.getvalue()

    assert len(read(named(4))["seats"]) == 4
    assert [one.partition(":")[0] for one in faults(named(5))] == [f"Night!A{at.FIRST_PLAYER + 4}"]
    assert [one.partition(":")[0] for one in faults(named(1))] == [f"Night!A{at.FIRST_PLAYER + 1}"]


HOSTILE = ("_x0041_", "_x005F_", "_x005F_x0041_", '[/]=“"🂡' + 50 * "Щ")


@pytest.mark.parametrize("kind", ["s", "str", "inlineStr"])
def test_texts_of_other_programs_are_what_they_show(kind: str) -> None:
    def form(sheet: bytes) -> bytes:
        def changed(found: re.Match[bytes]) -> bytes:
            name = safe_text(HOSTILE[int(found[2]) - at.FIRST_PLAYER]).replace("&", "&amp;").encode()
            return b'<c r="%b%b" t="%b">%b</c>' % (found[1], found[2], kind.encode(), values[kind] % name)

        values = {"str": b"<v>%b</v>", "inlineStr": b"<is><t>%b</t></is>", "s": b"<v>%b</v>"}
        rows = b"|".join(str(at.FIRST_PLAYER + place).encode() for place in range(4))
        return re.sub(rb'<c r="(A)(%b)"[^>]*>.*?</c>' % rows, changed, sheet)

    shown = [cell(NIGHT, f"A{at.FIRST_PLAYER + place}", safe_text(name)) for place, name in enumerate(HOSTILE)]
    content, written = typed(*shown, cell(ROUNDS, "C2", None), cell(ROUNDS, "C2", safe_text(HOSTILE[2]))), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(written, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            target.writestr(name, form(part) if kind != "s" and name.endswith("sheet1.xml") else part)
    assert [one["player"] for one in read(written.getvalue())["seats"]] == list(HOSTILE)


def test_an_empty_template_says_what_is_needed() -> None:
    assert {one.partition(":")[0] for one in faults(template())} == {"Night!B4", f"Night!A{at.FIRST_PLAYER}"}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_template_offers_what_can_be_chosen(language: str) -> None:
    i18n.set_language(language)
    assert template("UTC") == template("UTC")
    night, rounds, fines, words = load_workbook(io.BytesIO(template("UTC"))).worksheets
    assert words.sheet_state == "hidden"
    offers = [len(page.data_validations.dataValidation) for page in (night, rounds, fines)]
    assert offers == [3 + len(at.FLAG_KEYS), 5, 2]
    assert night["B6"].value == "UTC"
    assert rounds["G2"].number_format == "@"  # 5-9 stays what it is
    assert rounds["G1"].value.startswith("=IF(")
    assert "sat out" in night["A2"].value or "кон пропустил" in night["A2"].value
    assert words["G2"].value == "10-A"
    assert words["G91"].value == "9-8"


def test_the_first_row_is_printed_on_every_page() -> None:
    book = load_workbook(io.BytesIO(empty(i18n.language())))
    assert [page.print_title_rows for page in book.worksheets[:3]] == ["$1:$1"] * 3
