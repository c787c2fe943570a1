"""Settling through the app: agreed plans, payments, corrections after them, cash that runs short, many nights."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from scorekeeper.book import Book, PaidOver, sqlite
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.dialogs import Ask, Reading
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.screens.widgets.rows import Rows
from scorekeeper.table.journal import (
    Accept,
    ChangeMode,
    Consent,
    Counted,
    Difference,
    Entry,
    Join,
    Leave,
    Limit,
    Paid,
    Reopened,
    Restore,
    Round,
    Void,
)
from scorekeeper.table.money import Stake
from scorekeeper.table.standing import Mode
from tests.book.nights import raw
from tests.screens.driving import (
    FOUR,
    accept,
    book_with,
    fill,
    opening,
    playing,
    random_rounds,
    shown,
    stored_night,
    type_keys,
    until,
)


async def settlement(pilot: Pilot[None]) -> SettlementScreen:
    """Open the settlement from the table, and wait for its plan."""
    await pilot.press("g")
    for _look in range(200):
        screen = pilot.app.screen
        if isinstance(screen, SettlementScreen) and screen.plan is not None:
            await pilot.pause()
            return screen
        await pilot.pause(0.01)
    raise AssertionError("no plan came")


async def told(pilot: Pilot[None], what: str) -> None:
    """Wait until it is said, over however many lines."""
    await until(pilot, lambda: what in " ".join(shown(pilot).replace("▌", " ").split()))
    assert what in " ".join(shown(pilot).replace("▌", " ").split())


async def again(pilot: Pilot[None], screen: SettlementScreen) -> None:
    """Wait for the plan after a change."""
    for _look in range(10):
        await pilot.pause(0.02)
    assert screen.plan is not None


async def test_a_night_corrected_after_two_of_three_payments(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3, seed=5))
    async with playing(book, (120, 40)) as pilot:
        screen = await settlement(pilot)
        assert len(screen.payments) == 3
        await pilot.press("enter")
        await again(pilot, screen)
        await pilot.press("down", "enter")
        await again(pilot, screen)
        assert shown(pilot).count("✓") == 2
        paid = [entry for entry in stored_night_of(pilot) if isinstance(entry, Paid)]
        await pilot.press("escape", "e", "enter")  # the last round is corrected
        form = pilot.app.screen.form  # type: ignore[attr-defined]
        old = form.cards[form.slots[0]]
        units = form.cards[form.slots[1]]
        await pilot.press(str(next(digit for digit in (9, 8, 7) if digit not in (old, units))), "enter")
        await accept(pilot)
        screen = await settlement(pilot)
        assert screen.accepted is None
        assert "changed since the last plan" in shown(pilot)
        while any(screen.standing.due.values()):
            await pilot.press("enter")
            await again(pilot, screen)
            await pilot.press("down")
    night = stored_night(book).night
    payments = [entry for entry in night.journal if isinstance(entry, Paid)]
    assert payments[:2] == paid  # what was paid is left alone
    assert not any(night.standing.due.values())
    assert sum(isinstance(entry, Accept) for entry in night.journal) == 2
    with Book.open(book) as opened:
        assert not opened.check()


def stored_night_of(pilot: Pilot[None]) -> tuple[object, ...]:
    screen = pilot.app.screen
    assert isinstance(screen, SettlementScreen)
    return screen.stored.night.journal


async def test_in_part_forgiven_and_taken_back(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3, seed=5))
    async with playing(book, (120, 40)) as pilot:
        screen = await settlement(pilot)
        whole = screen.payments[0].points
        await pilot.press("t")
        await fill(pilot, "sum", "100000")
        await accept(pilot)
        assert "not more than" in said(pilot)
        await fill(pilot, "sum", "1,500")
        await accept(pilot)
        assert "It may be" in said(pilot)
        await fill(pilot, "sum", "1,50")
        await accept(pilot)
        await again(pilot, screen)
        assert "◐" in shown(pilot)
        await pilot.press("f")
        await accept(pilot)
        assert "A word of reason, please" in shown(pilot)
        await fill(pilot, "note", "between friends [/]")
        await accept(pilot)
        await again(pilot, screen)
        assert f"of it waived: {screen.money(whole - 150)}" in shown(pilot)
        await pilot.press("u")
        await again(pilot, screen)
        assert screen.accepted is not None
        payment = screen.accepted.payments[0]
        assert screen.accepted.left(payment.payer, payment.payee) == whole - 150
    journal = stored_night(book).night.journal
    part, forgiven, void = journal[-3:]
    assert isinstance(part, Paid)
    assert part.amount.money == "1.50" or part.amount.points == 3
    assert isinstance(forgiven, Paid)
    assert (forgiven.forgiven, forgiven.note) == (True, "between friends [/]")
    assert isinstance(void, Void)


async def test_a_payment_is_explained_by_pairs_and_rounds(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3, seed=5))
    async with playing(book, (120, 40)) as pilot:
        await settlement(pilot)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Reading)
        text = shown(pilot)
        assert "round 1" in text
        assert "€" in text


async def test_rounding_to_a_coin(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3, seed=5))
    async with playing(book, (120, 40)) as pilot:
        screen = await settlement(pilot)
        for coin, said in (
            ("1.000", "It may be 1\u00a0000 or 1:"),
            ("-5", "above zero"),
            ("500", "nobody has anything"),
        ):
            await pilot.press("n")
            await fill(pilot, "coin", coin)
            await pilot.press("enter")
            await until(pilot, lambda said=said: said in shown(pilot))  # type: ignore[misc]
            assert said in shown(pilot)
            await pilot.press("escape" if isinstance(pilot.app.screen, Ask) else "up")
        await pilot.press("n")
        await fill(pilot, "coin", "5")
        await accept(pilot)
        await again(pilot, screen)
        assert "rounded to €5.00" in shown(pilot)
        assert all(payment.points % 500 == 0 for payment in screen.payments)
        await pilot.press("a")
        await again(pilot, screen)
        assert "Agreed" in shown(pilot)
    agreed = stored_night(book).night.journal[-1]
    assert isinstance(agreed, Accept)
    assert agreed.coin is not None


async def test_cash_runs_short_in_mid_round_is_topped_up_leaves_and_returns(book: Path) -> None:
    book_with(book, opening(FOUR[:3], mode=Mode.CASH, credit=100))
    async with playing(book, (120, 40)) as pilot:
        await type_keys(pilot, "98 01 97")  # Вадим deals 98; Алла has 1 and owes 97 and 96, more than her 100
        await pilot.press("enter")
        assert "owes" in shown(pilot)
        await pilot.press("4")  # ends the walk through the payments
        await pilot.press("backspace", "k")
        assert pilot.app.screen.query_one("#player", Select).value == "Алла"
        await fill(pilot, "points", "300")
        await accept(pilot)
        assert "owes" not in shown(pilot)
        await pilot.press("l", "1")
        await pilot.press("j")
        await fill(pilot, "player", "Алла")
        await fill(pilot, "credit", "200")
        await accept(pilot)
    till = stored_night(book).night.standing.till
    assert not till.debts
    assert till.stacks["Алла"] == 200
    assert sum(till.stacks.values()) + sum(till.taken.values()) == sum(till.brought.values())


async def test_playing_on_by_consent_and_changing_the_mode(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=250))
    async with playing(book, (120, 40)) as pilot:
        assert "Short of credit" in shown(pilot)
        await pilot.press("y")
        assert "Галина, 50 short" in shown(pilot)
        await pilot.press("1")
        assert "Short of credit" not in shown(pilot)
        await pilot.press("w", "1")
        await pilot.press(*"40035981", "enter")
        await pilot.press("b")
        await fill(pilot, "points", "20")
        await accept(pilot)
        await pilot.press("w")
        await accept(pilot)
    night = stored_night(book).night
    kinds = [type(entry).__name__ for entry in night.journal]
    assert kinds == ["Consent"] * 4 + ["ChangeMode", "Round", "Limit", "ChangeMode"]
    assert night.standing.mode is Mode.CASH
    assert night.standing.due["Галина"] < 0
    assert {Consent, Limit, ChangeMode} <= {type(entry) for entry in night.journal}


async def test_a_cash_night_is_closed_by_counting_and_reopened_with_a_reason(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=300), random_rounds(FOUR, 1))
    async with playing(book, (120, 40)) as pilot:
        screen = await settlement(pilot)
        await pilot.press("c")
        counted = pilot.app.screen.query_one("#stack-0", Input)
        counted.value = str(int(counted.value) - 4)
        await accept(pilot)
        assert "4 points are missing" in shown(pilot)
        assert not stored_night(book).closed
        await pilot.press("2")
        await pilot.pause(0.1)
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("enter")
        await pilot.pause()
        screen = await settlement(pilot)
        assert screen.stored.closed
        await pilot.press("c")
        await accept(pilot)
        assert isinstance(pilot.app.screen, Ask)  # not without a reason
        await fill(pilot, "reason", "one more round")
        await accept(pilot)
        assert not stored_night(book).closed
        await pilot.press("c")
        await fill(pilot, "stack-1", str(screen.standing.till.stacks["Борис"] + 7))
        pilot.app.screen.query_one("#difference", Select).value = str(Difference.CARRIED)
        await accept(pilot)
        assert "7 points too many" in shown(pilot)
        await pilot.press("2", "enter")
        await settlement(pilot)
        assert "Counted beyond the book: +7" in shown(pilot)
    first, why, second = stored_night(book).night.journal[-3:]
    assert isinstance(why, Reopened)
    assert [one.difference for one in (first, second) if isinstance(one, Counted)] == ["shared", "carried"]


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
    "2б605": "It may be 2\u00a0605 or 2.6050:",
    "0": "above zero",
    "−5": "above zero",
    "0,001": "the nearest are 0.00 and 0.01",
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


def said(pilot: Pilot[None]) -> str:
    """What the form says is wrong."""
    return str(pilot.app.screen.query_one("#error-sum", Static).render())


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


async def test_balances_are_restored_from_paper_when_they_add_up(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book, (40, 20)) as pilot:
        await pilot.press("n")
        for at, total in enumerate(("100", "−40", "-60", "1")):
            await fill(pilot, f"total-{at}", total)
        await accept(pilot)
        await pilot.pause(0.05)
        assert "The balances add up to" in " ".join(shown(pilot).split())
        await fill(pilot, "total-3", "0")
        await fill(pilot, "reason", "coffee")
        await accept(pilot)
        assert "+100" in shown(pilot)
        await pilot.press("u")
        assert "Taken back: the restored balances" in " ".join(shown(pilot).split())
        await pilot.press("r")
    standing = stored_night(book).night.standing
    assert standing.balances == {"Алла": 100, "Борис": -40, "Вадим": -60, "Галина": 0}
    with Book.open(book) as opened:
        assert not list(opened.check())


async def test_whoever_passes_a_limit_is_named(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("b")
        await pilot.pause()
        pilot.app.screen.query_one("#player", Select).value = "Галина"
        await fill(pilot, "points", "100")
        await accept(pilot)
        assert "Over the limit" not in shown(pilot)
        await pilot.press(*"40035981", "enter")
        assert "Over the limit: Галина" in shown(pilot)


def of_two(first: Hand, second: Hand) -> Round:
    return Round(record=Record(hands=dict(zip(FOUR[:2], (first, second), strict=True))))


async def test_what_was_paid_in_cash_at_once_is_neither_on_record_nor_settled_again(book: Path) -> None:
    lost = of_two(Hand(5, 9), Hand(8, 1))  # Алла loses 22
    to_cash = ChangeMode(to=Mode.CASH, credit={"Алла": 40, "Борис": 100})
    to_record = ChangeMode(to=Mode.RECORD, credit={})
    book_with(
        book, opening(FOUR[:2], title="Mixed"), [lost, to_cash, lost, lost, to_record, of_two(Hand(8, 1), Hand(5, 9))]
    )
    async with playing(book, (40, 20)) as pilot:
        text = shown(pilot)
        assert "owes 4" in text  # of the 44 points lost in cash play 40 were there
        assert "on record 0" in text  # 22 lost and 22 won on record
        await pilot.press("e", "up", "up", "enter")  # a round in cash play is corrected: that moves nothing on record
        assert "becomes 0" in shown(pilot)
        await pilot.press("escape", "e", "enter", "4")  # in the one on record Алла had 4-A
        assert "becomes −40" in shown(pilot)
        await pilot.press("escape")
        screen = await settlement(pilot)
        assert [(pay.payer, pay.points) for pay in screen.payments] == [("Алла", 4 * 50)]
        assert "2 rounds were paid in cash at once" in " ".join(shown(pilot).replace("│", " ").split())
        await pilot.press("escape", "w", "enter", "enter", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert " · cash" in shown(pilot)


async def test_a_payment_is_taken_back_although_a_round_came_after_it(book: Path) -> None:
    book_with(book, opening(FOUR[:2]), [of_two(Hand(5, 9), Hand(8, 1))])
    async with playing(book) as pilot:
        screen = await settlement(pilot)
        await pilot.press("enter")
        await again(pilot, screen)
        await pilot.press("escape", *"4003", "enter")
        screen = await settlement(pilot)
        await pilot.press("u")
        await told(pilot, "Taken back: the payment Алла → Борис")
    journal = stored_night(book).night.journal
    assert [type(entry) for entry in journal[1:]] == [Accept, Paid, Round, Void]
    assert journal[-1] == Void(entry=3, at=journal[-1].at)


async def test_a_book_that_is_locked_is_no_crash(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.02)
    book_with(book, opening())
    async with playing(book) as pilot:
        await settlement(pilot)
        with raw(book) as other:
            other.execute("BEGIN IMMEDIATE")
            await pilot.press("c")
            await told(pilot, "keeps the book locked")
            assert isinstance(pilot.app.screen, SettlementScreen)
            other.execute("ROLLBACK")
        await pilot.press("c")
    assert stored_night(book).closed


@pytest.mark.parametrize(("people", "sure"), [(20, True), (22, False)])
async def test_a_plan_for_twenty_is_proved_behind_a_living_screen(book: Path, people: int, sure: bool) -> None:
    names = [f"P{number:02}" for number in range(people)]
    came: list[Entry] = []
    for at, name in enumerate(names[4:]):
        came += [Leave(player=names[at]), Join(player=name, left_of=names[at + 3])]
    balances = {name: number * number for number, name in enumerate(names, start=1)}
    balances[names[-1]] -= sum(balances.values())
    book_with(book, opening(names[:4]), [*came, Restore(balances=balances)])
    async with playing(book, (40, 20)) as pilot:
        pilot.app.simulate_key("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettlementScreen))
        screen, turns = pilot.app.screen, 0
        assert isinstance(screen, SettlementScreen)
        while screen.plan is None:
            await asyncio.sleep(0.01)
            turns += 1
        assert screen.plan.proved == sure
        assert not sure or turns > 10
        await pilot.pause()
        assert ("not proved" in shown(pilot)) != sure
        await pilot.press("up")  # to the last payment, far below
        await until(pilot, lambda: f"▸○ {names[-1]} → {names[-2]}" in shown(pilot))
        assert f"▸○ {names[-1]} → {names[-2]}" in shown(pilot)
        await pilot.press("pagedown")
        await until(pilot, lambda: "Who won from whom" in shown(pilot))
        assert "Who won from whom" in shown(pilot)


async def test_a_correction_in_cash_play_says_what_to_hand_over(book: Path) -> None:
    lost = of_two(Hand(5, 9), Hand(8, 1))  # Алла pays 22
    book_with(book, opening(FOUR[:2], mode=Mode.CASH, credit=100), [lost, lost])
    async with playing(book, (40, 20)) as pilot:
        await pilot.press("e", "up", "enter", "6", "enter", "enter")  # Борис had 6-A: she pays 2
        await told(pilot, "Hand over in cash now")
        assert "Борис → Алла: 20" in shown(pilot)
        await pilot.press("enter")
    assert stored_night(book).night.standing.till.stacks == {"Алла": 76, "Борис": 124}


async def test_a_part_of_a_payment_over_many_nights_is_taken_back_alone_and_that_is_said(book: Path) -> None:
    numbers = [book_with(book, opening(FOUR[:2]), [of_two(Hand(5, 9), Hand(8, 1))]) for _night in range(2)]
    with Book.open(book) as opened:
        opened.pay_over(PaidOver("Алла", "Борис", 1500, "EUR"))  # of 11.00 in each
        opened.close_night(numbers[0])
    async with playing(book) as pilot:
        await settlement(pilot)
        await pilot.press("u")
        await told(pilot, "in this night only: the payment")
    with Book.open(book) as opened:
        assert [opened.load(number).night.standing.due["Борис"] for number in numbers] == [0, 1100]
