"""Whatever a file holds, the answer is a sentence with a place and a code, exit 2, and nothing is written."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import cli

Captured = pytest.CaptureFixture[str]
Json = dict[str, Any]
Change = Callable[[Json], object]

GOOD: Json = {
    "format": "scorekeeper.night/1",
    "game": "decarte",
    "title": "Friday",
    "mode": "record",
    "started_at": "2026-11-27T20:15:00+03:00",
    "zone": "Europe/Moscow",
    "stake": {"point": "0.50", "currency": "EUR"},
    "rules": {"insurance_each": 10},
    "seats": [{"player": "Алла", "suit": "spades"}, {"player": "Борис"}, {"player": "Вадим"}, {"player": "Галина"}],
    "dealer": "Алла",
    "journal": [
        {"round": {"hands": {"Алла": "5-9", "Борис": 81, "Вадим": "4-10", "Галина": 3}, "fines": [], "cut": "cut"}},
        {"leave": {"player": "Борис"}},
        {"join": {"player": "Даша", "left_of": "Вадим"}},
        {"rules": {"fine_exposed": 5}},
    ],
}


def put(path: str, value: object) -> Change:
    """Set the value at `path`: keys and numbers, apart by dots."""

    def change(night: Json) -> None:
        *steps, last = path.split(".")
        inner: Any = night
        for step in steps:
            inner = inner[int(step)] if isinstance(inner, list) else inner[step]
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


def drop(key: str) -> Change:
    """Leave a key out."""
    return lambda night: night.pop(key)


def add(*entries: Json) -> Change:
    """More entries at the end of the journal."""
    return lambda night: night["journal"].extend(entries)


def seats(*players: str) -> Change:
    """Who sits down, and nothing more."""
    return lambda night: night.update(seats=[{"player": player} for player in players], dealer=players[0], journal=[])


HANDS = "journal.0.round.hands"
BEYOND = 10**9 + 1

CONTENTS: dict[str, tuple[Change, str, str]] = {
    # What is not known, naming the nearest.
    "key": (put("titel", "x"), "", "The key “titel” is not known here; did you mean “title”? (unknown_key)"),
    "key of a seat": (put("seats.1.suite", "clubs"), "seat 2: ", "did you mean “suit”? (unknown_key)"),
    "key of a round": (put("journal.0.round.hand", {}), "entry 1: ", "did you mean “hands”? (unknown_key)"),
    "key of a fine": (
        put("journal.0.round.fines", [{"player": "Борис", "kind": "other", "eech": 1}]),
        "entry 1, fine 1: ", "did you mean “each”? (unknown_key)",
    ),
    "key of an entry": (put("journal.1.leave.who", "x"), "entry 2: ", "(unknown_key)"),
    "key beside an entry": (put("journal.1.note", "x"), "entry 2: ", "(unknown_key)"),
    "rule": (put("rules.fine_expose", 5), "rules: ", "did you mean “fine_exposed”? (unknown_key)"),
    "rule later": (put("journal.3.rules.fine_expose", 5), "entry 4: ", "did you mean “fine_exposed”? (unknown_key)"),
    "stake": (put("stake.curency", "EUR"), "stake: ", "did you mean “currency”? (unknown_key)"),
    "kind": (add({"joins": {}}), "entry 5: ", "did you mean “join”? (unknown_kind)"),
    "no kind": (add({}), "entry 5: ", "(unknown_kind)"),
    "credit on record": (add({"credit": {"player": "Алла", "points": 1}}), "entry 5: ", "(unknown_kind)"),
    "credit of a seat on record": (put("seats.0.credit", 1), "seat 1: ", "(unknown_key)"),
    "game": (put("game", "bridge"), "game: ", "No game is called “bridge”; known are: decarte (unknown_game)"),
    "player": (put(f"{HANDS}.Бориc", 12), "entry 1, hand of Бориc: ", "did you mean Борис? (unknown_player)"),
    "stranger": (put(f"{HANDS}.Зинаида", 12), "entry 1, hand of Зинаида: ", "(unknown_player)"),
    # What is missing.
    "format": (drop("format"), "", "The key “format” is missing (missing_key)"),
    "seats": (drop("seats"), "", "The key “seats” is missing (missing_key)"),
    "dealer": (drop("dealer"), "", "The key “dealer” is missing (missing_key)"),
    "journal": (drop("journal"), "", "The key “journal” is missing (missing_key)"),
    "player of a seat": (put("seats.2", {}), "seat 3: ", "(missing_key)"),
    "currency": (put("stake", {"point": "1"}), "stake: ", "The key “currency” is missing (missing_key)"),
    "hand": (put(HANDS, {"Алла": 12, "Борис": 13, "Вадим": 14}), "entry 1, hand of Галина: ", "(missing_hand)"),
    # Wrong types.
    "seats are a list": (put("seats", {}), "seats: ", "This must be a list: [ … ] (wrong_type)"),
    "a seat is an object": (put("seats.0", "Алла"), "seat 1: ", "This must be an object: { … } (wrong_type)"),
    "an entry is an object": (put("journal.0", 5), "entry 1: ", "This must be an object: { … } (wrong_type)"),
    "a round is an object": (put("journal.0.round", []), "entry 1: ", "This must be an object: { … } (wrong_type)"),
    "hands are an object": (put(HANDS, [1]), "entry 1, hands: ", "This must be an object: { … } (wrong_type)"),
    "a hand is no float": (put(f"{HANDS}.Алла", 5.9), "entry 1, hand of Алла: ", "(wrong_type)"),
    "a hand is not true": (put(f"{HANDS}.Алла", True), "entry 1, hand of Алла: ", "(wrong_type)"),
    "a title is a text": (put("title", 5), "title: ", "This must be a text in quotes (wrong_type)"),
    "a swap is a flag": (put("journal.0.round.swap", 1), "entry 1, swap: ", "This must be true or false (wrong_type)"),
    "true is no number": (put("rules.insurance_each", True), "rules, insurance_each: ", "(wrong_type)"),
    "null is no number": (put("rules.fine_other", None), "rules, fine_other: ", "(wrong_type)"),
    "a float is no number": (put("rules.fine_other", 5.0), "rules, fine_other: ", "(wrong_type)"),
    "true is no entry": (add({"void": {"entry": True}}), "entry 5, entry: ", "(wrong_type)"),
    "a cut": (put("journal.0.round.cut", "no"), "entry 1, cut: ", "one of: cut, trusted, missed (wrong_type)"),
    "a mode": (put("mode", "credit"), "mode: ", "one of: record, cash (wrong_type)"),
    "a suit": (put("seats.1.suit", "♥"), "seat 2, suit: ", "one of: spades, hearts, diamonds, clubs (wrong_type)"),
    "a uuid": (put("uuid", "1"), "uuid: ", "This must be a UUID (wrong_type)"),
    "a point is no float": (put("stake.point", 0.5), "stake, point: ", "(wrong_type)"),
    # Out of range.
    "a rule beyond": (put("rules.fine_other", BEYOND), "rules, fine_other: ", f"from 0 to {10**9} (amount)"),
    "a rule below": (put("rules.fine_other", -1), "rules, fine_other: ", "(amount)"),
    "a limit beyond": (put("rules.insured_up_to", 100), "rules, insured_up_to: ", "from 0 to 99 (amount)"),
    "insurance beyond": (put("journal.0.round.insured", BEYOND), "entry 1, insured: ", "(amount)"),
    "insurance of nothing": (put("journal.0.round.insured", 0), "entry 1, insured: ", "(amount)"),
    "a fine beyond": (
        put("journal.0.round.fines", [{"player": "Борис", "kind": "other", "each": BEYOND}]),
        "entry 1, fine 1, each: ", "(amount)",
    ),
    "an entry beyond": (add({"void": {"entry": BEYOND}}), "entry 5: ", "(unknown_entry)"),
    "a hand beyond": (put(f"{HANDS}.Алла", BEYOND), "entry 1, hand of Алла: ", "(no_such_hand)"),
    "an absurd number": (put("rules.fine_other", 10**4000), "rules, fine_other: ", "(amount)"),
    "both insurances": (put("rules.insurance_total", 30), "rules, insurance_total: ", "(insurance_split)"),
    "half a cent": (put("stake.point", "0.505"), "stake: ", "the nearest are 0.50 and 0.51 (point_value)"),
    "no point": (put("stake.point", "half"), "stake: ", "(point_value)"),
    "no currency": (put("stake.currency", "EURO"), "stake: ", "“EURO” is no currency"),
    "no zone": (put("zone", "Mars/Phobos"), "zone: ", "“Mars/Phobos” is no time zone"),
    "no offset": (put("started_at", "2026-11-27T20:15:00"), "started_at: ", "(time)"),
    # People.
    "empty name": (put("seats.1.player", " \u200b "), "seat 2, player: ", "A name cannot be empty (empty_name)"),
    "empty name in hands": (put(f"{HANDS}. ", 12), "entry 1, hands: ", "(empty_name)"),
    "one player twice": (seats("Пётр", "ПЕТР "), "seat 2: ", "ПЕТР and Пётр are the same player"),
    "one hand twice": (put(f"{HANDS}.алла", 12), "entry 1, hands: ", "(duplicate_player)"),
    "five players": (seats("А", "Б", "В", "Г", "Д"), "seats: ", "Players: 5; a game begins with 2 to 4 (players)"),
    "one player": (seats("А"), "seats: ", "Players: 1; a game begins with 2 to 4 (players)"),
    "nobody": (put("seats", []), "seats: ", "Players: 0; a game begins with 2 to 4 (players)"),
    "dealer elsewhere": (put("dealer", "Даша"), "dealer: ", "Даша cannot deal: the dealer is"),
    "suit twice": (put("seats.1.suit", "spades"), "seat 2: ", "♠ is taken (Алла)"),
    # The journal.
    "amend of a leave": (add({"amend": {"entry": 2, "round": {"cut": "missed"}}}), "entry 5: ", "(not_a_round)"),
    "amend of a join": (add({"amend": {"entry": 3, "round": {"cut": "missed"}}}), "entry 5: ", "(not_a_round)"),
    "void of itself": (add({"void": {"entry": 5}}), "entry 5: ", "from 1 to 4 (unknown_entry)"),
    "void of what a later entry needs": (add({"void": {"entry": 2}}), "entry 5: ", "With this, entry 3 would be"),
    "seated twice": (add({"join": {"player": "Алла", "left_of": "Вадим"}}), "entry 5: ", "(already_seated)"),
    "a full table": (add({"join": {"player": "Я", "left_of": "Вадим"}}), "entry 5: ", "(table_full)"),
    "gone already": (add({"leave": {"player": "Борис"}}), "entry 5: ", "(not_seated)"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_bad_content_is_named(name: str, tmp_path: Path, capsys: Captured) -> None:
    change, place, said = CONTENTS[name]
    night = copy.deepcopy(GOOD)
    change(night)
    file = tmp_path / "night.json"
    file.write_text(json.dumps(night), encoding="utf-8")
    lines = refused(file, tmp_path, capsys)
    assert any(line.startswith(f"{file}: {place}") and said in line for line in lines), lines


def refused(file: Path, folder: Path, capsys: Captured) -> list[str]:
    """What `score` and `import` say about the file; both leave everything as it was."""
    before = sorted(folder.iterdir())
    said = []
    for command in (["score", str(file), "--format", "json"], ["import", str(file), "--book", str(folder / "book.db")]):
        assert cli.main(command) == 2
        streams = capsys.readouterr()
        assert streams.out == ""
        said.append(streams.err)
    assert sorted(folder.iterdir()) == before
    assert said[0] == said[1]
    return said[0].splitlines()


def test_the_good_night_is_good(tmp_path: Path) -> None:
    file = tmp_path / "night.json"
    file.write_text(json.dumps(GOOD), encoding="utf-8")
    assert cli.main(["score", str(file)]) == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "There is nothing in it (empty)"),
        (b" \n\t", "There is nothing in it (empty)"),
        (b"\xef\xbb\xbf", "There is nothing in it (empty)"),
        (b'{"title": "\xcf\xff"}', "This is no UTF-8 text (byte 12): save it as UTF-8 (not_utf8)"),
        ("{}".encode("utf-16"), "This is no UTF-8 text (byte 1): save it as UTF-8 (not_utf8)"),
        (b"PK\x03\x04", "This is no workbook of scorekeeper: it takes one that was exported"),
        (b'{"format":\n 1,}', "This is not JSON (line 2, column 4) (not_json)"),
        (b"{} {}", "This is not JSON (line 1, column 4) (not_json)"),
        (b'{"a": 1, "a": 2}', "The key “a” stands here a second time (line 1, column 10): leave one out (not_json)"),
        (b'{"a": NaN}', "“NaN” is no number in JSON (line 1, column 7): write one in digits (not_json)"),
        (b"[" * 200_000, "Brackets within brackets without end (line 1, column 100): no night needs"),
        (b'{"a":' * 100_000, "Brackets within brackets without end (line 1, column 496)"),
        (b'{"a": \n' + b"9" * 10_000 + b"}", "This number is far too long (line 2, column 1) (not_json)"),
        (b"[]", "This is no night file: its “format” must be “scorekeeper.night/1” (format)"),
        (b"null", "This is no night file: its “format” must be “scorekeeper.night/1” (format)"),
        (b"{}", "The key “format” is missing (missing_key)"),
        (b'{"format": "scorekeeper.score/1"}', "format: This is no night file"),
        (b'{"format": "scorekeeper.night/2"}', "format: Written by a newer version (scorekeeper.night/2;"),
        (b'{"format": 1}', "format: This is no night file"),
    ],
    ids=range(19),
)  # fmt: skip
def test_what_is_no_night_file_is_said_to_be_none(content: bytes, said: str, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "night.json"
    file.write_bytes(content)
    lines = refused(file, tmp_path, capsys)
    assert lines[0].startswith(f"{file}: ")
    assert said in lines[0]
    assert all(len(line) < 500 for line in lines)


def test_a_folder_and_an_absent_file_are_named(tmp_path: Path, capsys: Captured) -> None:
    assert refused(tmp_path, tmp_path, capsys) == [f"{tmp_path}: This is a folder, not a file (folder)"]
    absent = tmp_path / "absent.json"
    assert refused(absent, tmp_path, capsys) == [f"{absent}: There is no such file (no_such_file)"]
    assert refused(tmp_path / "a\nb", tmp_path, capsys) == [f"{tmp_path}/a\\nb: There is no such file (no_such_file)"]
    beyond = tmp_path / ("x" * 300)
    assert refused(beyond, tmp_path, capsys)[0].endswith("(unreadable)")


def test_every_fault_of_a_file_is_reported_at_once(tmp_path: Path, capsys: Captured) -> None:
    night = copy.deepcopy(GOOD)
    for change in (put("titel", 1), put("seats.1.player", ""), put("journal.3.rules.fine_other", -1), put("zone", "X")):
        change(night)
    file = tmp_path / "night.json"
    file.write_text(json.dumps(night), encoding="utf-8")
    codes = {line.rpartition("(")[2].rstrip(")") for line in refused(file, tmp_path, capsys)}
    assert codes == {"unknown_key", "empty_name", "amount", "time"}


JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3.5, 10**12, "", "x", "5-9", "Алла", "\ud800\x00", [], {}, [[]], {"": {}}, [None],
    {"player": "Алла"}, "2026-11-27T20:15:00+03:00", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+14:00",
)  # fmt: skip


def test_nothing_that_can_be_written_crashes_the_program(tmp_path: Path, capsys: Captured) -> None:
    rng = random.Random(5)
    file = tmp_path / "night.json"
    for _ in range(600):
        night = copy.deepcopy(GOOD)
        night["mode"] = rng.choice(("record", "cash"))
        for _ in range(rng.randint(1, 3)):
            spoil(rng, night)
        file.write_text(json.dumps(night), encoding="utf-8")
        status = cli.main(["score", str(file)])
        streams = capsys.readouterr()
        assert (status, bool(streams.err)) in ((0, False), (2, True))
        assert all(line.startswith(f"{file}: ") and line.endswith(")") for line in streams.err.splitlines())


def spoil(rng: random.Random, data: Any) -> None:
    """Put junk somewhere in the night, however deep."""
    while True:
        places = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not places:
            return
        at = rng.choice(places)
        if isinstance(data[at], dict | list) and data[at] and rng.random() < 0.8:
            data = data[at]
            continue
        data[at] = copy.deepcopy(rng.choice(JUNK))
        return
