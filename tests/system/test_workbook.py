"""LibreOffice calculates the workbook again: everything agrees, and a changed number shows."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from scorekeeper import i18n
from scorekeeper.files.incoming import read_file
from scorekeeper.files.workbook import workbook
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode
from tests.files.evening import EVENING, night_of
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

PROOF = 6
"""The place of its sheet in a workbook of a night on record."""

Recalculate = Callable[[dict[str, bytes]], dict[str, bytes]]


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Recalculate:
    """Open workbooks in LibreOffice, which calculates everything, and save them again; by name."""
    home = tmp_path_factory.mktemp("office")
    (home / "user").mkdir()
    (home / "user" / "registrymodifications.xcu").write_text(ALWAYS, encoding="utf-8")

    def convert(files: dict[str, bytes]) -> dict[str, bytes]:
        before, after = (tmp_path_factory.mktemp(name) for name in ("before", "after"))
        for name, content in files.items():
            (before / f"{name}.xlsx").write_bytes(content)
        command = ["soffice", f"-env:UserInstallation=file://{home}", "--headless", "--convert-to", "xlsx"]
        paths = [str(before / f"{name}.xlsx") for name in files]
        subprocess.run([*command, "--outdir", str(after), *paths], check=True, capture_output=True, timeout=100)
        return {name: (after / f"{name}.xlsx").read_bytes() for name in files}

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
    """How many cells say that something does not agree, as the proof counts them."""
    page = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[PROOF]
    rows = list(page.iter_rows(min_row=3, max_row=4, max_col=3, values_only=True))
    return sum(int(str(of).split()[-1]) - int(str(agree)) for _label, agree, of in rows)


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


def spoiled(content: bytes, change: Callable[[Workbook], None]) -> bytes:
    book = load_workbook(io.BytesIO(content))
    change(book)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def put(title: str, cell: str, value: object) -> Callable[[Workbook], None]:
    """One cell is another."""

    def change(book: Workbook) -> None:
        page: Any = book[title]
        assert page[cell].value not in (None, value)
        page[cell] = value

    return change


def test_one_changed_cell_makes_the_proof_disagree(recalculated: Recalculate) -> None:
    night = night_of(EVENING | {"rules": {"dealer_only": True, "ideal_stops_all": False}})
    content = workbook(night)
    changes = {
        "nothing": lambda _book: None,
        "cards": put("Rounds", "H2", "5-8"),
        "hand": put("Rounds", "M2", 58),
        "net": put("Rounds", "R3", -226),
        "dealer": put("Rounds", "D2", "Алла"),
        "swap": put("Rounds", "F3", "no"),
        "insurance": put("Rounds", "E2", 11),
        "outcome": put("Rounds", "G4", "played"),
        "payment": put("Payments", "F5", 20),
        "payer": put("Payments", "D5", "Кон"),
        "money": put("Payments", "G5", 1),
        "balance": put("Balances", "B4", 7),
        "received": put("Summary", "B9", 7),
        "plan": put("Settlement", "C5", 7),
        "pair": put("Settlement", "C15", 7),
        "rule": put("House rules", "C2", 12),
        "fine": put("Fines", "C2", "Вадим"),
    }
    done = recalculated({name: spoiled(content, change) for name, change in changes.items()})
    silent = {name for name, made in done.items() if not disagreeing(made)}
    assert silent == {"nothing"}


def test_what_libreoffice_saved_is_read_back(recalculated: Recalculate) -> None:
    nights: dict[str, Night] = {str(mode): eventful(5, 20, mode) for mode in Mode}
    done = recalculated({name: workbook(night) for name, night in nights.items()})
    for name, night in nights.items():
        assert read_file(done[name]) == (night.opening, night.journal)
