"""Workbooks on many nights: of one player, and of the whole book."""

from __future__ import annotations

import io
import random
import re
import zipfile

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from scorekeeper import i18n
from scorekeeper.files.history import NightResult, head_to_head, in_order, night_result
from scorekeeper.files.places import player_file
from scorekeeper.files.workbook_history import book_workbook, player_workbook
from tests.files.evening import EVENING, night_of, rows, sheets, with_seats
from tests.random_nights import random_night


def results() -> list[NightResult]:
    """A few nights of overlapping tables, for two currencies and for points."""
    second = EVENING | {
        "title": "=Суббота",
        "started_at": "2026-11-20T21:00:00+03:00",
        "stake": {"point": "5", "currency": "RUB"},
        "seats": [{"player": "=1+1"}, {"player": "Ян"}],
        "dealer": "Ян",
        "journal": [{"round": {"hands": {"=1+1": "5-9", "Ян": "8-A"}}}],
    }
    third = {key: value for key, value in second.items() if key not in ("stake", "title")}
    third |= {"started_at": "2026-12-04T21:00:00+03:00", "journal": []}
    return [night_result(number, night_of(data)) for number, data in enumerate((EVENING, second, third), start=1)]


def charts(content: bytes) -> int:
    """How many there are."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return sum(name.startswith("xl/charts/chart") for name in file.namelist())


def test_a_player_over_time() -> None:
    content = player_workbook("=1+1", results())
    summary, nights, balance, against = sheets(content)
    facts = {row[0]: row[1] for row in rows(summary)}
    assert facts["Nights"] == 3
    assert facts["Rounds"] == 4
    assert facts["Net"] == 259 - 22
    assert facts["Net, EUR"] == 129.5
    assert facts["Net, RUB"] == -110
    assert (facts["Nights won"], facts["Nights lost"]) == (1, 1)
    assert (facts["Best night"], facts["Worst night"]) == (259, -22)
    assert [[row[0], row[2], *row[3:]] for row in rows(nights)[1:]] == [
        [2, "=Суббота", 1, 0, 22, -22, -22, None, -110],
        [1, "=Пятница у Бориса", 3, 289, 30, 259, 237, 129.5, None],
        [3, None, 0, 0, 0, 0, 237, None, None],
    ]
    assert rows(balance)[1:] == [[2, -22], [1, 237], [3, 237]]
    assert {row[0]: row[1:] for row in rows(against)[1:]}["Ян"] == [2, -22]
    assert sum(row[2] for row in rows(against)[1:]) == 237
    assert charts(content) == 2


def test_the_whole_book() -> None:
    content = book_workbook(results())
    players, nights, nets, balances, against = sheets(content)
    head, *people = rows(players)
    assert head[5:] == ["Net", "Best night", "Worst night", "Net, EUR", "Net, RUB"]
    assert {row[0]: row[1:] for row in people}["=1+1"] == [3, 4, 289, 52, 237, 259, -22, 129.5, -110]
    assert sum(row[5] for row in people) == 0
    assert [row[0] for row in rows(nights)[1:]] == [2, 1, 3]
    assert rows(nights)[2][3:] == [5, rows(nights)[2][4], "Вадим", 342, "EUR"]
    assert rows(nets)[0] == ["Night", "=1+1", "Ян", "Алла", "Вадим", "Кон", "Даша"]
    assert rows(nets)[1:] == [
        [2, -22, 22, None, None, None, None],
        [1, 259, None, -455, 342, 6, -152],
        [3, 0, 0, None, None, None, None],
    ]
    assert rows(balances)[1:] == [
        [2, -22, 22, None, None, None, None],
        [1, 237, 22, -455, 342, 6, -152],
        [3, 237, 22, -455, 342, 6, -152],
    ]
    table = {row[0]: dict(zip(rows(against)[0][1:], row[1:], strict=True)) for row in rows(against)[1:]}
    assert table["Ян"]["=1+1"] == 22
    assert table["=1+1"]["Ян"] == -22
    assert table["Ян"]["Ян"] is None
    assert charts(content) == 2


def test_no_two_players_share_a_file() -> None:
    names = ["Алла", "Пётр I", "Пётр-I", "[/]", "'", "🙂", "a/b", "a:b", "Ж" * 60, "Ж" * 59, "../x", "CON."]
    files = [player_file(name) for name in names]
    assert files[:2] == ["player-Алла.xlsx", "player-Пётр-I.xlsx"]
    assert len({name.casefold() for name in files}) == len(names)
    assert all(re.fullmatch(r"player-[\w-]+\.xlsx", name) for name in files)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_any_nights_make_a_workbook_of_values(language: str) -> None:
    i18n.set_language(language)
    many = [night_result(seed, night_of(random_night(random.Random(seed), rounds=4))) for seed in range(12)]
    won = head_to_head(many)
    assert all(won[one, other] == -won[other, one] for one, other in won)
    content = book_workbook(many)
    assert content == book_workbook(list(reversed(many)))
    player = next(iter(many[0].nets))
    for made in (content, player_workbook(player, many)):
        for page in load_workbook(io.BytesIO(made)):
            assert not any(cell.data_type == "f" for row in page.iter_rows() for cell in row)


def test_nights_without_a_date_come_first() -> None:
    many = results()
    undated = night_result(
        9, night_of({key: EVENING[key] for key in ("format", "game", "seats", "dealer")} | {"journal": []})
    )
    assert [night.number for night in in_order([*many, undated])] == [9, 2, 1, 3]


def test_a_chart_has_room_for_long_names() -> None:
    long = "Ж" * 60
    played = [night_result(1, with_seats("Ann", long, "Bob"))]
    for content, title in ((player_workbook("Ann", played), "Head to head"), (book_workbook(played), "Players")):
        page = load_workbook(io.BytesIO(content))[title]
        head, *found = rows(page)
        assert head[-1] == "Name in the chart"
        assert {row[0]: row[-1] for row in found}[long] == "Ж" * 15 + "…"
        assert page.column_dimensions[get_column_letter(len(head))].hidden
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            drawn = [file.read(name).decode() for name in file.namelist() if name.startswith("xl/charts/chart")]
        (bars,) = (chart for chart in drawn if "barChart" in chart)
        assert f"${get_column_letter(len(head))}$2" in bars
        assert 'plotVisOnly val="0"' in bars
