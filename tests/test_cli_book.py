"""Commands on a book: in and out, appending, settling, checking."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import cli
from scorekeeper.book import Book
from scorekeeper.commands.app import fill_sample
from scorekeeper.files.night_file import read_night
from scorekeeper.table.night import Night

FRIDAY = Path(__file__).parent / "data" / "friday.json"
ROUND = {"round": {"hands": {"Алла": 12, "Вадим": 34, "Даша": 56, "Галина": 78}}}

Run = Callable[..., tuple[int, str, str]]
Json = dict[str, Any]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Where the book of this test is."""
    return tmp_path / "book.db"


@pytest.fixture
def run(book: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on this test's book: exit status, standard output, standard error."""

    def command(*words: object, stdin: str | bytes = "") -> tuple[int, str, str]:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = cli.main(["--book", str(book), *map(str, words)])
        streams = capsys.readouterr()
        return status, streams.out, streams.err

    return command


@pytest.fixture
def friday(run: Run) -> Json:
    """The example night, which is in the book."""
    assert run("import", FRIDAY)[0] == 0
    data: Json = json.loads(FRIDAY.read_bytes())
    return data


def lines(*entries: Json) -> str:
    """A JSON object a line."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)


def written(path: Path, data: object) -> Path:
    """A JSON file."""
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


# --- in and out ---------------------------------------------------------------


def test_import_says_what_became_of_each_file(run: Run, tmp_path: Path, friday: Json) -> None:
    longer = written(tmp_path / "longer.json", {**friday, "uuid": uuid_of(run), "journal": [*friday["journal"], ROUND]})
    other = written(tmp_path / "other.json", {**friday, "title": "Saturday"})
    status, out, err = run("import", FRIDAY, longer, other)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"{FRIDAY}: night 1, known already; nothing added",
        f"{longer}: night 1, known already; entries added: 1",
        f"{other}: night 2, new; entries: 8",
    ]


def uuid_of(run: Run) -> str:
    return str(json.loads(run("export", 1, "--format", "json", "-o", "-")[1])["uuid"])


def test_importing_twice_adds_nothing(run: Run, friday: Json) -> None:
    before = run("export", 1, "--format", "json", "-o", "-")
    assert "nothing added" in run("import", FRIDAY)[1]
    assert run("export", 1, "--format", "json", "-o", "-") == before
    assert len(run("nights")[1].splitlines()) == 1


def test_an_export_imports_as_the_same_night(run: Run, tmp_path: Path, friday: Json) -> None:
    out = tmp_path / "out.json"
    assert run("export", "last", "-o", out) == (0, f"{out}\n", "")
    again = tmp_path / "again.db"
    assert cli.main(["import", str(out), "--book", str(again)]) == 0
    with Book.open(tmp_path / "book.db") as ours, Book.open(again) as theirs:
        assert ours.load(1).night == theirs.load(1).night
    assert cli.main(["export", "1", "--book", str(again), "-o", str(tmp_path / "twice.json")]) == 0
    assert (tmp_path / "twice.json").read_bytes() == out.read_bytes()


def test_an_export_says_what_the_file_said(run: Run, friday: Json) -> None:
    status, out, _ = run("export", 1, "-o", "-", "--format", "json")
    assert status == 0
    ours, theirs = Night.replay(*read_night(out.encode())), Night.replay(*read_night(FRIDAY.read_bytes()))
    assert list(ours.standing.transfers) == list(theirs.standing.transfers)
    assert [type(entry) for entry in ours.journal] == [type(entry) for entry in theirs.journal]
    assert ours.journal[0].at == theirs.journal[0].at
    assert ours.opening.started_at == theirs.opening.started_at


def test_a_dry_run_keeps_nothing(run: Run, book: Path) -> None:
    status, out, _ = run("import", FRIDAY, "--dry-run")
    assert status == 0
    assert out.startswith(f"{FRIDAY}: night 1, new; entries: 8\n")
    assert f"There is no book here; check the path: {book}\n" in out
    assert list(book.parent.iterdir()) == []


def test_import_takes_all_files_or_none(run: Run, book: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"{}")
    status, out, err = run("import", FRIDAY, broken, tmp_path / "absent.json")
    assert (status, out) == (2, "")
    assert f"{broken}: The key “format” is missing (missing_key)" in err
    assert f"{tmp_path / 'absent.json'}: There is no such file (no_such_file)" in err
    assert not book.exists()


def test_files_that_contradict_each_other_are_told_so(run: Run, tmp_path: Path, friday: Json) -> None:
    uuid, journal = uuid_of(run), friday["journal"]
    for known in (True, False):
        one, other = (
            written(
                tmp_path / f"{at}.json", {**friday, "uuid": uuid, "journal": [*journal, {"leave": {"player": who}}]}
            )
            for at, who in enumerate(("Алла", "Вадим"))
        )
        where = () if known else ("--book", tmp_path / "new.db")
        status, out, err = run("import", one, other, *where)
        assert (status, out) == (2, "")
        said = f"{one} is the same night, but goes on with another entry {len(journal) + 1}: nothing was added"
        assert err == f"{other}: {said} (different)\n"
    renamed = written(tmp_path / "renamed.json", {**friday, "uuid": uuid, "title": "Monday"})
    err = run("import", one, renamed, "--book", tmp_path / "new.db")[2]
    assert err == f"{renamed}: {one} is the same night, but its “title” is another: nothing was added (different)\n"


def test_a_night_that_is_not_the_one_in_the_book_is_refused(run: Run, tmp_path: Path, friday: Json) -> None:
    uuid, journal = uuid_of(run), friday["journal"]
    changed = written(tmp_path / "changed.json", {**friday, "uuid": uuid, "journal": [journal[0], journal[2]]})
    other = written(tmp_path / "other.json", {**friday, "title": "Saturday"})
    status, out, err = run("import", other, changed)
    assert (status, out) == (2, "")
    assert err.startswith(f"{changed}: ")
    assert "entry 2" in err
    assert err.endswith("(different)\n")
    assert "is the same night" not in err
    renamed = written(tmp_path / "renamed.json", {**friday, "uuid": uuid, "title": "Monday"})
    assert "“title”" in run("import", renamed)[2]
    assert len(run("nights")[1].splitlines()) == 1


def test_import_says_how_the_book_spells_a_name(run: Run, tmp_path: Path, friday: Json) -> None:
    text = FRIDAY.read_text(encoding="utf-8").replace("Алла", "алла").replace("Friday", "Saturday")
    other = tmp_path / "other.json"
    other.write_text(text, encoding="utf-8")
    assert "алла is Алла in the book" in run("import", other)[1]


def test_standard_input_is_a_file_too(run: Run) -> None:
    assert run("import", "-", stdin=FRIDAY.read_bytes())[1] == "-: night 1, new; entries: 8\n"
    assert run("score", "-", stdin=FRIDAY.read_bytes()) == run("score", FRIDAY)


@pytest.mark.parametrize(
    ("name", "begins"), [("x.xlsx", b"PK"), ("x.csv", b"\xef\xbb\xbf"), ("x.JSON", b"{"), ("x", b"PK")]
)
def test_the_name_of_the_output_says_what_it_is(
    name: str, begins: bytes, run: Run, tmp_path: Path, friday: Json
) -> None:
    assert run("export", 1, "-o", tmp_path / name)[0] == 0
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_named_format_goes_before_the_name(run: Run, tmp_path: Path, friday: Json) -> None:
    assert run("export", 1, "-o", tmp_path / "x.csv", "--format", "json")[0] == 0
    assert (tmp_path / "x.csv").read_bytes().startswith(b"{")


def test_exports_go_to_the_folder_of_exports_if_there_is_one(
    run: Run, tmp_path: Path, friday: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("export", 1)[1] == "2026-11-27-Friday-1.xlsx\n"
    (tmp_path / "exports").mkdir()
    assert run("export", 1, "--format", "csv")[1] == f"{Path('exports', '2026-11-27-Friday-1.csv')}\n"
    assert (tmp_path / "exports" / "2026-11-27-Friday-1.csv").exists()


@pytest.mark.parametrize(("target", "code"), [("", "folder"), ("new/", "folder"), ("absent/x.csv", "unwritable")])
def test_where_nothing_can_be_written_is_said(target: str, code: str, run: Run, tmp_path: Path, friday: Json) -> None:
    status, out, err = run("export", 1, "-o", f"{tmp_path}/{target}")
    assert (status, out) == (2, "")
    assert err.endswith(f"({code})\n")
    assert {path.name for path in tmp_path.iterdir()} <= {"book.db", "book.db-wal", "book.db-shm"}


# --- append -------------------------------------------------------------------


def test_append_prints_the_number_of_each_entry(run: Run, friday: Json) -> None:
    status, out, err = run(
        "append", "last", stdin=lines(ROUND, {"leave": {"player": "даша"}}) + "\n\n" + lines({"void": {"entry": 10}})
    )
    assert (status, out, err) == (0, "9\n10\n11\n", "")
    assert run("check") == (0, "", "")
    assert "Даша" in run("show", 1)[1]


def test_append_stops_at_the_first_bad_line_and_keeps_the_earlier_ones(run: Run, friday: Json) -> None:
    bad = {"round": {"hands": {"Алла": 55, "Вадим": 34, "Даша": 56, "Галин": 78}}}
    status, out, err = run("append", 1, stdin=lines(ROUND, bad, ROUND))
    assert (status, out) == (2, "9\n")
    assert err.splitlines() == [
        "-: line 2, entry 10, hand of Алла: 55 needs the same card twice (same_card)",
        "-: line 2, entry 10, hand of Галин: Галин does not play in this round; did you mean Галина? (unknown_player)",
        "-: line 2, entry 10, hand of Галина: The hand of Галина is missing (missing_hand)",
    ]
    assert run("append", 1, stdin=lines(ROUND))[1] == "10\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: This is not JSON (line 2, column 2) (not_json)"),
        ("[]", "line 2: This must be an object: { … } (wrong_type)"),
        ("{}", "line 2: An entry holds one of these: round, amend, … reopened (unknown_kind)"),
        ('{"rond": {}}', "line 2: No entry is of the kind “rond”; did you mean “round”? (unknown_kind)"),
        ('{"void": {"entry": true}}', "line 2, entry: This must be a whole number, without quotes (wrong_type)"),
        ('{"void": {"entry": 99}}', "line 2, entry 10: There is no entry 99 before this one; … (unknown_entry)"),
        ('{"amend": {"entry": 5, "round": {}}}', "line 2, entry 10: Entry 5 is not a round … (not_a_round)"),
        ('{"credit": {"player": "Алла", "points": 5}}', "line 2: On record there is no credit; … (unknown_kind)"),
        ('{"leave": {"player": "Алла"}, "at": "noon"}', "line 2, at: “noon” is no time with its offset; … (time)"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named(line: str, said: str, run: Run, friday: Json) -> None:
    status, out, err = run("append", 1, stdin=f"{lines(ROUND)}{line}\n")
    assert (status, out) == (2, "9\n")
    begins, _, ends = said.partition("…")
    assert err.startswith(f"-: {begins}")
    assert err.endswith(f"{ends or begins}\n")
    assert len(err.splitlines()) == 1


def test_a_void_that_breaks_a_later_entry_names_both(run: Run, friday: Json) -> None:
    status, _, err = run("append", 1, stdin=lines(ROUND, {"void": {"entry": 5}}))
    assert status == 2
    assert (
        err.splitlines()[0]
        == "-: line 2, entry 10: With this, entry 9 would be impossible; void or amend that one first (breaks_entry)"
    )
    assert "-: line 2, entry 9, hand of Даша: " in err


def test_append_reads_a_file(run: Run, tmp_path: Path, friday: Json) -> None:
    file = tmp_path / "entries.jsonl"
    file.write_text("\ufeff" + lines(ROUND).replace("\n", "\r\n"), encoding="utf-8")
    assert run("append", 1, file) == (0, "9\n", "")
    file.write_bytes(b"\xff\n")
    assert run("append", 1, file) == (
        2,
        "",
        f"{file}: line 1: This is no UTF-8 text (byte 1): save it as UTF-8 (not_utf8)\n",
    )
    assert run("append", 1, tmp_path)[2].endswith("(folder)\n")
    assert run("append", 1, tmp_path / "absent")[2].endswith("(no_such_file)\n")


# --- settle, show, nights -----------------------------------------------------


def test_settle_names_its_guarantee(run: Run, friday: Json) -> None:
    assert run("settle", "last")[1].splitlines() == [
        "Алла → Борис: 167 (€83.50)",
        "Галина → Борис: 106 (€53.00)",
        "Галина → Вадим: 21 (€10.50)",
        "Fewer than 3 transfers is impossible",
    ]


def test_every_plan_in_json_clears_the_balances(run: Run, friday: Json) -> None:
    balances = {"Алла": -167, "Борис": 273, "Вадим": 21, "Галина": -127, "Даша": 0}
    for plan, name in (("fewest", "fewest"), ("pairs", "pairs"), ("banker: ДАША ", "banker:Даша")):
        status, out, _ = run("settle", 1, "--plan", plan, "--format", "json")
        assert status == 0
        result = json.loads(out)
        assert (result["format"], result["plan"]) == ("scorekeeper.settle/1", name)
        assert result["proved"] == (plan == "fewest")
        left = dict(balances)
        for payment in result["payments"]:
            left[payment["payer"]] += payment["points"]
            left[payment["payee"]] -= payment["points"]
            assert payment["money"] == f"{payment['points'] * 0.5:.2f}"
        assert not any(left.values())


def test_a_banker_who_did_not_play_is_refused(run: Run, friday: Json) -> None:
    assert run("settle", 1, "--plan", "banker:Дашa") == (
        2, "", "scorekeeper: Nobody in this night is called Дашa; did you mean Даша? (unknown_player)\n",
    )  # fmt: skip


def test_in_cash_play_settle_covers_open_debts(run: Run, tmp_path: Path) -> None:
    seats = [{"player": "А", "credit": 5}, {"player": "Б"}, {"player": "В"}]
    night = {"format": "scorekeeper.night/1", "game": "decarte", "mode": "cash", "seats": seats, "dealer": "А"}
    file = written(tmp_path / "cash.json", {**night, "journal": [{"round": {"cut": "missed"}}]})
    assert run("import", file)[0] == 0
    assert run("settle", 1, "--plan", "pairs")[1].splitlines()[:2] == ["А → Б: 5", "А → В: 10"]
    shown = run("show", 1)[1]
    assert "Needed by each before the next round: 200" in shown
    assert "Short of it: each adds credit, leaves, or plays on by consent of the table\n  А: −" in shown
    assert "Debts, oldest first:\n  А → Б: 5\n  А → В: 10" in shown


def test_show_tells_the_night_with_its_number(run: Run, friday: Json) -> None:
    status, out, _ = run("show", "last")
    assert status == 0
    assert out.startswith("Friday\nNight 1\nBegan: 2026-11-27 20:15\n")


def test_nights_are_listed_newest_first(run: Run, tmp_path: Path, friday: Json) -> None:
    later = written(tmp_path / "later.json", {**friday, "title": "", "started_at": "2026-11-28T01:00:00+03:00"})
    run("import", later)
    played = "Алла, Борис, Вадим, Галина, Даша; on record; rounds: 2; ahead: Борис +273; still open"
    assert run("nights")[1].splitlines() == [f"2: 2026-11-28 01:00; {played}", f"1: 2026-11-27 20:15, Friday; {played}"]


@pytest.mark.parametrize("command", ["show", "export", "settle", "append"])
@pytest.mark.parametrize(
    "reference", ["2", "0", "-1", "first", "1e0", "9" * 30, "6f3f0e2a-9a39-4c6b-8b0e-6d1d6f2c6a51"]
)
def test_a_night_that_is_not_there_is_named(command: str, reference: str, run: Run, friday: Json) -> None:
    status, out, err = run(command, reference)
    assert (status, out) == (2, "")
    assert err == f"scorekeeper: There is no night “{reference}”; see: scorekeeper nights (unknown_night)\n"


def test_a_night_may_be_called_by_its_uuid(run: Run, friday: Json) -> None:
    assert run("show", uuid_of(run).upper()) == run("show", 1)


# --- the book itself ----------------------------------------------------------


def test_check_is_silent_when_all_is_well(run: Run, friday: Json) -> None:
    assert run("check") == (0, "", "")


def test_check_prints_every_finding(run: Run, book: Path, friday: Json) -> None:
    import sqlite3

    with sqlite3.connect(book) as connection:
        connection.execute("UPDATE ledger SET points = points + 1 WHERE line = 1 AND entry = 1")
    connection.close()
    status, out, err = run("check")
    assert (status, err) == (1, "")
    assert out.endswith("(ledger)\n")
    assert "Night 1, entry 1, payment 1: should be Вадим → Галина 10 insurance, is Вадим → Галина 11 insurance" in out


@pytest.mark.parametrize(
    "command",
    [("nights",), ("check",), ("show", "1"), ("import", FRIDAY), ("export", "1"), ("settle", "1"), ("append", "1")],
)
def test_what_is_no_book_is_left_alone(command: tuple[object, ...], run: Run, book: Path) -> None:
    book.write_bytes(b"not a database, but long enough to be taken for one" * 40)
    before = book.read_bytes()
    status, out, err = run(*command)
    assert (status, out) == (3, "")
    assert err.endswith("(not_a_book)\n")
    assert book.read_bytes() == before


def test_a_folder_is_no_book(run: Run, book: Path) -> None:
    book.mkdir()
    assert run("nights") == (3, "", f"scorekeeper: This is a folder, not a book: {book} (folder)\n")


def test_an_address_that_is_none_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "nosuch://user:secret@host/db")
    assert cli.main(["nights"]) == 3
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.endswith("(cannot_open)\n")
    assert "secret" not in streams.err


def test_the_sample_night_of_the_demo_shows_what_there_is(tmp_path: Path) -> None:
    where = tmp_path / "demo.db"
    fill_sample(where)
    with Book.open(where) as sample:
        night = sample.load(sample.resolve("last")).night
        assert sample.check() == ()
    rounds = night.standing.rounds
    assert len(rounds) == 12
    assert {played.played.outcome for played in rounds} == set(night.opening.game.outcomes)
    assert {t.reason for t in night.standing.transfers} == set(night.opening.game.reasons)
    assert any(played.played.facts["swapped"] for played in rounds)
    assert {entry.kind for entry in night.journal} == {"round", "join", "leave", "amend"}
