"""What has been agreed and handed over to settle a night: accepted plans, payments, and what they moved.

Sums are in units: minor units of the night's currency, or points where nothing is at stake (see `amounts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from scorekeeper.table.settlement import Method, Payment


@dataclass(frozen=True, slots=True)
class Made:
    """A payment that was made, or waived (`forgiven`), or set off against another night: `amount` units, of which
    `rest` went to no debt of cash play."""

    entry: int
    payer: str
    payee: str
    amount: int
    rest: int
    plan: int | None
    """The entry of the plan that it is of, if it is of one."""
    forgiven: bool
    set_off: bool
    across: bool
    note: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A plan that the table agreed on. `coin` is 0 if nothing was rounded."""

    entry: int
    method: Method
    coin: int
    payments: tuple[Payment, ...]
    unpaid: tuple[Payment, ...]
    """What is left of each payment; those made in full are gone."""
    rounding: Mapping[str, int]
    """What rounding moved for each player."""

    def left(self, payer: str, payee: str) -> int:
        """Units that one still has to hand to the other by this plan."""
        return sum(p.points for p in self.unpaid if (p.payer, p.payee) == (payer, payee))

    def after(self, payer: str, payee: str, amount: int) -> Accepted:
        """With `amount` units less to hand over from one to the other, as far as the plan has so much."""
        unpaid = []
        for payment in self.unpaid:
            if (payment.payer, payment.payee) == (payer, payee):
                part = min(amount, payment.points)
                amount -= part
                if part == payment.points:
                    continue
                payment = replace(payment, points=payment.points - part)
            unpaid.append(payment)
        return replace(self, unpaid=tuple(unpaid))


@dataclass(frozen=True, slots=True)
class Settling:
    """Everything so far, in the order of the journal."""

    moved: Mapping[str, int] = field(default_factory=dict)
    """By player, what payments (as far as they cleared no debt of cash play) and rounding added to what he is owed."""
    made: tuple[Made, ...] = ()
    plans: tuple[Accepted, ...] = ()

    @property
    def plan(self) -> Accepted | None:
        """The plan accepted last: the one in force."""
        return self.plans[-1] if self.plans else None

    def plan_of(self, entry: int) -> Accepted | None:
        """The plan that was accepted by entry number `entry`."""
        return next((plan for plan in self.plans if plan.entry == entry), None)

    def paying(self, made: Made) -> Settling:
        """After one payment more; it is ticked off in its plan."""
        moved = flow([Payment(made.payee, made.payer, made.rest)] if made.rest else [], self.moved)
        plans = tuple(
            plan.after(made.payer, made.payee, made.amount) if plan.entry == made.plan else plan for plan in self.plans
        )
        return replace(self, moved=moved, made=(*self.made, made), plans=plans)

    def accepting(self, plan: Accepted) -> Settling:
        """After one plan more, which is the one in force then."""
        moved = {player: self.moved.get(player, 0) for player in {**self.moved, **plan.rounding}}
        for player, units in plan.rounding.items():
            moved[player] += units
        return replace(self, moved=moved, plans=(*self.plans, plan))


def flow(payments: Iterable[Payment], start: Mapping[str, int] | None = None) -> dict[str, int]:
    """What everybody would have to be owed for these payments to settle it, added to `start`."""
    owed = dict(start or {})
    for payment in payments:
        owed[payment.payer] = owed.get(payment.payer, 0) - payment.points
        owed[payment.payee] = owed.get(payment.payee, 0) + payment.points
    return owed
