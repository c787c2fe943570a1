"""Every formula carries its value; a program that calculates them again is asked in `tests/system`."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from openpyxl import load_workbook

from scorekeeper import i18n
from scorekeeper.files import decarte_formulas
from scorekeeper.files.workbook import workbook
from scorekeeper.table.standing import Mode
from tests.files.evening import EVENING, night_of
from tests.files.eventful import eventful


def formulas(content: bytes) -> dict[tuple[str, str], str]:
    """Every formula, by sheet and cell."""
    return {
        (page.title, cell.coordinate): str(cell.value)
        for page in load_workbook(io.BytesIO(content))
        for row in page.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("mode", list(Mode))
def test_every_formula_carries_its_value(mode: Mode, language: str) -> None:
    i18n.set_language(language)
    content = workbook(eventful(7, 17, mode))
    values = load_workbook(io.BytesIO(content), data_only=True)
    found = formulas(content)
    of_rounds = i18n._("Proof of the rounds")
    for title, cell in found:  # who has no hand has an empty text there
        assert values[title][cell].value is not None or title == of_rounds
    words = {i18n._("agrees"), i18n._("differs")}
    said = [values[title][cell].value for title, cell in found if values[title][cell].value in words]
    assert set(said) == {i18n._("agrees")}
    assert len(said) > 80


def test_the_proof_counts_what_agrees() -> None:
    page = load_workbook(io.BytesIO(workbook(night_of(EVENING))), data_only=True)["Proof"]
    assert [page[f"B{row}"].value for row in (3, 4)] == [62, 31]
    assert [page[f"C{row}"].value for row in (3, 4)] == ["of 62", "of 31"]


def test_a_long_night_looks_through_the_payments_of_each_round_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = formulas(workbook(night_of(EVENING)))
    monkeypatch.setattr(decarte_formulas, "_WHOLE", 0)
    found = formulas(workbook(night_of(EVENING)))
    changed = {place for place, text in found.items() if text != whole[place]}
    assert len(changed) == 5 * (5 + 2)  # five rounds: five players, the reasons, and the journal
    rows = [re.findall(r"\$A\$(\d+):\$A\$(\d+)", found[place]) for place in sorted(changed)]
    assert {one[0] for one in rows} == {("2", "10"), ("11", "18"), ("19", "27"), ("28", "29"), ("30", "33")}


def test_the_file_itself_holds_formula_and_value() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook(night_of(EVENING)))) as file:
        book = file.read("xl/workbook.xml").decode()
        pages = [file.read(name).decode() for name in file.namelist() if name.startswith("xl/worksheets/sheet")]
    assert 'fullCalcOnLoad="1"' in book  # whoever can calculate does
    cells = re.findall(r"<c [^>]*><f>.*?</f>(.*?)</c>", "".join(pages))
    assert len(cells) > 200
    assert all(cell.startswith("<v>") for cell in cells)
