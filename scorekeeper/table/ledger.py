"""Transfers of points and what follows from them: nets, balances, pair debts. Every sum over players is zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Transfer:
    """`points` (> 0) handed over by `payer` to `payee` (another player), and what for."""

    payer: str
    payee: str
    points: int
    reason: str

    def __post_init__(self) -> None:
        if self.points <= 0 or self.payer == self.payee:
            raise ValueError(f"not a transfer: {self}")


@dataclass(frozen=True, slots=True)
class Debt:
    """`points` (> 0) that `debtor` owes `creditor`; a debt of cash play knows the entry of its round."""

    debtor: str
    creditor: str
    points: int
    entry: int = field(default=0, compare=False)


def received(transfers: Iterable[Transfer], players: Iterable[str]) -> dict[str, int]:
    """Points that each of `players` was handed."""
    totals = dict.fromkeys(players, 0)
    for transfer in transfers:
        totals[transfer.payee] = totals.get(transfer.payee, 0) + transfer.points
    return totals


def paid(transfers: Iterable[Transfer], players: Iterable[str]) -> dict[str, int]:
    """Points that each of `players` handed over."""
    totals = dict.fromkeys(players, 0)
    for transfer in transfers:
        totals[transfer.payer] = totals.get(transfer.payer, 0) + transfer.points
    return totals


def net(transfers: Iterable[Transfer], players: Iterable[str]) -> dict[str, int]:
    """Received less paid for each of `players`; zeros are kept."""
    listed = tuple(transfers)
    gained = received(listed, players)
    for player, points in paid(listed, gained).items():
        gained[player] -= points
    return gained


def added(balances: Mapping[str, int], gained: Mapping[str, int]) -> dict[str, int]:
    """`balances` after a round in which everybody gained `gained`."""
    after = dict(balances)
    for player, points in gained.items():
        after[player] = after.get(player, 0) + points
    return after


def pair_debts(transfers: Iterable[Transfer], players: Iterable[str]) -> tuple[Debt, ...]:
    """What each pair owes, netted within the pair, without zeros; pairs in the order of `players`."""
    order = {player: k for k, player in enumerate(players)}
    owed: dict[tuple[str, str], int] = {}
    for transfer in transfers:
        payer, payee = transfer.payer, transfer.payee
        if order[payer] < order[payee]:
            owed[payer, payee] = owed.get((payer, payee), 0) + transfer.points
        else:
            owed[payee, payer] = owed.get((payee, payer), 0) - transfer.points
    ranked = sorted(owed, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return tuple(
        Debt(one, other, owed[one, other]) if owed[one, other] > 0 else Debt(other, one, -owed[one, other])
        for one, other in ranked
        if owed[one, other]
    )
