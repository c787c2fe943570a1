"""The command line from outside: commands, help, exit codes, and who owns which stream."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import __version__, cli, i18n, settings
from scorekeeper.commands import output
from scorekeeper.commands.catalogue import COMMANDS
from scorekeeper.commands.stopping import ReaderGone, Stopped

FRIDAY = Path(__file__).parent / "data" / "friday.json"
PROGRAM = (sys.executable, "-m", "scorekeeper")
ROOT = Path(__file__).parent.parent

Captured = pytest.CaptureFixture[str]


def run(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """The real program, in an interpreter of its own."""
    given: dict[str, object] = {"stdin": subprocess.DEVNULL, "capture_output": True, "cwd": ROOT, "check": False}
    return subprocess.run([*PROGRAM, *words], **{**given, **options})  # type: ignore[call-overload, no-any-return]


# --- the real program ---------------------------------------------------------


def test_the_example_night_in_any_locale() -> None:
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = run("score", str(FRIDAY), "--format", "json", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    result = json.loads(done.stdout.decode("utf-8"))
    assert result["format"] == "scorekeeper.score/1"
    assert result["balances"]["Борис"] == 273


def test_a_script_gets_each_finding_on_standard_error(tmp_path: Path) -> None:
    friday = json.loads(FRIDAY.read_bytes())
    friday["journal"][3:3] = [{"round": {"hands": {"Алла": 12, "Борис": 55, "Вадим": 13, "Галина": "K-2"}}}]
    file = tmp_path / "ночь.json"
    file.write_text(json.dumps(friday), encoding="utf-8")
    done = run("score", str(file), "--format", "json", env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode("utf-8").splitlines()
    assert f"{file}: entry 4, hand of Борис: 55 needs the same card twice (same_card)" in lines
    assert any(line.startswith(f"{file}: entry 4, hand of Галина: ") and line.endswith("(picture)") for line in lines)


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen([*PROGRAM, "score", "-"], stdin=-1, stdout=-1, stderr=-1, cwd=ROOT) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        program.stdin.write(FRIDAY.read_bytes())
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_an_error() -> None:
    with Path("/dev/full").open("wb") as full:
        done = run("score", str(FRIDAY), capture_output=False, stdout=full, stderr=-1)
    assert done.returncode == 2
    assert done.stderr.decode().endswith("(unwritable)\n")
    assert b"Traceback" not in done.stderr


def test_the_installed_program_is_the_module(capfd: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run([Path(sys.executable).with_name("scorekeeper"), "--version"], capture_output=True, check=True)
    assert done.stdout.decode() == f"scorekeeper {__version__}\n"


def test_without_a_terminal_the_app_says_so(tmp_path: Path) -> None:
    done = run("--book", str(tmp_path / "book.db"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"scorekeeper score" in done.stderr
    assert not (tmp_path / "book.db").exists()


# --- what was typed -----------------------------------------------------------


@pytest.mark.parametrize("command", ["", *(command.name for command in COMMANDS)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_command_explains_itself(
    command: str, language: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    assert cli.main([*([command] if command else []), "--help"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert f"scorekeeper {command}".strip() in said.out
    assert "--book PATH" in said.out
    assert "%(" not in said.out


def test_help_names_every_command(capsys: Captured) -> None:
    assert cli.main(["-h"]) == 0
    said = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n  {command.name} " in said


def test_help_does_not_mind_what_else_is_wrong(capsys: Captured) -> None:
    assert cli.main(["score", "--nonsense", "--help", "a", "b"]) == 0
    assert "FILE" in capsys.readouterr().out


def test_the_version(capsys: Captured) -> None:
    for words in (["--version"], ["check", "--version"]):
        assert cli.main(words) == 0
        assert capsys.readouterr().out == f"scorekeeper {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scroe"], "“scroe”; did you mean “score”?"),
        (["importt", "x"], "did you mean “import”?"),
        (["zzz"], "There is no command “zzz”"),
        (["score"], "FILE is missing"),
        (["show"], "NIGHT is missing"),
        (["import"], "FILE is missing"),
        (["score", ""], "FILE is missing"),
        (["score", "a", "b"], "“b” is one argument too many"),
        (["score", "a", "--fromat", "json"], "“--fromat”; did you mean “--format”?"),
        (["score", "a", "--fromat=json"], "“--fromat”; did you mean “--format”?"),
        (["score", "a", "--form", "json"], "“--form”"),
        (["--boook", "x", "score", "a"], "“--boook”; did you mean “--book”?"),
        (["--format", "json", "score", "a"], "“--format”"),
        (["-x"], "“-x”"),
        (["score", "a", "--format", "xml"], "--format must be one of: text, json"),
        (["export", "1", "--format", "pdf"], "--format must be one of: xlsx, csv, json"),
        (["score", "a", "--format"], "--format needs a value"),
        (["--book"], "--book needs a value"),
        (["import", "a", "--dry-run=yes"], "--dry-run takes no value"),
        (["settle", "1", "--plan", "best"], "--plan must be one of: fewest, pairs, banker:NAME"),
        (["settle", "1", "--plan", "banker:"], "--plan must be one of"),
        (["nights", "x\x1b[31m"], "“x\\x1b[31m” is one argument too many"),
        (["score", "a", "--", "--format", "json"], "“--format” is one argument too many"),
        (["--", "--help"], "“--help” is one argument too many"),
        (["nights", "--book", ""], "--book needs a value"),
        (["--book=", "nights"], "--book needs a value"),
        (["--book", ""], "--book needs a value"),
        (["export", "1", "-o", ""], "--output needs a value"),
        (["export", "1", "--format="], "--format needs a value"),
        (["settle", "1", "--plan", ""], "--plan needs a value"),
        (["append", "1", ""], "FILE is missing"),
        (["import", "a", ""], "FILE is missing"),
        (["tab", ""], "PLAYER is missing"),
    ],
)
def test_what_cannot_be_meant_is_explained(words: list[str], said: str, capsys: Captured) -> None:
    assert cli.main(words) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert said in streams.err
    assert streams.err.startswith("scorekeeper: ")


def test_the_book_may_be_named_before_or_after_the_command(tmp_path: Path, capsys: Captured) -> None:
    book = tmp_path / "book.db"
    assert cli.main(["--book", str(book), "import", str(FRIDAY)]) == 0
    capsys.readouterr()
    for words in (["--book", "{}", "nights"], ["nights", "--book", "{}"], ["--book={}", "nights"]):
        assert cli.main([word.format(book) for word in words]) == 0
        assert "Friday" in capsys.readouterr().out


def test_an_address_in_the_environment_is_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"sqlite:///{tmp_path / 'address.db'}")
    assert cli.main(["import", str(FRIDAY), "--book", str(tmp_path / "named.db")]) == 0
    assert not (tmp_path / "address.db").exists()
    assert cli.main(["import", str(FRIDAY)]) == 0
    assert (tmp_path / "address.db").exists()
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "")
    assert cli.main(["import", str(FRIDAY)]) == 0
    assert Path(settings.book_path()).exists()


def test_without_a_name_the_book_is_the_users_own(own_world: Path) -> None:
    assert cli.main(["import", str(FRIDAY)]) == 0
    assert Path(settings.book_path()).exists()
    assert own_world in Path(settings.book_path()).parents


def test_the_users_language_goes_before_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    settings.save(settings.Settings(language="ru"))
    assert cli.main(["--version"]) == 0
    assert i18n.language() == "ru"


# --- streams ------------------------------------------------------------------


def test_a_closed_standard_output_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(Stopped) as stopped:
        output.write("x")
    assert stopped.value.status == 2
    assert cli.main(["--version"]) == 2
    assert not output.is_terminal()


def test_a_reader_that_goes_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def write(self, text: str) -> None:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    with pytest.raises(ReaderGone):
        output.write("x")
    assert cli.main(["--version"]) == 0


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    def interrupted(*_words: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("scorekeeper.commands.score.run", interrupted)
    assert cli.main(["score", "x"]) == cli.INTERRUPTED
    assert capsys.readouterr() == ("", "")
