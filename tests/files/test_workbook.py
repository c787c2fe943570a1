"""The workbook says what the night came to, cell for cell."""

from __future__ import annotations

import hashlib
import io
import random
import re
import zipfile
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper import i18n
from scorekeeper.files.columns import COLUMNS
from scorekeeper.files.workbook import workbook
from scorekeeper.files.workbook_journal import FORMAT
from scorekeeper.games import GAMES
from scorekeeper.table.night import Night
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method
from scorekeeper.table.standing import PlayedRound
from tests.files.evening import EVENING, block, night_of, rows, sheets, with_seats
from tests.random_nights import NAMES, random_night

AT = datetime.fromisoformat
SUMMARY, ROUNDS, PAYMENTS, BALANCES, SETTLEMENT, JOURNAL, PROOF, RULES, FINES, PROOF_OF_ROUNDS = range(10)
LANGUAGES = pytest.mark.parametrize("language", ["ru", "en"])


def evening() -> Night:
    return night_of(EVENING)


@cache
def pages_of(_language: str) -> list[Worksheet]:
    """The sheets of the evening in this language, which is in use."""
    return sheets(workbook(evening()))


def units(night: Night, units: int) -> list[float]:
    """Money, where there is any."""
    stake = night.opening.stake
    return [units / 10 ** len(stake.point_text().partition(".")[2])] if stake else []


def money(night: Night, points: int) -> list[float]:
    return units(night, points * night.standing.unit)


def moment(night: Night, played: PlayedRound) -> datetime | None:
    zone = ZoneInfo(night.opening.zone or "UTC")
    return played.at and played.at.astimezone(zone).replace(tzinfo=None)


# --- the evening, by hand ----------------------------------------


def test_rounds_of_the_evening() -> None:
    header, *found = rows(pages_of(i18n.language())[ROUNDS])
    players = ["Алла", "=1+1", "Вадим", "Кон", "Даша"]
    assert header == [
        "Round", "Entry", "Time", "Dealer", "Insurance to each", "Swap", "Outcome",
        *(f"{player}, cards" for player in players),
        *(f"{player}, hand" for player in players),
        *(f"{player}, net" for player in players),
    ]  # fmt: skip
    assert found == [
        [1, 1, AT("2026-11-27 23:31"), "Вадим", 10, "no", "played",
         "5-9", "8-A", "4-10", "10-3", None, 59, 81, 40, 3, None, 63, 151, -53, -161, None],
        [2, 3, AT("2026-11-27 23:59:30"), "Кон", 10, "yes", "played",
         "10-7", "9-4", "8-2", "2-8", None, 7, 94, 82, 82, None, -227, 121, 73, 33, None],
        [3, 4, AT("2026-11-28 00:10"), "Алла", 7, "no", "missed cut",
         None, None, None, None, None, None, None, None, None, None, -41, -13, 27, 27, None],
        [4, 6, None, "Вадим", None, "no", "ideal hand",
         "9-8", None, "10-A", "4-5", None, 98, None, 1, 45, None, -98, None, 143, -45, None],
        [5, 10, None, "Даша", None, "no", "played",
         "2-A", None, "9-7", "9-7", "2-A", 21, None, 97, 97, 21, -152, None, 152, 152, -152],
    ]  # fmt: skip


def test_summary_of_the_evening() -> None:
    summary = pages_of(i18n.language())[SUMMARY]
    assert [row[:2] for row in rows(summary)[:6]] == [
        ["=Пятница у Бориса", None],
        ["Date", AT("2026-11-27")],
        ["Time zone", "Europe/Moscow"],
        ["Mode", "on record"],
        ["One point", 0.5],
        ["Rounds", 5],
    ]
    table = block(summary, "Player")
    assert [row[0] for row in table] == ["Алла", "=1+1", "Вадим", "Кон", "Даша", "Total"]
    assert table[1] == ["=1+1", 289, 30, 259, 144.5, 15, 129.5, 3, "9-4"]
    assert [row[8] for row in table] == ["9-8", "9-4", "10-A", "9-7", "2-A", None]
    assert table[-1][3:8] == [0, table[-1][4], table[-1][4], 0, 5]
    assert table[-1][1] == table[-1][2]
    assert len(block(summary, "Payer")) == 4


def test_balances_begin_with_a_player_and_sum_to_zero_in_every_round() -> None:
    header, *found = rows(pages_of(i18n.language())[BALANCES])
    assert header == ["Round", "Entry", "Алла", "=1+1", "Вадим", "Кон", "Даша"]
    assert found == [
        [1, 1, 63, 151, -53, -161, None],
        [2, 3, -164, 272, 20, -128, None],
        [3, 4, -205, 259, 47, -101, None],
        [4, 6, -303, 259, 190, -146, None],
        [5, 10, -455, 259, 342, 6, -152],
    ]
    assert not any(sum(points or 0 for points in balances) for _number, _entry, *balances in found)


def test_restored_balances_have_a_row_of_their_own() -> None:
    restored = {"restore": {"balances": {"Ann": -20, "Bob": 20}}}
    hands = {"round": {"hands": {"Ann": "7-1", "Bob": "2-1"}}}
    night = with_seats("Ann", "Bob", journal=[hands, restored, hands, restored])
    content = workbook(night)
    assert rows(sheets(content)[BALANCES]) == [
        ["Round", "Entry", "Ann", "Bob", "Reason"],
        [1, 1, 50, -50, None],
        [None, 2, -20, 20, "balances restored"],
        [2, 3, 30, -30, None],
        [None, 4, -20, 20, "balances restored"],
    ]
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        chart = file.read("xl/charts/chart1.xml").decode()
    assert re.findall(r"<(?:c:)?v>(-?\d+)</", chart) == ["50", "-20", "30", "-20", "-50", "20", "-30", "20"]


def test_payments_stand_in_the_order_in_which_they_were_handed_over() -> None:
    found = rows(pages_of(i18n.language())[PAYMENTS])
    assert found[0] == ["Round", "Step", "Entry", "Payer", "Payee", "Points", "Money", "Reason"]
    assert found[1] == [1, 1, 2, "Вадим", "Кон", 10, 5, "insurance"]  # entry 2 corrects the round
    assert [row[1:] for row in found if row[0] == 3] == [
        [1, 4, "=1+1", "Вадим", 10, 5, "fine: exposed card"],
        [2, 4, "=1+1", "Кон", 10, 5, "fine: exposed card"],
        [3, 4, "=1+1", "Алла", 10, 5, "fine: exposed card"],
        [4, 4, "Алла", "=1+1", 7, 3.5, "insurance"],
        [5, 4, "Алла", "Вадим", 7, 3.5, "insurance"],
        [6, 4, "Алла", "Кон", 7, 3.5, "insurance"],
        [7, 4, "Алла", "=1+1", 10, 5, "fine: missed cut"],
        [8, 4, "Алла", "Вадим", 10, 5, "fine: missed cut"],
        [9, 4, "Алла", "Кон", 10, 5, "fine: missed cut"],
    ]


def test_the_journal_tells_what_a_correction_changed() -> None:
    _, *found = rows(pages_of(i18n.language())[JOURNAL])
    assert [row[0] for row in found] == list(range(11))
    told = {row[0]: row[2:10] for row in found}
    hands = "=1+1 8-A, Вадим 4-10, Кон 10-3"
    assert told[2] == [
        "correction", 1, "Entry 2 corrects entry 1", 1,
        f"insured; Алла 5-8, {hands}", f"insured; Алла 5-9, {hands}", None, 1,
    ]  # fmt: skip
    assert told[4][2] == "Алла deals; insured, to each: 7; =1+1: fine: exposed card; missed cut"
    assert told[8] == ["round", None, "Даша deals; Алла A-2, Даша A-2, Вадим A-2, Кон A-2", *[None] * 4, 0]
    assert told[9] == [
        "taken back", None, "Entry 9 takes back entry 8: never happened", 8,
        "Даша deals; Алла A-2, Даша A-2, Вадим A-2, Кон A-2", None, "never happened", 1,
    ]  # fmt: skip


def test_settlement_says_that_fewer_transfers_cannot_do() -> None:
    page = pages_of(i18n.language())[SETTLEMENT]
    assert len(block(page, "Payer")) == 4
    assert "Fewer than 4 transfers is impossible" in [row[0] for row in rows(page)]


def test_a_night_without_rounds_is_a_workbook_too() -> None:
    pages = sheets(workbook(night_of(EVENING | {"journal": []})))
    assert [len(rows(page)) for page in pages[ROUNDS:SETTLEMENT]] == [1, 1, 1]
    # Excel would repair a table without rows.
    assert [table for page in pages for table in page.tables] == ["Journal", "HouseRules"]
    assert "Nothing is left to settle." in [row[0] for row in rows(pages[SETTLEMENT])]


def test_a_night_without_a_stake_shows_no_money() -> None:
    night = night_of({key: value for key, value in EVENING.items() if key != "stake"})
    pages = sheets(workbook(night))
    assert "Money" not in rows(pages[PAYMENTS])[0]
    assert not any(format and "[$" in format for format in formats(pages))


def test_in_cash_play_only_open_debts_are_settled() -> None:
    night = with_seats("Алла", "Борис", mode="cash")
    pages = {page.title: page for page in sheets(workbook(night))}
    assert [row[:3] for row in block(pages["Settlement"], "Payer")] == [["Борис", "Алла", 10]]
    assert any(str(row[0]).startswith("Played for cash") for row in rows(pages["Settlement"]))
    assert [row[:3] for row in block(pages["Credit and debts"], "Debtor")] == [["Борис", "Алла", 10]]
    rich = with_seats("Алла", "Борис", mode="cash", seats=[
        {"player": "Алла", "credit": 100}, {"player": "Борис", "credit": 100},
    ])  # fmt: skip
    pages = {page.title: page for page in sheets(workbook(rich))}
    assert block(pages["Settlement"], "Payer") == []
    assert [row[:3] for row in block(pages["Settlement"], "Player")] == [["Алла", 1, 10], ["Борис", 1, -10]]
    stacks = block(pages["Credit and debts"], "Player")
    assert stacks == [["Алла", 100, 0, 110, 0, 0, "yes"], ["Борис", 100, 0, 90, 0, 0, "yes"]]


def test_what_was_agreed_and_paid_is_told() -> None:
    journal = [
        *EVENING["journal"],
        {"paid": {"payer": "Алла", "payee": "Вадим", "points": 100, "note": "=cash"}},
    ]
    page = sheets(workbook(night_of(EVENING | {"journal": journal})))[SETTLEMENT]
    found = rows(page)
    assert ["Алла", "Вадим", 100, 50, None, 11, None, "=cash"] in [row[:8] for row in found]
    assert [row[4] for row in block(page, "Player") if row[0] == "Алла"] == [-177.5]


def test_a_payment_over_several_nights_says_so() -> None:
    paid = [{"paid": {"payer": "Борис", "payee": "Алла", "points": points, "across": True, **more}}
            for points, more in ((4, {}), (3, {"note": "at noon"}), (2, {"set_off": True}))]  # fmt: skip
    played = {"round": {"hands": {"Алла": "9-2", "Борис": "8-2"}}}
    found = rows(sheets(workbook(with_seats("Алла", "Борис", journal=[played, *paid])))[SETTLEMENT])
    top = next(at for at, row in enumerate(found) if "Note" in row)
    at = found[top].index("Note")
    said = "one payment over several nights"
    assert [row[at] for row in found[top + 1 : top + 4]] == [said, f"{said}, at noon", "set off"]


def test_the_mode_is_that_of_the_rounds() -> None:
    to_cash = {"mode": {"to": "cash", "credit": {"Алла": 300, "Борис": 300}}}
    hands = {"round": {"hands": {"Алла": "9-2", "Борис": "8-2"}}}

    def told(*journal: object, mode: str = "record") -> tuple[object, list[object], set[object]]:
        pages = {page.title: page for page in sheets(workbook(with_seats("Алла", "Борис", journal=journal, mode=mode)))}
        header, *found = rows(pages["Rounds"])
        notes = {row[0] for row in rows(pages["Settlement"]) if str(row[0]).startswith("Played")}
        return pages["Summary"]["B3"].value, [row[-1] for row in found if header[-1] == "Mode"], notes

    assert told(hands) == ("on record", [], set())
    assert told(hands, to_cash) == ("on record", [], set())
    assert told(to_cash, hands)[:2] == ("cash", [])
    assert told(to_cash)[0] == "cash"
    assert told(hands, to_cash, hands, {"mode": {"to": "record"}}, hands) == (
        "on record and in cash, by turns",
        ["on record", "cash", "on record"],
        {"Played on record and in cash, by turns: rounds in cash leave only their open debts."},
    )


def test_house_rules_for_the_next_round_are_there() -> None:
    found = rows(pages_of(i18n.language())[RULES])
    assert [row[:3] for row in found[1:]] == [[1, 1, 10]]
    changed = night_of(EVENING | {"journal": [*EVENING["journal"], {"rules": {"insurance_each": 12}}]})
    assert [row[:3] for row in rows(sheets(workbook(changed))[RULES])[1:]] == [[1, 1, 10], [2, 6, 12]]


# --- random nights against the standing ----------------------------------------


@LANGUAGES
@pytest.mark.parametrize("seed", range(6))
def test_every_cell_is_what_the_night_came_to(seed: int, language: str) -> None:
    i18n.set_language(language)
    night = night_of(random_night(random.Random(seed), rounds=15))
    standing, players = night.standing, list(night.standing.balances)
    pages = sheets(workbook(night))
    has_money = night.opening.stake is not None

    _, *found = rows(pages[ROUNDS])
    assert len(found) == len(standing.rounds)
    for row, played in zip(found, standing.rounds, strict=True):
        assert row[:4] == [played.number, played.entry, moment(night, played), played.seating.dealer]
        opened = [played.record.hand(player) for player in players]
        assert row[7:] == [
            *(None if hand is None else str(hand) for hand in opened),
            *(played.played.points.get(player) for player in players),
            *(played.net.get(player) for player in players),
        ]

    _, *found = rows(pages[PAYMENTS])
    steps = [
        [played.number, step, played.amended or played.entry, t.payer, t.payee, t.points, *money(night, t.points)]
        for played in standing.rounds
        for step, t in enumerate(played.played.transfers, start=1)
    ]
    assert [row[:-1] for row in found] == steps
    assert all(row[-1] for row in found)

    header, *found = rows(pages[BALANCES])
    assert header[2:] == players
    for row, played in zip(found, standing.rounds, strict=True):
        assert row == [played.number, played.entry, *(played.balances.get(who) for who in players)]

    table = block(pages[SUMMARY], i18n._("Player"))
    for row, player in zip(table, players, strict=False):
        net = standing.balances[player]
        assert row[:4] == [player, row[1], row[2], row[1] - row[2]]
        assert row[3] == net
        if has_money:
            assert row[4:7] == [*money(night, row[1]), *money(night, row[2]), *money(night, net)]

    page = pages[SETTLEMENT]
    plan = plan_for(standing, Method.FEWEST)
    assert [row[: 3 + has_money] for row in block(page, i18n._("Payer"))] == [
        [pay.payer, pay.payee, pay.points // standing.unit, *units(night, pay.points)] for pay in plan.payments
    ]
    assert [row[: 3 + has_money] for row in block(page, i18n._("Winner"))] == [
        [debt.creditor, debt.debtor, debt.points, *money(night, debt.points)] for debt in standing.pair_debts
    ]
    finals = block(page, i18n._("Player"))
    assert [[row[0], *row[2 : 4 + has_money]] for row in finals] == [
        [player, points, *money(night, points), *(units(night, standing.due[player]) or [standing.due[player]])]
        for player, points in standing.balances.items()
    ]


def test_another_layout_is_another_format() -> None:
    pages = list(enumerate(pages_of(i18n.language())))
    places = [(at, cell.coordinate) for at, page in pages if at != PROOF for row in page.iter_rows() for cell in row
              if cell.data_type != "s" and cell.value is not None]  # fmt: skip
    # When something gets another place, the number in FORMAT goes up, and this is what it is now.
    assert (FORMAT, hashlib.sha256(str(places).encode()).hexdigest()[:8]) == ("scorekeeper.workbook/3", "5c25e776")


# --- names are data ----------------------------------------

HOSTILE = [
    *NAMES, "=", "=1+1", "+1", "-1", "@SUM(1)", "=HYPERLINK(\"http://x\")", "#N/A", "#REF!", "TRUE", "1e5", "007",
    "5-9", "_x000D_", "_x0041_x0042_", "%(player)s", "%s", "&P", "]]>", "<c t='n'>", "'quoted'", "x" * 400, "🂡" * 300,
]  # fmt: skip


@pytest.mark.parametrize("at", range(0, len(HOSTILE), 3))
def test_names_are_shown_literally(at: int) -> None:
    names = HOSTILE[at : at + 3]
    content = workbook(with_seats(*names, "Ян", title=names[0], stake={"point": "1", "currency": "RUB"}))
    pages = sheets(content)
    summary, rounds = pages[SUMMARY], pages[ROUNDS]
    cells = [summary["A1"], rounds["D2"], *(summary.cell(8 + number, 1) for number in range(len(names)))]
    for cell, name in zip(cells, [names[0], names[0], *names], strict=True):
        assert cell.value == name
        assert cell.data_type == "s"
        assert cell.quotePrefix == (name[0] in "=+-@")
    for page in pages[BALANCES], pages[ROUNDS]:
        (table,) = page.tables.values()
        assert table.column_names == rows(page)[0]
    labels = rows(pages[BALANCES])[0][2:]
    assert [label for label in labels if not label.endswith("…")] == [
        *(name for name in names if len(name) < 255),
        "Ян",
    ]
    kinds = {cell.data_type for page in pages[:PROOF] for row in page.iter_rows() for cell in row}
    assert kinds <= {"s", "n", "d"}  # no formula, no error


def test_labels_of_tables_are_texts_and_none_comes_twice() -> None:
    # A player may bear the name of a column, or differ from another only beyond what a label can hold.
    night = with_seats("Round", "x" * 300 + "1", "x" * 300 + "2")
    pages = sheets(workbook(night))
    for page in pages[ROUNDS:SETTLEMENT]:
        labels = [str(label) for label in rows(page)[0]]
        assert len({label.casefold() for label in labels}) == len(labels)
        (table,) = page.tables.values()
        assert table.column_names == labels
    assert rows(pages[BALANCES])[0] == ["Round", "Entry", "Round (2)", "x" * 254 + "…", "x" * 250 + "… (2)"]


def test_what_a_file_cannot_hold_is_left_out() -> None:
    night = with_seats("Борис", "Алла", title="a\x00b\ud800c\ufffed")
    assert sheets(workbook(night))[SUMMARY]["A1"].value == "abcd"


# --- looks ----------------------------------------


def formats(pages: list[Any]) -> set[str]:
    return {cell.number_format for page in pages for row in page.iter_rows() for cell in row}


@LANGUAGES
def test_labels_stay_in_sight_and_a_page_is_as_wide_as_its_sheet(language: str) -> None:
    i18n.set_language(language)
    pages = pages_of(i18n.language())
    for page in pages:
        assert page.freeze_panes in ("A2", "B2", "C2")
        assert page.page_setup.orientation == "landscape"
        assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)
        assert page.sheet_properties.pageSetUpPr is not None
        assert page.sheet_properties.pageSetUpPr.fitToPage
        widths = [dimension.width for dimension in page.column_dimensions.values()]
        assert all(6 <= width <= 105 for width in widths)
    assert pages[ROUNDS].print_title_rows == "$1:$1"
    tables = ["Balances", "Fines", "HouseRules", "Journal", "Payments", "Rounds"]
    assert sorted(table for page in pages for table in page.tables) == tables


@pytest.mark.parametrize("count", range(12))
def test_final_balances_are_printed_on_one_page(count: int) -> None:
    hands = {"round": {"hands": {"Ann": "9-2", "Bob": "8-2", "Cid": "7-2", "Dan": "6-2"}}}
    paid = {"paid": {"payer": "Dan", "payee": "Ann", "points": 1}}
    page = sheets(workbook(with_seats("Ann", "Bob", "Cid", "Dan", journal=[hands, *[paid] * count])))[SETTLEMENT]
    labels = [row[0] for row in rows(page)]
    first, breaks = labels.index("Final balances") + 1, [one.id for one in page.row_breaks.brk]
    assert breaks in ([], [first - 1])
    assert bool(breaks) == (first <= 28 < len(labels))


def test_a_name_of_sixty_letters_is_shown_whole_but_for_a_legend() -> None:
    long, short = "Ж" * 60, "Борис"
    content = workbook(with_seats(long, short))
    for page in sheets(content)[SUMMARY], sheets(content)[PAYMENTS]:
        widths = [page.column_dimensions[column].width for column in "ABCDE"]
        assert max(widths) > 60 * 1.6  # digits
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        chart = file.read("xl/charts/chart1.xml").decode()
        texts = file.read("xl/worksheets/sheet4.xml").decode()
    assert re.findall(r"<(?:c:)?v>([^<]*Ж[^<]*|Борис)</", chart) == ["Ж" * 15 + "…", short]
    (height,) = re.findall(r'<row r="1" ht="(\d+)"', texts)
    assert int(height) >= 15 * 60 * 1.7 / 16


def test_no_row_is_higher_than_excel_allows() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook(with_seats("x y " * 5000, "Ян")))) as file:
        pages = [file.read(name).decode() for name in file.namelist() if name.startswith("xl/worksheets/sheet")]
    heights = [int(height) for page in pages for height in re.findall(r' ht="(\d+)"', page)]
    assert 400 < max(heights) <= 409


def test_what_is_lost_has_a_sign_and_is_red() -> None:
    pages = pages_of(i18n.language())
    for cell in (pages[ROUNDS]["R2"], pages[BALANCES]["C2"], pages[SUMMARY]["D9"], pages[SUMMARY]["G9"]):
        plus, minus, _ = cell.number_format.split(";")
        assert plus.startswith("+")
        assert minus.startswith("[Red]-")


@pytest.mark.parametrize(
    ("language", "point", "currency", "format"),
    [
        ("ru", "0.50", "RUB", "#,##0.00\\ [$₽-419];[Red]-#,##0.00\\ [$₽-419]"),
        ("en", "0.50", "EUR", "[$€-409]#,##0.00;[Red]-[$€-409]#,##0.00"),
        ("en", "0.50", "BYN", "[$BYN-409]\\ #,##0.00;[Red]-[$BYN-409]\\ #,##0.00"),
        ("en", "1", "JPY", "[$¥-409]#,##0;[Red]-[$¥-409]#,##0"),
        ("ru", "0.125", "KWD", "#,##0.000\\ [$KWD-419];[Red]-#,##0.000\\ [$KWD-419]"),
    ],
)
def test_money_looks_as_the_language_writes_it(language: str, point: str, currency: str, format: str) -> None:
    i18n.set_language(language)
    cell = sheets(workbook(night_of(EVENING | {"stake": {"point": point, "currency": currency}})))[PAYMENTS]["G2"]
    assert cell.number_format == format
    assert cell.value == 10 * float(point)


@LANGUAGES
def test_dates_are_dates(language: str) -> None:
    i18n.set_language(language)
    pages = pages_of(i18n.language())
    expected = "dd.mm.yyyy" if language == "ru" else "yyyy-mm-dd"
    assert pages[SUMMARY]["B2"].number_format == expected
    assert pages[ROUNDS]["C2"].number_format == f"{expected} hh:mm"
    assert pages[ROUNDS]["C2"].is_date


def test_every_word_goes_through_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    class Marked:
        def gettext(self, message: str) -> str:
            return f"[{message}"

        def pgettext(self, context: str, message: str) -> str:
            return f"[{message}"

        def ngettext(self, one: str, many: str, n: int) -> str:
            return f"[{one if n == 1 else many}"

    monkeypatch.setattr(i18n, "_catalogue", lambda _: Marked())
    data = {"Europe/Moscow", "=Пятница у Бориса", "Алла", "=1+1", "Вадим", "Кон", "Даша", "JSON", FORMAT}
    for number, page in enumerate(sheets(workbook(evening()))):
        assert not page.title.startswith("[")  # no bracket may stand there
        for row in rows(page)[: 1 if number in (JOURNAL, PROOF_OF_ROUNDS) else None]:  # what people wrote; formulas
            words = {value for value in row if isinstance(value, str) and not value.startswith("=")} - data
            cards = {word for word in words if word[0] in "123456789A"}
            assert all(word.startswith("[") for word in words - cards), words


# --- the same bytes ----------------------------------------


@LANGUAGES
def test_the_same_night_gives_the_same_bytes(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    i18n.set_language(language)
    first = workbook(evening())
    with zipfile.ZipFile(io.BytesIO(first)) as file:
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = file.read("docProps/core.xml").decode()
    assert core.count("2026-11-27T20:15:00Z") == 2
    # Even next year.
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert workbook(night_of(EVENING)) == first


def test_without_a_beginning_the_first_known_time_counts() -> None:
    night = night_of({key: value for key, value in EVENING.items() if key != "started_at"})
    with zipfile.ZipFile(io.BytesIO(workbook(night))) as file:
        assert b"2026-11-27T20:31:00Z" in file.read("docProps/core.xml")
    assert workbook(with_seats("Алла", "Борис")) == workbook(with_seats("Алла", "Борис"))


def test_every_game_has_columns() -> None:
    assert COLUMNS.keys() == GAMES.keys()
