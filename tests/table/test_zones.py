"""A zone is one that means the same on every computer."""

import pytest

from scorekeeper.table.zones import is_zone


@pytest.mark.parametrize("name", ["Europe/Moscow", "UTC", "Etc/GMT-3", "GMT0", "America/Argentina/Buenos_Aires"])
def test_names_of_zones(name: str) -> None:
    assert is_zone(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "Mars", "Europe", "localtime", "posix/Europe/Moscow", "right/UTC", "posixrules", "Factory",
        "/usr/share/zoneinfo/UTC", "../zoneinfo/UTC", "Europe/../UTC", "zone.tab", "a\0b", "\ud800", "MSK-3",
    ],
)  # fmt: skip
def test_what_is_none(name: str) -> None:
    assert not is_zone(name)
