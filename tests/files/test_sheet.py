"""What Excel demands of titles, labels and texts."""

from __future__ import annotations

import pytest

from scorekeeper.files.sheet_text import safe_text, sheet_title, unique_labels


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Rounds", "Rounds"),
        ("Коны", "Коны"),
        ("a/b\\c:d*e?f[g]h", "a b c d e f g h"),
        ("'quoted'", "quoted"),
        ("  ' '", "-"),
        ("", "-"),
        ("***", "-"),
        ("a\x00b\ud800\ufffe", "ab"),
        ("History", "History 2"),
        ("hIsToRy", "hIsToRy 2"),
        ("O'Neil", "O'Neil"),
        ("x" * 31, "x" * 31),
        ("x" * 32, "x" * 30 + "…"),
        ("x" * 29 + "'yz", "x" * 29 + "'…"),
        ("🂡" * 20, "🂡" * 15 + "…"),
    ],
)
def test_sheet_titles_follow_the_rules_of_excel(text: str, title: str) -> None:
    assert sheet_title(text) == title
    assert len(title.encode("utf-16-le")) <= 62


def test_no_two_sheets_have_one_title() -> None:
    assert sheet_title("итоги", ["Итоги"]) == "итоги 2"
    assert sheet_title("итоги", ["Итоги", "ИТОГИ 2"]) == "итоги 3"
    assert sheet_title("x" * 31, ["x" * 31]) == "x" * 28 + "… 2"


def test_labels_are_unique_whatever_they_are() -> None:
    assert unique_labels(["a", "A", "a (2)", "A"]) == ["a", "A (2)", "a (2) (2)", "A (3)"]
    assert unique_labels(["", "", "\x00"]) == ["?", "? (2)", "? (3)"]
    long = unique_labels(["x" * 300, "x" * 400, "🂡" * 200, "🂡" * 201])
    assert len({*long}) == 4
    assert all(len(label.encode("utf-16-le")) <= 510 for label in long)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("_x000D_", "_x005F_x000D_"),
        ("_x0041_x0042_", "_x005F_x0041_x005F_x0042_"),
        ("_x00g0_", "_x00g0_"),
        ("__x000a__", "__x005F_x000a__"),
        ("a\r\nb\x0bc", "a b c"),
        ("=1+1", "=1+1"),
    ],
)
def test_excel_shows_a_text_literally(text: str, safe: str) -> None:
    assert safe_text(text) == safe


def test_a_text_is_as_long_as_a_cell_at_the_most() -> None:
    assert safe_text("ж" * 32767) == "ж" * 32767
    assert safe_text("ж" * 32768) == "ж" * 32766 + "…"
    assert len(safe_text("🙂" * 20000).encode("utf-16-le")) <= 2 * 32767
