"""Cash play through the app: stacks that run short, the count at the end, record and cash in turn."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, Select

from scorekeeper.book import Book
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.screens.dialogs import Ask
from scorekeeper.screens.home import HomeScreen
from scorekeeper.table.journal import (
    Amend,
    ChangeMode,
    Consent,
    Counted,
    Difference,
    Limit,
    Reopened,
)
from scorekeeper.table.standing import Mode
from tests.screens.driving import (
    FOUR,
    accept,
    book_with,
    fill,
    of_two,
    opening,
    playing,
    random_rounds,
    settlement,
    shown,
    stored_night,
    table,
    told,
    type_keys,
)


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
        assert "Вадим → Алла: 1" in shown(pilot)  # four points, of which everybody bears one, lie not before Алла
        assert not stored_night(book).closed
        await pilot.press("1")  # once more: what was typed is there
        assert pilot.app.screen.query_one("#stack-0", Input).value == counted.value
        await accept(pilot)
        await pilot.press("2")
        await pilot.pause(0.1)
        assert "Алла is still to get €1.50" in shown(pilot)
        await pilot.press("escape")
        await told(pilot, "The count is written: u takes it back")
        assert not stored_night(book).closed
        await pilot.press("u")
        await pilot.pause(0.1)
        assert not screen.standing.till.debts
        await pilot.press("c")
        await fill(pilot, "stack-0", counted.value)
        await accept(pilot)
        await pilot.press("2")
        await pilot.pause(0.1)
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
        await pilot.press("2")
        await pilot.pause(0.1)
        await pilot.press("2")
        await pilot.pause(0.1)
        await pilot.press("enter")
        await settlement(pilot)
        assert "Counted beyond the book, and nobody's: 7" in shown(pilot)
    first, why, second = stored_night(book).night.journal[-3:]
    assert isinstance(why, Reopened)
    assert [one.difference for one in (first, second) if isinstance(one, Counted)] == ["shared", "carried"]


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


async def test_a_correction_in_cash_play_says_what_to_hand_over(book: Path) -> None:
    lost = of_two(Hand(5, 9), Hand(8, 1))  # Алла pays 22
    book_with(book, opening(FOUR[:2], mode=Mode.CASH, credit=100), [lost, lost])
    async with playing(book, (40, 20)) as pilot:
        await pilot.press("e", "up", "enter", "6", "enter", "enter")  # Борис had 6-A: she pays 2
        await told(pilot, "Hand over in cash now")
        assert "Борис → Алла: 20" in shown(pilot)
        await pilot.press("enter")
    assert stored_night(book).night.standing.till.stacks == {"Алла": 76, "Борис": 124}


async def test_a_correction_in_the_middle_of_the_walk_counts_what_was_handed_over(book: Path) -> None:
    book_with(book, opening(FOUR[:3], mode=Mode.CASH, credit=300))
    async with playing(book) as pilot:
        await pilot.press(*"123456", "enter", "enter")  # of three payments only Вадим → Алла 22 is done
        await pilot.press("e", "enter", "9", "enter", "enter")  # 92 instead of 12
        assert "Алла → Вадим: 102" in shown(pilot)
        assert "Борис → Вадим: 14" in shown(pilot)
        await pilot.press("enter")
        assert not table(pilot).walking
        await pilot.press("u")
        assert "Вадим → Алла: 80" in shown(pilot)
        assert "Вадим → Борис: 80" in shown(pilot)
        await pilot.press("enter", "u")  # the round itself; by now all of it was handed over
        assert "Борис → Вадим: 66" in shown(pilot)


async def test_a_round_taken_back_before_anything_was_handed_over_moves_no_cash(book: Path) -> None:
    book_with(book, opening(FOUR[:3], mode=Mode.CASH, credit=300))
    async with playing(book) as pilot:
        await pilot.press(*"123456", "enter", "u")
        assert "Hand over in cash now" not in shown(pilot)
        await pilot.press("r", "enter", *"123456")
        assert "Hand over in cash now" not in shown(pilot)


async def test_a_walk_whose_payments_are_gone_ends_also_after_a_restart(book: Path) -> None:
    book_with(book, opening(FOUR[:2], mode=Mode.CASH, credit=100))
    async with playing(book) as pilot:
        await pilot.press(*"1234", "enter")
        assert table(pilot).walking
        with Book.open(book) as other:  # somebody else makes the two hands equal meanwhile
            record = Record(hands=dict.fromkeys(FOUR[:2], Hand(1, 2)))
            other.append(other.load(1), Amend(entry=1, record=record))
    async with playing(book) as pilot:
        assert not table(pilot).walking
        await pilot.press(*"1234", "enter", "e", "enter", *"34", "enter", "enter")
        assert "Hand over in cash now" not in shown(pilot)
        assert not table(pilot).walking
    assert stored_night(book).night.standing.rounds[-1].net == dict.fromkeys(FOUR[:2], 0)
