"""A workbook that was damaged on its way is refused in a sentence; reading it never ends in anything else."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from functools import cache

import pytest
from openpyxl import load_workbook

from scorekeeper.files import pages
from scorekeeper.files.incoming import read_file
from scorekeeper.files.template import template
from scorekeeper.files.workbook import workbook
from scorekeeper.messages import line
from scorekeeper.table.errors import Faulty, FormatError
from tests.files.evening import EVENING, night_of

GARBAGE = (b"", b"<a/>", b"<?xml version='1.0'?><a><b></a>", b"\xff\xfe" * 50)


@cache
def evening() -> bytes:
    """The workbook of the evening."""
    return workbook(night_of(EVENING))


@cache
def form() -> bytes:
    """The template, as it is handed out."""
    return template("Europe/Moscow")


def refusal(content: bytes) -> list[str]:
    """What is said against a file; nothing where the damage is in a place that nobody reads."""
    try:
        read_file(content)
    except Faulty as error:
        return [line(fault) for fault in error.faults]
    return []


def parts(content: bytes) -> dict[str, bytes]:
    """What is in the package, by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(members: dict[str, bytes]) -> bytes:
    """A package of these members."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as package:
        for name, content in members.items():
            package.writestr(name, content)
    return written.getvalue()


def without_sheet(title: str) -> bytes:
    """The evening after somebody deleted a sheet."""
    book, saved = load_workbook(io.BytesIO(evening())), io.BytesIO()
    book.remove(book[title])
    book.save(saved)
    return saved.getvalue()


def test_a_sheet_that_was_deleted_is_named_where_it_is_needed() -> None:
    for title in load_workbook(io.BytesIO(evening())).sheetnames:
        said = refusal(without_sheet(title))
        if title in ("Rounds", "Payments"):
            assert said == [
                f"The workbook has no sheet “{title}” any more: put it back, or export the night again (workbook)"
            ]
        elif title == "Journal":
            assert said[0].startswith("This is no workbook of scorekeeper")
        else:
            assert said == []


DAMAGED = "The workbook is damaged and cannot be read: take another copy of it, or export the night again (workbook)"


@pytest.mark.parametrize("made", [evening, form])
def test_a_file_cut_short_is_damaged(made: Callable[[], bytes]) -> None:
    content = made()
    for end in range(60, len(content), max(1, len(content) // 97)):
        assert refusal(content[:end]) == [DAMAGED]


@pytest.mark.parametrize("made", [evening, form])
@pytest.mark.parametrize("seed", range(20))
def test_bytes_that_were_flipped(made: Callable[[], bytes], seed: int) -> None:
    chance, content = random.Random(seed), bytearray(made())
    for _ in range(chance.choice([1, 1, 3, 40])):
        content[chance.randrange(2, len(content))] ^= 1 << chance.randrange(8)
    refusal(bytes(content))


@pytest.mark.parametrize("made", [evening, form])
def test_members_that_are_gone_renamed_or_something_else(made: Callable[[], bytes]) -> None:
    members = parts(made())
    for at, (name, content) in enumerate(members.items()):
        others = {other: kept for other, kept in members.items() if other != name}
        ways = (
            {**others, f"{name}.bak": content},
            {**others, name: content[: len(content) // 2]},
            *({**others, name: garbage} for garbage in GARBAGE),
        )
        changed = (others, *ways)[at % (len(ways) + 1)]  # each in one of the ways, all of them in turn
        said = refusal(packed(changed))
        if name in ("[Content_Types].xml", "xl/workbook.xml"):
            assert said[0].endswith("(workbook)")


@pytest.mark.parametrize("made", [evening, form])
@pytest.mark.parametrize("seed", range(20))
def test_texts_inside_that_were_garbled(made: Callable[[], bytes], seed: int) -> None:
    chance, members = random.Random(seed), parts(made())
    name = chance.choice([name for name in members if name.endswith((".xml", ".rels"))])
    content = bytearray(members[name])
    for _ in range(chance.choice([1, 2, 10])):
        at = chance.randrange(len(content))
        content[at : at + chance.choice([0, 1, 7])] = chance.choice(
            [b"9", b"-", b'"', b"<", b"&", b"9999999", b"e", b"A1"]
        )
    refusal(packed({**members, name: bytes(content)}))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'r="3"', b'r="99999999999"'),
        (b'r="A3"', b'r="ZZZ3"'),
        (b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>'),
        (b"<v>1</v>", b"<v>" + b"9" * 400 + b"</v>"),
        (b"<v>1</v>", b"<v>" + b"9" * 9000 + b"</v>"),
        (b"<v>1</v>", b"<v>1e999</v>"),
        (b"<v>1</v>", b"<v>99999999999</v>"),
    ],
)
def test_numbers_without_measure(old: bytes, new: bytes) -> None:
    members = parts(evening())
    sheets = [name for name, text in members.items() if name.startswith("xl/worksheets/") and old in text]
    for name in sheets[:3]:
        refusal(packed({**members, name: members[name].replace(old, new, 1)}))


def test_a_workbook_that_would_unpack_without_end_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_MEGABYTES", 1)
    with pytest.raises(FormatError) as error:
        read_file(packed({**parts(evening()), "xl/media/image1.png": bytes(2**21)}))
    assert [line(fault) for fault in error.value.faults] == [
        "Unpacked the workbook would be larger than 1 MB, so it cannot be a night (workbook)"
    ]


def test_a_sheet_of_too_many_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_MOST_CELLS", 20)
    assert any("damaged" in said for said in refusal(evening()))
