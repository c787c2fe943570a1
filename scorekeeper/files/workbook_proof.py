"""The proof: every total computed a second time, from the payments and from the proof of the rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import POINTS, SIGNED_POINTS, Column, Formula, Value
from scorekeeper.files.decarte_proof import decarte_proof
from scorekeeper.files.package import Book
from scorekeeper.files.proof import Areas, RoundsProof, agrees, differs, joined, proved, total_of
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View, worth
from scorekeeper.files.workbook_cash import BROUGHT, IS_OWED, OWES, STACK, STACK_MONEY, TAKEN, CashAreas, has_cash
from scorekeeper.files.workbook_summary import NET, OWED_POINTS, PAID, PAYEE, PAYER, RECEIVED, sat_at
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.i18n import _
from scorekeeper.table import ledger
from scorekeeper.table.money import minor_digits

PROOF: Final = "Proof"
"""The name of its sheet, in every language."""
PROOFS: Mapping[str, Callable[[Book, View, Areas], RoundsProof]] = {DECARTE.name: decarte_proof}
"""By the name of the game: what computes its rounds a second time."""


def proof(book: Book, view: View, areas: Areas) -> None:
    """The verdict, the totals of each player and of the night; and behind it the proof of the rounds."""
    page = book.sheet(_("Proof"), frozen="A2")
    page.name(at.sheet_of(PROOF))
    rounds = PROOFS[view.standing.game.name](book, view, areas)
    page.caption(_("Proof"))
    page.note(_("Live formulas compute anew what the other sheets state, and say whether they agree."))
    verdict = page.reserve()
    of_rounds = page.reserve()
    page.heading(_("Totals of each player, from the payments"))
    players = _Players(view, areas, rounds)
    area = page.table(players.columns, players.rows(page))
    checks = len(players.checks)
    first = len(players.columns) - checks
    page.colour_words(area, first, checks, agrees(), differs())
    page.heading(_("Totals of the night"))
    night = page.table(
        [
            Column(_("What")),
            Column(_("Computed"), SIGNED_POINTS),
            Column(_("Stated"), SIGNED_POINTS),
            Column(_("Agrees")),
        ],
        _night_rows(page, view, areas),
    )
    page.colour_words(night, 3, 1, agrees(), differs())
    proofs = rounds.area.block(rounds.checks, rounds.count)
    blocks = [area.block(first, checks), night.column(3)]
    count = area.rows * checks + night.rows
    good = Formula("+".join(f"COUNTIF({block},{literal(agrees())})" for block in blocks), count)
    page.fill(verdict, _("Totals that agree"), good, _("of %(count)s") % {"count": count})
    in_rounds = rounds.area.rows * rounds.count
    good = Formula(f"COUNTIF({proofs},{literal(agrees())})", in_rounds)
    page.fill(of_rounds, _("Cells of rounds that agree"), good, _("of %(count)s") % {"count": in_rounds})
    page.done()


class _Players:
    """A row a player."""

    def __init__(self, view: View, areas: Areas, rounds: RoundsProof) -> None:
        self._view, self._areas, self._rounds = view, areas, rounds
        self._shown = _due_as_shown(view)
        self.checks = {
            _("Name agrees"): self._name,
            _("Rounds agree"): self._sat,
            _("Received agrees"): self._received,
            _("Paid agrees"): self._paid,
            _("Net agrees"): self._net,
            _("Balance agrees"): self._balance,
            _("Pairs agree"): self._pairs,
            _("Settled by the plan"): self._settled,
        }
        if areas.cash is not None:
            self.checks[_("Debts agree")] = partial(self._debts, areas.cash)
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

    def _name(self, number: int, row: int) -> str:
        """Wherever a sheet has a row or a column for him."""
        areas, view = self._areas, self._view
        rows = [areas.players, areas.settlement.finals, *([areas.cash.stacks] if areas.cash else [])]
        blocks = range(at.cards_at(view), at.nets_at(view) + 1, len(view.players))
        columns = [(areas.balances, 1 + number), *((areas.rounds, first + number) for first in blocks)]
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
        balances, standing = self._areas.balances, self._view.standing
        if balances.rows and not any(one.entry > standing.rounds[-1].entry for one in standing.restored):
            conditions.append(f"$D{row}=SUM({balances.cell(1 + number, balances.rows - 1)})")
        if self._view.stake is not None:
            conditions.append(f"$E{row}={self._areas.settlement.finals.cell(OWED_POINTS + 1, number)}")
        return joined(conditions)

    def _pairs(self, _number: int, row: int) -> str:
        conditions = []
        for net, column in (("$D", 2), ("$E", 3))[: 1 + (self._view.stake is not None)]:
            won, lost = _sides(self._areas.settlement.pairs, column, row)
            conditions.append(f"ROUND({net}{row}-{won}+{lost},{self._digits})=0")
        return joined(conditions)

    def _settled(self, number: int, row: int) -> str:
        """The plan leaves nothing open; and what is open follows from what was played and paid, if that shows."""
        settled, standing, has_money = self._areas.settlement, self._view.standing, self._view.stake is not None
        amounts = OWED_POINTS + has_money
        out, back = _sides(settled.plan, amounts, row)
        still = settled.finals.cell(amounts + 1, number)
        conditions = [f"ROUND({still}+{out}-{back},{self._digits})=0"]
        for area, units in self._in_units():
            if has_money and not any(amount % standing.unit for amount in units):
                conditions += self._worth(_sides(area, OWED_POINTS, row), _sides(area, amounts, row))
        if self._shown == standing.due:
            parts = [f"{self._open_points(row)}*{self._point}"]
            if settled.made is not None:
                parts += _sides(settled.made, amounts, row)
            conditions.append(f"ROUND({'+'.join(parts[:2])}-{'-'.join([*parts[2:], still])},{self._digits})=0")
        return joined(conditions)

    def _in_units(self) -> Iterator[tuple[Area, list[int]]]:
        """The tables with points and money side by side, and the amounts in them, in units."""
        settled = self._areas.settlement
        yield settled.plan, [payment.points for payment in self._view.plan.payments]
        if settled.made is not None:
            yield settled.made, [made.amount for made in self._view.standing.settling.made]

    def _open_points(self, row: int) -> str:
        if self._areas.cash is None:
            return f"$D{row}"
        owes, claims = _sides(self._areas.cash.debts, 2, row)
        return f"({claims}-{owes})"

    def _debts(self, cash: CashAreas, number: int, row: int) -> str:
        points = [*_sides(cash.debts, 2, row), cash.stacks.cell(STACK, number)]
        conditions = [f"{points[at]}={cash.stacks.cell(column, number)}" for at, column in enumerate((OWES, IS_OWED))]
        if self._view.stake is not None:
            money = [*_sides(cash.debts, 3, row), cash.stacks.cell(STACK_MONEY, number)]
            conditions += self._worth(points, money)
        return joined(conditions)

    def _money(self, number: int, row: int) -> str:
        players = self._areas.players
        money = [players.cell(column + 3, number) for column in (RECEIVED, PAID, NET)]
        points = (f"$B{row}", f"$C{row}", f"$D{row}")
        return joined(self._worth(points, money))

    def _worth(self, points: Sequence[str], money: Sequence[str]) -> list[str]:
        """The conditions that so many points are worth this money."""
        return [
            f"ROUND({one}*{self._point}-{other},{self._digits})=0" for one, other in zip(points, money, strict=True)
        ]


def _sides(area: Area, column: int, row: int) -> tuple[str, str]:
    """The totals of a column where his name stands first, and where it stands second."""
    first, second = (total_of(area.column(side), f"$A{row}", area.column(column)) for side in (PAYER, PAYEE))
    return first, second


def _due_as_shown(view: View) -> dict[str, int]:
    """What is open of each, in units, as it follows from the balances (in cash play, the debts) and from what was paid;
    a plan that rounds, and payments in cash play, may make it another."""
    standing = view.standing
    points = dict(standing.balances)
    if has_cash(view):
        points = dict.fromkeys(points, 0)
        for debt in standing.till.debts:
            points[debt.creditor] += debt.points
            points[debt.debtor] -= debt.points
    due = {player: open_points * standing.unit for player, open_points in points.items()}
    for made in standing.settling.made:
        due[made.payer] += made.amount
        due[made.payee] -= made.amount
    return due


def _night_rows(page: Sheet, view: View, areas: Areas) -> Iterator[list[Value]]:
    payments, players, standing = areas.payments, areas.players, view.standing
    points = payments.column(at.POINTS_PAID)
    handed = sum(transfer.points for transfer in standing.transfers)
    rounds = len(standing.rounds)

    def row(what: str, computed: Formula, stated: Value, digits: int = 0) -> list[Value]:
        number = page.row + 1
        return [what, computed, stated, proved(f"ROUND($B{number}-$C{number},{digits})=0")]

    yield row(_("Sum of all nets"), Formula(f"SUM({players.column(NET)})", 0), 0)
    yield row(_("Rounds"), Formula(f"COUNT({areas.rounds.column(0)})", rounds), Formula(areas.summary.rounds, rounds))
    for what, formula in ((_("Sums in the summary"), _sums(view, areas)), (_("Plan in the summary"), _plans(areas))):
        yield row(what, formula, formula.value)
    yield row(
        _("Points handed over"), Formula(f"SUM({points})", handed), Formula(f"SUM({players.column(PAID)})", handed)
    )
    if view.stake is not None:
        money, digits = worth(view.stake, handed), minor_digits(view.stake.currency)
        computed = Formula(f"ROUND(SUM({points})*{areas.summary.point},{digits})", money)
        yield row(_("Money handed over"), computed, Formula(f"SUM({payments.column(at.MONEY_PAID)})", money), digits)
    if areas.cash is not None:
        stacks, till = areas.cash.stacks, standing.till
        lies = sum(till.stacks.values())
        brought = f"SUM({stacks.column(BROUGHT)})-SUM({stacks.column(TAKEN)})+{till.unexplained}"
        yield row(_("Cash on the table"), Formula(brought, lies), Formula(f"SUM({stacks.column(STACK)})", lies))


def _sums(view: View, areas: Areas) -> Formula:
    """How many sums in the last row of the summary are right."""
    players, sat = areas.players, sat_at(view)
    sums = {column: f"SUM({players.column(column)})" for column in range(RECEIVED, sat)} | {sat: areas.summary.rounds}
    right = (f"(ROUND({one}-{players.cell(column, players.rows)},4)=0)" for column, one in sums.items())
    return Formula("+".join(right), len(sums))


def _plans(areas: Areas) -> Formula:
    """How many cells of the plan are the same in the summary as in the settlement."""
    plans, width = (areas.summary.plan, areas.settlement.plan), len(areas.summary.plan.labels)
    names, amounts = (
        [plan.block(first, count) for plan in plans]
        for first, count in ((PAYER, OWED_POINTS), (OWED_POINTS, width - OWED_POINTS))
    )
    equal = f"SUMPRODUCT(--EXACT({names[0]},{names[1]}))+SUMPRODUCT(--({amounts[0]}={amounts[1]}))"
    return Formula(equal, width * max(plans[0].rows, 1))
