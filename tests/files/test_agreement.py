"""What is printed, exported and computed for scripts is the same, number for number."""

from __future__ import annotations

import csv
import random
import re

import pytest

from scorekeeper.files.csv_file import csv_text
from scorekeeper.files.score import score_json
from scorekeeper.files.text import night_text
from scorekeeper.files.workbook import workbook
from scorekeeper.table.night import Night
from tests.files.evening import EVENING, night_of, rows, sheets
from tests.random_nights import random_night

Told = dict[tuple[int, str], tuple[int | None, int, int]]
"""By round and player: his hand's points, his net, his balance."""


def by_json(night: Night) -> Told:
    return {
        (played["number"], player): (played["hands"].get(player), net, played["balances"][player])
        for played in score_json(night.standing)["rounds"]
        for player, net in played["net"].items()
    }


def by_csv(night: Night, names: dict[str, str]) -> Told:
    lines = list(csv.reader(csv_text(night).decode("utf-8-sig").splitlines()))[1:]
    return {
        (int(line[0]), names[line[3]]): (int(line[5]) if line[5] else None, int(line[8]), int(line[9]))
        for line in lines
    }


def by_workbook(night: Night) -> Told:
    pages = sheets(workbook(night))
    players = list(night.standing.balances)
    count, told = len(players), {}
    for played, balances in zip(rows(pages[1])[1:], rows(pages[3])[1:], strict=True):
        hands, nets = played[7 + count : 7 + 2 * count], played[7 + 2 * count :]
        for player, hand, net, balance in zip(players, hands, nets, balances[2:], strict=True):
            if net is not None:
                told[played[0], player] = (hand, net, balance)
    return told


def by_text(night: Night) -> Told:
    """As `show` prints it."""
    told: Told = {}
    number, hands = 0, dict[str, int]()
    for line in night_text(night).replace("\u00a0", "").replace("\u2212", "-").splitlines():
        if begins := re.match(r"Round (\d+) \(", line):
            number, hands = int(begins[1]), {}
        elif hand := re.fullmatch(r"    (.*): .*(?:= |after the swap )(\d+)", line):
            hands[hand[1]] = int(hand[2])
        elif total := re.fullmatch(r"    (.*): received \d+, paid \d+, net ([+-]?\d+), balance ([+-]?\d+)", line):
            told[number, total[1]] = (hands.get(total[1]), int(total[2]), int(total[3]))
    return told


@pytest.mark.parametrize("seed", range(6))
def test_show_csv_json_and_workbook_agree(seed: int) -> None:
    data = random_night(random.Random(seed), rounds=12) if seed else EVENING
    night = night_of(data)
    names = {f"'{name}" if name[0] in "=+-@" else name: name for name in night.standing.balances}
    told = by_json(night)
    assert told
    assert by_csv(night, names) == told
    assert by_workbook(night) == told
    assert by_text(night) == told


def test_show_csv_and_workbook_tell_the_word_that_was_said_about_a_fine() -> None:
    fines = [
        {"player": "Кон", "kind": "exposed"},
        {"player": "Алла", "kind": "other", "each": 5, "note": "=трогала ряд"},
        {"player": "Алла", "kind": "other", "note": "ещё раз"},
    ]
    hands = {"Алла": "5-9", "=1+1": "8-A", "Вадим": "4-10", "Кон": "10-3"}
    night = night_of(EVENING | {"journal": [{"round": {"insured": True, "hands": hands, "fines": fines}}]})
    told, pages = night_text(night), sheets(workbook(night))
    assert "Кон → Алла: 10 (fine: exposed card)\n" in told
    assert "Алла → Кон: 5 (fine: other (=трогала ряд))\n" in told
    assert "Алла → Кон: 10 (fine: other (ещё раз))\n" in told
    reasons = [row[-1] for row in rows(pages[2])[1:]]
    assert reasons[:9] == [
        *["fine: exposed card"] * 3, *["fine: other (=трогала ряд)"] * 3, *["fine: other (ещё раз)"] * 3,
    ]  # fmt: skip
    assert reasons[9] == "insurance"
    lines = list(csv.reader(csv_text(night).decode("utf-8-sig").splitlines()))
    assert [line[-1] for line in lines] == [
        "Fines", "fine: other 5 (=трогала ряд); fine: other 10 (ещё раз)", "", "", "fine: exposed card 10",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", [*range(4), 5, 14])  # in the last two, plans as short differ in who played whom
def test_they_agree_on_payments_and_on_the_settlement(seed: int) -> None:
    night = night_of(random_night(random.Random(seed), rounds=12))
    score, pages = score_json(night.standing), sheets(workbook(night))
    transfers = [
        [played["number"], one["payer"], one["payee"], one["points"]]
        for played in score["rounds"]
        for one in played["transfers"]
    ]
    assert [[row[0], *row[3:6]] for row in rows(pages[2])[1:]] == transfers
    plan = [[one["payer"], one["payee"], one["points"]] for one in score["settlement"]]
    found = rows(pages[4])
    top = next(at for at, row in enumerate(found) if row[0] == "Payer")
    assert [row[:3] for row in found[top + 1 : top + 1 + len(plan)]] == plan
