"""Rounding to a coin, so that a table settles without change and its sum stays zero.

Every balance is first rounded down to whole coins. What this takes from the table in all is handed back, a coin each,
to those who lost most by it (largest remainder). The rule for the odd coin: of equal remainders the one who is owed
more, or owes less, gets it; between equal balances, the first in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from scorekeeper.table.chains import shortest
from scorekeeper.table.settlement import Payment, fewest, pair_by_pair


def rounded(balances: Mapping[str, int], coin: int) -> dict[str, int]:
    """The balances in whole coins; they add up to zero, and nobody moves by a coin or more.

    `balances` and `coin` (at least 1) are in the same unit. Raises ValueError if `balances` do not add up to zero.
    """
    if sum(balances.values()):
        raise ValueError(f"the balances add up to {sum(balances.values())}, not to zero")
    low = {player: points // coin * coin for player, points in balances.items()}
    # Sorting is stable: equal ones stay in the order of the seats.
    ranked = sorted(balances, key=lambda player: (low[player] - balances[player], -balances[player]))
    for player in ranked[: -sum(low.values()) // coin]:
        low[player] += coin
    return low


def rounded_pairs(pairs: Iterable[Payment], coin: int, target: Mapping[str, int]) -> tuple[Payment, ...]:
    """The payments in whole coins, so that everybody comes out with his `target` (see `rounded`).

    Each moves by less than a coin; where no such payments lead to the target, as few others as can be are added.
    Payments that come to nothing are left out.
    """
    listed = tuple(pairs)
    coins = [(pair.points + coin // 2) // coin for pair in listed]
    most = [-(-pair.points // coin) for pair in listed]
    least = [pair.points // coin for pair in listed]
    lacking = {player: units // coin for player, units in target.items()}
    for pair, count in zip(listed, coins, strict=True):
        lacking[pair.payer] += count
        lacking[pair.payee] -= count

    def links(at: str) -> Iterator[tuple[str, tuple[int, int]]]:
        """To whom a coin can go from somebody, by which payment, and whether it then has one more or one less."""
        for number, pair in enumerate(listed):
            if pair.payer == at and coins[number] < most[number]:
                yield pair.payee, (number, 1)
            elif pair.payee == at and coins[number] > least[number]:
                yield pair.payer, (number, -1)

    for start, end in product([p for p in lacking if lacking[p] < 0], [p for p in lacking if lacking[p] > 0]):
        while lacking[start] < 0 < lacking[end] and (way := shortest(start, end, links)):
            lacking[start] += 1
            lacking[end] -= 1
            for number, more in way:
                coins[number] += more
    whole = [replace(pair, points=count * coin) for pair, count in zip(listed, coins, strict=True) if count]
    others = fewest(lacking).payments
    return pair_by_pair([*whole, *(replace(other, points=other.points * coin) for other in others)]).payments
