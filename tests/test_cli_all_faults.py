"""What cannot be read in a record hides nothing that is against the rules, there or elsewhere; and nothing that only
follows from it is called a fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper import cli
from scorekeeper.book import Book
from tests.book.nights import opening
from tests.table.playing import Json, amend, file, hands, join, leave, void

Captured = pytest.CaptureFixture[str]
Said = list[tuple[str, str]]
"""Place and code of each line."""

BAD = hands(55, 81, 40, 3)
SAME = ("entry 1, hand of Алла", "same_card")
NO_TEXT = {"player": "Алла", "kind": "exposed", "note": 5}

RECORDS: dict[str, tuple[Json, Said]] = {
    "a key that nobody knows": (
        hands(55, 81, 40, 3, colour="red"),
        [("entry 1", "unknown_key"), SAME],
    ),
    "a hand that is none": (
        hands(True, 55, 40, 3),
        [("entry 1, hand of Алла", "wrong_type"), ("entry 1, hand of Борис", "same_card")],
    ),
    "hands under another name are not missing": ({"round": {"hand": {"Алла": 12}}}, [("entry 1", "unknown_key")]),
    "hands that are a list are not missing": ({"round": {"hands": [12]}}, [("entry 1, hands", "wrong_type")]),
    "a hand given twice": (
        {"round": {"hands": {"Алла": 55, "алла": 12, "Борис": 12}}},
        [("entry 1, hands", "duplicate_player"), SAME],
    ),
    "who may have been insured may have swapped": (
        hands(12, 81, 40, 3, insured="yes", swap=True),
        [("entry 1, insured", "wrong_type")],
    ),
    "but not with a hand above the limit": (
        hands(59, 81, 40, 3, insured="yes", swap=True),
        [("entry 1, insured", "wrong_type"), ("entry 1, swap", "swap_above_limit")],
    ),
    "after a cut that may have been missed no hand is": (
        {"round": {"cut": "mised", "hands": {"Алла": 55}}},
        [("entry 1, cut", "wrong_type"), SAME],
    ),
    "a dealer who is nobody may have exposed a card": (
        hands(55, 81, 40, 3, dealer=5, fines=[{"player": "Алла", "kind": "exposed"}]),
        [("entry 1, dealer", "wrong_type"), SAME],
    ),
    "fines keep their numbers": (
        hands(59, 81, 40, 3, fines=[{"player": 5, "kind": "other"}, {"player": "Я", "kind": "other"}, NO_TEXT]),
        [
            ("entry 1, fine 1, player", "wrong_type"),
            ("entry 1, fine 3, note", "wrong_type"),
            ("entry 1, fine 2", "unknown_player"),
            ("entry 1, fine 3", "exposed_by_dealer"),
        ],
    ),
    "a time that is none": ({**BAD, "at": "noon"}, [("entry 1, at", "time"), SAME]),
    "a stranger with a hand that is none": (
        {"round": {"hands": {"Алла": 55, "Борис": 81, "Вадим": 40, "Галина": 3, "Яков": []}}},
        [("entry 1, hand of Яков", "wrong_type"), SAME, ("entry 1, hand of Яков", "unknown_player")],
    ),
}  # fmt: skip


def said(lines: str) -> Said:
    found = []
    for line in lines.splitlines():
        _file, place, _sentence = line.split(": ", 2)
        found.append((place, line.rpartition("(")[2].rstrip(")")))
    return found


@pytest.fixture
def refused(tmp_path: Path, capsys: Captured) -> Callable[[Json], Said]:
    """What `score` and `import` say against a night, which is the same."""

    def command(night: Json) -> Said:
        path = tmp_path / "night.json"
        path.write_text(json.dumps(night), encoding="utf-8")
        assert cli.main(["score", str(path)]) == 2
        first = capsys.readouterr().err
        assert cli.main(["import", str(path), "--book", str(tmp_path / "book.db")]) == 2
        assert capsys.readouterr().err == first
        return said(first)

    return command


@pytest.mark.parametrize("name", RECORDS)
def test_all_faults_of_a_record_at_once(name: str, refused: Callable[[Json], Said]) -> None:
    record, expected = RECORDS[name]
    assert refused(file(record)) == expected


@pytest.mark.parametrize("name", RECORDS)
def test_append_says_the_same(name: str, tmp_path: Path, capsys: Captured) -> None:
    record, expected = RECORDS[name]
    path, entries = tmp_path / "book.db", tmp_path / "entries"
    with Book.open(path) as book:
        book.create(opening())
    # The book knows the players by other spellings.
    text = json.dumps(record, ensure_ascii=False).replace("Борис", "БОРИС")
    entries.write_text(text + "\n", encoding="utf-8")
    assert cli.main(["append", "1", str(entries), "--book", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.rpartition("(")[2].rstrip(")") for line in lines] == [code for _place, code in expected]
    assert all(line.startswith(f"{entries}: line 1") for line in lines)


SHORT: Json = {"round": {"hands": {"Алла": 55, "Борис": 81, "Вадим": 40}}}
OWN: Json = {
    "round": {
        "hands": {"Алла": "5-5", "Борис": "K-5", "Вадим": 40, "Галина": "Q"},
        "swap": True,
        "insured": 0,
        "fines": [{"player": "Алла", "kind": "other", "each": -1}],
    }
}
OWN_FAULTS = [
    (", fine 1, each", "amount"), (", insured", "amount"), (", hand of Алла", "same_card"),
    (", hand of Борис", "picture"), (", hand of Галина", "picture"),
]  # fmt: skip
"""What is wrong with it whoever plays."""

NIGHTS: dict[str, tuple[Json, Said]] = {
    "later rounds are judged": (
        file(hands(True, 81, 40, 3), hands(12, 55, 40, 3)),
        [("entry 1, hand of Алла", "wrong_type"), ("entry 2, hand of Борис", "same_card")],
    ),
    "as far as it is known who deals": (
        file(
            hands(59, 81, 40, 3, dealer=[]),
            hands(59, 81, 40, 3, fines=[{"player": "Борис", "kind": "exposed"}]),
            hands(59, 81, 40, 3, dealer="Вадим", fines=[{"player": "Вадим", "kind": "exposed"}]),
        ),
        [("entry 1, dealer", "wrong_type"), ("entry 3, fine 1", "exposed_by_dealer")],
    ),
    "once it is unknown who sits there, what is wrong whoever does": (
        file(BAD, {"join": {"player": "Даша"}}, leave("Даша"), OWN),
        [SAME, ("entry 2", "missing_key"), *((f"entry 4{place}", code) for place, code in OWN_FAULTS)],
    ),
    "so after an entry that is impossible": (
        file(leave("Даша"), OWN, leave("Даша"), amend(2, OWN)),
        [("entry 1", "not_seated"), *((f"entry 4{place}", code) for place, code in OWN_FAULTS)],
    ),
    "and after house rules that nobody can read": (
        file({"rules": {"insured_up_to": "x"}}, hands(59, 55, 40, 3, insured=True, swap=True, dealer="Алла")),
        [("entry 1, insured_up_to", "wrong_type"), ("entry 2, hand of Борис", "same_card")],
    ),
    "or players who cannot be": (
        file(OWN, players=("Алла", "алла")),
        [("seat 2", "duplicate_player"), *((f"entry 1{place}", code) for place, code in OWN_FAULTS)],
    ),
    "an unknown dealer leaves the seats as they are": (
        file(SHORT, hands(59, 81, 40, 3, dealer="Вадим"), hands(59, 81, 40, 3, dealer="Я"), dealer="Я"),
        [("dealer", "dealer"), ("entry 1, hand of Алла", "same_card"), ("entry 1, hand of Галина", "missing_hand"),
         ("entry 3", "dealer")],
    ),
    "and so does one that cannot be read": (
        {**file({"round": {"hands": {"Алла": 55}}}, leave("Даша"), players=("Алла", "Борис")), "dealer": 5},
        [("dealer", "wrong_type"), ("entry 1, hand of Алла", "same_card"), ("entry 1, hand of Борис", "missing_hand")],
    ),
    "what is no object lacks no key": (
        {**file(hands(59, 81, 40, 3, fines=["x"]), {"plan": {"method": "fewest", "payments": ["x"]}}, {"void": []}),
         "stake": None},
        [("stake", "wrong_type"), ("entry 1, fine 1", "wrong_type"), ("entry 2, payment 1", "wrong_type"),
         ("entry 3", "wrong_type")],
    ),
    "nor do seats that are names": (
        {**file(BAD), "seats": ["Алла", "Борис"]},
        [("seat 1", "wrong_type"), ("seat 2", "wrong_type"), SAME],
    ),
    "unless that was taken back": (
        file(BAD, {"leave": {"player": 5}}, void(2), hands(59, 81, 40, 33)),
        [SAME, ("entry 2, player", "wrong_type"), ("entry 4, hand of Галина", "same_card")],
    ),
    "a void that names nobody knows what may have taken anything back": (
        file(BAD, {"void": {"entry": "1"}}),
        [("entry 2, entry", "wrong_type")],
    ),
    "one with a reason that is none takes back what it names": (
        file(BAD, {"void": {"entry": 1, "reason": 5}}, hands(59, 81, 40, 33)),
        [("entry 2, reason", "wrong_type"), ("entry 3, hand of Галина", "same_card")],
    ),
    "a correction counts as far as it can be read": (
        file(BAD, amend(1, {"round": {"hands": {"Алла": [], "Борис": 55, "Вадим": 4}}})),
        [
            ("entry 2, hand of Алла", "wrong_type"),
            ("entry 2, hand of Борис", "same_card"),
            ("entry 2, hand of Галина", "missing_hand"),
        ],
    ),
    "what is wrong in a correction is placed as in a round, and what is wrong with it is not": (
        file(BAD, amend(1, {"round": {"hands": [], "fines": [5], "colour": 1}}), amend(1, {"round": 5})),
        [("entry 2, hands", "wrong_type"), ("entry 2, fine 1", "wrong_type"), ("entry 2, round", "unknown_key"),
         ("entry 3, round", "wrong_type")],
    ),
    "what is owed is not known": (
        file(hands(True, 81, 40, 3), {"paid": {"payer": "Алла", "payee": "Борис", "points": 5}}),
        [("entry 1, hand of Алла", "wrong_type")],
    ),
    "nor was when it was paid": (
        file(hands(True, 81, 40, 3), {"paid": {"payer": "Алла", "payee": "Борис", "points": 5}}, void(1)),
        [("entry 1, hand of Алла", "wrong_type")],
    ),
    "but who never sat there is": (
        file(hands(True, 81, 40, 3), {"paid": {"payer": "Я", "payee": "Борис", "points": 5}}),
        [("entry 1, hand of Алла", "wrong_type"), ("entry 2, payer", "unknown_player")],
    ),
    "a title has nothing to do with the rounds": (file(BAD, title=5), [("title", "wrong_type"), SAME]),
    "a stake has to do with payments": (
        file(BAD, {"paid": {"payer": "Я", "payee": "Борис", "money": "5"}}, stake={"point": "x", "currency": "EUR"}),
        [("stake", "point_value"), SAME],
    ),
    "in a mode that nobody knows there may be credit": (
        {
            **file({"credit": {"player": "Алла", "points": 5}}, mode="cahs"),
            "seats": [{"player": "Алла", "credit": 5}, {"player": "Б"}],
        },
        [("mode", "wrong_type")],
    ),
    "so there may after a change of mode that nobody knows": (
        file({"mode": {"to": "cahs"}}, {"credit": {"player": "Алла", "points": 5}}),
        [("entry 1, to", "wrong_type")],
    ),
    "a seat that is none is one all the same": (
        file(players=("Алла", "", "алла"), dealer="Зоя"),
        [("seat 2, player", "empty_name"), ("seat 3", "duplicate_player")],
    ),
    "a dealer who deals out of turn": (
        file(hands(59, 81, 40, 3, dealer="Яков"), hands(59, 81, 40, 3, fines=[{"player": "Алла", "kind": "exposed"}])),
        [("entry 1", "dealer")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NIGHTS)
def test_all_faults_of_a_night_at_once(name: str, refused: Callable[[Json], Said]) -> None:
    night, expected = NIGHTS[name]
    assert refused(night) == expected


def test_a_void_that_cannot_be_read_whole_breaks_what_it_breaks(refused: Callable[[Json], Said]) -> None:
    night = file(
        join("Даша", "Галина"), leave("Даша"), {"void": {"entry": 1, "reson": "x"}}, players=("Алла", "Галина")
    )
    assert [code for _place, code in refused(night)] == ["not_seated", "unknown_key", "breaks_entry"]


def test_a_night_of_no_known_game_is_judged_as_far_as_games_are_alike(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "night.json"

    def lines(night: Json) -> list[str]:
        path.write_text(json.dumps(night), encoding="utf-8")
        assert cli.main(["score", str(path)]) == 2
        return [line.removeprefix(f"{path}: ") for line in capsys.readouterr().err.splitlines()]

    assert lines({"format": "scorekeeper.night/1"}) == [
        f"The key “{key}” is missing (missing_key)" for key in ("game", "seats", "dealer", "journal")
    ]
    assert [line.rpartition("(")[2] for line in lines({**file(BAD, colour="red", title=5), "game": "whist"})] == [
        "unknown_game)", "wrong_type)", "unknown_key)",
    ]  # fmt: skip
