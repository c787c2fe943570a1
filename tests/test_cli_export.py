"""`export` and `import` of workbooks, from the command line."""

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook

from scorekeeper import cli
from scorekeeper.book import Book
from scorekeeper.files.writing import write_whole

FRIDAY = Path(__file__).parent / "data" / "friday.json"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on this test's book, in a folder of its own: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))

    def command(*words: object) -> tuple[int, str, str]:
        status = cli.main(["--book", str(tmp_path / "book.db"), *map(str, words)])
        streams = capsys.readouterr()
        return status, streams.out, streams.err

    return command


@pytest.fixture
def friday(run: Run) -> None:
    """The example night is in the book."""
    assert run("import", FRIDAY)[0] == 0


@pytest.mark.usefixtures("friday")
def test_a_workbook_comes_back_as_the_night_that_it_was(run: Run, tmp_path: Path) -> None:
    assert run("export", 1, "-o", "x.xlsx") == (0, "x.xlsx\n", "")
    assert run("import", "x.xlsx") == (0, "x.xlsx: night 1, known already; nothing added\n", "")
    again = str(tmp_path / "again.db")
    assert cli.main(["import", "x.xlsx", "--book", again]) == 0
    with Book.open(tmp_path / "book.db") as ours, Book.open(again) as theirs:
        assert ours.load(1).night == theirs.load(1).night
    assert cli.main(["export", "1", "-o", "y.xlsx", "--book", again]) == 0
    assert (tmp_path / "x.xlsx").read_bytes() == (tmp_path / "y.xlsx").read_bytes()


@pytest.mark.usefixtures("friday")
def test_a_longer_workbook_adds_what_is_new(run: Run, tmp_path: Path) -> None:
    run("export", 1, "-o", "x.xlsx")
    other = str(tmp_path / "other.db")
    cli.main(["import", "x.xlsx", "--book", other])
    (tmp_path / "more").write_text('{"leave": {"player": "Алла"}}\n', encoding="utf-8")
    assert cli.main(["append", "1", "more", "--book", other]) == 0
    assert cli.main(["export", "1", "-o", "longer.xlsx", "--book", other]) == 0
    assert "x.xlsx: night 1, known already; nothing added" in run("import", "x.xlsx", "--dry-run")[1]
    assert "longer.xlsx: night 1, known already; entries added: 1" in run("import", "longer.xlsx", "--dry-run")[1]
    assert run("import", "longer.xlsx")[0] == 0
    assert "nothing added" in run("import", "longer.xlsx")[1]


@pytest.mark.usefixtures("friday")
def test_a_changed_cell_is_named_and_nothing_is_taken(run: Run, tmp_path: Path) -> None:
    run("export", 1, "-o", "x.xlsx")
    book = load_workbook(tmp_path / "x.xlsx")
    book["Rounds"]["H2"] = "9-8"
    book.save(tmp_path / "x.xlsx")
    status, out, err = run("import", "x.xlsx", "--book", "new.db")
    assert (status, out) == (2, "")
    assert err.startswith("x.xlsx: Rounds!H2: By the journal this must be “5-8”, not “9-8”")
    assert not Path("new.db").exists()


def test_the_template_needs_no_book(run: Run, tmp_path: Path) -> None:
    assert run("export", "--template") == (0, "template.xlsx\n", "")
    assert not (tmp_path / "book.db").exists()
    status, out, err = run("import", "template.xlsx")
    assert (status, out) == (2, "")
    assert "template.xlsx: Night!B4: This cell must be filled in (missing_cell)\n" in err


def test_two_nights_on_paper_are_never_taken_for_one(run: Run, tmp_path: Path) -> None:
    run("export", "--template")
    book = load_workbook(tmp_path / "template.xlsx")
    night, rounds = book.worksheets[:2]

    def typed(file: str, hand: str | None, **cells: str) -> str:
        for where, value in {"B4": "2019-05-04", "B10": "Алла", "A27": "Алла", "A28": "Борис", **cells}.items():
            night[where] = value
        rounds["G2"], rounds["H2"] = hand, hand and "8-A"
        book.save(tmp_path / file)
        return file

    assert "night 1, new" in run("import", typed("first.xlsx", "5-9"))[1]
    status, _, err = run("import", typed("corrected.xlsx", "5-8"))
    assert status == 2
    assert err == (
        "corrected.xlsx: Night 1 in the book is this one, but entry 1 is another: nothing was added. "
        "If these are two nights, give one of them a title or a time of its own (different)\n"
    )
    assert "night 2, new" in run("import", typed("second.xlsx", "5-8", B5="23:00"))[1]
    assert "night 3, new" in run("import", typed("no rounds.xlsx", None, B5="20:00"))[1]
    assert run("import", typed("nor here.xlsx", None, B5="20:00"))[1] == (
        "nor here.xlsx: night 3, known already; nothing added\n"
        "  If these are two nights, give one of them a title or a time of its own\n"
    )


@pytest.mark.usefixtures("friday")
def test_a_player_and_the_whole_book(run: Run, tmp_path: Path) -> None:
    assert run("export", "--player", " АЛЛА") == (0, "player-Алла.xlsx\n", "")
    assert load_workbook(tmp_path / "player-Алла.xlsx")["Summary"]["A1"].value == "Алла"
    assert run("export", "--whole-book", "-o", "all.xlsx")[0] == 0
    assert load_workbook(tmp_path / "all.xlsx").sheetnames == [
        "Players", "Nights", "Results", "Balances", "Head to head",
    ]  # fmt: skip
    status, _, err = run("export", "--player", "Аллла")
    assert status == 2
    assert "did you mean “Алла”?" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "NIGHT is missing"),
        (["1", "--template"], "Only one of these at a time"),
        (["--template", "--format", "csv"], "--format must be one of: xlsx"),
        (["--whole-book"], "There are no nights yet"),
        (["1", "-o", "x.foo"], "“.foo” is none of the formats (xlsx, csv, json): end the name in one"),
        (["--template", "-o", "x.csv"], "“.csv” is none of the formats (xlsx)"),
        (["1", "--separator", "tab"], "Only for csv, and this is xlsx: --separator. Leave it out"),
        (["1", "--decimal", "comma", "--no-bom", "-o", "x.json"], "this is json: --decimal, --no-bom. Leave it out"),
        (["1", "--no-bom", "--format", "json"], "this is json: --no-bom. Leave it out"),
        (["--template", "--decimal", "comma"], "this is xlsx: --decimal. Leave it out"),
        (["--whole-book", "--separator", "comma"], "this is xlsx: --separator. Leave it out"),
        (["1", "--separator", "dot"], "--separator must be one of: comma, semicolon, tab"),
    ],
)
def test_what_cannot_be_exported_is_explained(words: list[str], said: str, run: Run, tmp_path: Path) -> None:
    Book.open(tmp_path / "book.db").close()
    status, out, err = run("export", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert [path.name for path in tmp_path.iterdir()] == ["book.db"]


@pytest.mark.usefixtures("friday")
def test_a_workbook_that_is_open_elsewhere_is_not_replaced(run: Run, tmp_path: Path) -> None:
    run("export", 1, "-o", "x.xlsx")
    (tmp_path / ".~lock.x.xlsx#").write_bytes(b"")
    (tmp_path / "x.xlsx").write_bytes(b"old")
    status, out, err = run("export", 1, "-o", "x.xlsx")
    assert (status, out) == (2, "")
    assert err == (
        "x.xlsx: LibreOffice has this open: close it there, or export to another name; "
        "if it is open nowhere, delete .~lock.x.xlsx# (open_elsewhere)\n"
    )
    assert (tmp_path / "x.xlsx").read_bytes() == b"old"


def test_money_that_a_sheet_cannot_count_is_left_to_csv_and_json(run: Run, tmp_path: Path) -> None:
    night = json.loads(FRIDAY.read_text(encoding="utf-8"))
    night |= {"stake": {"point": "9999999.99", "currency": "EUR"}, "title": "rich"}
    for file, restored in (("most", 8_000), ("more", 12_000)):
        seats = [seat["player"] for seat in night["seats"]]
        back = {"restore": {"balances": {seats[0]: restored, seats[1]: -restored}}}
        data = {**night, "title": file, "journal": [*night["journal"], back]}
        (tmp_path / file).write_text(json.dumps(data), encoding="utf-8")
    assert run("import", "most", "more")[0] == 0
    assert run("export", 1, "-o", "x.xlsx")[0] == 0
    for words in ((2, "-o", "y.xlsx"), ("--whole-book", "-o", "y.xlsx"), ("--player", "Алла", "-o", "y.xlsx")):
        status, out, err = run("export", *words)
        assert (status, out) == (2, "")
        assert err.startswith("y.xlsx: A workbook cannot count ")
        assert err.endswith("it has too many digits; csv and json can (inexact)\n")
    assert not (tmp_path / "y.xlsx").exists()
    assert run("export", 2, "-o", "y.csv")[0] == 0


@pytest.mark.usefixtures("friday")
def test_csv_as_asked_for(run: Run, tmp_path: Path) -> None:
    assert run("export", 1, "-o", "x.csv", "--separator", "tab", "--decimal", "comma", "--no-bom")[0] == 0
    content = (tmp_path / "x.csv").read_bytes()
    assert not content.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(content.decode().splitlines(), delimiter="\t"))
    assert lines[1][-3:-1] == ["30,00", "30,00"]


@pytest.mark.usefixtures("friday")
def test_a_file_that_is_open_elsewhere_is_named_and_stays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "x.xlsx", b"old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("scorekeeper.commands.exporting.write_whole", refuse)
    status, out, err = run("export", 1, "-o", "x.xlsx")
    assert (status, out) == (2, "")
    assert "another program has it open (Permission denied) (in_use)" in err
    assert (tmp_path / "x.xlsx").read_bytes() == b"old"
