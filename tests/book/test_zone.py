"""The zone that a night is given when nobody names one."""

import time

import pytest

from scorekeeper.book.zone import local_zone


@pytest.mark.parametrize(
    ("named", "zone"),
    [
        ("Europe/Moscow", "Europe/Moscow"),
        (":Asia/Tokyo", "Asia/Tokyo"),
        ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ("/usr/share/zoneinfo/posix/Asia/Tokyo", "Asia/Tokyo"),
        ("MSK-3", "Etc/GMT-3"),
        ("<-05>5", "Etc/GMT+5"),
        ("GMT0", "GMT0"),
        ("<+00>0", "UTC"),
    ],
)
def test_the_zone_of_the_environment(monkeypatch: pytest.MonkeyPatch, named: str, zone: str) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", named)
        time.tzset()
        assert local_zone() == zone
    time.tzset()


def test_there_is_always_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    assert local_zone()
