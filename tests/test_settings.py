"""Settings survive whatever is found in their file."""

import json
from pathlib import Path

import pytest

from scorekeeper import settings
from scorekeeper.settings import Settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)


def test_without_a_file_everything_has_its_default(path: Path) -> None:
    assert settings.load(path) == Settings(language=None, theme="dark")


@pytest.mark.parametrize("chosen", [Settings(), Settings("ru", "light", True, True, True, {"table.undo": "z"})])
def test_what_is_saved_is_loaded(path: Path, chosen: Settings) -> None:
    settings.save(chosen, path)
    assert settings.load(path) == chosen
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_keys_of_another_version_are_kept(path: Path) -> None:
    write(path, '{"theme": "light", "keymap": {"undo": "z"}, "стол": 1}'.encode())
    settings.save(Settings(language="en", theme="dark"), path)
    stored = json.loads(path.read_text("utf-8"))
    assert stored["theme"] == "dark"
    assert (stored["keymap"], stored["стол"]) == ({"undo": "z"}, 1)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'"light"', b"[" * 100_000],
    ids=["empty", "cut", "list", "null", "not_utf8", "string", "deep"],
)  # fmt: skip
def test_a_broken_file_is_set_aside(path: Path, content: bytes) -> None:
    write(path, content)
    assert settings.load(path) == Settings()
    assert not path.exists()
    assert path.with_name("settings.json.broken").read_bytes() == content


@pytest.mark.parametrize(
    "stored",
    [
        {"language": "tlh", "theme": "purple"},
        {"language": ["ru"], "theme": {}, "bell": "yes", "keys": ["z"]},
        {"language": 1},
    ],
)
def test_a_value_that_makes_no_sense_takes_its_default(path: Path, stored: dict[str, object]) -> None:
    write(path, json.dumps(stored).encode())
    assert settings.load(path) == Settings()


def test_a_folder_in_the_way_is_no_crash(path: Path) -> None:
    path.mkdir(parents=True)
    assert settings.load(path) == Settings()


def test_a_failed_save_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(Settings(language="ru"), path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        settings.save(Settings(language="en"), path)
    assert settings.load(path).language == "ru"
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_files_of_a_test_are_never_the_users(own_world: Path) -> None:
    assert own_world in Path(settings.settings_path()).parents
    assert own_world in Path(settings.book_path()).parents
    assert Path(settings.settings_path()).name == "settings.json"
    assert Path(settings.book_path()).name == "book.db"
