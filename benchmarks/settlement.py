"""Twenty people with twenty different balances, settled exactly, against a bare loop over all their 2^20 sets."""

from __future__ import annotations

import random
import time
from functools import partial

from benchmarks.timing import finish, interleaved, verdict
from scorekeeper.table.settlement import fewest

LIMIT = 2.0
PEOPLE = 20
RUNS = 3


def twenty(seed: int) -> dict[str, int]:
    """Balances of twenty people of which no two are equal or opposite, and so none can be cancelled beforehand."""
    dice = random.Random(seed)
    while True:
        points = [dice.choice((-1, 1)) * size for size in dice.sample(range(1, 400), PEOPLE - 1)]
        points.append(-sum(points))
        if len({abs(value) for value in points}) == PEOPLE:
            return {f"player {seat}": value for seat, value in enumerate(points)}


def exact_time(balances: dict[str, int]) -> float:
    """Seconds for the plan, which must be proved."""
    begun = time.perf_counter()
    plan = fewest(balances)
    seconds = time.perf_counter() - begun
    assert plan.proved
    return seconds


def bare_time(balances: dict[str, int]) -> float:
    """Seconds for the textbook loop: of every set, the sum, and the best of the sets with one person less."""
    points, bits = list(balances.values()), [1 << seat for seat in range(PEOPLE)]
    begun = time.perf_counter()
    sums = [0]
    for value in points:
        sums += [total + value for total in sums]
    groups = bytearray(1 << PEOPLE)
    for people in range(1, 1 << PEOPLE):
        best = 0
        for bit in bits:
            if people & bit and groups[people ^ bit] > best:
                best = groups[people ^ bit]
        groups[people] = best + (not sums[people])
    return time.perf_counter() - begun


def main() -> None:
    """Measure and end."""
    tables = [twenty(seed) for seed in range(RUNS)]
    within = []
    for seed, balances in enumerate(tables):
        ours, bare = interleaved(RUNS, partial(exact_time, balances), partial(bare_time, balances))
        within.append(verdict(f"settlement of twenty, table {seed + 1}", ours, bare, LIMIT))
    finish(*within)


if __name__ == "__main__":
    main()
