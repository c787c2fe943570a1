"""What a tired scorekeeper must not stumble over: what is shown is what is meant, and no key does harm unseen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from scorekeeper import i18n
from scorekeeper.book import Book
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Fine, FineKind, Record
from scorekeeper.screens.dialogs import Ask, Choice, Reading
from scorekeeper.screens.table import TableScreen
from scorekeeper.screens.widgets.bars import KeyBar
from scorekeeper.screens.widgets.lines import Lines
from scorekeeper.screens.widgets.payments import PaymentsPanel
from scorekeeper.screens.widgets.score import ScorePanel
from scorekeeper.screens.widgets.seats import Seats
from scorekeeper.table.amounts import Amount
from scorekeeper.table.journal import Consent, Join, Leave, Paid, Round
from scorekeeper.table.standing import Mode
from tests.screens.driving import (
    FOUR,
    at_once,
    book_with,
    fill,
    opening,
    playing,
    random_rounds,
    shown,
    stored_night,
    table,
    until,
)


async def test_two_clicks_on_an_answer_answer_once(book: Path) -> None:
    book_with(book, opening())
    async with playing(book) as pilot:
        await pilot.press("f")
        spot = pilot.app.screen.query_one("OptionList").region
        x, y = spot.x + 4, spot.y + 1
        await at_once(pilot, f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m" * 3)
        assert isinstance(pilot.app.screen, TableScreen)
        form = table(pilot).form
        assert form is not None
        assert len(form.fines) == 1


async def test_the_credit_offered_follows_the_number_of_players(book: Path) -> None:
    async with playing(book) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        screen.query_one("#mode", Select).value = str(Mode.CASH)
        for number, name in enumerate(("Анна", "Ян", "Оля"), start=1):
            await fill(pilot, f"name-{number}", name)
        credits = [screen.query_one(f"#credit-{number}", Input) for number in (1, 2, 3)]
        assert [field.value for field in credits] == ["200"] * 3
        await fill(pilot, "credit-2", "500")
        await fill(pilot, "name-4", "Пётр")
        assert [field.value for field in credits] == ["300", "500", "300"]
        await pilot.press("f9")
        assert isinstance(pilot.app.screen, TableScreen)
    cash = stored_night(book).night.standing.cash
    assert cash is not None
    assert cash.stacks == {"Анна": 300, "Ян": 500, "Оля": 300, "Пётр": 300}


async def test_undo_names_the_payment_that_it_takes_back(book: Path) -> None:
    paid = Paid(payer="Галина", payee="Борис", amount=Amount(points=60))
    hands = {"Алла": Hand(5, 9), "Борис": Hand(8, 1), "Вадим": Hand(4, 0), "Галина": Hand(0, 3)}
    book_with(book, opening(), [Round(record=Record(hands=hands)), paid])
    async with playing(book) as pilot:
        await pilot.press("u")
        assert "Taken back: the payment Галина → Борис, 60 = €30.00" in shown(pilot)


async def test_a_corrected_round_shows_the_suits_that_it_was_played_with(book: Path) -> None:
    entries = [*random_rounds(FOUR, 1), Leave(player="Алла"), Join(player="Даша", left_of="Галина", option="spades")]
    book_with(book, opening(), entries)
    with Book.open(book) as opened:
        suits = opened.load(1).night.standing
    then, now = (suits.game.seat_options(state) for state in (suits.rounds[0].state, suits.next_state))
    assert then != now
    async with playing(book) as pilot:
        await pilot.press("e", "enter")
        views = {view.player: view.suit for view in table(pilot).query_one(Seats)._views}
        assert views == then
        assert views["Алла"]


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 34)])
async def test_the_score_adds_up_to_zero_with_whoever_has_left(book: Path, size: tuple[int, int]) -> None:
    entries, there = random_rounds(FOUR, 2), FOUR
    for number, player in enumerate(FOUR[:3]):
        there = (*there[1:], f"Новый {number}")
        entries += [Leave(player=player), Join(player=there[-1], left_of=there[-2])]
        entries += random_rounds(there, 1, seed=number)
    book_with(book, opening(), entries)
    async with playing(book, size) as pilot:
        if size[0] < 60:
            await pilot.press("t")
        screen = table(pilot)
        rows = screen.query_one(ScorePanel)
        await until(pilot, lambda: not sum(_totals(pilot)))  # the panels find their widths in two steps
        assert sorted(player for group in rows.groups for player in group) == sorted({*FOUR, *there})
        assert sum(_totals(pilot)) == 0
        assert any(_totals(pilot))


def _totals(pilot: Pilot[None]) -> list[int]:
    """The numbers in the line of totals, one a column of the score; a lone 1 as long as it is not painted."""
    line = next((line for line in shown(pilot).splitlines() if "sum" in line), "sum 1")
    cells = line.split("sum")[1].replace("│", " ").split()
    count = len(table(pilot).query_one(ScorePanel).groups)
    return [int(cell.replace("−", "-")) for cell in cells[:count]]


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (160, 50)])
async def test_all_commands_can_always_be_tapped(book: Path, size: tuple[int, int]) -> None:
    book_with(book, opening())
    async with playing(book, size) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        at = str(bar.render()).index("⋯")
        await pilot.click(KeyBar, offset=(bar.styles.padding.left + at, 0))
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "CommandPalette"


async def test_the_walk_says_what_a_payment_is_worth_and_what_enter_does(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=300))
    async with playing(book) as pilot:
        await pilot.press(*"40035981", "enter")
        assert "handed over" in str(pilot.app.screen.query_one(KeyBar).render())
        assert "€" in shown(pilot).partition("Hand over now")[2]
        while table(pilot).walking:
            await pilot.press("enter")
        assert "record" in str(pilot.app.screen.query_one(KeyBar).render())
        await pilot.press("enter")
    assert len(stored_night(book).night.journal) == 1


async def test_consent_is_asked_for_one_or_for_all(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=250))
    async with playing(book) as pilot:
        await pilot.press("y")
        assert isinstance(pilot.app.screen, Choice)
        assert not stored_night(book).night.journal
        await pilot.press("3")  # after all of them and the first one
        await pilot.press("y", "1")
    assert [entry.player for entry in stored_night(book).night.journal if isinstance(entry, Consent)] == [
        "Борис", "Алла", "Вадим", "Галина",
    ]  # fmt: skip


async def test_a_fine_shows_the_word_of_reason(book: Path) -> None:
    fines = (Fine("Вадим", FineKind.OTHER, 5, "уронил [карту]"), Fine("Алла", FineKind.EXPOSED))
    hands = {"Алла": Hand(5, 9), "Борис": Hand(8, 1), "Вадим": Hand(4, 0), "Галина": Hand(0, 3)}
    book_with(book, opening(), [Round(record=Record(hands=hands, fines=fines))])
    async with playing(book, (120, 34)) as pilot:
        lines = [str(line[0]) for line in pilot.app.screen.query_one(PaymentsPanel)._lines]
        assert [("уронил [карту]" in line, "exposed" in line) for line in lines[:6]] == [(True, False)] * 3 + [
            (False, True)
        ] * 3
        await pilot.press("v")
        assert isinstance(pilot.app.screen, Reading)
        assert "fine: уронил [карту]" in shown(pilot)


async def test_any_round_of_a_long_night_is_at_most_eight_keys_away(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 130))
    async with playing(book) as pilot:
        for keys, number in ((("5",), 5), (("1", "0", "7"), 107), (("home",), 1), (("end",), 130)):
            await pilot.press("e", *keys, "enter")
            amending = table(pilot).amending
            assert amending is not None
            assert amending.number == number
            await pilot.press("escape")
        await pilot.press("e", "pageup", "pageup", "9")  # a digit begins a number anew
        assert table(pilot).query_one(ScorePanel).picked == 8
        await pilot.press("9", "9")  # there is no round 999
        assert table(pilot).query_one(ScorePanel).picked == 8


async def test_in_a_correction_nothing_else_is_written(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 3))
    async with playing(book) as pilot:
        await pilot.press("e", "up", "enter", "right", "7")
        for key in ("u", "r", "j", "l", "h", "w"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, TableScreen), key
            assert "First the correction" in shown(pilot)
        assert table(pilot).amending is not None
    assert len(stored_night(book).night.journal) == 3


async def test_nothing_is_typed_into_a_screen_that_cannot_be_seen(book: Path) -> None:
    book_with(book, opening())
    async with playing(book, (39, 20)) as pilot:
        await pilot.press("4", "i", "f", "enter")
        assert "Too small" in shown(pilot)
        form = table(pilot).form
        assert form is not None
        assert form.blank


async def test_messages_take_each_others_place(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        for number in range(3):
            pilot.app.notify(f"message {number}")
            await pilot.pause()
        assert [toast.message for toast in pilot.app._notifications] == ["message 2"]


async def test_a_refused_name_stays_to_be_put_right(book: Path) -> None:
    book_with(book, opening(("Оля", "Ян")))
    async with playing(book) as pilot:
        await pilot.press("escape", "p", "down", "enter")
        await _rename(pilot, "оля")
        assert isinstance(pilot.app.screen, Ask)
        assert "merge them" in shown(pilot)
        await _rename(pilot, "Яна")
        assert "Rename" not in shown(pilot)
    with Book.open(book) as opened:
        assert sorted(player.name for player in opened.players()) == ["Оля", "Яна"]


async def _rename(pilot: Pilot[None], name: str) -> None:
    await fill(pilot, "name", name)
    await pilot.press("enter")
    await pilot.pause()


async def test_keys_that_lead_nowhere_say_why(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    i18n.set_language("en")
    said = {
        "k": "on record",
        "y": "Nobody is short",
        "s": "insured dealer",
        "t": "on screen already",
        "r": "bring back",
    }
    async with playing(book) as pilot:
        for key, words in said.items():
            await pilot.press(key)
            assert words in shown(pilot), key
        assert "swap" not in str(pilot.app.screen.query_one(KeyBar).render())


async def test_a_new_hand_is_at_the_first_stage_with_all_stages_in_view(book: Path) -> None:
    book_with(book, opening())
    for size in ((40, 20), (80, 24)):
        async with playing(book, size) as pilot:
            assert "insurance? › cut › hands 0/4 › payments" in " › ".join(_stages(pilot))
            await pilot.press("i")
            assert "10 to each, 30 in all" in shown(pilot)
            await pilot.press("4")
            assert _stages(pilot)[0].startswith("✓ insurance 10 to each, 30 in all")
            await pilot.press("backspace", "i")


def _stages(pilot: Pilot[None]) -> list[str]:
    return ["".join(map(str, line)) for line in table(pilot).query_one("#stages", Lines)._lines]


async def test_the_walk_hands_over_what_there_is_and_names_the_debts(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=300))
    async with playing(book, (120, 40)) as pilot:
        await pilot.press("i", *"02989796", "enter", "1")  # the dealer runs out of money on the way
        last = stored_night(book).night.standing.rounds[-1]
        short = [step for step in last.handed if step.owed]
        assert short
        while table(pilot).walking:
            at = table(pilot).walk
            assert at is not None
            step = last.handed[at]
            line = next(text for text in shown(pilot).splitlines() if f"→ {step.payee}" in text)
            assert step.payer in shown(pilot)
            if step.owed:
                assert f"{step.owed} owed" in shown(pilot), line
            await pilot.press("enter")
        owing = short[0].payer
        await pilot.press(*"89109320" if owing == "Вадим" else "98017632", "enter")
    standing = stored_night(book).night.standing
    assert standing.cash is not None
    moved = dict.fromkeys(FOUR, 300)
    for played in standing.rounds:
        for step in played.handed:
            moved[step.payer] -= step.points
            moved[step.payee] += step.points
    assert moved == standing.cash.stacks


async def test_a_round_with_somebody_short_says_that_it_was_played_by_consent(book: Path) -> None:
    book_with(book, opening(mode=Mode.CASH, credit=250))
    async with playing(book) as pilot:
        await pilot.press(*"40035981", "enter")
        assert "Played on by consent: " in shown(pilot)
        assert "Галина" in shown(pilot).partition("by consent")[2]
    kinds = [entry.kind for entry in stored_night(book).night.journal]
    assert kinds == ["consent"] * 4 + ["round"]


async def test_a_hidden_night_comes_back_and_its_debts_are_named_before(book: Path) -> None:
    book_with(book, opening(title="Friday"), random_rounds(FOUR, 2))
    async with playing(book) as pilot:
        await pilot.press("escape", "x")
        assert "Not everything in it is paid" in shown(pilot).replace("│", "").replace("\n", " ")
        await pilot.press("1")
        await until(pilot, lambda: "Friday" not in shown(pilot))
        assert "Friday" not in shown(pilot)
        await pilot.press("z")
        await until(pilot, lambda: "Friday" in shown(pilot))
        assert "Hidden nights" in shown(pilot)
        assert "Friday" in shown(pilot)
        await pilot.press("x", "1", "z")
        await until(pilot, lambda: "Friday" in shown(pilot))
        assert "Friday" in shown(pilot)


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_the_stage_in_hand_is_never_the_one_that_is_cut_off(book: Path, size: tuple[int, int]) -> None:
    names = tuple(f"{name} с очень длинным именем" for name in FOUR)
    book_with(book, opening(names))
    async with playing(book, size) as pilot:
        await pilot.press("i", "f", "1", "f", "2", "f", "3", "f", "1", "c")
        assert "✗ no cut › ⏎ record" in " › ".join(_stages(pilot))
        await pilot.press("c", *"01")
        assert "hands 1/4" in _stages(pilot)[-1]
        await pilot.press(*"234567")
        assert "ideal hand › ⏎ record" in " › ".join(_stages(pilot))
        await pilot.press("s")
        assert "nothing to swap" in " ".join(shown(pilot).split())


async def test_a_correction_that_was_not_saved_says_so_when_it_is_opened_again(book: Path) -> None:
    book_with(book, opening(), random_rounds(FOUR, 1))
    async with playing(book) as pilot:
        await pilot.press("e", "enter", "right", "9", "right", "8")
        typed = table(pilot).form
        assert typed is not None
        assert typed.record() != stored_night(book).night.standing.rounds[0].record
    async with playing(book) as pilot:
        await pilot.press("e", "enter")
        assert "begun and not saved" in shown(pilot)
        await pilot.press("escape", "e", "enter")
        assert "begun and not saved" not in shown(pilot)
