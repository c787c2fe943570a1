"""The proof of a plan that the table agreed on: what was paid of each payment by now, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.files import workbook_journal as told
from scorekeeper.files.cells import Column, Formula, Value
from scorekeeper.files.proof import Areas, agrees, check, differs, joined
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View
from scorekeeper.files.workbook_summary import OWED_POINTS, PAYEE, PAYER
from scorekeeper.i18n import _
from scorekeeper.table.money import minor_digits
from scorekeeper.table.settling import Accepted
from scorekeeper.table.settling_entries import is_current


@dataclass(frozen=True, slots=True)
class PlanProof:
    """The table of the proof."""

    area: Area
    left: int
    """The column with what is left of each payment."""
    is_current: bool
    """Whether what is left settles the night, so that no correction came after the plan."""
    checks: str
    """The cells that compare."""


def plan_proof(page: Sheet, view: View, areas: Areas) -> PlanProof | None:
    """A row a payment of the plan in force; None if the table agreed on none."""
    plan, agreed = view.standing.settling.plan, areas.settlement.agreed
    if plan is None or agreed is None:
        return None
    page.heading(_("The plan that was agreed on"))
    area = page.table(
        [
            Column(_("Payer")),
            Column(_("Payee")),
            *(view.unit_column(label, signed=False) for label in (_("Agreed"), _("Paid by now"), _("Left"))),
            Column(_("Agrees")),
        ],
        _rows(page, view, areas, plan, agreed),
    )
    page.colour_words(area, 5, 1, agrees(), differs())
    pairs = {(payment.payer, payment.payee) for payment in plan.payments}
    alone = len(pairs) == len(plan.payments)
    return PlanProof(area, 4, alone and is_current(view.standing), area.column(5))


def _rows(page: Sheet, view: View, areas: Areas, plan: Accepted, agreed: Area) -> Iterator[list[Value]]:
    stake, made = view.stake, areas.settlement.made
    digits, amounts = minor_digits(stake.currency) if stake else 0, OWED_POINTS + (stake is not None)
    for number, payment in enumerate(plan.payments):
        row, pair = page.row + 1, (payment.payer, payment.payee)
        total = sum(other.points for other in plan.payments if (other.payer, other.payee) == pair)
        left = plan.left(*pair)
        paid = Formula("0", 0)
        if made is not None:
            by_plan = made.column(amounts + 3)
            handed = [one for one in view.standing.settling.made if one.plan == plan.entry]
            units = sum(one.amount for one in handed if (one.payer, one.payee) == pair)
            paid = _formula(view, f"({by_plan}={_entry(areas)})*{_of_pair(made, amounts, row)}", units)
        word = f"IF($E{row}>0,{literal(_('no'))},{literal(_('yes'))})"
        conditions = [
            f"EXACT({agreed.cell(PAYER, number)},$A{row})",
            f"EXACT({agreed.cell(PAYEE, number)},$B{row})",
            f"EXACT({agreed.cell(len(agreed.labels) - 1, number)},{word})",
        ]
        yield [
            *pair,
            _formula(view, _of_pair(agreed, amounts, row), total),
            paid,
            Formula(f"MAX(0,ROUND($C{row}-$D{row},{digits}))", view.units(left)[-1]),  # type: ignore[arg-type]
            Formula(check(joined(conditions)), agrees()),
        ]


def _formula(view: View, parts: str, units: int) -> Formula:
    return Formula(f"SUMPRODUCT({parts})", view.units(units)[-1])  # type: ignore[arg-type]


def _of_pair(area: Area, amounts: int, row: int) -> str:
    """The amounts that the payer of this row handed to its payee, and nothing for all others."""
    return f"EXACT({area.column(PAYER)},$A{row})*EXACT({area.column(PAYEE)},$B{row})*{area.column(amounts)}"


def _entry(areas: Areas) -> str:
    """The entry of the plan in force: the last that holds."""
    kinds, holds, numbers = (areas.journal.column(column) for column in (told.KIND, told.HOLDS, told.NUMBER))
    return f"MAX(({kinds}={literal(told.kind_word('plan'))})*({holds}=1)*{numbers})"
