"""A night: its opening, its journal, and the replay of the journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.table.errors import Fault, RuleError, rule_error
from scorekeeper.table.journal import Accept, Amend, Counted, Entry, Journal, Paid, Round, Void, effective
from scorekeeper.table.standing import Opening, Standing, opened


@dataclass(frozen=True, slots=True)
class Night:
    """A legal night. Every round in its journal names its dealer, so that a void never changes who dealt another."""

    opening: Opening
    journal: tuple[Entry, ...]
    standing: Standing

    @classmethod
    def begin(cls, opening: Opening) -> Night:
        """A night before its first entry; RuleError when the opening is impossible."""
        return cls(opening, (), opened(opening))

    @classmethod
    def replay(cls, opening: Opening, journal: Iterable[Entry]) -> Night:
        """The night of a whole journal. Only what holds in the end must be legal.

        Raises RuleError with the faults of every round, up to the first other entry that is impossible; where a
        later void broke an entry, that void is named too (`breaks_entry`).
        """
        entries = tuple(journal)
        standing, faults = _replay(opening, entries)
        if faults:
            raise RuleError([*_culprits(opening, entries, faults), *faults])
        return cls(opening, _with_dealers(opening, entries, standing), standing)

    def append(self, entry: Entry) -> Night:
        """The night with one entry more.

        Raises RuleError when the entry is impossible, or (`breaks_entry`) makes a later one impossible.
        """
        number = len(self.journal) + 1
        journal = (*self.journal, entry)
        if isinstance(entry, Void | Amend):
            _refer(journal, number)
            standing, faults = _replay(self.opening, journal)
            if faults and _blamed(faults[0]) == number:
                raise RuleError([fault for fault in faults if _blamed(fault) == number])
            if faults:
                raise RuleError([_breaks(number, faults[0]), *faults])
        else:
            standing = self.standing.after(number, entry)
        if isinstance(entry, Round) and entry.dealer is None:
            journal = (*self.journal, replace(entry, dealer=standing.last_dealer))
        return Night(self.opening, journal, standing)


def _refer(journal: Journal, number: int) -> None:
    """An amend must name an earlier round, a void any earlier entry."""
    entry = journal[number - 1]
    if not isinstance(entry, Void | Amend):
        return
    if not 1 <= entry.entry < number:
        raise rule_error("unknown_entry", ("entry", number), named=str(entry.entry), count=number - 1)
    if isinstance(entry, Amend) and not isinstance(journal[entry.entry - 1], Round):
        raise rule_error("not_a_round", ("entry", number), named=entry.entry)


Known = dict[int, Standing | None]
"""By entry, the standing as its writer knew it; None where the journal made no sense by then."""

_JUDGED = (Accept, Paid, Counted)
"""A later correction leaves these alone: they are judged by what was known when they were written."""


def _replay(opening: Opening, journal: Journal, known: Known | None = None) -> tuple[Standing, list[Fault]]:
    standing = opened(opening)
    holds = effective(journal)
    corrected = max((k for k, entry in enumerate(journal, start=1) if isinstance(entry, Void | Amend)), default=0)
    known = _knowledge(opening, journal[:corrected]) if known is None else known
    faults: list[Fault] = []
    amends: dict[int, tuple[int, Amend]] = {}
    for number, entry in enumerate(journal, start=1):
        if holds[number - 1]:
            try:
                _refer(journal, number)
            except RuleError as error:
                faults += error.faults
            if isinstance(entry, Amend):
                amends[entry.entry] = (number, entry)
    for number, entry in enumerate(journal, start=1):
        if not holds[number - 1]:
            continue
        try:
            standing = standing.after(number, entry, amends.get(number), known.get(number))
        except RuleError as error:
            faults += error.faults
            if not isinstance(entry, Round):
                break  # who sits where is uncertain from here on
            standing = standing.passed_over(entry)
    return standing, faults


def _knowledge(opening: Opening, journal: Journal) -> Known:
    """What was known before each entry that is judged by that."""
    known: Known = {}
    last = max((k for k, entry in enumerate(journal, start=1) if isinstance(entry, _JUDGED)), default=0)
    standing: Standing | None = opened(opening) if last else None
    for number, entry in enumerate(journal[:last], start=1):
        if isinstance(entry, _JUDGED):
            if standing is None:
                replayed, faults = _replay(opening, journal[: number - 1], known)
                standing = None if faults else replayed
            known[number] = standing
        if isinstance(entry, Void | Amend):
            standing = None  # to be replayed, should anybody ask
        elif standing is not None:
            try:
                standing = standing.after(number, entry)
            except RuleError:
                standing = None
    return known


def _blamed(fault: Fault) -> int:
    return int(fault.place[0][1])


def _breaks(number: int, fault: Fault) -> Fault:
    return Fault("breaks_entry", (("entry", number),), {"broken": _blamed(fault)})


def _culprits(opening: Opening, journal: Journal, faults: list[Fault]) -> list[Fault]:
    """The void that made the first faulty entry impossible, if it was possible before one."""
    broken = _blamed(faults[0])
    for number in range(len(journal), broken, -1):
        if isinstance(journal[number - 1], Void):
            _, before = _replay(opening, journal[: number - 1])
            if all(_blamed(fault) != broken for fault in before):
                return [_breaks(number, faults[0])]
    return []


def _with_dealers(opening: Opening, journal: tuple[Entry, ...], standing: Standing) -> tuple[Entry, ...]:
    """The journal with the dealer of every round written out, also of those that do not hold, where it is known."""
    dealers = {played.entry: played.seating.dealer for played in standing.rounds}

    def dealer(number: int) -> str | None:
        # A round that was taken back: whoever was next to deal when it was written.
        return dealers.get(number) or _replay(opening, journal[: number - 1])[0].next_dealer

    return tuple(
        replace(entry, dealer=dealer(number)) if isinstance(entry, Round) and entry.dealer is None else entry
        for number, entry in enumerate(journal, start=1)
    )
