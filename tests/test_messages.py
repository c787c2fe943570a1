"""Every code has a sentence, and what people wrote is put in literally."""

import re
from collections.abc import Mapping

import pytest

from scorekeeper import i18n, messages
from scorekeeper.book import BOOK_CODES, FINDING_CODES, BookError, Finding
from scorekeeper.file_messages import EXPECTED
from scorekeeper.games import GAMES
from scorekeeper.settling_messages import guarantee
from scorekeeper.table.errors import FILE_CODES, TABLE_CODES, Fault, Place
from scorekeeper.table.settlement import Payment, fewest, pair_by_pair

Variant = tuple[Mapping[str, str | int], Place]

NAME = "100% {0} %s %(player)s [red]<b>&\\n"
ZONE: Place = (("key", "zone"),)
PARAMS: dict[str, list[Mapping[str, str | int]]] = {
    "players": [
        {"count": 5, "least": 2, "most": 4}, {"count": 1, "least": 2},
        *({"count": 1, "least": 2, "most": 4, "hands": hands} for hands in ("few", "many")),
    ],
    "duplicate_player": [{"player": NAME, "other": "Ёж"}, {"player": NAME, "other": NAME}],
    "table_full": [{"player": NAME, "most": 4}],
    "already_seated": [{"player": NAME}],
    "not_seated": [{"player": NAME}],
    "unknown_entry": [{"named": "9", "count": 8}, {"named": "9", "count": 0}],
    "already_away": [{"player": NAME}],
    "not_away": [{"player": NAME}],
    "seating": [{"players": NAME}],
    "not_a_round": [{"named": 3}],
    "breaks_entry": [{"broken": 3}],
    "dealer": [
        {"player": NAME}, {"player": NAME, "kept": "Алла"}, {"player": NAME, "first": "Алла", "cell": "Night!B10"},
    ],
    "unknown_player": [
        {"player": NAME, "nearest": ""}, {"player": NAME, "nearest": "Борис"},
        {"player": NAME, "nearest": "", "of": "night"}, {"player": NAME, "nearest": "Борис", "of": "night"},
    ],
    "amount": [{"value": "-5", "least": 1, "most": 9}, {"value": "-5.00"}, {"value": "9" * 30, "beyond": 1}],
    "on_record": [{}],
    "same_mode": [{"mode": "cash"}, {"mode": "record"}],
    "not_owed": [
        {"payer": NAME, "payee": "B"},
        *({"payer": NAME, "payee": "B", "currency": a, "others": b} for a in ("", "USD") for b in ("", "EUR")),
    ],
    "not_joined": [{"payer": NAME, "payee": "Борис"}],
    "overpaid": [
        {"payer": NAME, "payee": "Борис", "owed": 1250, "amount": 1300, "currency": code} for code in ("", "EUR")
    ],
    "no_stake": [{"value": "12.50"}],
    "money_amount": [{"value": "0.505", "currency": "EUR", "below": "0.50", "above": "0.51"}],
    "other_currency": [{"currency": "RUB", "known": "EUR"}],
    "plan_accepted": [{"entry": 3}],
    "plan_mismatch": [{"player": NAME}],
    "plan_stray": [{"payer": NAME, "payee": "Борис"}],
    "not_a_plan": [{"named": "3"}],
    "not_in_plan": [{"named": "3", "payer": NAME, "payee": "Борис"}],
    "not_zero": [{"sum": "-5"}],
    "not_counted": [{"players": NAME}],
    "count_difference": [{"difference": "-5"}],
    "one_amount": [{}],
    "same_card": [{"typed": NAME, "card": ""}],
    "picture": [{"typed": NAME, "card": "K"}],
    "unknown_card": [{"typed": NAME, "card": "X"}, {"typed": NAME, "card": "T"}, {"typed": NAME, "card": "т"}],
    "no_such_hand": [{"typed": NAME, "card": ""}],
    "missing_hand": [{"player": NAME}],
    "hands_after_no_cut": [{}, {"cell": "Rounds!F4"}],
    "swap_uninsured": [{}],
    "swap_above_limit": [{"hand": 31, "limit": 30}],
    "swap_ideal": [{}],
    "exposed_by_dealer": [{"player": NAME}, {"player": NAME, "cell": "Fines!C2"}],
    "insurance_split": [
        {"total": 25, "opponents": 3}, {"other": "insurance_each"},
        {"other": "insurance_each", "cell": "Night!B13"},
    ],
    "suit_taken": [{"suit": "hearts", "holder": NAME}],
    "not_utf8": [{"byte": 17}],
    "not_json": [
        {"line": 3, "column": 7},
        *({"line": 3, "column": 7, "why": why, "value": "x"} for why in ("twice", "constant", "digits", "depth")),
    ],
    "empty": [{}],
    "format": [{"expected": "scorekeeper.night/1"}],
    "newer_version": [{"value": NAME, "known": "scorekeeper.night/1"}],
    "unknown_game": [{"game": NAME, "known": "decarte"}],
    "unknown_kind": [
        {"kind": NAME, "nearest": "join"}, {"kind": NAME, "nearest": ""}, {"kind": "", "nearest": ""},
        {"kind": "credit", "nearest": "credit"},
    ],
    "unknown_key": [{"key": NAME, "nearest": ""}, {"key": NAME, "nearest": "hands"}],
    "missing_key": [{"key": NAME}],
    "wrong_type": [{"expected": kind, "allowed": "a, b"} for kind in EXPECTED],
    "empty_name": [{}],
    "time": [
        {"value": NAME}, {"value": NAME, "of": "zone"}, {"value": "20:31", "before": "20:52", "cell": "Rounds!B4"},
    ],
    "currency": [{"currency": NAME}],
    "point_value": [
        {"value": NAME, "currency": "EUR", "below": "0.50", "above": "0.51"},
        {"value": NAME, "currency": "EUR", "below": "", "above": "0.01"},
        {"value": NAME, "currency": "EUR", "below": "1000000000.00", "above": ""},
        {"value": NAME, "currency": "EUR", "below": "", "above": ""},
    ],
    "workbook": [{}, {"sheet": NAME}, {"damaged": 1}, {"most": 256}],
    "differs": [{"expected": NAME, "found": "–"}, {"gone": NAME}, {"altered": 3}],
    "missing_cell": [{}, {"formula": 1}, {"allowed": "a, b"}],
    "no_such_round": [{"number": 9}],
    "round_twice": [{"number": 9}],
    "round_order": [{"number": 9, "above": 10}],
    "stray_cell": [{}, {"nameless": NAME}, {"unplayed": 1}],
    "no_such_file": [{}],
    "folder": [{}],
    "too_large": [{"most": 64}],
    "unreadable": [{"detail": NAME}],
    "unwritable": [{"detail": NAME}],
    "in_use": [{"detail": NAME}],
    "inexact": [{"value": "1,000,000,000,000,000", "sheet": NAME}],
    "open_elsewhere": [{"program": "Excel", "lock": NAME}],
}  # fmt: skip
"""What the faults of each code carry, in each of its variants."""


def test_the_codes_of_all_rooms_are_covered() -> None:
    games = frozenset[str]().union(*(game.codes for game in GAMES.values()))
    assert set(PARAMS) == TABLE_CODES | FILE_CODES | games | messages.COMMAND_CODES


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("code", PARAMS)
def test_every_code_has_a_sentence(code: str, language: str) -> None:
    i18n.set_language(language)
    said = [messages.sentence(Fault(code, (), params)) for params in PARAMS[code]]
    for sentence, params in zip(said, PARAMS[code], strict=True):
        assert sentence == sentence.strip() != ""
        assert sentence[-1] not in ".!:;,"
        assert NAME not in params.values() or NAME in sentence
        assert not re.search(r"%\(\w+\)", sentence.replace(NAME, ""))
    assert len(set(said)) == len(said) or code in ("unknown_card", "players")


def test_a_zone_is_no_time() -> None:
    said = [messages.sentence(Fault("time", place, {"value": "Mars"})) for place in ((), ZONE)]
    assert "zone" not in said[0]
    assert "zone" in said[1]


def test_equal_spellings_are_explained() -> None:
    said = messages.sentence(Fault("duplicate_player", (), {"player": "Алёна", "other": "алена"}))
    assert all(word in said for word in ("Алёна", "алена", "case", "spaces", "ё"))


def test_the_letter_t_is_explained() -> None:
    said = messages.sentence(Fault("unknown_card", (), {"typed": "T-5", "card": "T"}))
    assert all(word in said for word in ("ten", "ace", "10", "A"))


def test_a_suit_is_shown_as_its_symbol() -> None:
    assert messages.sentence(Fault("suit_taken", (), {"suit": "clubs", "holder": "Алла"})).startswith("♣ ")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ((), ""),
        ((("entry", 4), ("hand", "Борис")), "entry 4, hand of Борис"),
        ((("seat", 2), ("key", "suit")), "seat 2, suit"),
        ((("line", 3), ("entry", 8), ("fine", 1), ("key", "each")), "line 3, entry 8, fine 1, each"),
        ((("hand", "%s [b]"),), "hand of %s [b]"),
    ],
)
def test_places_are_said_from_outside_in(place: Place, said: str) -> None:
    assert messages.where(place) == said


def test_a_line_names_file_place_sentence_and_code() -> None:
    fault = Fault("same_card", (("entry", 4), ("hand", "Борис")), {"typed": "55", "card": ""})
    expected = "entry 4, hand of Борис: 55 needs the same card twice (same_card)"
    assert messages.line(fault, "night.json") == f"night.json: {expected}"
    assert messages.line(fault) == expected


def test_nothing_that_was_written_steers_the_terminal() -> None:
    fault = Fault("unknown_key", (("key", "\x1b[2J"),), {"key": "a\x1b[31m\nb\u202e\ud800", "nearest": ""})
    assert messages.line(fault, "x\n\x1b\udcff.json").isprintable()


def test_what_is_absurdly_long_is_cut() -> None:
    fault = Fault("missing_key", (("hand", "я" * 5000),), {"key": "x" * 100_000})
    assert len(messages.line(fault)) < 1000


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_error_of_the_book_has_a_sentence(language: str) -> None:
    i18n.set_language(language)
    for code, names in BOOK_CODES.items():
        for value in (0, NAME):
            said = messages.book_sentence(BookError(code, **dict.fromkeys(names, value)))
            assert said == said.strip() != ""
            assert not re.search(r"%\(\w+\)", said.replace(NAME, ""))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_that_check_finds_has_a_sentence(language: str) -> None:
    i18n.set_language(language)
    for code, names in FINDING_CODES.items():
        said = messages.finding_sentence(Finding(code, dict.fromkeys(names, NAME)))
        assert said.count(NAME) == len(names)


def test_every_game_has_words_for_its_outcomes_reasons_and_rules() -> None:
    for game in GAMES.values():
        assert all(messages.outcome_label(outcome) for outcome in game.outcomes)
        assert len({messages.reason_label(reason) for reason in game.reasons}) == len(game.reasons)
        for rule in game.rule_fields:
            assert messages.rule_label(rule.key) != messages.rule_hint(rule.key)
    assert messages.outcome_label("not known yet") == "not known yet"


def test_a_plan_promises_no_more_than_is_proved() -> None:
    assert guarantee(fewest({})) == ""
    assert guarantee(fewest({"a": 1, "b": -1})) == "1 transfer is enough"
    assert guarantee(fewest({"a": 1, "b": 1, "c": -2})) == "Fewer than 2 transfers is impossible"
    around = pair_by_pair([Payment("a", "b", 1), Payment("b", "c", 1), Payment("c", "a", 1)])
    assert guarantee(around) == "With another plan there may be fewer transfers"
