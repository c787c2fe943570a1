"""House rules with the defaults that follow the rule text (rules, House rules)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from scorekeeper.table.game import Field, RulesChange
from scorekeeper.table.reading import LARGEST, Reader


@dataclass(frozen=True, slots=True)
class Rules:
    """Amounts are points to each; see FIELDS for ranges."""

    insurance_each: int = 10
    insurance_total: int | None = None
    """The other reading: a total, split equally; wins over `insurance_each`."""
    insured_up_to: int = 30
    """The dealer's opened hand may be swapped up to this value."""
    fine_exposed: int = 10
    fine_no_cut: int = 10
    fine_other: int = 10
    dealer_only: bool = False
    """Only pairs with the dealer settle."""
    ideal_by_swap: bool = True
    """`A-10` swapped to `10-A` is an ideal hand too."""
    ideal_stops_all: bool = True
    """At an ideal hand the others settle nothing among themselves."""
    no_cut_refunds_insurance: bool = False
    """After a missed cut no compensation is paid."""
    credit_per_opponent: int = 100

    def compensation(self, opponents: int) -> int | None:
        """Points to each of `opponents`; None when the total does not divide."""
        if self.insurance_total is None:
            return self.insurance_each
        each, rest = divmod(self.insurance_total, opponents)
        return None if rest else each


DEFAULTS = Rules()

_MOST = {"insured_up_to": 99}

FIELDS = tuple(
    Field(key, default, 0, 0 if isinstance(default, bool) else _MOST.get(key, LARGEST))
    for key, default in asdict(DEFAULTS).items()
)


def read_rules(reader: Reader) -> RulesChange:
    """The house rules that an object names; `insurance_total` may be null, which clears it."""
    change: dict[str, int | bool | None] = {}
    for rule in FIELDS:
        if rule.key not in reader:
            reader.raw(rule.key)
        elif rule.is_flag:
            change[rule.key] = reader.flag(rule.key)
        elif rule.default is None and reader.raw(rule.key) is None:
            change[rule.key] = None
        else:
            change[rule.key] = reader.whole(rule.key, least=rule.least, most=rule.most)
    if change.get("insurance_total") is not None and "insurance_each" in change:
        reader.fault("insurance_split", ("key", "insurance_total"), other="insurance_each")
    return change


def merged(rules: Rules, change: RulesChange) -> Rules:
    """`rules` with `change` in force."""
    return replace(rules, **change)  # type: ignore[arg-type]
