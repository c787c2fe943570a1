"""Rounding to a coin, so that a table settles without change and its sum stays zero.

Every balance is first rounded down to whole coins. What this takes from the table in all is handed back, a coin each,
to those who lost most by it (largest remainder). The rule for the odd coin: of equal remainders the one who is owed
more, or owes less, gets it; between equal balances, the first in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.table.settlement import Payment


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


def rounded_pairs(pairs: Iterable[Payment], coin: int) -> tuple[Payment, ...]:
    """The payments in whole coins, each moved by less than a coin, and so is everybody's sum of them.

    What is broken flows around rings: an edge for every payment, and one from everybody to a clearing house for his
    sum. Whoever has one broken edge has another, so there is always a ring along which an edge can be made whole
    while none leaves its two neighbouring coins. Payments that come to nothing are left out.
    """
    listed = tuple(pairs)
    sums: dict[str, int] = {}
    for pair in listed:
        sums[pair.payer] = sums.get(pair.payer, 0) - pair.points
        sums[pair.payee] = sums.get(pair.payee, 0) + pair.points
    edges = [(pair.payer, pair.payee) for pair in listed] + [(player, _HOUSE) for player in sums]
    flow = [pair.points for pair in listed] + list(sums.values())
    while ring := _ring(edges, [points % coin for points in flow]):
        down = [flow[edge] % coin if along else coin - flow[edge] % coin for edge, along in ring]
        up = [coin - points for points in down]
        step = min(up) if min(up) <= min(down) else -min(down)
        for edge, along in ring:
            flow[edge] += step if along else -step
    whole = zip(listed, flow, strict=False)  # the edges of the payments come first
    return tuple(Payment(pair.payer, pair.payee, points) for pair, points in whole if points)


_HOUSE = ""
"""The clearing house: no player's name is empty."""


def _ring(edges: Sequence[tuple[str, str]], broken: Sequence[int]) -> list[tuple[int, bool]]:
    """Broken edges that form a ring, each with whether it is walked from payer to payee; none if all are whole."""
    first = next((edge for edge, rest in enumerate(broken) if rest), None)
    if first is None:
        return []
    at, walked = edges[first][0], list[tuple[int, bool]]()
    reached: dict[str, int] = {}
    while at not in reached:
        reached[at] = len(walked)
        last = walked[-1][0] if walked else None
        edge = next(k for k, rest in enumerate(broken) if rest and k != last and at in edges[k])
        along = edges[edge][0] == at
        walked.append((edge, along))
        at = edges[edge][1 if along else 0]
    return walked[reached[at] :]
