"""Of equally short ways to clear balances, the one in which most pay somebody whom they played.

A group that does not split into smaller ones that add up to zero is cleared by a tree: people are its nodes, payments
its edges, each from one who owes to one who is owed. Taking an edge away leaves two parts, and over it went what the
part owes or is owed. So a tree of such a group may have an edge exactly where the sum of the part that hangs on it has
the sign of the person it hangs by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

Pairs = Collection[frozenset[str]]
"""Two people each, who played each other."""

COMPARED: Final = 10
"""Among so many people all trees and all splits are compared: some 3^10 steps."""

Sum = tuple[str, str, int]
"""Who pays whom how much."""


class Trees:
    """All groups among a few people with open balances, and for each the best tree. Sets of people are bit masks."""

    def __init__(self, unsettled: Mapping[str, int], played: Pairs) -> None:
        self._people = list(unsettled)
        self._owed = list(unsettled.values())
        self._sums = [0]
        for units in self._owed:
            self._sums += [units + before for before in self._sums]
        self._played = [
            [frozenset((one, other)) in played for other in self._people] for one in self._people
        ]  # fmt: skip
        # By set and root: payments among acquaintances, the part that hangs on the root last, and by whom it hangs.
        self._best: dict[tuple[int, int], tuple[int, int, int]] = {}
        # By set and somebody outside of it: the same, for the edge by which the set hangs best on him.
        self._hung: dict[tuple[int, int], tuple[int, int]] = {}
        for people in range(1, self.everybody + 1):
            self._grow(people)
            self._hang(people)

    @property
    def everybody(self) -> int:
        """The set of all of them."""
        return len(self._sums) - 1

    def _members(self, people: int) -> Iterator[int]:
        return (one for one in range(len(self._people)) if people >> one & 1)

    def _grow(self, people: int) -> None:
        """The best trees of a set, root by root."""
        best, hung, sums = self._best, self._hung, self._sums
        for root in self._members(people):
            rest = people ^ (1 << root)
            if not rest:
                best[people, root] = (0, 0, root)
                continue
            sign, low, found = self._owed[root], rest & -rest, (-1, 0, root)
            others = part = rest ^ low
            while True:
                # The part with the first of the rest in it: its edge to the root is one of those to be chosen.
                hanging = part | low
                if sums[hanging] * sign < 0 and (edge := hung.get((hanging, root))):
                    before = best.get((people ^ hanging, root))
                    if before and before[0] + edge[0] > found[0]:
                        found = (before[0] + edge[0], hanging, edge[1])
                if not part:
                    break
                part = (part - 1) & others
            if found[1]:
                best[people, root] = found

    def _hang(self, people: int) -> None:
        """By whom a set hangs best on each of those outside."""
        total = self._sums[people]
        ends = [(self._best[people, one][0], one) for one in self._members(people) if self._could_end(people, one)]
        for outside, owed in enumerate(self._owed):
            if owed * total < 0 and not people >> outside & 1 and ends:
                known, end = max(((known + self._played[one][outside], -one) for known, one in ends))
                self._hung[people, outside] = (known, -end)

    def _could_end(self, people: int, one: int) -> bool:
        return self._owed[one] * self._sums[people] > 0 and (people, one) in self._best

    def payments(self, people: int) -> list[Sum]:
        """Those of the best tree of a group; empty if the set is none, or no tree clears it."""
        root = next(self._members(people))
        return list(self._edges(people, root)) if (people, root) in self._best and not self._sums[people] else []

    def _edges(self, people: int, root: int) -> Iterator[Sum]:
        _known, part, end = self._best[people, root]
        if part:
            one, other, units = self._people[end], self._people[root], self._sums[part]
            yield (one, other, -units) if units < 0 else (other, one, units)
            yield from self._edges(people ^ part, root)
            yield from self._edges(part, end)

    def split(self) -> list[int]:
        """Everybody in as many groups as can be, and of these splits the one with most payments among acquaintances."""
        worth = {
            people: self._best[people, next(self._members(people))][0]
            for people in range(1, self.everybody + 1)
            if not self._sums[people] and (people, next(self._members(people))) in self._best
        }
        # Groups, payments among acquaintances, and the group in which the first of these people is.
        best: dict[int, tuple[int, int, int]] = {0: (0, 0, 0)}
        for people in range(1, self.everybody + 1):
            if self._sums[people]:
                continue
            low, group = people & -people, people
            while group:
                if group & low and group in worth:
                    count, known, _group = best[people ^ group]
                    best[people] = max(best.get(people, (0, 0, 0)), (count + 1, known + worth[group], group))
                group = (group - 1) & people
        return list(_chosen(best, self.everybody))


def _chosen(best: Mapping[int, tuple[int, int, int]], people: int) -> Iterator[int]:
    while people:
        yield best[people][2]
        people ^= best[people][2]
