"""What a night says about its settling, in words and as JSON."""

from __future__ import annotations

import json

import pytest

from scorekeeper import i18n
from scorekeeper.files.score import score_json
from scorekeeper.files.settling_text import plan_lines
from scorekeeper.files.text import entry_lines, night_text
from scorekeeper.table.journal import KINDS
from scorekeeper.table.money import Stake
from scorekeeper.table.settlement import fewest
from tests.table.playing import TWO, Json, entry, hands, night
from tests.table.test_modes import EVERY_KIND, cash_night, of_two
from tests.table.test_settling import PLAYED, accepted, appended, pay, pay_money

EURO = {"point": "0.50", "currency": "EUR"}


def test_every_entry_is_said() -> None:
    text = night_text(night(*EVERY_KIND, players=TWO, stake=EURO))
    for said in (
        "Limit on record: Алла, 20", "No limit any more: Алла", "From here on: cash after every round\n  Алла: +100",
        "The table lets Борис play the next round", "Cash counted:\n  Алла: 80\n  Борис: 20\n",
        "The difference is that of: Алла", "From here on: on record", "Balances restored: flood\n  Алла: −100",
        "Plan accepted: fewest transfers\n  Rounded to: €8.00\n  Алла → Борис: €40.00",
        "Paid: Алла → Борис: 20 (€10.00) (entry 10, по карте)", "Forgiven: Алла → Борис: €30.00",
        "(one payment over several nights)", "Set off: Алла → Борис: 1", "Reopened: one round more",
        "The plan of entry 10 is out of date",
    ):  # fmt: skip
        assert said in text
    paid = night_text(night(*EVERY_KIND[:-3], players=TWO, stake=EURO))
    assert "Plan in force: entry 10\n  Paid in full" in paid


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_kind_is_left_without_words(language: str) -> None:
    i18n.set_language(language)
    kinds = set(KINDS) - {"round", "amend", "void", "join", "leave", "away", "back", "seats", "credit", "rules"}
    for data in EVERY_KIND[1:]:
        kinds -= data.keys()
        lines = list(entry_lines(7, entry(data), Stake(50, "EUR")))
        assert lines
        assert "%(" not in "".join(lines)
    assert not kinds


def test_what_is_left_of_a_plan_and_who_is_over_his_limit() -> None:
    before = night(PLAYED, {"limit": {"player": "Галина", "points": 100}}, stake=EURO)
    text = night_text(appended(accepted(before), pay("Галина", "Борис", 50)))
    assert "Plan in force: entry 3\n" in text
    assert "Above the limit: Галина" in text


def test_cash_play_names_both_needs_and_its_debts() -> None:
    text = night_text(cash_night(of_two(10, 98), of_two(10, 98)))
    assert "Needed by each before the next round: 100\nWith so much nobody can run short in it: 117\n" in text
    assert "Debts, oldest first:\n  Алла → Борис: 76" in text


def test_what_is_not_proved_is_not_promised() -> None:
    points = [3**seat % 10007 * (-1) ** seat for seat in range(25)]
    plan = fewest({f"{seat}": value for seat, value in enumerate([*points, -sum(points)])})
    assert not plan.proved
    assert list(plan_lines(plan, None))[-1] == "Whether fewer transfers would do is not proved"


def test_the_score_settles_what_is_left() -> None:
    before = night(PLAYED, stake=EURO)
    assert not {"paid", "plan"} & score_json(before.standing).keys()
    data = score_json(appended(accepted(before), pay_money("Галина", "Борис", "0.25", note="x")).standing)
    assert data["balances"] == score_json(before.standing)["balances"]
    assert data["paid"] == [
        {"entry": 3, "payer": "Галина", "payee": "Борис", "points": None, "money": "0.25", "plan": 2,
         "forgiven": False, "set_off": False},
    ]  # fmt: skip
    assert {"payer": "Галина", "payee": "Борис", "points": None, "money": plain_left(data)} in data["settlement"]
    assert data["plan"]["entry"] == 2
    json.dumps(data)


def plain_left(data: Json) -> str:
    (left,) = [p["money"] for p in data["plan"]["unpaid"] if (p["payer"], p["payee"]) == ("Галина", "Борис")]
    assert isinstance(left, str)
    return left


def test_debts_of_cash_play_stay_in_the_score_on_record() -> None:
    standing = cash_night(hands(10, 98, players=TWO), of_two(10, 98), {"mode": {"to": "record"}}).standing
    data = score_json(standing)
    assert data["credit"] == {
        "required": None, "stacks": {}, "short": [],
        "debts": [{"debtor": "Алла", "creditor": "Борис", "points": 76}],
    }  # fmt: skip
    assert data["settlement"] == [{"payer": "Алла", "payee": "Борис", "points": 76, "money": None}]
