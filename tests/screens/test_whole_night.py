"""A night as a person types it: ten rounds with everything in them, in both languages, on both layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Select

from scorekeeper import i18n
from scorekeeper.book import Book
from scorekeeper.files.night_file import night_json
from scorekeeper.files.score import score_json
from scorekeeper.screens.dialogs import Ask
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.settlement import SettlementScreen
from tests.independent import score
from tests.screens.driving import FOUR, fill, playing, stored_night, type_keys


@pytest.mark.parametrize(
    ("language", "russian", "size"),
    [
        ("ru", True, (40, 20)),
        ("en", False, (120, 40)),
        pytest.param("ru", True, (120, 40), marks=pytest.mark.torture),
        pytest.param("en", False, (40, 20), marks=pytest.mark.torture),
    ],
)
async def test_a_whole_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str, russian: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    book = tmp_path / "book.db"
    i18n.set_language(language)
    async with playing(book, size) as pilot:

        async def keys(text: str, *named: str) -> None:
            await type_keys(pilot, text, russian=russian)
            for key in named:
                await pilot.press(key)

        await keys("n")
        for number, name in enumerate(FOUR, start=1):
            await fill(pilot, f"name-{number}", name)
        pilot.app.screen.query_one("#dealer", Select).value = "Вадим"
        await fill(pilot, "point", "0,50")
        pilot.app.screen.query_one("#currency", Select).value = "EUR"
        await pilot.press("f9")
        await pilot.pause()

        await keys("40 03 59 81", "enter")  # 1: Вадим deals
        await keys("i 28 07 94 82 s", "enter")  # 2: Галина, insured, swaps
        await keys("f1 53 12 78 90", "enter")  # 3: Алла; Борис has exposed a card
        await keys("i c", "enter")  # 4: Борис, insured, no cut
        await keys("01 98 45 10", "enter")  # 5: Вадим, the ideal hand
        await keys("i 29 13 57 68", "enter", "1")  # 6: Галина, insured, leaves her cards
        await keys("l 2 2")  # Борис gets up; his balance stays on record
        await keys("50 42 97", "enter")  # 7: Алла
        await keys("j")
        await fill(pilot, "player", "Даша")
        pilot.app.screen.query_one("#left_of", Select).value = "Вадим"
        await pilot.press("enter")
        await keys("12 34 56 78", "enter")  # 8: Вадим
        await keys("e")
        await keys("", *["up"] * 7, "enter", "down", "right", "4", "enter")  # Галина's units card of the first round
        assert isinstance(pilot.app.screen, Ask)
        await fill(pilot, "reason", "misread")
        await pilot.press("enter")
        await keys("87 65 43 21", "enter")  # 9: Даша
        await keys("u u r r")
        await keys("09 89 31 20", "enter")  # 10: Галина
        await keys("g")
        await pilot.pause(0.2)
        assert isinstance(pilot.app.screen, SettlementScreen)
        await keys("x")
        for _look in range(200):
            await pilot.pause(0.02)
            if list(tmp_path.glob("*.xlsx")):
                break
        await keys("c 2")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)

    assert list(tmp_path.glob("*.xlsx"))
    night = stored_night(book).night
    computed = score_json(night.standing)
    assert len(computed["rounds"]) == 10
    assert [played["outcome"] for played in computed["rounds"]].count("no_cut") == 1
    assert computed["rounds"][0]["hands"]["Галина"] == 4
    expected = score(night_json(night.opening, night.journal))
    assert computed["balances"] == expected["balances"]
    assert [played["transfers"] for played in computed["rounds"]] == [
        played["transfers"] for played in expected["rounds"]
    ]
    assert len(computed["settlement"]) == expected["settlement_count"]
    with Book.open(book) as opened:
        assert not opened.check()
