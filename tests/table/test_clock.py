"""Durations: pauses are no play, and clocks that change do not matter."""

from __future__ import annotations

import json
from datetime import datetime

from scorekeeper.files.night_file import night_json, read_night
from scorekeeper.games import GAMES
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.table.clock import night_seconds, seconds_by_round
from scorekeeper.table.codec import kept_json, read_kept
from scorekeeper.table.journal import Amend, Round
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, Opening, Seat

RECORD = Record(hands={"Ann": Hand(5, 9), "Bob": Hand(4, 0)})


def night(*rounds: Round, started: str = "2026-11-27T23:50:00+03:00", zone: str = "Europe/Moscow") -> Night:
    opening = Opening(
        game=GAMES["decarte"],
        seats=(Seat("Ann"), Seat("Bob")),
        dealer="Ann",
        started_at=datetime.fromisoformat(started),
        zone=zone,
    )
    return Night.replay(opening, rounds)


def at(moment: str, lasted: int | None = None) -> Round:
    return Round(record=RECORD, at=datetime.fromisoformat(moment), lasted=lasted)


def test_a_night_goes_on_across_midnight() -> None:
    played = night(at("2026-11-27T23:58:00+03:00"), at("2026-11-28T00:10:00+03:00"))
    assert seconds_by_round(played.standing) == [480, 720]
    assert night_seconds(played.standing) == 1200


def test_summer_time_changes_nothing() -> None:
    played = night(
        at("2026-10-25T02:55:00+02:00"), at("2026-10-25T02:05:00+01:00"),
        started="2026-10-25T02:45:00+02:00", zone="Europe/Berlin",
    )  # fmt: skip
    assert seconds_by_round(played.standing) == [600, 600]


def test_a_long_gap_is_no_play_and_what_was_measured_counts() -> None:
    played = night(
        at("2026-11-28T00:00:00+03:00"), at("2026-11-28T09:00:00+03:00"), at("2026-11-28T18:00:00+03:00", 300)
    )
    assert seconds_by_round(played.standing) == [600, None, 300]
    assert night_seconds(played.standing) == 900


def test_nothing_is_known_without_moments() -> None:
    assert night_seconds(night(Round(record=RECORD)).standing) is None


def test_the_time_of_a_round_survives_a_correction_and_stays_out_of_night_files() -> None:
    played = night(at("2026-11-28T00:00:00+03:00", 95)).append(Amend(entry=1, record=RECORD))
    assert played.standing.rounds[0].lasted == 95
    content = json.dumps(night_json(played.opening, played.journal))
    assert "lasted" not in content
    again = Night.replay(*read_night(content.encode()))
    assert again.journal == played.journal
    assert again.standing.rounds[0].lasted is None


def test_the_book_keeps_the_time_of_a_round() -> None:
    entry, game = at("2026-11-28T00:00:00+03:00", 95), GAMES["decarte"]
    again = read_kept(kept_json(entry, game, None), (), game, Mode.RECORD, [])
    assert isinstance(again, Round)
    assert (again, again.lasted) == (entry, 95)
