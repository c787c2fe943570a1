"""The sheet of credit and debts against the journal: what was won lies there, was taken away, is owed or was paid."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from scorekeeper.files.workbook import workbook
from scorekeeper.table.errors import RuleError
from scorekeeper.table.night import Night
from tests.files.evening import block, rows, sheets, with_seats

Json = dict[str, Any]

NAMES = ("Ann", "Bob", "Cid")
PAID: Json = {"paid": {"payer": "Bob", "payee": "Ann", "points": 15}}
SHORT: list[Json] = [
    {"consent": {"player": "Ann"}},
    {"consent": {"player": "Bob"}},
    {"round": {"hands": {"Ann": "7-1", "Bob": "2-1"}}},
]
"""Bob owes 50, has 10, and so owes 40."""


def cash_night(*journal: Json, credit: int = 10, names: tuple[str, ...] = NAMES[:2]) -> Night:
    seats = [{"player": name, "credit": credit} for name in names]
    return with_seats(*names, mode="cash", seats=seats, journal=list(journal))


def stacks(night: Night) -> list[dict[str, Any]]:
    """Each player's row of the sheet, by the labels of its columns."""
    page = next(page for page in sheets(workbook(night)) if page.title == "Credit and debts")
    labels = next(row for row in rows(page) if row[0] == "Player")
    return [dict(zip(labels, row, strict=True)) for row in block(page, "Player")]


def otherwise(night: Night) -> dict[str, int]:
    """The column of that name; empty when there is none."""
    return {row["Player"]: row["Otherwise"] for row in stacks(night) if "Otherwise" in row}


def moved(night: Night, journal: list[Json]) -> dict[str, int]:
    """What was won in rounds less what lies there, was taken away, is owed and was paid; from the journal and from
    what the night stood at before and after each payment."""
    left = Counter[str]()
    for played in night.standing.rounds:
        for transfer in played.played.transfers:
            left[transfer.payer] -= transfer.points
            left[transfer.payee] += transfer.points
    till = night.standing.till
    for player in NAMES:
        left[player] -= till.stacks[player] + till.taken.get(player, 0) - till.brought[player]
    for debt in till.debts:
        left[debt.creditor] -= debt.points
        left[debt.debtor] += debt.points
    for entry in journal:
        if paid := entry.get("paid"):
            left[paid["payee"]] -= paid["points"]
            left[paid["payer"]] += paid["points"]
    return dict(left)


def test_a_debt_that_was_paid_moved_in_no_other_way() -> None:
    ann, bob = stacks(cash_night(*SHORT, PAID))
    told = [(row["Brought"], row["In front of him"], row["Owes"], row["Is owed"]) for row in (ann, bob)]
    assert told == [(10, 20, 0, 25), (10, 0, 25, 0)]
    assert 50 == 20 - 10 + 25 + 15
    assert "Otherwise" not in ann


@pytest.mark.parametrize("bearer", [{"difference": "shared"}, {"difference": "given", "to": "Bob"}])
@pytest.mark.parametrize("counts", [{"Ann": 14, "Bob": 2}, {"Ann": 25, "Bob": 3}, {"Ann": 3, "Bob": 17}])
def test_what_somebody_bears_moved_in_no_other_way(counts: dict[str, int], bearer: Json) -> None:
    assert otherwise(cash_night(*SHORT, {"counted": {"cash": counts} | bearer}, PAID)) == {}


def test_what_nobody_can_explain_moved_otherwise() -> None:
    counted = {"counted": {"cash": {"Ann": 14, "Bob": 2}, "difference": "carried"}}
    assert otherwise(cash_night(*SHORT, counted, PAID)) == {"Ann": 6, "Bob": -2}


def test_balances_that_were_restored_moved_otherwise() -> None:
    restored = {"restore": {"balances": {"Ann": 30, "Bob": -30}}}
    assert otherwise(cash_night(*SHORT, restored, PAID)) == {"Ann": -20, "Bob": 20}


@pytest.mark.parametrize("seed", range(5))
def test_what_was_won_is_accounted_for(seed: int) -> None:
    rng = random.Random(seed)
    journal: list[Json] = []
    night = cash_night(credit=30, names=NAMES)
    for _number in range(9):
        due = night.standing.due
        payer, payee = min(due, key=lambda name: due[name]), max(due, key=lambda name: due[name])
        cash = {name: max(0, points + rng.randint(-9, 9)) for name, points in night.standing.till.stacks.items()}
        how = rng.choice([{"difference": "shared"}, {"difference": "given", "to": rng.choice(NAMES)}])
        entries: tuple[Json, ...] = (
            *({"consent": {"player": name}} for name in NAMES),
            {"round": {"hands": {name: f"{rng.randint(2, 9)}-1" for name in NAMES}}},
            {"paid": {"payer": payer, "payee": payee, "points": rng.randint(1, 30)}},
            {"counted": {"cash": cash, **how}},
        )
        for entry in entries:
            try:
                night = cash_night(*journal, entry, credit=30, names=NAMES)
            except RuleError:
                continue
            journal.append(entry)
    assert {kind for entry in journal for kind in entry} == {"consent", "round", "paid", "counted"}
    assert not any(moved(night, journal).values())
    assert otherwise(night) == {}
