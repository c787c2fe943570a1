"""Long nights in which everything happens that a journal can hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.table.codec import mode_of, read_entry
from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.money import Stake
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, Opening, Seat
from tests import random_nights

Json = dict[str, Any]

NAMES = ("=1+1", "Борис *?~", 'O\'Neil "the" <b>&amp;</b>', "🂡 李雷", "+7 (900)", "_x0041_ ё", "-5")
BEGUN = datetime(2026, 11, 27, 17, 15, tzinfo=UTC)


def eventful(seed: int, rounds: int, mode: Mode = Mode.RECORD) -> Night:
    """A legal night with so many rounds, and whatever else the table allows in between."""
    return _Table(random.Random(seed), mode).play(rounds)


class _Table:
    def __init__(self, rng: random.Random, mode: Mode) -> None:
        self._rng, self._at = rng, BEGUN
        opening = Opening(
            game=GAMES["decarte"],
            seats=tuple(Seat(name, credit=400 if mode is Mode.CASH else 0) for name in NAMES[:4]),
            dealer=NAMES[1],
            mode=mode,
            stake=Stake(25, "EUR"),
            title="='Пятница'!A1 [*]",
            started_at=BEGUN,
            zone="Asia/Tokyo",
            uuid="0b0e6d5e-7d0f-4d53-9b5f-7f2f6a3c1a12",
        )
        self._night = Night.begin(opening)

    def play(self, rounds: int) -> Night:
        events: list[Callable[[], Json]] = [
            self._away, self._back, self._leave, self._join, self._seats, self._rules, self._credit, self._consent,
            self._mode, self._limit, self._paid, self._plan, self._restore, self._counted, self._amend, self._void,
        ]  # fmt: skip
        for number in range(rounds):
            self._enter(events[number % len(events)]())
            while not self._enter(self._round()):
                self._enter(self._join()) or self._enter(self._back())
        self._enter(self._restore())
        return self._night

    def _enter(self, data: Json) -> bool:
        self._at += timedelta(seconds=self._rng.randint(20, 900))
        faults: list[Fault] = []
        opening = self._night.opening
        mode = mode_of(opening.mode, self._night.journal)
        entry = read_entry({**data, "at": self._at.isoformat()}, (), opening.game, mode, faults)
        if entry is None or faults:
            return False
        try:
            self._night = self._night.append(entry)
        except RuleError:
            return False
        return True

    @property
    def _here(self) -> tuple[str, ...]:
        return self._night.standing.seats.present

    def _any(self) -> str:
        return self._rng.choice(self._here or NAMES)

    def _round(self) -> Json:
        standing = self._night.standing
        if standing.next_dealer is None:
            return {}
        return {
            "round": random_nights.record(self._rng, list(self._here), standing.next_dealer, asdict(standing.rules))
        }

    def _away(self) -> Json:
        return {"away": {"player": self._any()}} if len(self._here) > 2 else {}

    def _back(self) -> Json:
        return {"back": {"player": self._rng.choice(self._night.standing.seats.away or NAMES)}}

    def _leave(self) -> Json:
        return {"leave": {"player": self._any()}} if len(self._here) > 2 else {}

    def _join(self) -> Json:
        who = self._rng.choice([name for name in NAMES if name not in self._night.standing.seats.seated])
        credit = {"credit": 300} if self._night.standing.cash else {}
        return {"join": {"player": who, "left_of": self._rng.choice(self._night.standing.seats.seated), **credit}}

    def _seats(self) -> Json:
        seated = list(self._night.standing.seats.seated)
        self._rng.shuffle(seated)
        return {"seats": {"players": seated}}

    def _rules(self) -> Json:
        return {"rules": random_nights.house_rules(self._rng, asdict(self._night.standing.rules), 3)}

    def _credit(self) -> Json:
        return {"credit": {"player": self._any(), "points": self._rng.randint(1, 300)}}

    def _consent(self) -> Json:
        return {"consent": {"player": self._any()}}

    def _mode(self) -> Json:
        if self._night.standing.cash is not None:
            return {"mode": {"to": "record"}}
        return {"mode": {"to": "cash", "credit": dict.fromkeys(self._night.standing.seats.seated, 250)}}

    def _limit(self) -> Json:
        return {"limit": {"player": self._any(), "points": self._rng.choice((100, 500))}}

    def _paid(self) -> Json:
        due = self._night.standing.due
        payer, payee = min(due, key=lambda name: due[name]), max(due, key=lambda name: due[name])
        points = min(-due[payer], due[payee]) // 25 // 2
        return {"paid": {"payer": payer, "payee": payee, "points": points, "note": "=part"}} if points > 0 else {}

    def _plan(self) -> Json:
        due = self._night.standing.due
        if any(units % 25 for units in due.values()):
            return {}
        from scorekeeper.table.settlement import fewest

        payments = [
            {"payer": one.payer, "payee": one.payee, "points": one.points // 25} for one in fewest(due).payments
        ]
        return {"plan": {"method": "fewest", "payments": payments}}

    def _restore(self) -> Json:
        balances = {name: points // 2 for name, points in self._night.standing.balances.items()}
        first = next(iter(balances))
        balances[first] -= sum(balances.values())
        return {"restore": {"balances": balances, "reason": "flood"}}

    def _counted(self) -> Json:
        cash = self._night.standing.cash
        if cash is None:
            return {}
        return {"counted": {"cash": {name: points + 3 for name, points in cash.stacks.items()}, "difference": "shared"}}

    def _amend(self) -> Json:
        was = self._rng.choice(self._night.standing.rounds)
        made = random_nights.record(self._rng, list(was.seating.players), was.seating.dealer, asdict(was.rules))
        return {"amend": {"entry": was.entry, "round": made, "reason": "=misread"}}

    def _void(self) -> Json:
        return {"void": {"entry": self._rng.randint(1, len(self._night.journal)), "reason": "never happened"}}
