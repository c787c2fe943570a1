"""Settling through the app: agreed plans, payments, corrections after them, cash that runs short, many nights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Select

from scorekeeper.book import Book
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.dialogs import Ask, Reading
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.screens.tab import TabScreen
from scorekeeper.table.journal import Accept, ChangeMode, Consent, Counted, Limit, Paid, Reopened, Void
from scorekeeper.table.money import Stake
from scorekeeper.table.standing import Mode
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
        assert "corrected since the last plan" in shown(pilot)
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
        assert isinstance(pilot.app.screen, Ask)  # more than is owed
        await fill(pilot, "sum", "1,50")
        await accept(pilot)
        await again(pilot, screen)
        assert "◐" in shown(pilot)
        await pilot.press("f")
        await fill(pilot, "note", "between friends [/]")
        await accept(pilot)
        await again(pilot, screen)
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
        await pilot.press("2")
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
    stored = stored_night(book)
    assert not stored.closed
    assert any(isinstance(entry, Counted) for entry in stored.night.journal)
    assert isinstance(stored.night.journal[-1], Reopened)


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
        for _payment in range(12):
            await pilot.pause(0.3)
            assert isinstance(pilot.app.screen, TabScreen)
            if not pilot.app.screen.query_one("#open").row_count:  # type: ignore[attr-defined]
                break
            assert "€" in shown(pilot) or "₽" in shown(pilot)
            await pilot.press("enter", "1")
        assert "Nobody owes" in shown(pilot)
    with Book.open(book) as opened:
        assert not any(tab.due for tab in opened.tabs())
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
    assert "Алла" in stored_night(book).night.standing.seats.present


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
