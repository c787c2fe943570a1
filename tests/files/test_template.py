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
            {"round": {"insured": 12, "swap": True, "hands": {
                "Алла": "10-7", "Борис": "9-4", "Вадим": "8-2", "Галина": "2-8",
            }}, "at": "2019-05-04T20:52:00+03:00"},
            {"round": {"cut": "missed"}},
            {"leave": {"player": "Борис"}},
            {"join": {"player": "Даша", "left_of": "Галина"}},
            {"round": {"fines": [{"player": "Даша", "kind": "exposed", "note": "дважды"}], "hands": {
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
LATE = at.FIRST_PLAYER + 4
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
    assert words["G2"].value == "10-A"
    assert words["G91"].value == "9-8"
