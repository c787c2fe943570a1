"""The end of a night: balances, who pays whom and whether it was paid, who won from whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.i18n import Lazy, _, ngettext
from scorekeeper.screens import closing, paying
from scorekeeper.screens.dates import duration
from scorekeeper.screens.settlement_view import balance_lines, pair_lines, plan_lines
from scorekeeper.screens.text import units_shown
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.table.clock import night_seconds
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method, Payment, Plan
from scorekeeper.table.settling import Accepted
from scorekeeper.table.settling_entries import is_current
from scorekeeper.table.standing import Standing

if TYPE_CHECKING:
    from scorekeeper.book import Stored


class _PlanPanel(Static):
    """Payments; as many as there are by now have room."""

    def on_resize(self) -> None:
        """The one under the cursor may have been pushed out of view."""
        assert isinstance(self.screen, SettlementScreen)
        self.screen.follow()


class SettlementScreen(Framed[None]):
    """Three plans to choose from; the night may be closed here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "paid", Lazy("paid"), id="settlement.paid", tooltip=Lazy("This payment was made")),
        Binding("p", "plan", Lazy("another plan"), id="settlement.plan", tooltip=Lazy("Another way to settle")),
        Binding(
            "w", "why", Lazy("why"), id="settlement.why", tooltip=Lazy("Which pairs and rounds a payment stands for")
        ),
        Binding("c", "close", Lazy("close the night"), id="settlement.close", tooltip=Lazy("Close the night")),
        Binding("c", "reopen", Lazy("open again"), id="settlement.reopen", tooltip=Lazy("Open the closed night again")),
        Binding("x", "export", "Excel", id="settlement.export", tooltip=Lazy("Write the night to Excel")),
        Binding("a", "accept", Lazy("agree"), show=False, id="settlement.accept", tooltip=Lazy("Agree on this plan")),
        Binding("t", "part", Lazy("part"), show=False, id="settlement.part", tooltip=Lazy("A part of it was paid")),
        Binding(
            "f", "forgive", Lazy("forgive"), show=False, id="settlement.forgive", tooltip=Lazy("Waive what is left")
        ),
        Binding("n", "coin", Lazy("round"), show=False, id="settlement.coin", tooltip=Lazy("Round to a coin, or not")),
        Binding(
            "u", "undo", Lazy("undo"), show=False, id="settlement.undo", tooltip=Lazy("Take the last payment back")
        ),
        Binding("up", "move(-1)", show=False, id="settlement.up"),
        Binding("down", "move(1)", show=False, id="settlement.down"),
        Binding("pageup", "page(-1)", show=False, id="settlement.page_up"),
        Binding("pagedown", "page(1)", show=False, id="settlement.page_down"),
        Binding("escape,q", "leave", Lazy("back"), id="settlement.leave", tooltip=Lazy("Back to the table")),
    ]

    def __init__(self, stored: Stored) -> None:
        super().__init__()
        self.stored = stored
        self.method = Method.FEWEST
        self.banker = 0
        self.coin = 0
        """Units that every payment is a multiple of; 0: no rounding."""
        self.plan: Plan | None = None
        self.at = 0
        """The payment under the cursor."""
        self._cursor_line: int | None = None
        """Where it stands in its panel."""

    @property
    def standing(self) -> Standing:
        """What the night has come to."""
        return self.stored.night.standing

    @property
    def accepted(self) -> Accepted | None:
        """The plan that the table has agreed on, as long as it still settles what is due."""
        return self.standing.settling.plan if is_current(self.standing) else None

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The payments on screen: of the accepted plan, else of the one proposed."""
        accepted = self.accepted
        if accepted is not None:
            return accepted.payments
        return self.plan.payments if self.plan else ()

    def left(self, payment: Payment) -> int:
        """What is left of a payment on screen, in units."""
        accepted = self.accepted
        return payment.points if accepted is None else accepted.left(payment.payer, payment.payee)

    def body(self) -> Iterator[Widget]:
        """Balances on top, plan and pairs below."""
        with VerticalScroll(id="all", can_focus=False):
            yield Static(id="balances", classes="panel")
            with VerticalScroll(id="lower", can_focus=False):
                yield _PlanPanel(id="plan", classes="panel gold")
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
        players = tuple(self.standing.due)
        plan = plan_for(self.standing, self.method, banker=players[self.banker], coin=self.coin)
        self.app.call_from_thread(self._computed, plan)

    def _computed(self, plan: Plan) -> None:
        self.plan = plan
        self.at = min(self.at, max(0, len(self.payments) - 1))
        if self.payments and not self.left(self.payments[self.at]):
            self.at = next((at for at, payment in enumerate(self.payments) if self.left(payment)), self.at)
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
        balances.update(Content("\n").join(balance_lines(self, width)))
        half = width if width < 56 else self.size.width // 2 - 5
        pane = self.query_one("#plan", Static)
        pane.border_title = Content(_("Who pays whom"))
        lines, self._cursor_line = plan_lines(self, half)
        pane.update(Content("\n").join(lines))
        pairs = self.query_one("#pairs", Static)
        pairs.border_title = Content(_("Who won from whom (points)"))
        pairs.update(Content("\n").join(pair_lines(self, half)))
        self.refresh_bindings()
        self.follow()

    def follow(self) -> None:
        """The payment under the cursor is in view, however many people played."""
        if self._cursor_line is not None:
            lower, pane = self.query_one("#lower"), self.query_one("#plan")
            y = lower.virtual_region.y + pane.virtual_region.y + 1 + self._cursor_line
            place = Region(0, y, 1, 3)  # the line above may be wrapped
            self.query_one("#all").scroll_to_region(place, animate=False, immediate=True)

    def money(self, units: int) -> str:
        """Units as people say them."""
        return units_shown(units, self.standing.opening.stake)

    # --- keys --------------------------------------------------------------------

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """A plan that was agreed on is not chosen any more."""
        if action in ("plan", "coin", "accept"):
            return self.accepted is None and bool(self.payments or (self.coin and action != "accept"))
        if action in ("paid", "part", "forgive", "why"):
            return bool(self.payments)
        if action in ("close", "reopen"):
            return self.stored.closed == (action == "reopen")
        return True

    def action_move(self, by: int) -> None:
        """Another payment."""
        if self.payments:
            self.at = (self.at + by) % len(self.payments)
            self.redraw()

    def action_page(self, pages: int) -> None:
        """What does not fit."""
        page = self.query_one("#all")
        page.scroll_relative(y=pages * page.size.height, animate=False, immediate=True)

    def action_plan(self) -> None:
        """Fewest, pair by pair, then each player as the banker."""
        if self.method is Method.FEWEST:
            self.method = Method.PAIRS
        elif self.method is Method.PAIRS:
            self.method, self.banker = Method.BANKER, 0
        elif self.banker + 1 < len(self.standing.due):
            self.banker += 1
        else:
            self.method = Method.FEWEST
        self._compute()

    def action_coin(self) -> None:
        """Round to a coin, or not."""
        paying.ask_coin(self)

    def action_accept(self) -> None:
        """The table agrees to this plan."""
        paying.accept(self)

    def action_paid(self) -> None:
        """The payment under the cursor was made in full."""
        paying.paid(self)

    def action_part(self) -> None:
        """A part of it was paid."""
        paying.ask_part(self)

    def action_forgive(self) -> None:
        """What is left of it is waived."""
        paying.ask_forgiven(self)

    def action_why(self) -> None:
        """Which pairs and rounds it stands for."""
        paying.explain(self)

    def action_undo(self) -> None:
        """Take the last entry of the settlement back."""
        paying.undo(self)

    def changed(self, stored: Stored) -> None:
        """The journal has grown."""
        self.stored = stored
        self.app.table_of(stored)
        self._compute()

    def action_export(self) -> None:
        """Write the night to a workbook."""
        self.app.export(self.stored)

    def action_close(self) -> None:
        """Close the night and go home."""
        closing.ask(self)

    def action_reopen(self) -> None:
        """Open the closed night again, with a reason."""
        closing.ask_reopen(self)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)
