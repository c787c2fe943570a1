"""Settling a night through the app: agreed plans, payments, corrections after them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Select

from scorekeeper.book import Book, sqlite
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.screens.dialogs import Ask, Reading
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.table.amounts import Amount
from scorekeeper.table.journal import (
    Accept,
    Entry,
    Join,
    Leave,
    Paid,
    Restore,
    Round,
    Void,
)
from scorekeeper.table.money import Stake
from tests.book.nights import raw
from tests.screens.driving import (
    FOUR,
    accept,
    again,
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


async def test_names_are_cut_and_never_a_sum(book: Path) -> None:
    with Book.open(book) as opened:
        stored = opened.create(replace(opening(FOUR), stake=Stake(10**7, "RUB")))
        for entry in random_rounds(FOUR, 2):
            stored = opened.append(stored, entry)
        due = stored.night.standing.due
        payer, payee = min(due, key=due.__getitem__), max(due, key=due.__getitem__)
        opened.append(stored, Paid(payer=payer, payee=payee, amount=Amount(points=1)))
    async with playing(book, (80, 24)) as pilot:
        await settlement(pilot)
        assert "₽100,000.00" in shown(pilot).split("Paid so far")[1]


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
        await until(pilot, lambda: ("not proved" in shown(pilot)) != sure)
        assert ("not proved" in shown(pilot)) != sure
        await pilot.press("up")  # to the last payment, far below
        await until(pilot, lambda: f"▸○ {names[-1]} → {names[-2]}" in shown(pilot))
        assert f"▸○ {names[-1]} → {names[-2]}" in shown(pilot)
        await pilot.press("pagedown")
        await until(pilot, lambda: "Who won from whom" in shown(pilot))
        assert "Who won from whom" in shown(pilot)
