"""Reading JSON objects that people may have written: every fault is collected, with its place, and reading goes on."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.table.errors import Fault, Place, Step
from scorekeeper.table.names import clean_text, name_key

LARGEST: Final = 10**9
"""No number of points, and no number of minor units a point, is larger."""


class Reader:
    """One JSON object being read. Take its keys one by one, then call `done`.

    A key that is absent gives the default (None); one that holds the wrong thing gives the default too, and adds a
    fault to `faults`, which all readers of a document share. What is no object at all is one fault, and lacks no key.
    """

    def __init__(self, data: object, place: Place, faults: list[Fault]) -> None:
        self.place = place
        self.faults = faults
        self._first = len(faults)
        self._asked: list[str] = []
        self._data: Mapping[str, object] = {}
        self._is_object = isinstance(data, dict)
        if isinstance(data, dict):
            self._data = data
        else:
            self.fault("wrong_type", expected="object")

    def fault(self, code: str, *steps: Step, **params: str | int) -> None:
        """Note that something is wrong here, or further in at `steps`."""
        self.faults.append(Fault(code, (*self.place, *steps), params))

    @property
    def unread(self) -> frozenset[str]:
        """What is not known of the object once it was read: keys, or the first step of a place further in.

        That is what cannot be read, what is missing, and what an unknown key was most likely meant to be. "" if it is
        no object at all.
        """
        depth = len(self.place)
        inside = (fault for fault in self.faults[self._first :] if fault.place[:depth] == self.place)
        return frozenset(key for fault in inside if (key := self._unread_by(fault)) is not None)

    def _unread_by(self, fault: Fault) -> str | None:
        if steps := fault.place[len(self.place) :]:
            step, value = steps[0]
            return str(value) if step == "key" else step
        if fault.code == "unknown_key":
            near = str(fault.params["nearest"])
            return near if near and near not in self._data else None
        return str(fault.params["key"]) if fault.code == "missing_key" else ""

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def raw(self, key: str, *, required: bool = False) -> object:
        """Whatever the key holds; None when it is absent."""
        self._asked.append(key)
        if required and self._is_object and key not in self._data:
            self.fault("missing_key", key=key)
        return self._data.get(key)

    def text(self, key: str, *, required: bool = False, default: str | None = None) -> str | None:
        """A string, as it stands."""
        value = self.raw(key, required=required)
        if key not in self._data or isinstance(value, str):
            return value if isinstance(value, str) else default
        self.fault("wrong_type", ("key", key), expected="text")
        return default

    def note(self, key: str) -> str:
        """A string for people, cleaned; empty when absent."""
        return clean_text(self.text(key) or "")

    def name(self, key: str, *, required: bool = True) -> str | None:
        """A player's name, cleaned; one that is empty once cleaned is a fault."""
        value = self.text(key, required=required)
        if value is None:
            return None
        cleaned = clean_text(value)
        if not cleaned:
            self.fault("empty_name", ("key", key))
            return None
        return cleaned

    def names(self, key: str) -> Iterator[str]:
        """A list of players' names, cleaned."""
        for place, item in self.items(key, "seat", required=True):
            one = Reader({"player": item}, place, self.faults).name("player")
            if one is not None:
                yield one

    def choice(self, key: str, allowed: tuple[str, ...], *, required: bool = False) -> str | None:
        """One of the strings `allowed`."""
        value = self.text(key, required=required)
        if value is None or value in allowed:
            return value
        self.fault("wrong_type", ("key", key), expected="choice", allowed=", ".join(allowed))
        return None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """true or false."""
        value = self.raw(key)
        if key not in self._data or isinstance(value, bool):
            return value if isinstance(value, bool) else default
        self.fault("wrong_type", ("key", key), expected="flag")
        return default

    def integer(self, key: str, *, required: bool = False) -> int | None:
        """Any whole number; its range is for the rules to judge."""
        value = self.raw(key, required=required)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if key in self._data:
            self.fault("wrong_type", ("key", key), expected="whole")
        return None

    def whole(self, key: str, *, least: int, most: int = LARGEST, required: bool = False) -> int | None:
        """A whole number from `least` to `most`; outside of them is a fault `amount`."""
        value = self.integer(key, required=required)
        if value is None or least <= value <= most:
            return value
        self.faults.append(bad_amount(value, least=least, most=most).within(*self.place, ("key", key)))
        return None

    def inner(self, key: str, *, required: bool = False) -> Reader | None:
        """A reader of the object under `key`."""
        value = self.raw(key, required=required)
        return Reader(value, (*self.place, ("key", key)), self.faults) if key in self._data else None

    def items(self, key: str, step: str, *, required: bool = False) -> Iterator[tuple[Place, object]]:
        """The elements of the list under `key`, each with its place: `step` and its number from 1."""
        value = self.raw(key, required=required)
        if isinstance(value, list):
            for number, item in enumerate(value, start=1):
                yield (*self.place, (step, number)), item
        elif key in self._data:
            self.fault("wrong_type", ("key", key), expected="list")

    def points_by_name(self, key: str, *, least: int, required: bool = False) -> dict[str, int]:
        """An object of whole numbers, at least `least`, by players' names; the names are cleaned."""
        points: dict[str, int] = {}
        spelled: dict[str, str] = {}
        inner = self.inner(key, required=required)
        for name in inner.keys if inner else ():
            value, player = inner.whole(name, least=least) if inner else None, clean_text(name)
            if not player:
                self.fault("empty_name", ("key", key))
            elif (other := spelled.setdefault(name_key(player), name)) != name:
                self.fault("duplicate_player", ("key", key), player=player, other=clean_text(other))
            elif value is not None:
                points[player] = value
        return points

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys present, in their order."""
        return tuple(self._data)

    def done(self) -> None:
        """Every key that nobody asked for is a fault, which names the nearest known one."""
        known = tuple(dict.fromkeys(self._asked))
        for key in self._data:
            if key not in known:
                self.fault("unknown_key", key=key, nearest=nearest(key, known))


def nearest(word: str, known: tuple[str, ...]) -> str:
    """The one of `known` that `word` was most likely meant to be; empty when none is near."""
    return next(iter(difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.5)), "")


def bad_amount(value: int, *, least: int, most: int = LARGEST) -> Fault:
    """The fault `amount`: a number of points that is not from `least` to `most`."""
    return Fault("amount", (), {"value": shown(value), "least": least, "most": most})


def shown(number: int) -> str:
    """A number for a sentence; one of absurd length is cut (Python refuses to print beyond 4,300 digits)."""
    return str(number) if abs(number) < 10**30 else "10^30…"
