"""The proof: every total computed a second time, from the payments and from the proof of the rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import GENERAL, Column, Formula, Value
from scorekeeper.files.decarte_proof import decarte_proof
from scorekeeper.files.package import Book
from scorekeeper.files.proof import Areas, Line, RoundsProof, agrees, differs, joined, proved
from scorekeeper.files.proof_journal import journal_lines
from scorekeeper.files.proof_plan import plan_proof
from scorekeeper.files.proof_players import PlayersProof
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View, mixed_word, mode_word, worth
from scorekeeper.files.workbook_cash import BROUGHT, STACK, TAKEN, CashAreas
from scorekeeper.files.workbook_summary import NET, OWED_POINTS, PAID, PAYER, RECEIVED, sat_at
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.i18n import _
from scorekeeper.table.money import minor_digits
from scorekeeper.table.standing import Mode

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
    plan = plan_proof(page, view, areas)
    page.heading(_("Totals of each player, from the payments"))
    players = PlayersProof(view, areas, rounds, plan)
    area = page.table(players.columns, players.rows(page))
    checks = len(players.checks)
    first = len(players.columns) - checks
    page.colour_words(area, first, checks, agrees(), differs())
    page.heading(_("Totals of the night"))
    night = page.table(
        [
            Column(_("What")),
            Column(_("Computed"), GENERAL),
            Column(_("Stated"), GENERAL),
            Column(_("Agrees")),
        ],
        _rows(page, [*_night_lines(view, areas, rounds), *journal_lines(view, areas), *rounds.lines]),
    )
    page.colour_words(night, 3, 1, agrees(), differs())
    blocks = [area.block(first, checks), night.column(3), *([plan.checks] if plan else [])]
    count = area.rows * checks + night.rows + (plan.area.rows if plan else 0)
    page.fill(verdict, _("Totals that agree"), _agreeing(blocks, count), _("of %(count)s") % {"count": count})
    good = _agreeing(rounds.checks, rounds.count)
    page.fill(of_rounds, _("Cells of rounds that agree"), good, _("of %(count)s") % {"count": rounds.count})
    page.done()


def _agreeing(blocks: list[str] | tuple[str, ...], count: int) -> Formula:
    return Formula("+".join(f"COUNTIF({block},{literal(agrees())})" for block in blocks), count)


def _rows(page: Sheet, lines: list[Line]) -> Iterator[list[Value]]:
    for line in lines:
        row = page.row + 1
        same = f"ROUND($B{row}-$C{row},{line.digits})=0"
        yield [line.what, line.computed, line.stated, proved(joined([same, line.also]) if line.also else same)]


def _night_lines(view: View, areas: Areas, rounds: RoundsProof) -> Iterator[Line]:
    payments, players, standing = areas.payments, areas.players, view.standing
    points = payments.column(at.POINTS_PAID)
    handed = sum(transfer.points for transfer in standing.transfers)
    played = len(standing.rounds)
    yield Line(_("Sum of all nets"), Formula(f"SUM({players.column(NET)})", 0), 0)
    yield Line(_("Rounds"), Formula(f"COUNT({areas.rounds.column(0)})", played), Formula(areas.summary.rounds, played))
    if view.is_mixed:
        yield _mode_line(view, areas)
    numbers = _numbers(areas)
    yield Line(_("Numbers on the other sheets"), numbers, numbers.value)
    for what, formula in ((_("Sums in the summary"), _sums(view, areas)), (_("Plan in the summary"), _plans(areas))):
        yield Line(what, formula, formula.value)
    stated = Formula(f"SUM({players.column(PAID)})", handed)
    yield Line(_("Points handed over"), Formula(f"SUM({points})", handed), stated)
    if view.stake is not None:
        money, digits = worth(view.stake, handed), minor_digits(view.stake.currency)
        computed = Formula(f"ROUND(SUM({points})*{areas.summary.point},{digits})", money)
        stated = Formula(f"SUM({payments.column(at.MONEY_PAID)})", money)
        yield Line(_("Money handed over"), computed, stated, digits)
    if areas.cash is not None:
        yield from _cash_lines(view, areas.cash, rounds)


def _mode_line(view: View, areas: Areas) -> Line:
    """Every round was settled in one way or the other, and both ways there were."""
    modes = areas.rounds.column(at.mode_at(view))
    counts = [f"COUNTIF({modes},{literal(mode_word(mode))})" for mode in Mode]
    both = f'EXACT({areas.summary.mode},IF({"*".join(counts)}>0,{literal(mixed_word())},""))'
    played = len(view.standing.rounds)
    return Line(_("Rounds on record or in cash"), Formula("+".join(counts), played), played, also=both)


def _numbers(areas: Areas) -> Formula:
    """How many there are, so that none is gone or has become a text."""
    settled, cash = areas.settlement, areas.cash
    tables = [areas.players, areas.rounds, areas.payments, areas.balances, areas.summary.plan, areas.journal]
    tables += [settled.plan, settled.pairs, settled.finals, *filter(None, (settled.agreed, settled.made))]
    tables += [cash.stacks, cash.debts] if cash else []
    blocks = ",".join(table.block(0, len(table.labels)) for table in tables)
    return Formula(f"COUNT({blocks})", sum(table.numbers for table in tables))


def _cash_lines(view: View, cash: CashAreas, rounds: RoundsProof) -> Iterator[Line]:
    stacks, till, standing = cash.stacks, view.standing.till, view.standing
    lies = sum(till.stacks.values())
    unexplained = cash.unexplained or "0"
    brought = f"SUM({stacks.column(BROUGHT)})-SUM({stacks.column(TAKEN)})+{unexplained}"
    yield Line(_("Cash on the table"), Formula(brought, lies), Formula(f"SUM({stacks.column(STACK)})", lies))
    if cash.plays is None or cash.required is None or standing.required_credit is None:
        return
    plays = f"({stacks.column(cash.plays)}={literal(_('yes'))})"
    needed = rounds.credit.replace("§", f"SUMPRODUCT(--{plays})")
    stated = Formula(cash.required, standing.required_credit)
    all_said = f"COUNTIF({stacks.column(cash.plays)},{literal(_('no'))})={stacks.rows}-SUMPRODUCT(--{plays})"
    yield Line(_("Credit needed"), Formula(needed, standing.required_credit), stated, also=all_said)
    short = Formula(f"SUMPRODUCT({plays}*({stacks.column(STACK)}<{cash.required}))", len(standing.short))
    names = "&".join(
        f"IF(AND({stacks.cell(cash.plays, number)}={literal(_('yes'))},{stacks.cell(STACK, number)}<{cash.required}),"
        f'", "&{stacks.cell(0, number)},"")'
        for number in range(stacks.rows)
    )
    also = f"EXACT(MID({names},3,32767),{cash.short})" if cash.short else ""
    yield Line(_("Players short of it"), short, len(standing.short), also=also)


def _sums(view: View, areas: Areas) -> Formula:
    """How many sums in the last row of the summary are right."""
    players, sat = areas.players, sat_at(view)
    sums = {column: f"SUM({players.column(column)})" for column in range(RECEIVED, sat)} | {sat: areas.summary.rounds}
    cells = {players.cell(column, players.rows): one for column, one in sums.items()}
    right = (f"ISNUMBER({cell})*(ROUND({one}-{cell},4)=0)" for cell, one in cells.items())
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
