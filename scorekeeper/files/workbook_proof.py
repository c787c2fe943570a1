"""The proof: every total computed a second time, from the payments and from the proof of the rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import POINTS, SIGNED_POINTS, Column, Formula, Value
from scorekeeper.files.decarte_proof import decarte_proof
from scorekeeper.files.package import Book
from scorekeeper.files.proof import Areas, RoundsProof, agrees, differs, joined, proved, total_of
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View, worth
from scorekeeper.files.workbook_cash import BROUGHT, STACK, TAKEN
from scorekeeper.files.workbook_summary import NET, OWED_POINTS, PAID, PAYEE, PAYER, RECEIVED
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.i18n import _
from scorekeeper.table import ledger
from scorekeeper.table.money import minor_digits

PROOFS: Mapping[str, Callable[[Book, View, Areas], RoundsProof]] = {DECARTE.name: decarte_proof}
"""By the name of the game: what computes its rounds a second time."""


def proof(book: Book, view: View, areas: Areas) -> None:
    """The verdict, the totals of each player and of the night; and behind it the proof of the rounds."""
    page = book.sheet(_("Proof"), frozen="A2")
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
        self.checks = {
            _("Received agrees"): self._received,
            _("Paid agrees"): self._paid,
            _("Net agrees"): self._net,
            _("Balance agrees"): self._balance,
            _("Pairs agree"): self._pairs,
            _("Settled by the plan"): self._settled,
        }
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
        stake = self._view.stake
        return "1" if stake is None else str(worth(stake, 1))

    @property
    def _digits(self) -> int:
        stake = self._view.stake
        return 0 if stake is None else minor_digits(stake.currency)

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
        return joined(conditions)

    def _pairs(self, _number: int, row: int) -> str:
        pairs = self._areas.settlement.pairs
        won, lost = (total_of(pairs.column(side), f"$A{row}", pairs.column(2)) for side in (0, 1))
        return f"$D{row}={won}-{lost}"

    def _settled(self, number: int, row: int) -> str:
        """The plan leaves nothing open; and what is open follows from what was played, where nothing was paid since."""
        areas, standing = self._areas, self._view.standing
        plan, has_money = areas.settlement.plan, self._view.stake is not None
        amounts = plan.column(OWED_POINTS + has_money)
        out, back = (total_of(plan.column(side), f"$A{row}", amounts) for side in (PAYER, PAYEE))
        still = areas.settlement.finals.cell(OWED_POINTS + 1 + has_money, number)
        conditions = [f"ROUND({still}+{out}-{back},{self._digits})=0"]
        if has_money and not any(payment.points % standing.unit for payment in self._view.plan.payments):
            points = plan.column(OWED_POINTS)
            for side, money in ((PAYER, out), (PAYEE, back)):
                worth_of = total_of(plan.column(side), f"$A{row}", points)
                conditions.append(f"ROUND({worth_of}*{self._point}-{money},{self._digits})=0")
        settling = standing.settling
        if not settling.made and not settling.plans:
            open_points = f"$D{row}" if areas.cash is None else self._claims(row)
            if areas.cash is None or not any(standing.record.values()):
                conditions.append(f"ROUND({open_points}*{self._point}-{still},{self._digits})=0")
        return joined(conditions)

    def _claims(self, row: int) -> str:
        assert self._areas.cash is not None
        debts = self._areas.cash.debts
        claims, owes = (total_of(debts.column(side), f"$A{row}", debts.column(2)) for side in (1, 0))
        return f"({claims}-{owes})"

    def _money(self, number: int, row: int) -> str:
        players = self._areas.players
        money = [players.cell(column + 3, number) for column in (RECEIVED, PAID, NET)]
        points = (f"$B{row}", f"$C{row}", f"$D{row}")
        return joined(
            [f"ROUND({one}*{self._point}-{other},{self._digits})=0" for one, other in zip(points, money, strict=True)]
        )


def _night_rows(page: Sheet, view: View, areas: Areas) -> Iterator[list[Value]]:
    payments, players, standing = areas.payments, areas.players, view.standing
    points = payments.column(at.POINTS_PAID)
    handed = sum(transfer.points for transfer in standing.transfers)
    rounds = len(standing.rounds)

    def row(what: str, computed: Formula, stated: Value, digits: int = 0) -> list[Value]:
        number = page.row + 1
        return [what, computed, stated, proved(f"ROUND($B{number}-$C{number},{digits})=0")]

    yield row(_("Sum of all nets"), Formula(f"SUM({players.column(NET)})", 0), 0)
    yield row(_("Rounds"), Formula(f"COUNT({areas.rounds.column(0)})", rounds), rounds)
    yield row(
        _("Points handed over"), Formula(f"SUM({points})", handed), Formula(f"SUM({players.column(PAID)})", handed)
    )
    if view.stake is not None:
        money, digits = worth(view.stake, handed), minor_digits(view.stake.currency)
        computed = Formula(f"ROUND(SUM({points})*{worth(view.stake, 1)},{digits})", money)
        yield row(_("Money handed over"), computed, Formula(f"SUM({payments.column(at.MONEY_PAID)})", money), digits)
    if areas.cash is not None:
        stacks, till = areas.cash.stacks, standing.till
        lies = sum(till.stacks.values())
        brought = f"SUM({stacks.column(BROUGHT)})-SUM({stacks.column(TAKEN)})+{till.unexplained}"
        yield row(_("Cash on the table"), Formula(brought, lies), Formula(f"SUM({stacks.column(STACK)})", lies))
