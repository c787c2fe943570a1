"""Debts over many nights, people over many nights: through the app."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widgets import Input

from scorekeeper.book import Book, PaidOver
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.widgets.rows import Rows
from scorekeeper.table.journal import (
    Paid,
    Void,
)
from scorekeeper.table.money import Stake
from tests.screens.driving import (
    FOUR,
    book_with,
    fill,
    of_two,
    opening,
    playing,
    random_rounds,
    said,
    settlement,
    shown,
    stored_night,
    told,
    until,
)


async def test_three_nights_in_two_currencies_settled_together(book: Path) -> None:
    with Book.open(book) as opened:
        for seed, currency in enumerate(("EUR", "RUB", "EUR"), start=1):
            stored = opened.create(replace(opening(), stake=Stake(50, currency)))
            for entry in random_rounds(FOUR, 2, seed=seed):
                stored = opened.append(stored, entry)
            opened.close_night(stored.number)
    async with playing(book, (120, 40)) as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("t")
        rows = pilot.app.screen.query_one(Rows)
        await until(pilot, lambda: bool(rows.row_count))
        assert "€" in shown(pilot)
        assert "₽" in shown(pilot)
        while before := rows.row_count:
            await pilot.press("enter", "enter")
            await until(pilot, lambda before=before: rows.row_count < before)  # type: ignore[misc]
        assert "Nobody owes" in shown(pilot)
    with Book.open(book) as opened:
        assert not any(tab.due for tab in opened.tabs())
        assert not opened.check()


REFUSED = {
    "1.000": "It may be 1\u00a0000 or 1:",
    "1.234,56": "If it is 1\u00a0234.56,",
    "2б605": "If it is 2\u00a0605,",
    "0": "above zero",
    "−5": "above zero",
    "0,001": "the least is 0.01",
    "1,0051": "the nearest are 1.00 and 1.01",
    "10 USD": "This night is in RUB, not in USD",
    "all": "A sum, please",
    "260,01": "not more than ₽260.00",
}


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_part_is_paid_over_all_nights_and_taken_back(book: Path, size: tuple[int, int]) -> None:
    with Book.open(book) as opened:
        for day in (27, 20):
            began = datetime(2026, 11, day, 17, tzinfo=UTC)
            night = replace(opening(FOUR[:2], title="Кафе"), stake=Stake(1000, "RUB"), started_at=began, zone="UTC")
            stored = opened.append(opened.create(night), random_rounds(FOUR[:2], 1, seed=3)[0])  # Борис loses 130 ₽
            opened.close_night(stored.number)
    async with playing(book, size) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: "₽260.00" in shown(pilot))
        await pilot.press("u")  # nothing was paid here yet
        await pilot.press("enter")
        assert pilot.app.screen.query_one("#sum", Input).value == "260.00"
        for typed, why in REFUSED.items():
            await fill(pilot, "sum", typed)
            await pilot.press("enter")
            assert why in said(pilot)
        await fill(pilot, "sum", "200")
        await pilot.press("enter")
        await until(pilot, lambda: "₽60.00" in shown(pilot) and "₽70.00" in shown(pilot))
        lines = [" ".join(line.split()) for line in shown(pilot).splitlines()]
        assert any("Paid: Борис → Алла, ₽200.00" in line for line in lines)
        assert [line.strip("│ ") for line in lines if "Кафе" in line] == ["20/11 Кафе ₽130.00", "27/11 Кафе ₽70.00"]
        await pilot.press("u")
        await until(pilot, lambda: "Paid:" not in shown(pilot))
        assert "₽260.00" in shown(pilot)
    with Book.open(book) as opened:
        assert {tab.player: tab.due for tab in opened.tabs()} == {"Алла": 26000, "Борис": -26000}
        assert [type(entry) for entry in opened.load(1).night.journal[1:]] == [Paid, Void]
        assert not opened.check()


async def test_two_names_that_are_one_person(book: Path) -> None:
    book_with(book, opening(("Алла", "Борис")), random_rounds(("Алла", "Борис"), 1))
    book_with(book, opening(("Алка", "Вадим")), random_rounds(("Алка", "Вадим"), 1))
    async with playing(book) as pilot:
        await pilot.press("escape", "p")
        app = pilot.app
        assert isinstance(app, ScoreApp)
        names = [player.name for player in app.book.players()]
        for _step in range(names.index("Алка")):
            await pilot.press("down")
        others = [name for name in names if name != "Алка"]
        await pilot.press("m", str(others.index("Алла") + 1))
        await pilot.pause()
        assert "Алка" not in [player.name for player in app.book.players()]
        await told(pilot, "Алла (Алка)")
        assert "Алла" in stored_night(book).night.standing.seats.present
        await pilot.press("m", str([name for name in names if name not in ("Алла", "Алка")].index("Борис") + 1))
        await told(pilot, "both sat in night 1")
        await pilot.press("u", "1")
    assert "Алка" in stored_night(book).night.standing.seats.present


async def test_a_night_is_hidden_but_not_deleted(book: Path) -> None:
    number = book_with(book, opening(title="Secret"), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press("escape", "x", "1")
        await pilot.pause()
        assert "Secret" not in shown(pilot)
    with Book.open(book) as opened:
        assert opened.load(number).night.opening.title == "Secret"


async def test_a_payment_over_many_nights_is_taken_back_in_all_of_them_from_wherever(book: Path) -> None:
    numbers = [book_with(book, opening(FOUR[:2]), [of_two(Hand(5, 9), Hand(8, 1))]) for _night in range(2)]
    due = {}

    def look(when: str) -> None:
        with Book.open(book) as opened:
            due[when] = [opened.load(number).night.standing.due["Борис"] for number in numbers]
            assert not opened.check()

    with Book.open(book) as opened:
        opened.pay_over(PaidOver("Алла", "Борис", 1500, "EUR"))  # of 11.00 in each
        opened.close_night(numbers[0])
    look("paid")
    async with playing(book) as pilot:
        await settlement(pilot)
        await pilot.press("u")
        await told(pilot, "Taken back in every night: Алла → Борис, €15.00")
    look("taken back at the settlement")
    async with playing(book) as pilot:  # in another session, at the table and on the tab
        await pilot.press("r")
        await pilot.pause()
        look("brought back at the table")
        await told(pilot, "Brought back: Алла → Борис, €15.00")
        await pilot.press("u")
        await pilot.pause()
        await told(pilot, "Taken back: Алла → Борис, €15.00")
        look("taken back at the table")
        await pilot.press("r", "escape", "t")
        await until(pilot, lambda: "€15.00" in shown(pilot))
        await pilot.press("u")
        await until(pilot, lambda: "€15.00" not in shown(pilot))
    look("taken back on the tab")
    assert due == {
        "paid": [0, 700],
        "taken back at the settlement": [1100, 1100],
        "brought back at the table": [0, 700],
        "taken back at the table": [1100, 1100],
        "taken back on the tab": [1100, 1100],
    }


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_what_cancels_over_the_nights_is_set_off(book: Path, size: tuple[int, int]) -> None:
    for first, second in ((Hand(5, 9), Hand(8, 1)), (Hand(8, 1), Hand(5, 9))):
        book_with(book, opening(FOUR[:2]), [of_two(first, second)])
    async with playing(book, size) as pilot:
        await pilot.press("escape", "t")
        await until(pilot, lambda: "s sets it off" in " ".join(shown(pilot).split()))
        await pilot.press("s")
        await until(pilot, lambda: "Set off" in shown(pilot))
        assert "s sets it off" not in " ".join(shown(pilot).split())
        with Book.open(book) as opened:
            assert [any(opened.load(number).night.standing.due.values()) for number in (1, 2)] == [False, False]
        await pilot.press("u")
        await until(pilot, lambda: "Set off" not in shown(pilot))
    with Book.open(book) as opened:
        assert opened.load(1).night.standing.due == {"Алла": -1100, "Борис": 1100}
        assert not opened.check()


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_payment_over_the_nights_says_what_it_stands_for_and_may_be_waived(
    book: Path, size: tuple[int, int]
) -> None:
    for day in (20, 27):
        began = datetime(2026, 11, day, 17, tzinfo=UTC)
        night = replace(opening(FOUR[:2], title=f"Кафе {day}"), stake=Stake(10**8, "RUB"), started_at=began, zone="UTC")
        book_with(book, night, [of_two(Hand(5, 9), Hand(8, 1))])
    async with playing(book, size) as pilot:
        await pilot.press("escape", "t")
        await until(pilot, lambda: "₽44,000,000.00" in shown(pilot))  # names are cut, not sums
        assert "RUB: 1 transfer is enough" in " ".join(shown(pilot).split())
        await pilot.press("w")
        await pilot.pause()
        lines = [" ".join(line.strip("│ ").split()) for line in shown(pilot).splitlines()]
        assert lines.count("Алла → Борис: ₽22,000,000.00") >= 2
        assert sum("round 1: +₽22,000,000.00" in line for line in lines) == 2
        assert any(line.endswith("Кафе 20") for line in lines)
        await pilot.press("escape", "f", "enter")
        assert "A word of reason" in shown(pilot)
        await fill(pilot, "note", "свадьба")
        await pilot.press("enter")
        await until(pilot, lambda: "Waived: Алла → Борис" in shown(pilot))
    with Book.open(book) as opened:
        made = opened.load(1).night.standing.settling.made[0]
        assert (made.forgiven, made.note) == (True, "свадьба")
        assert not any(tab.due for tab in opened.tabs())
