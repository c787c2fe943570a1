"""The end of a night: balances, who pays whom, who won from whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.i18n import Lazy, _, ngettext
from scorekeeper.messages import guarantee
from scorekeeper.screens.dates import duration
from scorekeeper.screens.dialogs import Answers, Ask, Field
from scorekeeper.screens.text import coloured, cut, fit, money, right
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.table.clock import night_seconds
from scorekeeper.table.names import clean_text
from scorekeeper.table.settlement import Method, Payment, Plan, fewest, pair_by_pair, through_banker
from scorekeeper.table.standing import Standing

if TYPE_CHECKING:
    from scorekeeper.book import Stored


class SettlementScreen(Framed[None]):
    """Three plans to choose from; the night may be closed here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "plan", Lazy("another plan"), id="settlement.plan", tooltip=Lazy("Another way to settle")),
        Binding("x", "export", "Excel", id="settlement.export", tooltip=Lazy("Write the night to Excel")),
        Binding(
            "c", "close", Lazy("close the night"), id="settlement.close", tooltip=Lazy("Close the night, or reopen it")
        ),
        Binding("escape,q", "leave", Lazy("back"), id="settlement.leave", tooltip=Lazy("Back to the table")),
    ]

    def __init__(self, stored: Stored) -> None:
        super().__init__()
        self.stored = stored
        self.method = Method.FEWEST
        self.banker = 0
        self.plan: Plan | None = None

    @property
    def standing(self) -> Standing:
        """What the night has come to."""
        return self.stored.night.standing

    def body(self) -> Iterator[Widget]:
        """Balances on top, plan and pairs below."""
        with VerticalScroll():
            yield Static(id="balances", classes="panel")
            with VerticalScroll(id="lower", can_focus=False):
                yield Static(id="plan", classes="panel gold")
                yield Static(id="pairs", classes="panel")

    def on_mount(self) -> None:
        """Begin with the fewest transfers."""
        self._compute()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.redraw()

    def rebuild(self) -> None:
        """In the language of now."""
        self.redraw()

    @work(thread=True, exclusive=True, group="plan")
    def _compute(self) -> None:
        """Twenty people can take a second; the screen stays alive."""
        owed = self.standing.owed
        match self.method:
            case Method.FEWEST:
                plan = fewest(owed)
            case Method.PAIRS:
                plan = pair_by_pair(self._pairs())
            case Method.BANKER:
                plan = through_banker(owed, tuple(owed)[self.banker])
        self.app.call_from_thread(self._computed, plan)

    def _pairs(self) -> list[Payment]:
        debts = self.standing.pair_debts if self.standing.cash is None else self.standing.cash.debts
        return [Payment(debt.debtor, debt.creditor, debt.points) for debt in debts]

    def _computed(self, plan: Plan) -> None:
        self.plan = plan
        self.redraw()

    def redraw(self) -> None:
        """Show the plan as it is now."""
        if not self.is_mounted:
            return
        standing, title = self.standing, self.standing.opening.title or _("Night")
        bar = self.bar
        bar.title = _("%(night)s: settlement") % {"night": title}
        rounds = len(standing.rounds)
        bar.right = ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
        if self.size.width >= 60 and (seconds := night_seconds(standing)):
            bar.right += f" · {duration(seconds)}"
        width = self.size.width - 6
        balances = self.query_one("#balances", Static)
        balances.border_title = Content(_("Balances of the night"))
        balances.update(Content("\n").join(self._balance_lines(width)))
        half = width if width < 56 else self.size.width // 2 - 5
        pane = self.query_one("#plan", Static)
        pane.border_title = Content(_("Who pays whom"))
        pane.update(Content("\n").join(self._plan_lines(half)))
        pairs = self.query_one("#pairs", Static)
        pairs.border_title = Content(_("Who won from whom (points)"))
        pairs.update(Content("\n").join(self._pair_lines(half)))

    def _balance_lines(self, width: int) -> list[Content]:
        standing, stake = self.standing, self.standing.opening.stake
        ranked = sorted(standing.balances.items(), key=lambda item: -item[1])
        amounts = [money(points, stake, sign=True) for _player, points in ranked] if stake else []
        names = max(6, min(24, max(cell_len(player) for player in standing.balances) + 1, width - 24))
        room = max([10, *map(cell_len, amounts)]) + 1
        bars = width - names - 9 - (room if stake else 0) - 2
        largest = max([1, *(abs(points) for points in standing.balances.values())])
        lines = []
        for number, (player, points) in enumerate(ranked):
            shown = coloured(points, bold=True)
            parts: list[Content | str] = [fit(player, names), " " * (8 - shown.cell_length), shown]
            if stake:
                parts.append(right(amounts[number], room))
            if bars >= 20:
                size = round(abs(points) * (bars // 2) / largest)
                bar = "█" * size
                left, end = (bar.rjust(bars // 2), "") if points < 0 else (" " * (bars // 2), bar)
                parts += ["  ", Content.styled(left, "$error"), Content.styled(end, "$accent")]
            lines.append(Content.assemble(*parts))
        total = Content.styled(fit(_("in all"), names) + right("0", 8), "$quiet")
        return [*lines, total]

    def _plan_lines(self, width: int) -> list[Content]:
        plan, stake = self.plan, self.standing.opening.stake
        if plan is None:
            return [Content(_("One moment…"))]
        ways = {
            Method.FEWEST: _("Fewest transfers"),
            Method.PAIRS: _("Pair by pair, as played"),
            Method.BANKER: _("Through one banker: %(player)s")
            % {"player": cut(tuple(self.standing.owed)[self.banker], 16)},
        }
        lines = [Content.styled(ways[self.method], "$quiet")]
        amounts = [money(payment.points, stake) for payment in plan.payments]
        room = max([5, *map(cell_len, amounts)])
        for payment, amount in zip(plan.payments, amounts, strict=True):
            names = width - room - 3
            payer = cut(payment.payer, max(names // 2 - 2, names - 3 - cell_len(payment.payee)))
            pair = f"{payer} → {cut(payment.payee, names - 3 - cell_len(payer))}"
            lines.append(Content.assemble(fit(pair, names), " ", (right(amount, room), "$accent bold")))
        if not plan.payments:
            lines.append(Content(_("Nobody owes anybody anything.")))
        if said := guarantee(plan):
            lines += [Content(""), Content.styled(said, "$quiet")]
        if self.standing.cash is not None:
            lines += [Content.styled(_("Cash play: only open debts are left to settle."), "$quiet")]
        if self.stored.closed:
            lines += [Content.styled(_("The night is closed."), "$success")]
        return lines

    def _pair_lines(self, width: int) -> list[Content]:
        players = tuple(self.standing.balances)
        won = {(debt.creditor, debt.debtor): debt.points for debt in self.standing.pair_debts}
        names = min(10, max(map(cell_len, players)) + 1)
        column = max(5, min(9, (width - names) // max(1, len(players))))
        heads = "".join(right(cut(player, column - 1), column) for player in players)
        lines = [Content.styled(" " * names + heads, "$quiet")]
        for player in players:
            cells: list[Content | str] = []
            for other in players:
                points = won.get((player, other), 0) - won.get((other, player), 0)
                shown = coloured(points) if points else Content.styled("·", "$quiet")
                cells += [" " * (column - shown.cell_length), shown]
            lines.append(Content.assemble(fit(player, names), *cells))
        return lines

    def action_plan(self) -> None:
        """Fewest, pair by pair, then each player as the banker."""
        if self.method is Method.FEWEST:
            self.method = Method.PAIRS
        elif self.method is Method.PAIRS:
            self.method, self.banker = Method.BANKER, 0
        elif self.banker + 1 < len(self.standing.owed):
            self.banker += 1
        else:
            self.method = Method.FEWEST
        self._compute()

    def action_export(self) -> None:
        """Write the night to a workbook."""
        self.app.export(self.stored)

    def action_close(self) -> None:
        """Close the night and go home; a closed one is opened again."""
        if self.stored.closed:
            self._ask_reopen()
            return
        self.app.book.close_night(self.stored.number)
        self.app.notify(_("The night is closed; it can be opened again from the list."))
        self.app.go_home()

    def _ask_reopen(self) -> None:
        def check(answers: Answers) -> dict[str, str]:
            return {} if clean_text(str(answers["reason"])) else {"reason": _("A word of reason, please")}

        def done(answers: object) -> None:
            if isinstance(answers, dict):
                self.app.book.reopen(self.stored.number, answers["reason"])
                self.stored = self.app.book.load(self.stored.number)
                self.redraw()

        fields = [Field("reason", _("Why is it opened again?"))]
        self.app.push_screen(Ask(_("Open the night again"), fields, check), done)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)
