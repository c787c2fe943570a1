"""What the screens show is what is computed for scripts, number for number."""

from __future__ import annotations

import random
import re
from pathlib import Path
from uuid import uuid4

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.book import Book
from scorekeeper.files.score import score_json
from scorekeeper.screens.dialogs import Reading
from scorekeeper.screens.settlement import SettlementScreen
from scorekeeper.screens.widgets.score import ScorePanel
from scorekeeper.table.night import Night
from tests.files.evening import night_of
from tests.random_nights import random_night
from tests.screens.driving import playing, shown, table, until

PLAIN = ("Алла", "Борис", "Вадим", "Галина", "Даша", "Ёжик", "Пётр", "Zoë", "Оля")
_NUMBER = r"[+−-]?\d+"


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


async def _read_round(pilot: Pilot[None], number: int) -> str:
    """The page about a round, chosen in the score by its number."""
    await pilot.press("e", *str(number), "v")
    page = pilot.app.screen
    assert isinstance(page, Reading)
    text = str(page.query_one(Static).render())
    await pilot.press("escape", "escape")
    return text


def _rows(panel: ScorePanel) -> list[list[str]]:
    return [panel._round(at).text.split() for at in range(len(panel.rounds))]


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.torture)])
async def test_every_number_of_a_night_is_on_screen_as_score_gives_it(
    book: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.random_nights.NAMES", PLAIN)  # hostile ones have tests of their own
    night: Night = night_of(random_night(random.Random(seed), rounds=8))
    with Book.open(book) as opened:
        opened.take([(night.opening, night.journal, str(uuid4()))])
    score = score_json(night.standing)
    async with playing(book, (160, 60)) as pilot:
        panel = table(pilot).query_one(ScorePanel)
        await until(pilot, lambda: 0 < panel.size.width < 60)  # the panels find their widths in two steps
        await pilot.pause()
        players = [player for (player,) in panel.groups]
        for row, played in zip(_rows(panel), score["rounds"], strict=True):
            nets = [None if cell == "·" else _number(cell) for cell in row[1:]]
            assert nets == [played["net"].get(player) for player in players]
        totals = next(line for line in shown(pilot).splitlines() if " sum " in line).split(" sum ")[1]
        found = [_number(cell) for cell in re.findall(_NUMBER, totals)[: len(players)]]
        assert found == [score["balances"][player] for player in players]
        for played in score["rounds"]:
            page = await _read_round(pilot, played["number"])
            paid = [
                (payer, payee, int(points) + sum(map(int, re.findall(r"(\d+) (?:owed|set off)", words))))
                for payer, payee, points, words in re.findall(r"^ *\d+ (.+?) → (.+?) +(\d+)\b(.*)$", page, re.MULTILINE)
                if "a debt is paid" not in words  # in cash play these lie between what the round costs
            ]
            assert paid == [(one["payer"], one["payee"], one["points"]) for one in played["transfers"]]
            hands = dict(re.findall(r"^(\S+) +\S+ = (\d+)", page, re.MULTILINE))
            assert {player: int(points) for player, points in hands.items()} == played["hands"]
        await pilot.press("g")
        screen = pilot.app.screen
        assert isinstance(screen, SettlementScreen)
        await until(pilot, lambda: screen.plan is not None)
        assert [(one.payer, one.payee, one.points) for one in screen.payments] == [
            (one["payer"], one["payee"], one["points"] if one["money"] is None else _minor(one["money"]))
            for one in score["settlement"]
        ]
        pairs = [f"{one['payer']} → {one['payee']}" for one in score["settlement"]]
        await until(pilot, lambda: all(pair in shown(pilot) for pair in pairs))
        assert all(pair in shown(pilot) for pair in pairs)


def _minor(money: str) -> int:
    return int(money.replace(".", ""))
