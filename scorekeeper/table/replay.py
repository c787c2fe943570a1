"""The replay of a journal, entry by entry: what it came to as each was written, and what is against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.game import NOTHING
from scorekeeper.table.journal import Accept, Amend, Counted, Entry, Paid, Round, Unread, Void
from scorekeeper.table.standing import Opening, Standing, supposed

_JUDGED: Final = (Accept, Paid, Counted)
"""A later correction leaves these alone: they are judged by what was known when they were written."""
_BY_SUMS: Final = frozenset(
    [
        "not_owed",
        "overpaid",
        "plan_accepted",
        "plan_mismatch",
        "plan_stray",
        "not_a_plan",
        "not_in_plan",
        "count_difference",
    ]
)
"""Faults of theirs that depend on every round before them."""
_RECENT: Final = 64
"""Of how many entries at the least it is remembered what the night had come to before; of older ones, now and then."""


@dataclass(frozen=True, slots=True)
class Course:
    """What some entries came to, and what is wrong with them."""

    standing: Standing
    faults: tuple[Fault, ...] = ()
    ended: bool = False
    """After an impossible entry that is no round: who sits where is uncertain from there on, and so are the rules."""
    dealt: bool = True
    """Whether it is known who dealt last."""
    certain: bool = True
    """Whether that was always known, and so who holds what of the game's own."""


class Replay:
    """A journal that grows entry by entry. Only what holds counts; a correction goes back to what it corrects.

    `unread` tells, by entry, what could not be read of a round; such a one is only judged, as far as that goes. So is
    everything when the opening is impossible, or lacks the keys `lacking`, which could not be read.
    """

    def __init__(
        self,
        opening: Opening,
        journal: Iterable[Entry] = (),
        unread: Mapping[int, frozenset[str]] | None = None,
        lacking: frozenset[str] = NOTHING,
    ) -> None:
        self._unread = unread or {}
        self._doubtful = min(self._unread, default=0)
        """The first entry of which something could not be read."""
        self._journal: list[Entry] = []
        self._holds: list[bool] = []
        self._voids: list[int] = []
        """How many voids that hold name each entry."""
        self._amends: dict[int, list[int]] = {}
        self._misplaced: dict[int, Fault] = {}
        """Corrections that name no entry which they could correct."""
        self._known: dict[int, Standing | None] = {}
        """Of each entry that is judged by it, the standing as its writer knew it; None where it made no sense."""
        self._courses = [(0, _begun(opening, lacking))]
        """After which entry, the oldest first."""
        self._reached = 0
        self._thinned = -1
        """The last entry before which courses may have been left out."""
        for entry in journal:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """The next entry of the journal."""
        number = len(self._journal) + 1
        if isinstance(entry, _JUDGED):
            self._known[number] = None if self.faults else self.course.standing
        if isinstance(entry, Unread):
            self._doubtful = min(self._doubtful or number, number)
        self._journal.append(entry)
        self._holds.append(True)
        self._voids.append(0)
        if isinstance(entry, Void | Amend):
            fault = self._misplacing(number, entry)
            if fault is not None:
                self._misplaced[number] = fault
            elif isinstance(entry, Amend):
                self._amends.setdefault(entry.entry, []).append(number)
        self._turned(number)

    @property
    def course(self) -> Course:
        """What the entries so far come to."""
        while self._reached < len(self._journal):
            self._reached += 1
            number, before = self._reached, self._courses[-1][1]
            if self._holds[number - 1] and (after := self._after(before, number)) is not before:
                self._courses.append((number, after))
                self._thin_out()
        return self._courses[-1][1]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong with the entries so far; each place begins with the entry that is to blame."""
        misplaced = (fault for number, fault in self._misplaced.items() if self._holds[number - 1])
        return (*misplaced, *self.course.faults)

    @property
    def is_open(self) -> bool:
        """Whether it can't be known what holds: somewhere a correction that could not be read holds itself."""
        entries = zip(self._journal, self._holds, strict=True)
        return any(holds and isinstance(entry, Unread) and entry.corrects for entry, holds in entries)

    # --- what holds -------------------------------------------------------

    def _misplacing(self, number: int, entry: Void | Amend) -> Fault | None:
        """A void names any earlier entry, an amend an earlier round."""
        place = (("entry", number),)
        if not 1 <= entry.entry < number:
            return Fault("unknown_entry", place, {"named": str(entry.entry), "count": number - 1})
        named = self._journal[entry.entry - 1]
        if isinstance(entry, Amend) and not isinstance(named, Round) and not _of_round(named):
            return Fault("not_a_round", place, {"named": entry.entry})
        return None

    def _turned(self, number: int) -> None:
        """An entry has begun to hold, or ceased to; so have, in turn, those that it takes back."""
        while number not in self._misplaced:
            entry, holds = self._journal[number - 1], self._holds[number - 1]
            if not isinstance(entry, Void):
                self._return_to(entry.entry if isinstance(entry, Amend) else number)
                return
            number = entry.entry
            self._voids[number - 1] += 1 if holds else -1
            holds = not self._voids[number - 1]
            if holds == self._holds[number - 1]:
                return
            self._holds[number - 1] = holds

    def _return_to(self, number: int) -> None:
        """Forget what the entries from `number` on came to."""
        while self._courses[-1][0] >= number:
            self._courses.pop()
        last = self._courses[-1][0]
        if last < self._thinned:
            self._reached = self._thinned = last
        self._reached = min(self._reached, number - 1)

    def _thin_out(self) -> None:
        if len(self._courses) > 2 * _RECENT + self._thinned // _RECENT:
            older, recent = self._courses[:-_RECENT], self._courses[-_RECENT:]
            kept = [one for one, after in pairwise(older) if one[0] // _RECENT < after[0] // _RECENT or not one[0]]
            self._thinned = older[-1][0]
            self._courses = [*kept, older[-1], *recent]

    # --- what it comes to -------------------------------------------------

    def _after(self, course: Course, number: int) -> Course:
        entry, standing = self._journal[number - 1], course.standing
        if course.ended and not isinstance(entry, Round):
            return course
        if isinstance(entry, Unread):
            return replace(course, ended=True)
        if isinstance(entry, Round):
            return self._after_round(course, number, entry)
        try:
            after = standing.after(number, entry, known=self._known.get(number))
        except RuleError as error:
            doubtful = course.faults or not course.dealt or not course.certain or 0 < self._doubtful < number
            if doubtful and _BY_SUMS.issuperset(error.codes):
                return course
            faults = error.faults if course.certain else ()
            return replace(course, faults=(*course.faults, *faults), ended=True)
        return course if after is standing else replace(course, standing=after)

    def _after_round(self, course: Course, number: int, entry: Round) -> Course:
        standing, amend = course.standing, self._amend_of(number)
        lacks = self._unread.get(number, NOTHING)
        unread = lacks if amend is None else self._unread.get(amend[0], NOTHING)
        dealt = entry.dealer is not None or (course.dealt and "dealer" not in lacks)
        blamed = ("entry", amend[0] if amend else number)
        if course.ended:
            found = standing.own_faults(entry, amend and amend[1], unread)
            return replace(course, faults=(*course.faults, *(fault.within(blamed) for fault in found)))
        if dealt and not lacks and not unread:
            try:
                return replace(course, standing=standing.after(number, entry, amend), dealt=True)
            except RuleError as error:
                faults = error.faults
        else:
            found = standing.round_faults(entry, amend and amend[1], unread, dealt=dealt)
            faults = tuple(fault.within(blamed) for fault in found)
        dealt = dealt and (entry.dealer or standing.next_dealer or "") in (*standing.seats.present, "")
        return Course(
            standing=standing.passed_over(entry) if dealt else standing,
            faults=(*course.faults, *faults),
            dealt=dealt,
            certain=course.certain and dealt,
        )

    def _amend_of(self, number: int) -> tuple[int, Amend] | None:
        """The last correction of a round that holds."""
        for amended in reversed(self._amends.get(number, ())):
            entry = self._journal[amended - 1]
            if self._holds[amended - 1] and isinstance(entry, Amend):
                return amended, entry
        return None


def _begun(opening: Opening, lacking: frozenset[str]) -> Course:
    """Before the first entry. Without a dealer the seats are still known; without anything else they may not be."""
    standing, faults = supposed(opening, lacking)
    wrong = {*lacking, *(fault.code for fault in faults)}
    return Course(standing, ended=not wrong <= {"dealer"}, dealt="dealer" not in wrong)


def _of_round(entry: Entry) -> bool:
    """Whether an entry that could not be read would be a round."""
    return isinstance(entry, Unread) and entry.of in (Round.kind, "")
