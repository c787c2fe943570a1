"""The lines of the settlement screen: balances, the plan with what was paid, who won from whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from scorekeeper.i18n import _, ngettext
from scorekeeper.screens.text import coloured, cut, fit, money, right, signed
from scorekeeper.screens.widgets.standing_view import won_lines
from scorekeeper.settling_messages import guarantee, method_label, paid_how, unexplained_cash
from scorekeeper.table.settlement import Method, Payment
from scorekeeper.table.settling import Accepted
from scorekeeper.table.standing import Mode

if TYPE_CHECKING:
    from scorekeeper.screens.settlement import SettlementScreen


def balance_lines(screen: SettlementScreen, width: int) -> list[Content]:
    """Everybody's balance, the highest first: points, money, what is open of it, and a bar if there is room."""
    standing, stake = screen.standing, screen.standing.opening.stake
    ranked = sorted(standing.balances.items(), key=lambda item: -item[1])
    amounts = [money(points, stake, sign=True) for _player, points in ranked] if stake else []
    names = max(6, min(24, max(cell_len(player) for player in standing.balances) + 1, width - 24))
    room = max([10, *map(cell_len, amounts)]) + 1
    due = standing.due
    partly = any(due.get(player, 0) != points * standing.unit for player, points in ranked)
    open_sums = [_("open %(sum)s") % {"sum": screen.money(due.get(player, 0))} for player, _points in ranked]
    open_sums = open_sums if partly and width >= 56 else []
    left_room = max([0, *map(cell_len, open_sums)]) + 2
    bars = width - names - 9 - (room if stake else 0) - (left_room if open_sums else 0) - 2
    largest = max([1, *(abs(points) for points in standing.balances.values())])
    lines = []
    for number, (player, points) in enumerate(ranked):
        shown = coloured(points, bold=True)
        parts: list[Content | str] = [fit(player, names), " " * (8 - shown.cell_length), shown]
        if stake:
            parts.append(right(amounts[number], room))
        if open_sums:
            parts.append(Content.styled(right(open_sums[number], left_room), "$accent"))
        if bars >= 20:
            size = round(abs(points) * (bars // 2) / largest)
            bar = "█" * size
            left, end = (bar.rjust(bars // 2), "") if points < 0 else (" " * (bars // 2), bar)
            parts += ["  ", Content.styled(left, "$error"), Content.styled(end, "$accent")]
        lines.append(Content.assemble(*parts))
    total = Content.styled(fit(_("in all"), names) + right("0", 8), "$quiet")
    return [*lines, total]


def plan_lines(screen: SettlementScreen, width: int) -> tuple[list[Content], int | None]:
    """The payments of the plan, what is to be said of it, what was paid apart from it; and where the cursor stands."""
    if screen.plan is None:
        return [Content(_("One moment…"))], None
    accepted = screen.accepted
    lines, cursor = [Content.styled(_way(screen, accepted), "$quiet")], None
    amounts = [screen.money(payment.points) for payment in screen.payments]
    made = [screen.money(one.amount) for one in screen.standing.settling.made]
    room = max([5, *map(cell_len, [*amounts, *made])])
    for number, (payment, amount) in enumerate(zip(screen.payments, amounts, strict=True)):
        left = screen.left(payment)
        mark = "✓" if not left else "○" if left == payment.points else "◐"
        names = width - room - 6
        payer = cut(payment.payer, max(names // 2 - 2, names - 3 - cell_len(payment.payee)))
        pair = f"{payer} → {cut(payment.payee, names - 3 - cell_len(payer))}"
        here = number == screen.at
        if here:
            cursor = len(lines)
        lines.append(
            Content.assemble(
                ("▸" if here else " ", "$accent bold"),
                (f"{mark} ", "$success" if not left else ""),
                (fit(pair, names), "bold" if here else ""),
                " ",
                (right(amount, room), "$accent bold" if left else "$quiet"),
            )
        )
        if 0 < left < payment.points:
            lines.append(Content.styled(right(_("%(sum)s left") % {"sum": screen.money(left)}, width - 1), "$quiet"))
        if waived := _waived(screen, payment):
            said = _("of it waived: %(sum)s") % {"sum": screen.money(waived)}
            lines.append(Content.styled(right(said, width - 1), "$quiet"))
    return [*lines, *_remarks(screen, accepted), *_made(screen, width, room)], cursor


def _waived(screen: SettlementScreen, payment: Payment) -> int:
    """How much of an agreed payment was waived, in units."""
    accepted = screen.accepted
    return sum(
        one.amount
        for one in screen.standing.settling.made
        if accepted
        and one.forgiven
        and (one.plan, one.payer, one.payee) == (accepted.entry, payment.payer, payment.payee)
    )


def _made(screen: SettlementScreen, width: int, room: int) -> list[Content]:
    """What was paid or waived apart from the plan on screen: by an earlier one, or by none."""
    accepted = screen.accepted
    made = [
        one
        for one in screen.standing.settling.made
        if accepted is None or one.plan != accepted.entry  # the others are ticked off above
    ]
    if not made:
        return []
    lines = [Content(""), Content.styled(_("Paid so far"), "$quiet")]
    for one in made:
        amount = right(screen.money(one.amount), room)
        waived = paid_how(one)
        names = width - cell_len(amount) - 3 - (cell_len(waived) + 1 if waived else 0)
        pair = fit(f"{one.payer} → {one.payee}", names)
        lines.append(Content.assemble(("✓ ", "$success"), pair, (f"{waived} " if waived else "", "$quiet"), amount))
    return lines


def _way(screen: SettlementScreen, accepted: Accepted | None) -> str:
    way, coin = method_label(accepted.method if accepted else screen.method), screen.coin
    if accepted is not None:
        way, coin = _("Agreed: %(way)s") % {"way": way}, accepted.coin
    elif screen.method is Method.BANKER:
        way = _("Through one banker: %(player)s") % {"player": cut(tuple(screen.standing.due)[screen.banker], 16)}
    elif screen.plan and not screen.plan.proved and screen.method is Method.FEWEST:
        way += " · " + _("not proved")
    if coin:
        way += " · " + _("rounded to %(coin)s") % {"coin": screen.money(coin)}
    return way


def pair_lines(screen: SettlementScreen, width: int) -> list[Content]:
    """A line for each of whom won how much, or a pair a line where these would not fit."""
    players = tuple(screen.standing.balances)
    if len(players) * 5 + 10 <= width:
        return won_lines(screen.standing, players, width)
    return [
        Content(fit(f"{debt.creditor} ← {debt.debtor}", width - 7) + right(signed(debt.points), 7))
        for debt in screen.standing.pair_debts
    ]


def _remarks(screen: SettlementScreen, accepted: Accepted | None) -> list[Content]:
    said = []
    if not any(screen.standing.due.values()):
        said.append(_("Nobody owes anybody anything."))
    elif accepted is None and screen.plan is not None:
        said.append(guarantee(screen.plan) or _("Rounded to this coin nobody has anything to pay."))
        if screen.standing.settling.plan is not None:
            said.append(_("Something has changed since the last plan: this is what is left."))
    at_once = sum(played.mode is Mode.CASH for played in screen.standing.rounds)
    if at_once == len(screen.standing.rounds) and screen.standing.cash is not None:
        said.append(_("Cash play: only open debts are left to settle."))
    elif at_once:
        said.append(
            ngettext(
                "%(count)d round was paid in cash at once: of it only open debts are left to settle.",
                "%(count)d rounds were paid in cash at once: of them only open debts are left to settle.",
                at_once,
            )
            % {"count": at_once}
        )
    if unexplained := screen.standing.till.unexplained:
        said.append(unexplained_cash(unexplained))
    if screen.stored.closed:
        said.append(_("The night is closed."))
    lines = [Content.styled(line, "$quiet") for line in said if line]
    return [Content(""), *lines] if lines else []
