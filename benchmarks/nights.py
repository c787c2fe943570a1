"""Books to measure on: one night, as many rounds as wanted, the same every time."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.book import Book
from scorekeeper.games import GAMES
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.table.journal import Round
from scorekeeper.table.money import Stake
from scorekeeper.table.standing import Opening, Seat

PLAYERS = ("Алла", "Борис", "Вадим", "Галина")


def make_book(path: Path, rounds: int) -> Path:
    """A book with an open night of that many plain rounds."""
    opening = Opening(
        game=GAMES["decarte"],
        seats=tuple(Seat(player) for player in PLAYERS),
        dealer=PLAYERS[0],
        stake=Stake(50, "EUR"),
        title="Friday",
        started_at=datetime(2026, 11, 27, 17, 15, tzinfo=UTC),
    )
    chance = random.Random(rounds)
    journal = tuple(
        Round(record=Record(hands={player: Hand(*chance.sample(range(10), 2)) for player in PLAYERS}))
        for _round in range(rounds)
    )
    with Book.open(path) as book:
        book.take([(opening, journal, "0b0e6d5e-7d0f-4d53-9b5f-7f2f6a3c1a11")])
    return path
