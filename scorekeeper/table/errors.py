"""What can be wrong, as values: a code, a place and parameters. The sentence is made at the edge of the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

Step = tuple[str, str | int]
"""One step of a place: ("entry", 4), ("seat", 2), ("hand", "Борис"), ("fine", 1), ("key", "swap"), ("line", 7)."""

Place = tuple[Step, ...]

TABLE_CODES = frozenset(
    [
        "players",
        "duplicate_player",
        "table_full",
        "already_seated",
        "not_seated",
        "not_away",
        "already_away",
        "seating",
        "unknown_entry",
        "not_a_round",
        "breaks_entry",
        "dealer",
        "unknown_player",
        "amount",
        "on_record",
        "same_mode",
        "not_owed",
        "not_joined",
        "overpaid",
        "no_stake",
        "money_amount",
        "other_currency",
        "plan_accepted",
        "plan_mismatch",
        "plan_stray",
        "not_a_plan",
        "not_in_plan",
        "not_zero",
        "not_counted",
        "count_difference",
    ]
)
"""Codes that the table itself gives, whatever the game."""

FILE_CODES = frozenset(
    [
        "not_utf8",
        "not_json",
        "empty",
        "format",
        "newer_version",
        "unknown_game",
        "unknown_kind",
        "unknown_key",
        "missing_key",
        "wrong_type",
        "empty_name",
        "time",
        "currency",
        "point_value",
        "one_amount",
        "workbook",
        "differs",
        "missing_cell",
        "no_such_round",
        "round_twice",
        "round_order",
        "stray_cell",
    ]
)
"""Codes for what cannot be read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: what (`code`), where (`place`, outermost step first) and the values to name."""

    code: str
    place: Place = ()
    params: Mapping[str, str | int] = field(default_factory=dict)

    def within(self, *steps: Step) -> Fault:
        """The same fault, seen from further outside."""
        return replace(self, place=(*steps, *self.place))


class Faulty(ValueError):
    """Something with one or more faults; all that were found, in the order of their places."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.code} at {fault.place}" for fault in self.faults))

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of each fault."""
        return tuple(fault.code for fault in self.faults)


class RuleError(Faulty):
    """Readable, but against the rules of the game or of the table."""


class FormatError(Faulty):
    """Cannot be read as what it should be."""


def rule_error(code: str, *place: Step, **params: str | int) -> RuleError:
    """A `RuleError` of a single fault."""
    return RuleError([Fault(code, place, params)])
