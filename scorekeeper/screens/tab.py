"""The tab: what is open over all nights, in each currency, and the fewest payments that clear it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.i18n import Lazy, _
from scorekeeper.screens.dialogs import Choice
from scorekeeper.screens.text import currency_shown, cut
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.screens.widgets.rows import Rows
from scorekeeper.table.settlement import Payment, Plan


class TabScreen(Framed[None]):
    """Payments over all nights; Enter says that one was made: it goes to the oldest night first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "paid", Lazy("paid"), id="tab.paid", tooltip=Lazy("This payment was made")),
        Binding("escape,q", "leave", Lazy("back"), id="tab.leave", tooltip=Lazy("Back to all nights")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._payments: dict[str, tuple[str | None, Payment]] = {}

    def body(self) -> Iterator[Widget]:
        """Payments, and below them everybody's balance."""
        yield Rows("open")
        yield Static(id="people", classes="panel")

    def on_mount(self) -> None:
        """Every night is looked at, behind the screen."""
        self.rebuild()

    def rebuild(self) -> None:
        """In the language of now."""
        self.bar.title = _("Debts over all nights")
        self.query_one("#people", Static).update(Content(_("One moment…")))
        self._look()

    @work(thread=True, exclusive=True, group="tab")
    def _look(self) -> None:
        tabs = self.app.book.tabs()
        currencies = dict.fromkeys(tab.currency for tab in tabs)
        plans = {currency: self.app.book.plan_over(currency) for currency in currencies}
        people = [(tab.player, tab.currency, tab.due) for tab in tabs if tab.due]
        self.app.call_from_thread(self._show, plans, people)

    def _show(self, plans: dict[str | None, Plan], people: list[tuple[str, str | None, int]]) -> None:
        if not self.is_mounted:
            return
        self._payments = {
            f"{number}-{currency}": (currency, payment)
            for currency, plan in plans.items()
            for number, payment in enumerate(plan.payments)
        }
        space = max(8, (self.size.width - 24) // 2)
        rows = {
            key: [cut(pay.payer, space), cut(pay.payee, space), currency_shown(pay.points, currency)]
            for key, (currency, pay) in self._payments.items()
        }
        table = self.query_one(Rows)
        table.border_title = Content(_("Who pays whom"))
        table.fill([_("who pays"), _("to whom"), _("how much")], rows)
        table.focus()
        panel = self.query_one("#people", Static)
        panel.border_title = Content(_("Open balances"))
        lines = [
            Content(f"{cut(player, space)}: {currency_shown(due, currency, sign=True)}")
            for player, currency, due in people
        ]
        panel.update(Content("\n").join(lines or [Content(_("Nobody owes anybody anything."))]))

    @on(Rows.RowSelected)
    def action_paid(self) -> None:
        """The payment under the cursor was made."""
        from scorekeeper.book import BookError, PaidOver
        from scorekeeper.messages import book_sentence, sentence
        from scorekeeper.table.errors import RuleError

        chosen = self.query_one(Rows).chosen
        if chosen is None:
            return
        currency, payment = self._payments[chosen]

        def done(choice: object) -> None:
            if choice != 0:
                return
            try:
                self.app.book.pay_over(PaidOver(payment.payer, payment.payee, payment.points, currency))
            except RuleError as error:
                self.app.notify(sentence(error.faults[0]), severity="error")
            except BookError as error:
                self.app.notify(book_sentence(error), severity="error")
            self.rebuild()

        title = f"{payment.payer} → {payment.payee}: {currency_shown(payment.points, currency)}"
        text = _("It goes to the oldest night first.")
        self.app.push_screen(Choice(cut(title, 56), [_("It was paid")], text), done)

    def action_leave(self) -> None:
        """Back to all nights."""
        self.dismiss(None)
