"""The table screen, driven key by key on a real book."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from scorekeeper import i18n
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Cut
from scorekeeper.screens.dialogs import Ask, Choice
from scorekeeper.screens.table import TableScreen
from scorekeeper.table.journal import Amend, HouseRules, Join, Leave, Round, Void
from scorekeeper.table.standing import Mode
from tests.screens.driving import (
    FOUR,
    SIZES,
    accept,
    book_with,
    fill,
    opening,
    playing,
    random_rounds,
    shown,
    stored_night,
    table,
    type_keys,
    until,
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_round_of_four_costs_eight_digits_and_enter(book: Path, size: tuple[int, int], language: str) -> None:
    book_with(book, opening())
    i18n.set_language(language)
    async with playing(book, size) as pilot:
        await pilot.press(*"40035981", "enter")
    standing = stored_night(book).night.standing
    assert standing.rounds[0].record.hands == {
        "Вадим": Hand(4, 0), "Галина": Hand(0, 3), "Алла": Hand(5, 9), "Борис": Hand(8, 1),
    }  # fmt: skip
    assert standing.balances == {"Алла": 56 + 19 - 22, "Борис": 41 + 78 + 22, "Вадим": 37 - 60, "Галина": -171}


async def test_a_second_enter_never_records_a_second_round(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"40035981", "enter", "enter", "enter")
        assert "Nothing is typed yet" in shown(pilot)
    assert len(stored_night(book).night.journal) == 1


async def test_enter_says_whose_cards_are_missing(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"4003", "enter")
        assert "Cards are missing: Алла, Борис" in shown(pilot)
    assert not stored_night(book).night.journal


async def test_impossible_keys_are_refused_at_once_with_the_reason(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("4", "4")
        assert "two different cards" in shown(pilot)
        await pilot.press(*"0035981", "7")
        assert "All cards are in" in shown(pilot)


async def test_payments_appear_as_soon_as_two_hands_are_known(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"400")
        assert "Вадим → " not in shown(pilot)
        await pilot.press("3")
        assert "Галина → Вадим" in shown(pilot)


@pytest.mark.parametrize("russian", [False, True])
async def test_insurance_and_swap_cost_one_key_each(book: Path, russian: bool) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await type_keys(pilot, "i 28 07 94 82 s", russian=russian)
        await pilot.press("enter")
    played = stored_night(book).night.standing.rounds[0]
    assert played.record.insured
    assert played.played.facts == {"insured_event": True, "swapped": True}
    assert played.played.points["Вадим"] == 82


async def test_an_insured_event_without_a_decision_asks_with_both_outcomes(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await type_keys(pilot, "i 28 07 94 82")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Choice)
        text = shown(pilot)
        assert "2-8" in text
        assert "8-2" in text
        await pilot.press("escape")
        assert not stored_night(book).night.journal
        await pilot.press("enter", "2")
    assert stored_night(book).night.standing.rounds[0].record.swap


async def test_insurance_says_each_and_total(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("i", "4")
        assert "10 to each, 30 in all" in shown(pilot)


async def test_a_missed_cut_sets_hands_aside(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"4003", "c")
        assert "no cut" in shown(pilot)
        await pilot.press("c")
        assert table(pilot).form is not None
        assert table(pilot).form.hands_in == 2  # type: ignore[union-attr]
        await pilot.press("c", "enter")
    played = stored_night(book).night.standing.rounds[0]
    assert played.record.cut is Cut.MISSED
    assert played.net == {"Алла": 10, "Борис": 10, "Вадим": -30, "Галина": 10}


async def test_fines_preset_other_and_taken_back(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("f", "1")  # the first to the dealer's left: Галина
        await pilot.press("f", "4")
        assert isinstance(pilot.app.screen, Ask)
        pilot.app.screen.query_one("#player", Select).value = "Вадим"
        await fill(pilot, "each", "7")
        await fill(pilot, "note", "late [/]")
        await accept(pilot)
        await pilot.press("f", "5")  # take the first one back
        await pilot.press(*"40035981", "enter")
    fines = stored_night(book).night.standing.rounds[0].record.fines
    assert [(fine.player, fine.each, fine.note) for fine in fines] == [("Вадим", 7, "late [/]")]


async def test_undo_and_redo_any_number_of_steps_also_after_a_restart(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book) as pilot:
        await pilot.press("u")
        await pilot.pause(0.1)
        assert "Taken back: round 3" in shown(pilot)
        await pilot.press("u")
    assert len(stored_night(book).night.standing.rounds) == 1
    async with playing(book) as pilot:
        await pilot.press("r", "r", "r")
        assert "nothing to bring back" in shown(pilot)
    night = stored_night(book).night
    assert len(night.standing.rounds) == 3
    assert [type(entry) for entry in night.journal[3:]] == [Void] * 4


async def test_correcting_an_old_round_leaves_the_typed_one_untouched(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    before = stored_night(book).night.standing
    async with playing(book) as pilot:
        await pilot.press(*"40")
        typed = dumped(pilot)
        await pilot.press("e", "up", "enter")
        assert "correcting round 2" in shown(pilot)
        form = table(pilot).form
        assert form is not None
        units = form.cards[form.slots[1]]
        await pilot.press("right", str(next(d for d in range(10) if d not in form.cards.values() and d != units)))
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Ask)
        assert "before" in shown(pilot)
        await fill(pilot, "reason", "misread")
        await pilot.press("enter")
        assert dumped(pilot) == typed
    after = stored_night(book).night
    amend = after.journal[-1]
    assert isinstance(amend, Amend)
    assert (amend.entry, amend.reason) == (2, "misread")
    assert after.standing.rounds[1].net != before.rounds[1].net
    assert after.standing.rounds[2].net == before.rounds[2].net


async def test_leaving_a_correction_changes_nothing(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book) as pilot:
        await pilot.press("e", "enter", "5", "escape")
        assert "correcting" not in shown(pilot)
    assert len(stored_night(book).night.journal) == 2


async def test_leave_join_and_house_rules(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press("l", "2", "2")
        await pilot.press("j")
        await fill(pilot, "player", "  даша  [/] ")
        pilot.app.screen.query_one("#left_of", Select).value = "Вадим"
        await accept(pilot)
        await pilot.press("h")
        await fill(pilot, "insurance_each", "15")
        await accept(pilot)
        await pilot.press("i", *"4003", *"5981", "enter")
    night = stored_night(book).night
    leave, join, rules, played = night.journal[1:]
    assert isinstance(leave, Leave)
    assert leave.player == "Борис"
    assert isinstance(join, Join)
    assert (join.player, join.left_of) == ("даша [/]", "Вадим")
    assert isinstance(rules, HouseRules)
    assert rules.change == {"insurance_each": 15}
    assert isinstance(played, Round)
    assert night.standing.rounds[1].played.transfers[0].points == 15


async def test_a_half_typed_round_survives_a_join(book: Path) -> None:
    book_with(book, opening(FOUR[:3]))
    async with playing(book) as pilot:
        await pilot.press("i", *"4003")
        await pilot.press("j")
        await fill(pilot, "player", "Галина")
        await pilot.press("enter")
        form = table(pilot).form
        assert form is not None
        assert form.insured
        assert form.hands_in == 2


async def test_cash_play_steps_through_the_payments_and_remembers_the_step(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=300))
    async with playing(book) as pilot:
        await pilot.press(*"40035981", "enter", "enter", "enter")
        large = shown(pilot).splitlines()[10:12]  # the third payment is at hand: Галина pays Алла
        assert "Галина" in large[0]
        assert "→ Алла" in large[1]
        assert table(pilot).walk == 2
    async with playing(book) as pilot:
        assert table(pilot).walk == 2
        await pilot.press("5")
        assert table(pilot).walk is None
    stacks = stored_night(book).night.standing.cash
    assert stacks is not None
    assert stacks.stacks == {"Алла": 353, "Борис": 441, "Вадим": 277, "Галина": 129}


async def test_who_is_short_of_credit_is_named_and_adds(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=290))
    async with playing(book, (120, 40)) as pilot:
        assert "Алла 10" in shown(pilot)
        await pilot.press("k")
        assert pilot.app.screen.query_one("#points", Input).value == "10"
        await pilot.press("enter")
        assert "Алла 10" not in shown(pilot)


async def test_the_half_typed_round_is_there_after_a_restart(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book) as pilot:
        await pilot.press("i", "f", "1", *"40035")
        typed = dumped(pilot)
    async with playing(book) as pilot:
        assert dumped(pilot) == typed


async def test_too_few_players_is_said_and_cured(book: Path) -> None:
    book_with(book, opening(FOUR[:2]))
    async with playing(book) as pilot:
        await pilot.press("l", "1")
        assert "Too few players" in shown(pilot)
        await pilot.press("4", "enter", "u")
        assert "Too few players" not in shown(pilot)


async def test_resizing_in_mid_round_loses_nothing(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"40035")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "Галина" in shown(pilot))
            assert "Галина" in shown(pilot)
        await pilot.press(*"981", "enter")
    assert len(stored_night(book).night.journal) == 1


async def test_the_language_changes_in_the_middle_of_a_round(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"40", "f10")
        await pilot.pause()
        assert i18n.language() == "ru"
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press(*"035981", "enter")
    assert len(stored_night(book).night.journal) == 1


async def test_a_click_chooses_a_card_and_a_tap_on_the_key_bar_works(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"40035981")
        await pilot.click("#seats", offset=(3, 1))  # Алла's tens card
        await pilot.press("6")
        form = table(pilot).form
        assert form is not None
        assert form.hand("Алла") == Hand(6, 9)
        bar = shown(pilot).splitlines()[-1]
        await pilot.click("KeyBar", offset=(bar.index("insurance"), 0))
        await pilot.pause()
        assert form.insured


def dumped(pilot: Pilot[None]) -> dict[str, object]:
    """Everything that is typed."""
    form = table(pilot).form
    assert form is not None
    return form.dump()
