"""Replay: its work grows with the journal and no faster, and it comes to what a replay of every prefix would."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.journal import Entry, Round, effective
from scorekeeper.table.night import Night
from scorekeeper.table.replay import Replay
from scorekeeper.table.standing import Standing
from tests.table.playing import FOUR, Json, amend, entry, hands, join, leave, night, void

PLAYED = entry(hands(59, 81, 40, 3))
OPENING = night().opening


def work(monkeypatch: pytest.MonkeyPatch, journal: list[Entry]) -> int:
    """How many times an entry is worked out for the replay of a journal."""
    count = 0
    real = Standing.after

    def counted(*given: Any, **more: Any) -> Standing:
        nonlocal count
        count += 1
        return real(*given, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Standing, "after", counted)
        Night.replay(OPENING, journal)
    return count


def undone(count: int) -> list[Entry]:
    """Rounds, each taken back at once."""
    return [one for number in range(count) for one in (PLAYED, entry(void(2 * number + 1)))]


def undone_at_last(count: int) -> list[Entry]:
    """Rounds, and then all of them taken back, the last one first."""
    return [PLAYED] * count + [entry(void(number)) for number in range(count, 0, -1)]


def played_between(count: int) -> list[Entry]:
    """A night of rounds, and then some that were taken back at once."""
    return [PLAYED] * count + [one for number in range(count) for one in (PLAYED, entry(void(count + 2 * number + 1)))]


def paid_between(count: int) -> list[Entry]:
    """After each round that was taken back somebody pays what he owes, as it was known then."""
    journal: list[Entry] = [PLAYED] * count
    for _ in range(count):
        journal.append(PLAYED)
        journal.append(entry(void(len(journal))))
        journal.append(entry({"paid": {"payer": "Галина", "payee": "Борис", "points": 1}}))
    return journal


@pytest.mark.parametrize("made", [undone, undone_at_last, played_between, paid_between])
def test_work_grows_with_the_journal_and_no_faster(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [work(monkeypatch, made(count)) for count in (50, 100, 200, 400)]
    assert all(more <= 2.2 * few for few, more in pairwise(counts)), counts


def test_a_round_that_was_taken_back_was_dealt_by_whoever_was_next_then() -> None:
    made = Night.replay(OPENING, [*undone(200), PLAYED, PLAYED, entry(void(401)), PLAYED])
    dealers = [one.dealer for one in made.journal if isinstance(one, Round)]
    assert dealers[:200] == ["Алла"] * 200
    assert dealers[200:] == ["Алла", "Алла", "Борис"]


def random_journal(seed: int) -> list[Entry]:
    """Rounds, people who come and go, corrections of anything, payments: much of it against the rules."""
    chance = random.Random(seed)
    journal: list[Entry] = []
    kinds, most = chance.choice([("rrrrrvvvajlp", 12), ("rrrrrvvvajlp", 60), ("rrrrrrrrrrva", 400)])
    for number in range(1, most):
        kind = chance.choice(kinds)
        named = chance.randint(max(0, number - chance.choice([2, 5, 300])), number)
        points = chance.choice([55, 59, 62, 17, 94]), *chance.sample([81, 40, 3, 62, 20, 31], 3)
        data: Json = {
            "r": hands(*points),
            "v": void(named),
            "a": amend(named, hands(*points)),
            "j": join(chance.choice("АБВ"), chance.choice(FOUR)),
            "l": leave(chance.choice(FOUR)),
            "p": {"paid": {"payer": chance.choice(FOUR), "payee": chance.choice(FOUR), "points": 5}},
        }[kind]
        journal.append(entry(data))
    return journal


def by_itself(journal: list[Entry]) -> tuple[tuple[Fault, ...], Standing]:
    replay = Replay(OPENING, journal)
    return replay.faults, replay.course.standing


@pytest.mark.parametrize("seed", range(30))
def test_asked_at_every_entry_it_says_what_it_says_when_asked_once(seed: int) -> None:
    journal = random_journal(seed)
    grown = Replay(OPENING)
    for number, one in enumerate(journal, start=1):
        grown.add(one)
        if number % (len(journal) // 8 + 1) == 0 or number == len(journal):
            faults, standing = by_itself(journal[:number])
            assert grown.faults == faults
            assert grown.course.standing == standing
            held = [k for k, holds in enumerate(effective(journal[:number]), start=1) if holds]
            assert {played.entry for played in standing.rounds} <= set(held)


@pytest.mark.parametrize("seed", range(10))
def test_a_night_written_entry_by_entry_is_the_night_replayed(seed: int) -> None:
    made = Night.begin(OPENING)
    for one in random_journal(seed):
        try:
            made = made.append(one)
        except RuleError:
            continue
    assert Night.replay(OPENING, made.journal) == made
