"""What `scorekeeper score` computes: worked cases, and a second computation that knows nothing of the first."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.commands.score import scored
from scorekeeper.commands.stopping import Stopped
from tests.independent import score as independent_score
from tests.random_nights import broken_rounds, random_night

DATA = Path(__file__).parent / "data"
FOUR = ("Алла", "Борис", "Вадим", "Галина")

Json = dict[str, Any]


def cases() -> list[Json]:
    """The worked cases: a table, a round, and what it comes to."""
    found: list[Json] = json.loads((DATA / "decarte.json").read_bytes())["cases"]
    return found


def file(case: Json) -> Json:
    """The night file of a case."""
    return {
        "format": "scorekeeper.night/1",
        "game": "decarte",
        "rules": case["rules"],
        "seats": [{"player": player} for player in case["players"]],
        "dealer": case["dealer"],
        "journal": [{"round": case["round"]}],
    }


def score(night: Json) -> Json:
    """What the command prints."""
    made: Json = json.loads(scored(json.dumps(night).encode(), "night.json", "json"))
    return made


def refused(night: Json) -> list[str]:
    """The lines that the command complains in."""
    with pytest.raises(Stopped) as stopped:
        score(night)
    assert stopped.value.status == 2
    return list(stopped.value.lines)


def codes(lines: list[str]) -> set[str]:
    """The code at the end of each line."""
    return {line.rpartition("(")[2].rstrip(")") for line in lines}


# --- worked cases -------------------------------------------------------------


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_worked_case(case: Json) -> None:
    if "error" in case:
        assert codes(refused(file(case))) == {case["error"]}
        return
    result = score(file(case))
    (only,) = result["rounds"]
    expected = dict(case["expect"])
    assert result["next"]["dealer"] == expected.pop("next_dealer")
    assert {key: only[key] for key in expected} == expected


@pytest.mark.parametrize("k", [1, 5, 10, 12, 100])
@pytest.mark.parametrize("as_rule", [True, False])
def test_the_first_worked_example_of_the_rules(k: int, as_rule: bool) -> None:
    hands = {"Алла": 59, "Борис": 81, "Вадим": "4-10", "Галина": "10-3"}
    got, paid = received_and_paid(example({"hands": hands}, "Вадим", k, as_rule))
    assert got == {"Алла": 75 + k, "Борис": 141 + k, "Вадим": 37, "Галина": k}
    assert paid["Вадим"] == 3 * k + 19 + 41


@pytest.mark.parametrize("k", [1, 5, 10, 12, 100])
@pytest.mark.parametrize("as_rule", [True, False])
def test_the_second_worked_example_gives_boris_111_and_the_compensation(k: int, as_rule: bool) -> None:
    hands = {"Алла": "10-7", "Борис": "9-4", "Вадим": "8-2", "Галина": "2-8"}
    result = example({"hands": hands, "swap": True}, "Галина", k, as_rule)
    got, paid = received_and_paid(result)
    assert got == {"Алла": k, "Борис": 111 + k, "Вадим": 75 + k, "Галина": 75}
    assert paid["Галина"] == 3 * k + 12
    assert result["rounds"][0]["hands"]["Галина"] == 82
    assert result["rounds"][0]["leaders"] == ["Борис"]


def example(round_: Json, dealer: str, k: int, as_rule: bool) -> Json:
    rules = {"insurance_each": k} if as_rule else {}
    record = {**round_, "insured": True if as_rule else k}
    return score(file({"players": FOUR, "dealer": dealer, "rules": rules, "round": record}))


def received_and_paid(result: Json) -> tuple[dict[str, int], dict[str, int]]:
    got, paid = dict.fromkeys(FOUR, 0), dict.fromkeys(FOUR, 0)
    for transfer in result["rounds"][0]["transfers"]:
        got[transfer["payee"]] += transfer["points"]
        paid[transfer["payer"]] += transfer["points"]
    return got, paid


# --- the second computation ---------------------------------------------------

SEEDS = 500


@cache
def night(seed: int) -> Json:
    """The same night for every test."""
    return random_night(random.Random(seed), rounds=seed % 13)


@pytest.mark.parametrize("start", range(0, SEEDS, 50))
def test_an_independent_computation_agrees(start: int) -> None:
    for seed in range(start, start + 50):
        expected, result = independent_score(night(seed)), score(night(seed))
        owed, count = expected.pop("settlement_balances"), expected.pop("settlement_count")
        settlement = result.pop("settlement")
        for each in (expected, result):
            each["pairs"] = sorted(each["pairs"], key=lambda pair: (pair["debtor"], pair["creditor"]))
        assert result == expected, f"seed {seed}"
        assert len(settlement) == count, f"seed {seed}"
        for payment in settlement:
            owed[payment["payer"]] = owed.get(payment["payer"], 0) + payment["points"]
            owed[payment["payee"]] = owed.get(payment["payee"], 0) - payment["points"]
        assert not any(owed.values()), f"seed {seed}"


def test_an_independent_computation_finds_the_same_faults() -> None:
    for broken, expected in broken_rounds(random.Random(7)):
        lines = refused(broken)
        assert expected <= codes(lines), (lines, broken)
        assert all(line.startswith("night.json: entry 1") for line in lines), lines


def test_renaming_everybody_changes_only_the_names() -> None:
    for seed in range(60):
        text = json.dumps(night(seed), ensure_ascii=False)
        players = [seat["player"] for seat in night(seed)["seats"]]
        players += [entry["join"]["player"] for entry in night(seed)["journal"] if "join" in entry]
        called = {player: f"Player {at}" for at, player in enumerate(dict.fromkeys(players))}
        assert renamed(score(json.loads(text)), called) == score(renamed(json.loads(text), called)), f"seed {seed}"


def renamed(data: Any, called: dict[str, str]) -> Any:
    """The same JSON with other names, as keys and as values; everything else that a night says is no name."""
    if isinstance(data, dict):
        return {
            called.get(key, key): value if key in ("uuid", "title", "note", "reason") else renamed(value, called)
            for key, value in data.items()
        }
    if isinstance(data, list):
        return [renamed(item, called) for item in data]
    return called.get(data, data) if isinstance(data, str) else data


# --- the example of the documentation -----------------------------------------


def test_the_example_night() -> None:
    result = score(json.loads((DATA / "friday.json").read_bytes()))
    assert [(played["number"], played["dealer"], played["outcome"]) for played in result["rounds"]] == [
        (1, "Вадим", "played"), (2, "Галина", "played"),
    ]  # fmt: skip
    assert result["rounds"][0]["hands"]["Алла"] == 58  # as amended
    assert result["balances"] == {"Алла": -167, "Борис": 273, "Вадим": 21, "Галина": -127, "Даша": 0}
    assert [(p["payer"], p["payee"], p["points"], p["money"]) for p in result["settlement"]] == [
        ("Алла", "Борис", 167, "83.50"), ("Галина", "Борис", 106, "53.00"), ("Галина", "Вадим", 21, "10.50"),
    ]  # fmt: skip
    assert result["credit"] == {"required": None, "stacks": {}, "short": [], "debts": []}
    assert result["next"] == {
        "dealer": "Алла",
        "seats": ["Алла", "Вадим", "Даша", "Галина"],
        "suits": {"Алла": "diamonds", "Вадим": "clubs", "Даша": "hearts", "Галина": "spades"},
    }


def test_what_is_at_stake_does_not_change_the_points() -> None:
    friday = json.loads((DATA / "friday.json").read_bytes())
    del friday["stake"]
    assert {payment["money"] for payment in score(friday)["settlement"]} == {None}
    friday["stake"] = {"point": 10, "currency": "jpy"}
    assert [payment["money"] for payment in score(friday)["settlement"]] == ["1670", "1060", "210"]


def test_the_text_says_everything_in_words() -> None:
    text = scored((DATA / "friday.json").read_bytes(), "friday.json", "text")
    for said in (
        "Friday\n", "Began: 2026-11-27 20:15", "A point is worth €0.50", "Round 1 (entry 1, 2026-11-27 20:31)",
        "As corrected by entry 7", "Вадим → Галина: 10 (insurance)", "Галина: 2-8, after the swap 82",
        "Алла: received 83, paid 23, net +60, balance +60", "Leaves: Борис", "Joins: Даша",
        "Fine for an exposed card: 5", "Entry 8 takes back entry 3: never happened", "Алла → Борис: 167 (€83.50)",
        "Fewer than 3 transfers is impossible", "Next dealer: Алла", "Алла ♦, Вадим ♣, Даша ♥, Галина ♠",
    ):  # fmt: skip
        assert said in text


def test_every_night_can_be_told_in_words() -> None:
    for seed in range(60):
        text = scored(json.dumps(night(seed)).encode(), "night.json", "text")
        assert "%(" not in text
        assert all(seat["player"] in text for seat in night(seed)["seats"])
