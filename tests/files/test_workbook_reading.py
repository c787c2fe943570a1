"""A workbook is read back as the night that it holds, and every cell that says something else is named."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from scorekeeper import i18n
from scorekeeper.files.incoming import read_file
from scorekeeper.files.workbook import workbook
from scorekeeper.messages import line
from scorekeeper.table.errors import Faulty, FormatError
from scorekeeper.table.standing import Mode
from tests.files.evening import EVENING, night_of, with_seats
from tests.files.eventful import eventful
from tests.random_nights import random_night


@cache
def evening() -> bytes:
    """The workbook of the evening."""
    return workbook(night_of(EVENING))


def changed(content: bytes, change: Callable[[Workbook], None]) -> bytes:
    """A workbook after somebody had it open in another program."""
    book = load_workbook(io.BytesIO(content))
    change(book)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def faults(content: bytes) -> list[str]:
    """What is said against a file."""
    with pytest.raises(Faulty) as raised:
        read_file(content)
    return [line(fault) for fault in raised.value.faults]


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_exported_comes_back(seed: int, language: str) -> None:
    i18n.set_language(language)
    night = night_of(random_night(random.Random(seed), rounds=12))
    assert read_file(workbook(night)) == (night.opening, night.journal)


@pytest.mark.parametrize("mode", list(Mode))
def test_everything_that_a_journal_can_hold_comes_back(mode: Mode) -> None:
    night = eventful(3, 33, mode)
    assert read_file(workbook(night)) == (night.opening, night.journal)


@pytest.mark.parametrize(
    "names",
    [
        ("=1+1", "'x", "-5"),
        ("_x0041_", "_x005F_x0041_", "x_x000d_"),
        ("007", "TRUE", "#N/A"),
        ("\u202eabc", "🂡" * 20, "Zoë"),
        ('a"b\\', "<i>&lt;", "]]>"),
        ("x" * 33000, "🂡" * 3000, "Ян"),
    ],
)
def test_hostile_names_and_titles_come_back_unchanged(names: tuple[str, ...]) -> None:
    night = with_seats(*names, title=f"={names[0]}"[:300], uuid="0b0e6d5e-7d0f-4d53-9b5f-7f2f6a3c1a13")
    content = workbook(night)
    assert read_file(content) == (night.opening, night.journal)
    assert read_file(changed(content, lambda _book: None)) == (night.opening, night.journal)


def turned(page: Any) -> None:
    """The rows of a table, sorted the other way round."""
    head, *rest = [[cell.value for cell in row] for row in page.iter_rows()]
    for number, row in enumerate([head, *reversed(rest)], start=1):
        for column, value in enumerate(row, start=1):
            cell = page.cell(number, column)
            cell.value = value
            cell.data_type = "s" if isinstance(value, str) else cell.data_type


def test_rows_may_be_sorted_and_sheets_renamed() -> None:
    def change(book: Workbook) -> None:
        for title in ("Rounds", "Payments", "Journal"):
            turned(book[title])
        book["Journal"].title = "Что было"

    night = night_of(EVENING)
    assert read_file(changed(evening(), change)) == (night.opening, night.journal)


def put(title: str, cell: str, value: object) -> Callable[[Workbook], None]:
    """Somebody types into a cell."""

    def change(book: Workbook) -> None:
        page: Any = book[title]
        page[cell] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("Rounds", "H2", "5-8"), "Rounds!H2: By the journal this must be “5-9”, not “5-8”"),
        (put("Rounds", "M2", 58), "Rounds!M2: By the journal this must be “59”, not “58”"),
        (put("Rounds", "R3", None), "Rounds!R3: By the journal this must be “-227”, not “–”"),
        (put("Rounds", "D3", "Алла"), "Rounds!D3: By the journal this must be “Кон”, not “Алла”"),
        (put("Payments", "F5", 11), "Payments!F5: By the journal this must be “19”, not “11”"),
        (put("Payments", "E5", "Кон"), "Payments!E5: By the journal this must be “Алла”, not “Кон”"),
        (put("Journal", "L3", "{"), "Journal!L3: This is not JSON (line 1, column 2)"),
        (put("Journal", "L3", None), "Journal!L3: There is nothing in it"),
        (put("Journal", "A3", 7), "Journal!A3: By the journal this must be “1”, not “7”"),
        (put("Journal", "A4", 17), "Journal!A4: By the journal this must be “2”, not “17”"),
        (put("Journal", "A4", "x"), "Journal!A4: By the journal this must be “2”, not “x”"),
        (put("Journal", "K3", "1/10:0"), "Journal!K3: By the journal this must be “1/10:"),
        (put("Journal", "L3", '{"rond": {}}'), "Journal!L3, entry 1: No entry is of the kind “rond”"),
        (put("Journal", "L2", "[]"), "Journal!L2: This must be an object"),
    ],
)
def test_the_cell_that_is_wrong_is_named(change: Callable[[Workbook], None], said: str) -> None:
    assert any(one.startswith(said) for one in faults(changed(evening(), change)))


def test_a_hand_that_is_none_is_named_with_its_cell() -> None:
    def change(book: Workbook) -> None:
        cell = book["Journal"]["L3"]
        data: dict[str, Any] = json.loads(str(cell.value))
        data["round"]["hands"]["Кон"] = "5-5"
        cell.value = json.dumps(data)

    # Entry 2 corrects the round, so what entry 1 says does not count; but entry 3 would.
    night = night_of(EVENING | {"journal": EVENING["journal"][:1]})
    assert faults(changed(workbook(night), change)) == [
        "Journal!L3, entry 1, hand of Кон: 5-5 needs the same card twice (same_card)"
    ]


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ({"L1": "?"}, ["L1"]),
        ({"L1": None}, ["L1"]),
        ({"K1": "?"}, ["K1"]),
        ({"K1": None, "L1": 7}, ["K1", "L1"]),
        ({"M1": "JSON"}, ["M1"]),
        ({"M2": "}"}, ["L2"]),
        ({"L1": "?", "L3": "{"}, ["L1", "L3"]),
    ],
)
def test_changed_labels_of_the_hidden_columns_are_named(cells: dict[str, object], named: list[str]) -> None:
    def change(book: Workbook) -> None:
        for where, value in cells.items():
            put("Journal", where, value)(book)

    said = faults(changed(evening(), change))
    assert [one.partition(":")[0] for one in said] == [f"Journal!{where}" for where in named]


@pytest.mark.parametrize(
    ("title", "where", "value"),
    [
        ("Proof", "B3", 1000), ("Proof", "G8", "differs"), ("Fines", "G2", 11), ("Fines", "G2", None),
        ("Proof of the rounds", "H5", 4),
    ],
)  # fmt: skip
def test_a_formula_that_gave_way_to_something_else_is_named(title: str, where: str, value: object) -> None:
    found = faults(changed(evening(), put(title, where, value)))
    assert [one.partition(": By the journal")[0].replace("'", "") for one in found] == [f"{title}!{where}"]


def test_what_a_formula_came_to_may_stand_in_its_place() -> None:
    def change(book: Workbook) -> None:
        values = load_workbook(io.BytesIO(evening()), data_only=True)
        for page in book:
            for row in page.iter_rows():
                for cell in row:
                    if cell.data_type == "f":
                        cell.value = values[page.title][cell.coordinate].value
        turned(book["Fines"])

    night = night_of(EVENING)
    assert read_file(changed(evening(), change)) == (night.opening, night.journal)


@cache
def much(language: str) -> tuple[bytes, dict[tuple[str, str], Any]]:
    """The workbook of an evening on which everything happens, and every cell of it but the journal's JSON and the
    formulas."""
    with i18n.speaking(language):
        content = workbook(eventful(3, 16, Mode.CASH))
    book = load_workbook(io.BytesIO(content))
    cells = {
        (page.title, cell.coordinate): cell.value
        for page in book
        for row in page.iter_rows(max_col=10 if page.title in ("Journal", "Журнал") else None)
        for cell in row
        if cell.value is not None and cell.data_type != "f"
    }
    return content, cells


@pytest.mark.parametrize("language", ["ru", pytest.param("en", marks=pytest.mark.torture)])
def test_whatever_was_changed_is_named(language: str) -> None:
    content, cells = much(language)
    chance = random.Random(language)
    titles = dict.fromkeys(title for title, _where in cells)
    assert len(titles) >= 9
    numbers = {("Journal", f"A{row}") for row in range(2, 99)} | {("Журнал", f"A{row}") for row in range(2, 99)}
    for _ in range(2):
        wheres = [(one, chance.choice(sorted(at for title, at in cells.keys() - numbers if title == one)))
                  for one in titles]  # fmt: skip

        def change(book: Workbook, wheres: list[tuple[str, str]] = wheres) -> None:
            for one in wheres:
                put(*one, 777 if isinstance(cells[one], str) else "?")(book)

        with i18n.speaking("en"):
            said = faults(changed(content, change))
        assert [one.partition(": By the journal")[0].replace("'", "") for one in said] == list(map("!".join, wheres))


@pytest.mark.parametrize("language", ["ru", pytest.param("en", marks=pytest.mark.torture)])
def test_and_only_that_cell(language: str) -> None:
    content, cells = much(language)
    for title, where in (("Rounds", "F3"), ("Rounds", "C4"), ("Payments", "H9"), ("Balances", "B5")):
        title = {"Rounds": "Коны", "Payments": "Выплаты", "Balances": "Балансы"}[title] if language == "ru" else title
        if (title, where) not in cells:
            continue
        (said,) = faults(changed(content, put(title, where, "?")))
        assert said.startswith(f"{title}!{where}: ")


@pytest.mark.parametrize("text", ["10", "10.0", " 10"])
def test_a_number_that_became_a_text_is_called_one(text: str) -> None:
    (said,) = faults(changed(evening(), put("Payments", "F2", text)))
    what = f"“{text.strip()}” is a text here and must be a number"
    assert said == f"Payments!F2: {what}: make it one, or export the night again (differs)"


def test_a_date_or_a_name_that_became_something_else_is_called_that() -> None:
    (said,) = faults(changed(evening(), put("Rounds", "C2", "2026-11-27 23:31:00")))
    assert "is a text here and must be a date" in said
    content = changed(workbook(with_seats("7", "Ян")), put("Balances", "C1", 7))
    assert "Balances!C1: “7” is a number here and must be a text" in faults(content)[0]


def test_rows_that_are_gone_or_new_are_named() -> None:
    gone = " is missing: put it back, or export the night again (differs)"
    for title, row, first in (("Rounds", 3, 2), ("Payments", 9, 1), ("Balances", 4, 3), ("Fines", 2, 3)):
        found = faults(changed(evening(), lambda book, title=title, row=row: book[title].delete_rows(row)))  # type: ignore[misc]
        assert found == [f"{title}!A{row}: The row of “{first}”{gone}"]
    for row in (2, 5, 12):
        found = faults(changed(evening(), lambda book, row=row: book["Journal"].delete_rows(row)))  # type: ignore[misc]
        assert found == [f"Journal!A{row}: The row of “{row - 2}”{gone}"]
    added = faults(changed(evening(), put("Rounds", "A9", 99)))
    assert added == ["Rounds!A9: By the journal this must be “–”, not “99”: correct it in the app instead (differs)"]


LIMITS = EVENING | {"journal": [
    *EVENING["journal"], *({"limit": {"player": name, "points": 900}} for name in ("Алла", "Вадим", "Кон")),
]}  # fmt: skip


def swap_limits(book: Workbook) -> None:
    """Two entries change places, and each gets the other's number."""
    page: Any = book["Journal"]
    for column in range(2, 13):
        one, other = page.cell(14, column), page.cell(13, column)
        one.value, other.value = other.value, one.value


def other_limit(book: Workbook) -> None:
    """Another night follows from this, but not in any sheet."""
    cell: Any = book["Journal"]["L14"]
    cell.value = cell.value.replace("900", "800")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda book: book["Journal"].delete_rows(15), ["Journal!A15: The row of “13” is missing: "]),
        (
            swap_limits,
            ["Journal!A14: By the journal this must be “11”", "Journal!A13: By the journal this must be “12”"],
        ),
        (other_limit, ["Journal!L14: This entry is not as it was written: "]),
        (put("Journal", "A17", 14), ["Journal!A17: By the journal this must be “–”, not “14”"]),
    ],
)
def test_what_shows_in_the_journal_alone_is_named_too(change: Callable[[Workbook], None], said: list[str]) -> None:
    found = faults(changed(workbook(night_of(LIMITS)), change))
    assert [one[: len(known)] for one, known in zip(found, said, strict=True)] == said


def reworded(book: Workbook) -> None:
    """What another version of the program may call everything."""
    with i18n.speaking("ru"):
        others = load_workbook(io.BytesIO(workbook(night_of(EVENING)))).worksheets
    for page, other in zip(book.worksheets, others, strict=True):
        for row in page.iter_rows(max_col=10 if page.title == "Journal" else None):
            for cell in row:
                if cell.data_type == "s" and cell.value != other[cell.coordinate].value:
                    cell.value = f"{cell.value}!"
    book.defined_names["ScorekeeperTexts"].attr_text = '"others"'
    book["Proof"].delete_rows(8)


def unmarked(book: Workbook) -> None:
    """What was written before there were marks."""
    reworded(book)
    del book.defined_names["ScorekeeperTexts"]
    page: Any = book["Journal"]
    page.delete_cols(11)


@pytest.mark.parametrize("older", [reworded, unmarked])
def test_a_workbook_in_other_words_is_read_by_its_data(older: Callable[[Workbook], None]) -> None:
    night = night_of(EVENING)
    assert read_file(changed(evening(), older)) == (night.opening, night.journal)

    def sorted_and_damaged(book: Workbook) -> None:
        older(book)
        turned(book["Payments"])
        for title, where, value in (("Rounds", "H2", "5-8"), ("Payments", "F5", 7), ("Summary", "A9", "Ян")):
            put(title, where, value)(book)

    found = faults(changed(evening(), sorted_and_damaged))
    assert [one.partition(": By the journal")[0] for one in found] == ["Summary!A9", "Rounds!H2", "Payments!F5"]


def test_a_workbook_that_is_laid_out_in_another_way_is_read_by_its_journal() -> None:
    def other_layout(book: Workbook) -> None:
        put("Journal", "K1", "scorekeeper.workbook/4")(book)
        for title in ("Rounds", "Payments"):
            book[title].insert_cols(2)

    night, content = night_of(EVENING), changed(evening(), other_layout)
    assert read_file(content) == (night.opening, night.journal)
    assert len(faults(changed(content, lambda book: book["Journal"].delete_rows(12)))) == 1


def test_no_more_cells_are_named_than_somebody_reads() -> None:
    def change(book: Workbook) -> None:
        page: Any = book["Payments"]
        for row in range(2, page.max_row + 1):
            page.cell(row, 6).value = 1

    assert len(faults(changed(evening(), change))) == 20


@pytest.mark.parametrize("content", [b"PK", b"PK\x03\x04" + b"x" * 100])
def test_what_is_no_workbook_is_refused(content: bytes) -> None:
    with pytest.raises(FormatError) as raised:
        read_file(content)
    assert raised.value.codes == ("workbook",)


def test_somebody_elses_workbook_is_refused() -> None:
    book, saved = Workbook(), io.BytesIO()
    book.save(saved)
    with pytest.raises(FormatError) as raised:
        read_file(saved.getvalue())
    assert raised.value.codes == ("workbook",)
