"""Chairs, the deal, reading back, settings, keys, sizes: the rest of the table screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input, Select

from scorekeeper import i18n, settings
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.screens.app import ScoreApp
from scorekeeper.screens.chairs import drawn
from scorekeeper.screens.dialogs import Ask, Reading
from scorekeeper.table.journal import Amend, Away, Back, Leave, Paid, Reseat, Round
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
    table,
    type_keys,
    until,
)


async def test_a_player_sits_out_and_is_back(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("a", "1")  # Алла
        await pilot.press(*"400359", "enter")
        await pilot.press("a", "1")
        assert "Алла" in shown(pilot)
    night = stored_night(book).night
    assert [type(entry) for entry in night.journal] == [Away, Round, Back]
    assert night.standing.rounds[0].seating.players == ("Борис", "Вадим", "Галина")
    assert night.standing.seats.present == FOUR


async def test_two_players_change_chairs(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("m", "1")
    night = stored_night(book).night
    assert isinstance(night.journal[0], Reseat)
    assert night.standing.seats.present == ("Борис", "Алла", "Вадим", "Галина")


async def test_the_deal_is_handed_over_by_agreement_and_survives_a_restart(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press(*"12")  # Галина's cards, who is next to deal
        await pilot.press("d", "2")  # but Алла deals
    async with playing(book) as pilot:
        assert table(pilot).form is not None
        assert table(pilot).form.seating.dealer == "Алла"  # type: ignore[union-attr]
        await pilot.press(*"345678", "enter")
    played = stored_night(book).night.standing.rounds[1]
    assert played.seating.dealer == "Алла"
    assert played.record.hand("Галина") == Hand(1, 2)
    assert played.record.hand("Алла") == Hand(3, 4)


async def test_the_first_deal_is_drawn_and_equal_cards_draw_again(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("d", "5")
        for at, card in enumerate(("К", "3", "king", "K")):
            await fill(pilot, f"card-{at}", card)
        await accept(pilot)
        assert isinstance(pilot.app.screen, Ask)  # there is no such card as "king"
        await fill(pilot, "card-2", "10")
        await accept(pilot)
        assert len(pilot.app.screen.query(Input)) == 2  # Алла and Галина draw again
        await fill(pilot, "card-0", "т")
        await fill(pilot, "card-1", "д")
        await accept(pilot)
        await pilot.press(*"40035981", "enter")
    assert stored_night(book).night.standing.rounds[0].seating.dealer == "Алла"


@pytest.mark.parametrize(
    ("typed", "rank"), [("2", 2), ("10", 10), ("0", 10), ("в", 11), ("Q", 12), (" a ", 14), ("1", 14)]
)
def test_cards_of_a_draw(typed: str, rank: int) -> None:
    assert drawn(typed) == rank


def test_what_is_no_card_of_a_draw() -> None:
    assert [drawn(text) for text in ("", "11", "Z", "10 10")] == [None] * 4


async def test_the_last_round_is_read_back(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 2))
    async with playing(book) as pilot:
        await pilot.press("4", "v")
        assert isinstance(pilot.app.screen, Reading)
        assert "Round 2" in shown(pilot)
        await pilot.press("escape")
        form = table(pilot).form
        assert form is not None
        assert form.cards == {("Алла", 0): 4}


async def test_the_history_of_a_corrected_round_can_be_read(book: Path) -> None:
    other = Record(hands={player: Hand(7, digit) for digit, player in enumerate(FOUR)})
    book_with(book, opening(), [*random_rounds(FOUR, 2), Amend(entry=1, record=other, reason="misread [/]")])
    async with playing(book, (120, 40)) as pilot:
        await pilot.press("e", "up", "v")
        text = shown(pilot)
        assert "History" in text
        assert "misread [/]" in text
        assert "as it was recorded" in text


async def test_all_tens_then_all_units_where_the_settings_say_so(book: Path) -> None:
    settings.save(settings.Settings(tens_first=True))
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"4058", *"0391", "enter")
    assert stored_night(book).night.standing.rounds[0].record.hands == {
        "Вадим": Hand(4, 0), "Галина": Hand(0, 3), "Алла": Hand(5, 9), "Борис": Hand(8, 1),
    }  # fmt: skip


@pytest.mark.parametrize("size", [(39, 20), (40, 19), (20, 5)])
async def test_below_40_by_20_there_is_advice_and_nothing_is_lost(book: Path, size: tuple[int, int]) -> None:
    book_with(book, opening())
    async with playing(book, (80, 24)) as pilot:
        await pilot.press(*"4003")
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: "Галина" not in shown(pilot))
        assert "Галина" not in shown(pilot)
        assert "40" in shown(pilot)
        await pilot.resize_terminal(40, 20)
        await until(pilot, lambda: "Галина" in shown(pilot))
        assert "Галина" in shown(pilot)
        await pilot.press(*"5981", "enter")
    assert len(stored_night(book).night.standing.rounds) == 1


async def test_bell_and_flash_only_where_they_are_wanted(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(ScoreApp, "bell", lambda _app: rung.append(True))
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"01")
        assert not rung
    settings.save(settings.Settings(bell=True, flash=True))
    async with playing(book) as pilot:
        await pilot.press("backspace")
        assert not rung
        monkeypatch.setattr("scorekeeper.screens.app.FLASH", 3600)
        await pilot.press("1")  # 10-A: the ideal hand
        assert rung == [True]
        assert table(pilot).has_class("flash")
        monkeypatch.setattr("scorekeeper.screens.app.FLASH", 0.01)
        assert isinstance(pilot.app, ScoreApp)
        pilot.app.alarm()
        await until(pilot, lambda: not table(pilot).has_class("flash"))
        assert not table(pilot).has_class("flash")
        rung.clear()
        await pilot.press("5")
        assert not rung  # once, not with every key


async def test_a_shortage_of_credit_rings_too(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(ScoreApp, "bell", lambda _app: rung.append(True))
    settings.save(settings.Settings(bell=True))
    book_with(book, opening(mode=Mode.CASH, credit=300))
    async with playing(book) as pilot:
        await pilot.press(*"40035981")
        assert not rung
        await pilot.press("enter")
        assert rung


async def test_help_begins_with_the_stage_in_hand(book: Path) -> None:
    book_with(book, opening())
    async with playing(book, (120, 40)) as pilot:
        await pilot.press("f1")
        assert "Insurance, before the cut" in shown(pilot).split("Keys")[0]
        await pilot.press("escape", "i", *"28079482", "f1")
        assert "Insured event" in shown(pilot).split("Keys")[0]


async def test_every_action_of_the_table_is_in_the_command_palette(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        offered = {command.title for command in pilot.app.get_system_commands(pilot.app.screen)}
        for binding in table(pilot).BINDINGS:
            assert isinstance(binding, Binding)
            if binding.tooltip and binding.action not in ("handed", "open_round", "out"):  # Enter at other times
                assert str(binding.tooltip) in offered, binding.action


async def test_the_round_is_timed_and_a_sleeping_laptop_is_not(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book_with(book, opening())
    clock = [1000.0]
    monkeypatch.setattr("scorekeeper.screens.table.time.time", lambda: clock[0])
    async with playing(book) as pilot:
        for _tick in range(8):
            clock[0] += 15
            table(pilot).tick()
        await pilot.press(*"4003")
        clock[0] += 8 * 60 * 60  # the lid was closed
    async with playing(book) as pilot:
        clock[0] += 15
        table(pilot).tick()
        await pilot.press(*"5981", "enter")
    assert stored_night(book).night.standing.rounds[0].lasted == 135


async def test_nothing_puts_the_clock_of_a_round_back(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    clock = [1000.0]
    monkeypatch.setattr("scorekeeper.screens.table.time.time", lambda: clock[0])

    def play(pilot: Pilot[None]) -> None:
        clock[0] += 20
        table(pilot).tick()

    async with playing(book) as pilot:
        play(pilot)
        await pilot.press("f10", "e", "enter")
        play(pilot)
        await pilot.press("9", "escape", "a", "1", "a", "1")
        play(pilot)
        await pilot.press("q", "enter")
    async with playing(book) as pilot:
        play(pilot)
        await pilot.press(*"40035981", "enter")
    assert stored_night(book).night.standing.rounds[1].lasted == 80


async def test_backspace_and_arrows_reach_any_card(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"40035981")
        await pilot.press("up", "left", "6", "enter")  # from past the end: Борис, then his tens card
    assert stored_night(book).night.standing.rounds[0].record.hand("Борис") is not None


async def test_correcting_one_card_of_the_last_round_costs_at_most_eight_keys(book: Path) -> None:
    hands = {"Алла": Hand(5, 9), "Борис": Hand(8, 1), "Вадим": Hand(4, 0), "Галина": Hand(0, 3)}
    book_with(book, opening(), [Round(record=Record(hands=hands))])
    keys = ["e", "enter", "down", "down", "7", "enter", "enter"]  # Алла's tens card
    async with playing(book) as pilot:
        for key in keys:
            await pilot.press(key)
    assert len(keys) <= 8
    assert stored_night(book).night.standing.rounds[0].record.hand("Алла") == Hand(7, 9)


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_draft_of_another_version_is_taken_up_as_far_as_it_goes(book: Path, language: str) -> None:
    number = book_with(book, opening())
    i18n.set_language(language)
    async with playing(book) as pilot:
        await type_keys(pilot, "i 40")
        draft = pilot.app.book.draft(number, None)  # type: ignore[attr-defined]
        data = json.loads(draft.data)
        del data["form"]["handed"], data["seconds"], data["walk"]
        pilot.app.book.save_draft(number, None, json.dumps(data))  # type: ignore[attr-defined]
    async with playing(book) as pilot:
        form = table(pilot).form
        assert form is not None
        assert form.hand("Вадим") == Hand(4, 0)
        assert form.insured


async def test_another_process_that_was_faster_is_noticed_and_nothing_is_written_twice(book: Path) -> None:
    from scorekeeper.book import Book

    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press(*"40035981")
        with Book.open(book) as other:
            other.append_fresh(1, random_rounds(FOUR, 1)[0])
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert "changed elsewhere" in shown(pilot)
        form = table(pilot).form
        assert form is not None
        assert form.blank  # these cards were those of the round that the other one has recorded
        await pilot.press("enter")
        assert len(stored_night(book).night.standing.rounds) == 1
        await pilot.press("u")
        form = table(pilot).form
        assert form is not None
        assert form.hands_in == 4  # and they come back with it
        await pilot.press("enter")
    assert len(stored_night(book).night.standing.rounds) == 1


async def test_cards_stay_with_the_round_for_which_they_were_typed(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press("i", *"98", "u")
        form = table(pilot).form
        assert form is not None
        assert form.blank
        await pilot.press("r")
        form = table(pilot).form
        assert form is not None
        assert form.insured
        assert form.hands_in == 1
        await pilot.press("j", "escape", "h", "escape")  # seats and rules leave them alone
        assert form.hands_in == 1


async def test_house_rules_that_cannot_be_are_refused_in_the_form(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("h")
        await fill(pilot, "insured_up_to", "300")
        await accept(pilot)
        assert isinstance(pilot.app.screen, Ask)
        assert "0 to 99" in shown(pilot)
        await fill(pilot, "insured_up_to", "3.100")
        await accept(pilot)
        assert "If it is 3\u00a0100," in shown(pilot)
        await fill(pilot, "insured_up_to", "31")
        pilot.app.screen.query_one("#dealer_only").toggle()  # type: ignore[attr-defined]
        await accept(pilot)
    rules = stored_night(book).night.standing.rules
    assert (rules.insured_up_to, rules.dealer_only) == (31, True)


async def test_a_select_in_a_form_is_reached_by_keys(book: Path) -> None:
    book_with(book, opening(FOUR[:3]))
    async with playing(book) as pilot:
        await pilot.press("j")
        await pilot.press(*"Zoe", "tab", "enter", "up", "enter")
        assert pilot.app.screen.query_one("#left_of", Select).value == "Борис"
        await pilot.press("shift+tab", "enter")
    assert stored_night(book).night.standing.seats.present == ("Алла", "Борис", "Zoe", "Вадим")


async def test_who_leaves_may_settle_at_once(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book) as pilot:
        await pilot.press("l", "2")
        assert "Борис: settle now?" in shown(pilot)
        await pilot.press("1")
    night = stored_night(book).night
    assert isinstance(night.journal[-1], Leave)
    assert all(isinstance(entry, Paid) for entry in night.journal[3:-1])
    assert night.standing.due["Борис"] == 0
    assert night.standing.balances["Борис"] != 0


async def test_a_tap_on_the_score_opens_a_round(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book) as pilot:
        await pilot.click("ScorePanel", offset=(5, 3))
        await pilot.pause()
        await pilot.click("ScorePanel", offset=(5, 3))
        await pilot.pause()
        assert "correcting round 2" in shown(pilot)


async def test_more_payments_than_fit_are_counted_and_paged(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book, (40, 20)) as pilot:
        first = shown(pilot)
        assert "more below" in first
        await pilot.press("pagedown")
        await pilot.pause()
        assert shown(pilot) != first
        await pilot.click("PaymentsPanel")
        await pilot.pause(0.05)
