"""Chains of people: A owes B, B owes C …"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Link = TypeVar("Link")
Place = TypeVar("Place", bound=Hashable)
"""A person, or what stands between people."""
Owed = dict[tuple[str, str], int]
"""What one owes the other."""


def shortest(start: Place, end: Place, links: Callable[[Place], Iterable[tuple[Place, Link]]]) -> list[Link]:
    """The links of the shortest chain from one to the other; none if there is no chain, or they are the same.

    `links` names everybody whom a person leads to, each with the link. Of equally short chains the one whose links
    were named first is taken.
    """
    came: dict[Place, list[Link]] = {start: []}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for other, link in links(at):
            if other not in came:
                came[other] = [*came[at], link]
                waiting.append(other)
    return came.get(end, [])


def taken(start: str, end: str, amount: int, owed: Owed, *, either_way: bool = False) -> tuple[Owed, int]:
    """Take as much of `amount` as chains of debts from one to the other hold out of `owed`, in place.

    Returns what was taken, by pair (debtor, creditor), and what is left of `amount`. With `either_way` a chain may
    lead from a creditor to his debtor too: so much is then taken back, and stands below zero.
    """

    def links(at: str) -> Iterator[tuple[str, tuple[tuple[str, str], int]]]:
        for pair, units in owed.items():
            if pair[0] == at and units:
                yield pair[1], (pair, 1)
            elif pair[1] == at and either_way:
                yield pair[0], (pair, -1)

    parts: Owed = {}
    while amount and (way := shortest(start, end, links)):
        part = min([amount, *(owed[pair] for pair, sign in way if sign > 0)])
        amount -= part
        for pair, sign in way:
            owed[pair] -= sign * part
            parts[pair] = parts.get(pair, 0) + sign * part
    return parts, amount
