"""`settle` with every plan, `pay`, `tab` and `credit`, from the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import cli
from scorekeeper.book import Book
from scorekeeper.files.night_file import content_uuid, read_night
from scorekeeper.settling_messages import method_label
from scorekeeper.table.settlement import Method
from tests.book.nights import opening
from tests.table.playing import FOUR, file, hands

Json = dict[str, Any]
Run = Callable[..., tuple[int, str, str]]
EURO = {"point": "0.50", "currency": "EUR"}
PLAYED = hands(59, 81, 40, 3)


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """One command on a book with three nights: two in euros (the second began first), one of cash play in points."""
    path = tmp_path / "book.db"
    nights = [
        file(PLAYED, stake=EURO, started_at="2026-11-27T20:15:00+03:00", zone="Europe/Moscow", title="Friday"),
        file(PLAYED, stake=EURO, started_at="2026-11-20T20:15:00+03:00", zone="Europe/Moscow"),
        file(hands(10, 98, players=FOUR[:2]), players=FOUR[:2], mode="cash", started_at="2026-11-28T20:15:00+03:00"),
    ]
    with Book.open(path) as book:
        for data in nights:
            opening, entries = read_night(json.dumps(data).encode())
            book.take([(opening, entries, content_uuid(opening, entries))])

    def command(*words: object) -> tuple[int, str, str]:
        status = cli.main([*map(str, words), "--book", str(path)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


def asked(run: Run, *words: object) -> Json:
    status, out, err = run(*words, "--format", "json")
    assert (status, err) == (0, "")
    data: Json = json.loads(out)
    return data


def refusal(run: Run, *words: object) -> str:
    """The only line of a refusal."""
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.startswith("scorekeeper: ")
    assert len(err.splitlines()) == 1
    return err.rstrip()


def refused(run: Run, *words: object) -> str:
    """The code in it."""
    return refusal(run, *words).rpartition("(")[2].rstrip(")")


def payments(data: Json) -> list[tuple[str, str, int | None, str | None]]:
    return [(p["payer"], p["payee"], p["points"], p["money"]) for p in data["payments"]]


# --- settle -------------------------------------------------------------------


def test_settle_asks_only_for_what_is_left(run: Run) -> None:
    before = asked(run, "settle", 1)
    assert before["proved"]
    assert run("pay", 1, "Галина", "Борис", "100")[0] == 0
    after = asked(run, "settle", 1)
    assert sum(p["points"] for p in after["payments"]) == sum(p["points"] for p in before["payments"]) - 100


@pytest.mark.parametrize("plan", ["fewest", "pairs", "banker:Борис"])
def test_settle_rounds_to_a_coin(run: Run, plan: str) -> None:
    data = asked(run, "settle", 1, "--plan", plan, "--coin", "10")
    assert data["coin"] == {"points": 20, "money": "10.00"}
    assert all(p["money"].endswith("0.00") for p in data["payments"])
    _, out, _ = run("settle", 1, "--plan", plan, "--coin", "10,00")
    assert "Rounded to: 20 (€10.00)" in out
    assert "odd coin" in out


def test_a_coin_may_be_no_whole_number_of_points(run: Run) -> None:
    data = asked(run, "settle", 1, "--coin", "0.75")
    assert data["coin"] == {"points": None, "money": "0.75"}
    assert any(p["points"] is None for p in data["payments"])
    assert "€" in run("settle", 1, "--coin", "0.75")[1]


def test_without_a_stake_a_coin_is_points(run: Run) -> None:
    assert asked(run, "settle", 3, "--coin", "50")["coin"] == {"points": 50, "money": None}


@pytest.mark.parametrize(
    ("coin", "code"),
    [
        ("0", "amount"),
        ("-10", "amount"),
        ("0.005", "money_amount"),
        ("x", "amount"),
        ("1,000", "amount"),
        ("1.000", "amount"),
    ],
)
def test_a_coin_that_is_none(run: Run, coin: str, code: str) -> None:
    assert refused(run, "settle", 1, f"--coin={coin}") == code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("settle", 1, "--coin=-1"), "An amount must be above zero, and -1 is not"),
        (("settle", 1, "--coin", "0.00 EUR"), "An amount must be above zero, and 0.00 EUR is not"),
        (("settle", 3, "--coin=-1"), "An amount must be above zero, and -1 is not"),
        (("settle", 1, "--coin", "9" * 30), f"“{'9' * 30}” is too much: nobody plays for such sums"),
        (("settle", 1, "--coin", "9" * 5000), f"“{'9' * 200}…” is too much: nobody plays for such sums"),
        (("settle", 3, "--coin", "9" * 30), f"“{'9' * 30}” is too much: nobody plays for such sums"),
        (("pay", 1, "Галина", "Борис", "9" * 30), f"“{'9' * 30}” is too much: nobody plays for such sums"),
        (("pay", 1, "Галина", "Борис", f"{'9' * 30} EUR"), f"“{'9' * 30} EUR” is too much: nobody plays for such sums"),
        (("pay", "all", "Галина", "Борис", f"{'9' * 5000} €"), f"“{'9' * 200}…” is too much: nobody plays"),
        (("pay", "all", "Галина", "Борис", "-5 EUR"), "An amount must be above zero, and -5 EUR is not"),
        (("credit", 3, "Алла", "9" * 30), f"“{'9' * 30}” is too much: nobody plays for such sums"),
        (("credit", 3, "Алла", "-5"), "An amount must be above zero, and -5 is not"),
        (("pay", 1, "Галина", "Борис", "1.250 EUR"), "It may be 1\u00a0250 or 1.25: type it"),
        (("settle", 1, "--coin", "1.234,5"), "If it is 1\u00a0234.5, type it"),
        (("credit", 3, "Алла", "1,250"), "If it is 1\u00a0250, type it"),
        (("credit", 3, "Алла", "5 EUR"), "“5 EUR” cannot be read: it takes a whole number of points"),
    ],
)  # fmt: skip
def test_a_sum_is_refused_as_it_was_typed(run: Run, words: tuple[object, ...], said: str) -> None:
    assert refusal(run, *words).startswith(f"scorekeeper: {said}")


# --- pay ----------------------------------------------------------------------


def test_pay_says_what_it_wrote(run: Run) -> None:
    status, out, _ = run("pay", "1", "галина", "Борис", "12,50 EUR", "--note", "по карте")
    assert (status, out) == (0, "Night 1, entry 2: Paid: Галина → Борис: €12.50 (по карте)\n")
    assert "--note" in refusal(run, "pay", 1, "Вадим", "Борис", "23", "--forgiven", "--note", " ")
    assert run("pay", 1, "Вадим", "Борис", "23", "--forgiven", "--note", "именинник")[1] == (
        "Night 1, entry 3: Forgiven: Вадим → Борис: 23 (€11.50) (именинник)\n"
    )
    assert "Paid: Галина → Борис: €12.50 (по карте)" in run("show", 1)[1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((1, "Галина", "Борис", "0"), "amount"),
        ((1, "Галина", "Борис", "-5"), "amount"),
        ((1, "Галина", "Борис", "-5 EUR"), "amount"),
        ((1, "Галина", "Борис", "0.00 EUR"), "amount"),
        ((1, "Галина", "Борис", "12.50"), "amount"),
        ((1, "Галина", "Борис", "1,234 EUR"), "amount"),
        ((1, "Галина", "Борис", "1.000 EUR"), "amount"),
        ((1, "Галина", "Борис", "1.500 KWD"), "amount"),
        ((1, "Галина", "Борис", "5 XYZ"), "currency"),
        ((1, "Галина", "Борис", "5 ₽"), "other_currency"),
        ((3, "Алла", "Борис", "5 EUR"), "no_stake"),
        ((1, "Галина", "Борис", "0.005 €"), "money_amount"),
        ((1, "Галина", "Яков", "5"), "unknown_player"),
        ((1, "Борис", "Галина", "5"), "not_owed"),
        ((1, "Галина", "Борис", "5000"), "overpaid"),
        ((17, "Галина", "Борис", "5"), "unknown_night"),
        (("all", "Галина", "Борис", "-5 EUR"), "amount"),
        (("all", "Галина", "Борис", "5 XYZ"), "currency"),
        (("all", "Галина", "Борис", "5 RUB"), "not_owed"),
        (("all", "Галина", "Борис", "5000 EUR"), "overpaid"),
        (("all", "Яков", "Борис", "5 EUR"), "unknown_player"),
    ],
)
def test_what_cannot_be_paid(run: Run, words: tuple[object, ...], code: str) -> None:
    assert refused(run, "pay", *words) == code


def test_sums_in_a_refusal_are_in_the_manner_of_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the currency has no coins for is not offered.
    assert "If it is 1\u00a0234, type it" in refusal(run, "pay", 1, "Галина", "Борис", "1,234 EUR")
    assert "€141.00, so €6,000.00 would" in refusal(run, "pay", "all", "Галина", "Борис", "6 000 EUR")
    monkeypatch.setenv("LANGUAGE", "ru")
    said = refusal(run, "pay", 1, "Галина", "Борис", "6 000 EUR")
    assert "70,50\u00a0€" in said
    assert "6\u00a0000,00\u00a0€" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Галина", "Борис", "5 USD"), "Галина owes Борис nothing in USD, but does in EUR"),
        (("Галина", "Борис", "5"), "Галина owes Борис nothing where only points count, but does in EUR"),
        (("Борис", "Галина", "5 EUR"), "Борис owes Галина nothing in EUR"),
        (("Борис", "Галина", "5"), "Борис owes Галина nothing where only points count"),
    ],
)
def test_where_nothing_is_owed_is_said(run: Run, words: tuple[str, ...], said: str) -> None:
    assert refusal(run, "pay", "all", *words) == f"scorekeeper: {said} (not_owed)"


def test_a_payment_over_all_nights_goes_to_the_oldest_first(run: Run) -> None:
    status, out, _ = run("pay", "all", "Галина", "Борис", "100 EUR")
    assert status == 0
    assert out.splitlines()[0].startswith("Night 2, entry 2: Paid: Галина → ")
    assert "one payment over several nights" in out
    data = asked(run, "tab", "Галина")
    (tab,) = data["tabs"]
    assert [night["number"] for night in tab["nights"]] == [2, 1]
    assert [night["due"]["money"] for night in tab["nights"]] == ["-15.00", "-56.00"]  # 15.00 are for Алла
    assert tab["due"]["money"] == "-71.00"
    assert run("check") == (0, "", "")


def test_a_payment_over_all_nights_is_told_as_each_night_counts(run: Run) -> None:
    _, out, _ = run("pay", "all", "Вадим", "Борис", "1 EUR")
    assert out == "Night 2, entry 2: Paid: Вадим → Борис: 2 (€1.00)\n"
    assert "Paid: Вадим → Борис: 2 (€1.00)" in run("show", 2)[1]
    _, out, _ = run("pay", "all", "Вадим", "Борис", "0.75 EUR")
    assert out == "Night 2, entry 3: Paid: Вадим → Борис: €0.75\n"
    _, out, _ = run("pay", "all", "Алла", "Борис", "50")
    assert out == "Night 3, entry 2: Paid: Алла → Борис: 50\n"


def test_a_plan_that_is_printed_is_agreed_on_and_then_paid(run: Run) -> None:
    pairs = payments(asked(run, "settle", 1, "--plan", "pairs"))
    payer, payee, points, _money = next(one for one in pairs if one[0] == "Алла")  # who won in all
    assert refused(run, "pay", 1, payer, payee, points) == "not_owed"
    assert payments(asked(run, "settle", 1, "--plan", "pairs", "--accept")) == pairs
    for payer, payee, points, _money in pairs:
        assert run("pay", 1, payer, payee, points)[0] == 0
    assert "Paid in full" in run("show", 1)[1]
    assert refused(run, "settle", 2, "--plan", "banker:Вадим", "--coin", "0.003", "--accept") == "money_amount"
    assert asked(run, "settle", 2, "--accept")["plan"] == "fewest"
    assert refused(run, "settle", 2, "--accept") == "plan_accepted"


# --- tab ----------------------------------------------------------------------


def test_the_tab_of_everybody_ends_with_a_plan_for_each_currency(run: Run) -> None:
    data = asked(run, "tab")
    assert data["format"] == "scorekeeper.tab/1"
    assert [(tab["player"], tab["currency"]) for tab in data["tabs"]][:3] == [
        ("Алла", None), ("Алла", "EUR"), ("Борис", None),
    ]  # fmt: skip
    points, euros = data["plans"]
    assert (points["currency"], payments(points)) == (None, [("Алла", "Борис", 88, None)])
    assert all(money and points is None for _payer, _payee, points, money in payments(euros))
    _, out, _ = run("tab")
    assert "Галина: won −€171.00, open −€171.00\n  night 2, 2026-11-20: won −€85.50, open −€85.50\n" in out
    assert "night 1, 2026-11-27, Friday:" in out
    euros_out = out.partition("Settlement of all nights, EUR:\n")[2]
    assert euros_out.startswith("  ")
    assert all(re.fullmatch(r"  \w+ → \w+: €[0-9.]+", line) for line in euros_out.splitlines()[:-1])
    assert "Settlement of all nights, points:\n  Алла → Борис: 88\n" in out
    assert "Settlement of all nights, points:" in out
    assert "Fewer than 3 transfers is impossible" in out


def test_the_tab_of_one(run: Run) -> None:
    _, out, _ = run("tab", "алла")
    assert "Алла" in out
    assert "Settlement" not in out
    assert refused(run, "tab", "Яков") == "unknown_player"
    assert "did you mean Галина?" in refusal(run, "tab", "Галинка")


def test_what_cancels_over_the_nights_is_set_off(run: Run, tmp_path: Path) -> None:
    for number, points in enumerate([(10, 40), (40, 10)]):
        data = file(hands(*points, players=FOUR[:2]), players=FOUR[:2], stake={"point": 1, "currency": "USD"})
        (tmp_path / f"{number}.json").write_text(json.dumps(data), encoding="utf-8")
    assert run("import", tmp_path / "0.json", tmp_path / "1.json")[0] == 0
    plan = asked(run, "tab")["plans"][-1]
    assert (plan["currency"], plan["cancels"], plan["payments"]) == ("USD", True, [])
    assert "scorekeeper tab --set-off" in run("tab")[1]
    status, out, _ = run("tab", "Алла", "--set-off")
    assert status == 0
    assert out.count("$0.00\n") == 3
    assert "--set-off" not in run("tab")[1]
    assert "Set off: Алла → Борис: 30 ($30.00)\n" in run("show", 4)[1]
    assert asked(run, "settle", 4)["payments"] == []
    assert run("check") == (0, "", "")


# --- nights that are hidden, names that were merged ----------------------------


def test_a_hidden_night_is_found_by_its_number_but_is_in_no_list(run: Run, tmp_path: Path) -> None:
    assert run("nights", "--hidden")[1] == "No night is hidden\n"
    with Book.open(tmp_path / "book.db") as book:
        book.hide(3)
    assert "3: " not in run("nights")[1]
    assert run("nights", "--hidden")[1].startswith("3: 2026-11-28")
    assert "Алла: −88" in run("show", 3)[1]
    assert run("settle", 3)[0] == 0
    assert run("export", 3, "--format", "json", "-o", tmp_path / "three.json")[0] == 0
    assert run("show", "last")[1] == run("show", 2)[1]


def test_a_banker_may_be_named_by_a_name_that_was_merged_into_his(run: Run, tmp_path: Path) -> None:
    with Book.open(tmp_path / "book.db") as book:
        book.create(opening("Галка", "Дина"))
        number = {line.name: line.id for line in book.players()}
        book.merge(number["Галка"], number["Галина"])
    data = asked(run, "settle", 1, "--plan", "banker:галка")
    assert data["plan"] == "banker:Галина"
    assert refused(run, "settle", 1, "--plan", "banker:Дина") == "unknown_player"


# --- credit -------------------------------------------------------------------


def test_credit_is_put_on_the_table(run: Run) -> None:
    assert run("credit", 3, "Алла", "200")[1] == "Night 3, entry 2: Credit: Алла, +200\n"
    assert "Алла: 112" in run("show", 3)[1]  # the debt of 88 was paid at once


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((3, "Алла", "0"), "amount"),
        ((3, "Алла", "-5"), "amount"),
        ((3, "Алла", "5 EUR"), "amount"),
        ((3, "Алла", "many"), "amount"),
        ((3, "Яков", "5"), "not_seated"),
        ((1, "Алла", "5"), "on_record"),
    ],
)
def test_credit_that_cannot_be(run: Run, words: tuple[object, ...], code: str) -> None:
    assert refused(run, "credit", *words) == code


def test_every_plan_has_a_name() -> None:
    assert len({method_label(method) for method in Method}) == 3
