"""The proof of what is stated about each player: totals, hands, balances, debts, and what is still to settle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import POINTS, SIGNED_POINTS, Column, Formula, Value
from scorekeeper.files.proof import Areas, RoundsProof, joined, proved, sides, total_of
from scorekeeper.files.proof_plan import PlanProof
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View, mode_word, worth
from scorekeeper.files.workbook_cash import BROUGHT, IS_OWED, OWES, STACK, TAKEN, CashAreas
from scorekeeper.files.workbook_summary import BEST_HAND, NET, OWED_POINTS, PAID, RECEIVED, due_otherwise, sat_at
from scorekeeper.i18n import _
from scorekeeper.table import ledger
from scorekeeper.table.money import minor_digits
from scorekeeper.table.standing import Mode


class PlayersProof:
    """A row a player."""

    def __init__(self, view: View, areas: Areas, rounds: RoundsProof, plan: PlanProof | None) -> None:
        self._view, self._areas, self._rounds, self._plan = view, areas, rounds, plan
        self.checks = {
            _("Name agrees"): self._name,
            _("Rounds agree"): self._sat,
            _("Best hand agrees"): self._best_hand,
            _("Received agrees"): self._received,
            _("Paid agrees"): self._paid,
            _("Net agrees"): self._net,
            _("Balance agrees"): self._balance,
            _("Pairs agree"): self._pairs,
            _("Settled by the plan"): self._settled,
        }
        if areas.cash is not None:
            self.checks[_("Cash and debts agree")] = partial(self._cash, areas.cash)
        if view.stake is not None:
            self.checks[_("Money agrees")] = self._money

    @property
    def columns(self) -> list[Column]:
        """Name, what is computed, what agrees."""
        return [
            Column(_("Player")),
            Column(_("Received"), POINTS),
            Column(_("Paid"), POINTS),
            Column(_("Net"), SIGNED_POINTS),
            *self._view.money_columns(_("Net, money"), signed=True),
            *map(Column, self.checks),
        ]

    def rows(self, page: Sheet) -> Iterator[list[Value]]:
        """A row for each, in the order of all other sheets."""
        transfers, payments = tuple(self._view.standing.transfers), self._areas.payments
        received = ledger.received(transfers, self._view.players)
        paid = ledger.paid(transfers, self._view.players)
        points = payments.column(at.POINTS_PAID)
        for number, player in enumerate(self._view.players):
            row = page.row + 1
            net = received[player] - paid[player]
            cells: list[Value] = [
                player,
                Formula(total_of(payments.column(at.PAYEE), f"$A{row}", points), received[player]),
                Formula(total_of(payments.column(at.PAYER), f"$A{row}", points), paid[player]),
                Formula(f"$B{row}-$C{row}", net),
            ]
            if self._view.stake is not None:
                cells.append(Formula(f"ROUND($D{row}*{self._point},{self._digits})", worth(self._view.stake, net)))
            yield [*cells, *(proved(made(number, row)) for made in self.checks.values())]

    @property
    def _point(self) -> str:
        return self._areas.summary.point or "1"

    @property
    def _digits(self) -> int:
        stake = self._view.stake
        return 0 if stake is None else minor_digits(stake.currency)

    @property
    def _amounts(self) -> int:
        """The column of a plan with amounts in units."""
        return OWED_POINTS + (self._view.stake is not None)

    def _name(self, number: int, row: int) -> str:
        """Wherever a sheet has a row or a column for him."""
        areas, view = self._areas, self._view
        rows = [areas.players, areas.settlement.finals, *([areas.cash.stacks] if areas.cash else [])]
        blocks = range(at.cards_at(view), at.nets_at(view) + 1, len(view.players))
        columns = [(areas.balances, at.FIRST_BALANCE + number), *((areas.rounds, first + number) for first in blocks)]
        conditions = [f"EXACT({area.cell(0, number)},$A{row})" for area in rows]
        for area, column in columns:
            before, name, after = area.labels[column].partition(view.players[number])
            if name:  # else the label had no room for it
                conditions.append(f"EXACT({area.cell(column, -1)},{literal(before)}&$A{row}&{literal(after)})")
        return joined(conditions)

    def _sat(self, number: int, _row: int) -> str:
        nets = self._areas.rounds.column(at.nets_at(self._view) + number)
        stated = (
            self._areas.players.cell(sat_at(self._view), number),
            self._areas.settlement.finals.cell(OWED_POINTS - 1, number),
        )
        return joined([f"COUNT({nets})={one}" for one in stated])

    def _best_hand(self, number: int, _row: int) -> str:
        players = self._areas.players
        column = len(players.labels) + BEST_HAND
        return f"EXACT({players.cell(column, number)},{self._rounds.best_hands[number]})"

    def _received(self, number: int, row: int) -> str:
        return f"$B{row}={self._areas.players.cell(RECEIVED, number)}"

    def _paid(self, number: int, row: int) -> str:
        return f"$C{row}={self._areas.players.cell(PAID, number)}"

    def _net(self, number: int, row: int) -> str:
        """Also by the rounds, computed from the hands."""
        restored = any(self._view.standing.restored)
        by_hands = f"SUM({self._rounds.area.column(self._rounds.nets + number)})"
        conditions = [f"$D{row}={self._areas.players.cell(NET, number)}"]
        return joined(conditions if restored else [*conditions, f"$D{row}={by_hands}"])

    def _balance(self, number: int, row: int) -> str:
        conditions = [f"$D{row}={self._areas.settlement.finals.cell(OWED_POINTS, number)}"]
        balances = self._areas.balances
        if balances.rows:
            entries, points = (balances.column(one) for one in (at.BALANCE_ENTRY, at.FIRST_BALANCE + number))
            conditions.append(f"$D{row}=SUMIF({entries},MAX({entries}),{points})")
            if self._view.standing.restored:
                conditions.append(self._restored(number, row))
        if self._view.stake is not None:
            conditions.append(f"$E{row}={self._areas.settlement.finals.cell(OWED_POINTS + 1, number)}")
        return joined(conditions)

    def _restored(self, number: int, row: int) -> str:
        """The balances that were restored, added up: each has in it all rounds and restorations up to it."""
        areas = self._areas
        restored, rounds, payments = areas.balances, areas.rounds, areas.payments
        numbers, entries = restored.column(0), restored.column(at.BALANCE_ENTRY)
        points = restored.column(at.FIRST_BALANCE + number)

        def since(relation: str, entry: str) -> str:
            """How many restorations there were since."""
            after = f'{entries},"{relation}"&{entry}'
            return f'(COUNTIF({after})-COUNTIFS({after},{numbers},">0"))'

        nets = rounds.column(at.nets_at(self._view) + number)
        by_rounds = f"SUMPRODUCT({nets},{since('>', rounds.column(at.ROUND_ENTRY))})"
        signs = f"(EXACT({payments.column(at.PAYEE)},$A{row})-EXACT({payments.column(at.PAYER)},$A{row}))"
        handed = f'({payments.column(at.ROUND)}="")*{signs}*{payments.column(at.POINTS_PAID)}'
        by_payments = f"SUMPRODUCT({handed}*{since('>=', payments.column(at.ENTRY))})"
        return f'SUM({points})-SUMIF({numbers},">0",{points})={by_rounds}+{by_payments}'

    def _pairs(self, _number: int, row: int) -> str:
        conditions = []
        for net, column in (("$D", 2), ("$E", 3))[: 1 + (self._view.stake is not None)]:
            won, lost = sides(self._areas.settlement.pairs, column, row)
            conditions.append(self._zero(f"{net}{row}-{won}+{lost}"))
        return joined(conditions)

    # --- settlement ---------------------------------------------------------

    def _settled(self, number: int, row: int) -> str:
        """What is open follows from what was played, agreed and paid, and the plan leaves nothing of it."""
        settled, has_money = self._areas.settlement, self._view.stake is not None
        out, back = sides(settled.plan, self._amounts, row)
        still = settled.finals.cell(len(settled.finals.labels) - 1, number)
        conditions = [self._zero(f"{still}+{out}-{back}"), self._zero(f"{self._due(number, row)}-{still}")]
        for area, units in self._in_units():
            if has_money and not any(amount % self._view.standing.unit for amount in units):
                conditions += self._worth(sides(area, OWED_POINTS, row), sides(area, self._amounts, row))
        if self._plan is not None and self._plan.is_current:
            out, back = sides(self._plan.area, self._plan.left, row)
            conditions.append(self._zero(f"{still}+{out}-{back}"))
        return joined(conditions)

    def _due(self, number: int, row: int) -> str:
        """What is still to settle, in money if there is any."""
        settled, cash, points = self._areas.settlement, self._areas.cash, [f"$D{row}"]
        if cash is not None:
            owes, claims = sides(cash.debts, OWED_POINTS, row)
            points = [claims, f"-{owes}"]
            if cash.on_record is not None:
                points.append(f"+{cash.stacks.cell(cash.on_record, number)}")
        parts = [f"({''.join(points)})*{self._point}"]
        if settled.made is not None:
            out, back = sides(settled.made, self._amounts, row)
            parts.append(f"+{out}-{back}")
            if cash is not None:  # these are off the debts already
                out, back = sides(settled.made, len(settled.made.labels) - 2, row)
                parts.append(f"-({out}-{back})*{self._point}")
        if due_otherwise(self._view):
            parts.append(f"+{settled.finals.cell(len(settled.finals.labels) - 2, number)}")
        return "".join(parts)

    def _in_units(self) -> Iterator[tuple[Area, list[int]]]:
        """The tables with points and money side by side, and the amounts in them, in units."""
        settled, settling = self._areas.settlement, self._view.standing.settling
        yield settled.plan, [payment.points for payment in self._view.plan.payments]
        if settled.made is not None:
            yield settled.made, [made.amount for made in settling.made]
        if settled.agreed is not None and settling.plan is not None:
            yield settled.agreed, [payment.points for payment in settling.plan.payments]

    # --- cash ---------------------------------------------------------------

    def _cash(self, cash: CashAreas, number: int, row: int) -> str:
        """Debts add up; and what was won in cash play lies there, was taken away, is owed or was paid."""
        stacks = cash.stacks
        owes, claims = sides(cash.debts, OWED_POINTS, row)
        conditions = [f"{owes}={stacks.cell(OWES, number)}", f"{claims}={stacks.cell(IS_OWED, number)}"]
        if cash.money is not None:
            money = [*sides(cash.debts, OWED_POINTS + 1, row), stacks.cell(cash.money, number)]
            conditions += self._worth([owes, claims, stacks.cell(STACK, number)], money)
        brought, taken, stack, owed, claimed = (
            stacks.cell(column, number) for column in (BROUGHT, TAKEN, STACK, OWES, IS_OWED)
        )
        parts = [f"$D{row}-({stack}+{taken}-{brought}+{claimed}-{owed})"]
        if cash.on_record is not None:
            on_record = stacks.cell(cash.on_record, number)
            parts.append(f"-{on_record}")
            if (by_rounds := self._on_record(number)) is not None:
                conditions.append(f"{by_rounds}={on_record}")
        if self._areas.settlement.made is not None:
            made = self._areas.settlement.made
            out, back = sides(made, len(made.labels) - 2, row)
            parts.append(f"+{out}-{back}")
        if cash.otherwise is not None:
            parts.append(f"-{stacks.cell(cash.otherwise, number)}")
        return joined([*conditions, f"{''.join(parts)}=0"])

    def _on_record(self, number: int) -> str | None:
        """What he won on record, by the rounds; None where restored balances count too."""
        standing, rounds = self._view.standing, self._areas.rounds
        if standing.restored:
            return None
        nets = rounds.column(at.nets_at(self._view) + number)
        if not self._view.is_mixed:
            return f"SUM({nets})"
        word = literal(mode_word(Mode.RECORD))
        return f"SUMIF({rounds.column(at.mode_at(self._view))},{word},{nets})"

    # --- money --------------------------------------------------------------

    def _money(self, number: int, row: int) -> str:
        players = self._areas.players
        money = [players.cell(column + 3, number) for column in (RECEIVED, PAID, NET)]
        points = (f"$B{row}", f"$C{row}", f"$D{row}")
        return joined(self._worth(points, money))

    def _worth(self, points: Sequence[str], money: Sequence[str]) -> list[str]:
        """The conditions that so many points are worth this money."""
        return [self._zero(f"{one}*{self._point}-{other}") for one, other in zip(points, money, strict=True)]

    def _zero(self, difference: str) -> str:
        return f"ROUND({difference},{self._digits})=0"
