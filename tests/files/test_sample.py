"""exports/ holds one sample, and it is what the program makes today."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from scorekeeper import i18n
from scorekeeper.files.night_file import read_night
from scorekeeper.files.workbook import workbook
from scorekeeper.table.night import Night

ROOT = Path(__file__).parents[2]
EXAMPLES, SAMPLE = ROOT / "tests" / "data" / "examples.json", ROOT / "exports" / "sample.xlsx"
HOW = "make it anew: import tests/data/examples.json into a new book, and export it in English to exports/sample.xlsx"


def parts(content: bytes) -> dict[str, bytes]:
    """What is in the file; how it is packed depends on the zlib of the day."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_the_sample_is_of_today() -> None:
    i18n.set_language("en")
    night = Night.replay(*read_night(EXAMPLES.read_bytes()))
    assert parts(SAMPLE.read_bytes()) == parts(workbook(night)), HOW
