"""A night: its opening, its journal, and the replay of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.game import NOTHING
from scorekeeper.table.journal import Amend, Entry, Journal, Round, Void
from scorekeeper.table.opening import begun
from scorekeeper.table.replay import Replay
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

        Raises RuleError with the faults of every round (of those after another entry that is impossible, only what is
        wrong whoever sits there); where a later void broke an entry, that void is named too (`breaks_entry`).
        """
        entries = tuple(journal)
        _state, faults = begun(opening)
        if faults:
            raise RuleError([*faults, *judged(opening, entries, {})])
        replay = Replay(opening, entries)
        if replay.faults:
            raise RuleError(_with_culprits(Replay(opening), entries, replay.faults))
        standing = replay.course.standing
        return cls(opening, _with_dealers(opening, entries, standing), standing)

    def append(self, entry: Entry) -> Night:
        """The night with one entry more.

        Raises RuleError when the entry is impossible, or (`breaks_entry`) makes a later one impossible.
        """
        number = len(self.journal) + 1
        journal = (*self.journal, entry)
        if isinstance(entry, Void | Amend):
            replay = Replay(self.opening, journal)
            faults = replay.faults
            if faults and _blamed(faults[0]) == number:
                raise RuleError([fault for fault in faults if _blamed(fault) == number])
            if faults:
                raise RuleError([_breaks(number, faults[0]), *faults])
            standing = replay.course.standing
        else:
            standing = self.standing.after(number, entry)
        if isinstance(entry, Round) and entry.dealer is None:
            journal = (*self.journal, replace(entry, dealer=standing.last_dealer))
        return Night(self.opening, journal, standing)


def judged(
    opening: Opening, journal: Journal, unread: Mapping[int, frozenset[str]], lacking: frozenset[str] = NOTHING
) -> tuple[Fault, ...]:
    """What is against the rules, for certain, in a journal of which not everything could be read, or whose opening is
    impossible.

    `unread` tells, by entry, which keys of a round could not be, `lacking` which ones of the opening; what could not be
    read at all is there as `Unread`.
    """
    replay = Replay(opening, journal, unread, lacking)
    if replay.is_open:
        return ()  # any entry may have been taken back, or be another
    return _with_culprits(Replay(opening, (), unread, lacking), journal, replay.faults)


def _blamed(fault: Fault) -> int:
    return int(fault.place[0][1])


def _breaks(number: int, fault: Fault) -> Fault:
    return Fault("breaks_entry", (("entry", number),), {"broken": _blamed(fault)})


def _with_culprits(replay: Replay, journal: Journal, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults, and before them the last void that made the first faulty entry impossible, if there is such a one;
    `replay` has not begun."""
    culprit = 0
    broken = _blamed(faults[0]) if faults else len(journal)
    for number, entry in enumerate(journal, start=1):
        if number > broken and isinstance(entry, Void) and all(_blamed(fault) != broken for fault in replay.faults):
            culprit = number
        replay.add(entry)
    return (_breaks(culprit, faults[0]), *faults) if culprit else faults


def _with_dealers(opening: Opening, journal: tuple[Entry, ...], standing: Standing) -> tuple[Entry, ...]:
    """The journal with the dealer of every round written out, also of those that do not hold, where it is known."""
    dealers = {played.entry: played.seating.dealer for played in standing.rounds}
    replay, written = Replay(opening), list[Entry]()
    for number, entry in enumerate(journal, start=1):
        if isinstance(entry, Round) and entry.dealer is None:
            # A round that was taken back: whoever was next to deal when it was written.
            dealer = dealers.get(number) or replay.course.standing.next_dealer
            written.append(replace(entry, dealer=dealer))
        else:
            written.append(entry)
        replay.add(entry)
    return tuple(written)
