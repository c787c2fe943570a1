"""LibreOffice calculates the workbook again: everything agrees, and a changed number shows."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from datetime import date, time
from typing import Any

import pytest
from openpyxl import load_workbook

from scorekeeper import i18n
from scorekeeper.files import template as at
from scorekeeper.files.incoming import read_file
from scorekeeper.files.night_file import night_json
from scorekeeper.files.sheet_text import safe_text
from scorekeeper.files.template import template
from scorekeeper.files.workbook import workbook
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode
from tests.files.evening import EVENING, night_of, with_seats
from tests.files.eventful import eventful

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice"),
]

# Otherwise it believes the values that stand in the file.
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>
"""

PROOF = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,{}"
"""Only the sheet of this number, which takes half the time."""

Recalculate = Callable[..., dict[str, bytes]]


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Recalculate:
    """Open workbooks in LibreOffice, which calculates everything, and save them again (in another form); by name."""
    home = tmp_path_factory.mktemp("office")
    (home / "user").mkdir()
    (home / "user" / "registrymodifications.xcu").write_text(ALWAYS, encoding="utf-8")

    def convert(files: dict[str, bytes], form: str = "xlsx") -> dict[str, bytes]:
        before, after = (tmp_path_factory.mktemp(name) for name in ("before", "after"))
        for name, content in files.items():
            (before / f"{name}.xlsx").write_bytes(content)
        command = ["soffice", f"-env:UserInstallation=file://{home}", "--headless", "--convert-to", form]
        paths = [str(before / f"{name}.xlsx") for name in files]
        subprocess.run([*command, "--outdir", str(after), *paths], check=True, capture_output=True, timeout=100)
        return {name: next(after.glob(f"{name}[-.]*")).read_bytes() for name in files}

    return convert


def values(content: bytes) -> dict[tuple[str, str], object]:
    """Every cell that holds something."""
    return {
        (page.title, cell.coordinate): cell.value
        for page in load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets
        for row in page.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }


def disagreeing(content: bytes) -> int:
    """How many cells say that something does not agree, as the sheet of the proof counts them."""
    _, _, *rows = csv.reader(content.decode().splitlines())
    assert rows[0][0] == "Totals that agree"
    return sum(int(of.split()[-1]) - int(agree) for _label, agree, of, *_ in rows[:2])


def close(one: object, other: object) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) < 1e-9
    return one == other


def test_all_formulas_agree_with_what_the_program_has_computed(recalculated: Recalculate) -> None:
    files = {}
    for name, seed, rounds, mode, language in (
        ("record", 1, 200, Mode.RECORD, "en"),
        ("cash", 2, 48, Mode.CASH, "ru"),
    ):
        i18n.set_language(language)
        files[name] = workbook(eventful(seed, rounds, mode))
    for name, content in recalculated(files).items():
        ours, theirs = values(files[name]), values(content)
        assert {place for place in ours if not close(ours[place], theirs.get(place))} == set()
        assert ours.keys() == theirs.keys()
        assert not [value for value in theirs.values() if str(value).startswith(("#", "Err:"))]
        assert not {"differs", i18n._("differs")} & {str(value) for value in theirs.values()}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_names_survive_a_program_that_saves_them_again(recalculated: Recalculate, language: str) -> None:
    i18n.set_language(language)
    names = "_x0041_", "a_x005F_", '=[/]"🂡', "Щ" * 60
    book = load_workbook(io.BytesIO(template("Europe/Moscow")))
    night, rounds = book.worksheets[:2]
    night["B4"], night["B5"] = date(2019, 5, 4), time(20, 15)
    rounds["B2"], rounds["B3"], rounds["C2"] = time(23, 50), time(0, 10), safe_text(names[0])
    for place, name in enumerate(names):
        cell = night.cell(at.FIRST_PLAYER + place, 1, safe_text(name))
        cell.data_type = "s"
        for row in (2, 3):
            rounds.cell(row, at.HANDS + 1 + place, f"{place + 1}-{place + row + 1}")
    book.save(written := io.BytesIO())
    opening, entries = read = read_file(written.getvalue())
    assert tuple(seat.player for seat in opening.seats) == names
    played = Night.replay(opening, entries)
    again = recalculated({"template": written.getvalue(), "night": workbook(played)})
    assert read_file(again["template"]) == read
    assert read_file(again["night"])[1] == played.journal


Change = tuple[str, str, object]
"""A sheet, a cell, and what somebody types into it."""


def spoiled(content: bytes, changes: Mapping[str, Change]) -> Iterator[tuple[str, bytes]]:
    """The workbook after each of the changes alone."""
    book = load_workbook(io.BytesIO(content))
    for name, (title, where, value) in changes.items():
        page: Any = book[title]
        was = page[where].value
        assert was is not None or value == "другое"
        assert (was == value) == name.startswith("nothing")
        page[where] = value
        written = io.BytesIO()
        book.save(written)
        page[where] = was
        yield name, written.getvalue()


def json_of(night: Night) -> list[Any]:
    """The entries of a night, as a night file holds them."""
    return list(night_json(night.opening, night.journal)["journal"])


def test_one_changed_cell_makes_the_proof_disagree(recalculated: Recalculate) -> None:
    night = night_of(EVENING | {"rules": {"dealer_only": True, "ideal_stops_all": False}})
    content = workbook(night)
    changes: dict[str, Change] = {
        "nothing": ("Rounds", "H2", "5-9"),
        "cards": ("Rounds", "H2", "5-8"),
        "hand": ("Rounds", "M2", 58),
        "net": ("Rounds", "R3", -226),
        "dealer": ("Rounds", "D2", "Алла"),
        "swap": ("Rounds", "F3", "no"),
        "insurance": ("Rounds", "E2", 11),
        "outcome": ("Rounds", "G4", "played"),
        "payment": ("Payments", "F5", 20),
        "payer": ("Payments", "D5", "Кон"),
        "money": ("Payments", "G5", 1),
        "balance": ("Balances", "C4", 7),
        "balance's entry": ("Balances", "B4", 3),
        "received": ("Summary", "B9", 7),
        "player": ("Summary", "A9", "Ян"),
        "total": ("Summary", "B14", 7),
        "plan's payer": ("Summary", "A18", "Ян"),
        "plan": ("Settlement", "C5", 7),
        "pair": ("Settlement", "C15", 7),
        "pair's money": ("Settlement", "D15", 7),
        "final name": ("Settlement", "A24", "алла"),
        "final money": ("Settlement", "D24", 7),
        "label of cards": ("Rounds", "H1", "Ян, cards"),
        "rule": ("House rules", "C2", 12),
        "fine": ("Fines", "C2", "Вадим"),
        "fine's word": ("Fines", "H2", "другое"),
        "fine's entry": ("Fines", "B2", 7),
        "best hand": ("Summary", "I9", "9-7"),
        "no number any more": ("Summary", "D14", "0"),
        "round's entry": ("Rounds", "B2", 2),
        "round's time": ("Rounds", "C2", 46353.5),
        "no swap": ("Rounds", "F2", "?"),
        "step": ("Payments", "B5", 9),
        "cause": ("Payments", "C5", 1),
        "reason": ("Payments", "H5", "insurance"),
        "entry's number": ("Journal", "A5", 9),
        "entry's kind": ("Journal", "C7", "round"),
        "entry's round": ("Journal", "D4", 2),
        "entry's name": ("Journal", "F4", 3),
        "no entry any more": ("Journal", "J5", 0),
        "sets of rules": ("House rules", "A2", 2),
        "first round of a set": ("House rules", "B2", 2),
    }
    plan = {"method": "fewest", "payments": [{"payer": "Борис", "payee": "Алла", "points": 10}]}
    paid = {"paid": {"payer": "Борис", "payee": "Алла", "points": 4, "plan": 2}, "at": "2026-11-28T01:00:00Z"}
    (opened,) = json_of(with_seats("Алла", "Борис"))
    in_cash = workbook(with_seats("Алла", "Борис", mode="cash", journal=[opened, {"plan": plan}, paid]))
    of_cash: dict[str, Change] = {
        "nothing in cash": ("Credit and debts", "F7", 6),
        "stack": ("Credit and debts", "A7", "Ян"),
        "owed": ("Credit and debts", "F7", 7),
        "needed": ("Credit and debts", "B2", 200),
        "short": ("Credit and debts", "B3", "Алла"),
        "plays": ("Credit and debts", "G7", "no"),
        "brought": ("Credit and debts", "B7", 1),
        "agreed": ("Settlement", "C11", 11),
        "agreed on by": ("Settlement", "A11", "Ян"),
        "paid in full": ("Settlement", "D11", "yes"),
        "paid by": ("Settlement", "A15", "Алла"),
        "paid much": ("Settlement", "C15", 5),
        "paid when": ("Settlement", "D15", 46354.5),
        "paid where": ("Settlement", "E15", 2),
        "paid by which plan": ("Settlement", "F15", 1),
        "debts of it": ("Settlement", "G15", 3),
    }
    done = recalculated(dict(spoiled(content, changes)), PROOF.format(7))
    done |= recalculated(dict(spoiled(in_cash, of_cash)), PROOF.format(8))
    silent = {name for name, made in done.items() if not disagreeing(made)}
    assert silent == {"nothing", "nothing in cash"}


def test_restored_balances_are_compared_whatever_the_order_of_their_rows(recalculated: Recalculate) -> None:
    hands = {"round": {"hands": {"Ann": "7-1", "Bob": "2-1"}}}
    restored = {"restore": {"balances": {"Ann": -20, "Bob": 20}}}
    content = workbook(with_seats("Ann", "Bob", journal=[hands, restored, hands]))
    book = load_workbook(io.BytesIO(content))
    rows = [[cell.value for cell in row] for row in book["Balances"].iter_rows(min_row=2)]
    for number, row in enumerate(reversed(rows), start=2):
        for column, value in enumerate(row, start=1):
            book["Balances"].cell(number, column).value = value
    book.save(turned := io.BytesIO())
    changes: dict[str, Change] = {
        "nothing": ("Balances", "C3", -20),
        "restored": ("Balances", "C3", -21),
        "restored by": ("Balances", "B3", 1),
        "last": ("Balances", "D4", 31),
    }
    files = dict(spoiled(content, changes)) | {"turned": turned.getvalue()}
    done = recalculated(files, PROOF.format(7))
    assert {name for name, made in done.items() if not disagreeing(made)} == {"nothing", "turned"}


def test_what_libreoffice_saved_is_read_back(recalculated: Recalculate) -> None:
    nights: dict[str, Night] = {str(mode): eventful(5, 20, mode) for mode in Mode}
    done = recalculated({name: workbook(night) for name, night in nights.items()})
    for name, night in nights.items():
        assert read_file(done[name]) == (night.opening, night.journal)
