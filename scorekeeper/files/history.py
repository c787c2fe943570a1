"""What many nights came to, as plain values: for the workbooks on a player and on the whole book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.files.columns import began, local_time
from scorekeeper.table import ledger
from scorekeeper.table.ledger import Debt
from scorekeeper.table.money import Stake
from scorekeeper.table.night import Night


@dataclass(frozen=True, slots=True)
class NightResult:
    """A night of the book. Points are by player, of everybody who sat there."""

    number: int
    title: str
    began: datetime | None
    """As the clocks at the table showed it."""
    stake: Stake | None
    rounds: Mapping[str, int]
    """How many each played."""
    played: int
    """How many were played."""
    received: Mapping[str, int]
    paid: Mapping[str, int]
    nets: Mapping[str, int]
    pairs: tuple[Debt, ...]
    """Who won from whom, netted."""


def night_result(number: int, night: Night) -> NightResult:
    """What one night came to."""
    standing, opening = night.standing, night.opening
    players, transfers = tuple(standing.balances), tuple(standing.transfers)
    moment = began(opening, standing.rounds)
    rounds = dict.fromkeys(players, 0)
    for played in standing.rounds:
        for player in played.seating.players:
            rounds[player] += 1
    return NightResult(
        number=number,
        title=opening.title,
        began=local_time(moment, opening.zone) if moment else None,
        stake=opening.stake,
        rounds=rounds,
        played=len(standing.rounds),
        received=ledger.received(transfers, players),
        paid=ledger.paid(transfers, players),
        nets=dict(standing.balances),
        pairs=standing.pair_debts,
    )


def in_order(nights: Iterable[NightResult]) -> tuple[NightResult, ...]:
    """The oldest first; those without a date by their numbers, before all others."""
    return tuple(sorted(nights, key=lambda night: (night.began.isoformat() if night.began else "", night.number)))


def players_of(nights: Iterable[NightResult]) -> tuple[str, ...]:
    """Everybody who ever sat, in the order in which they came."""
    return tuple(dict.fromkeys(player for night in nights for player in night.nets))


def head_to_head(nights: Iterable[NightResult]) -> dict[tuple[str, str], int]:
    """Points that the first won from the second over all nights; both ways, and no entry for a pair that never
    settled anything."""
    won: dict[tuple[str, str], int] = {}
    for night in nights:
        for debt in night.pairs:
            there, back = (debt.creditor, debt.debtor), (debt.debtor, debt.creditor)
            won[there] = won.get(there, 0) + debt.points
            won[back] = won.get(back, 0) - debt.points
    return won


def currencies(nights: Iterable[NightResult]) -> tuple[str, ...]:
    """Every currency that was played for."""
    return tuple(sorted({night.stake.currency for night in nights if night.stake is not None}))
