"""The tab: what is open over all nights, in each currency, and the fewest payments that clear it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar
from zoneinfo import ZoneInfo

from rich.cells import cell_len
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.book import Action, Overview, PaidOver, PaidPart, TabNight
from scorekeeper.i18n import Lazy, _, language
from scorekeeper.messages import currency_shown
from scorekeeper.screens import paying, sums
from scorekeeper.screens.dates import short_date
from scorekeeper.screens.dialogs import Answers, Ask, Field, Reading
from scorekeeper.screens.explaining import explained_lines
from scorekeeper.screens.text import action_shown, cut, fit, units_shown
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.screens.widgets.rows import Rows
from scorekeeper.screens.writing import carried_out
from scorekeeper.settling_messages import guarantee
from scorekeeper.table.explain import explained
from scorekeeper.table.money import Stake, plain, typable
from scorekeeper.table.settlement import Method, Payment, Plan


class TabScreen(Framed[None]):
    """Payments over all nights; Enter says that one was made, or a part of it: it goes to the oldest night first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "paid", Lazy("paid"), id="tab.paid", tooltip=Lazy("This payment was made")),
        Binding(
            "s", "set_off", Lazy("set off"), id="tab.set_off", tooltip=Lazy("Set off what cancels over the nights")
        ),
        Binding("w", "why", Lazy("why"), id="tab.why", tooltip=Lazy("Which nights, pairs and rounds it stands for")),
        Binding("f", "forgive", Lazy("forgive"), show=False, id="tab.forgive", tooltip=Lazy("Waive all of it")),
        Binding("u", "undo", Lazy("undo"), id="tab.undo", tooltip=Lazy("Take the last payment back")),
        Binding("escape,q", "leave", Lazy("back"), id="tab.leave", tooltip=Lazy("Back to all nights")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._payments: dict[str, tuple[str | None, Payment]] = {}
        """By row; none while the book is looked at."""
        self._due: dict[tuple[str, str | None], int] = {}
        self._known: dict[int, TabNight] = {}
        self._cancels: frozenset[str | None] = frozenset()
        """The currencies in which something can be set off."""
        self._last: Action | None = None
        """What was paid over the nights last, here or elsewhere."""

    def body(self) -> Iterator[Widget]:
        """Payments; below them the last one made, and everybody's balance."""
        yield Rows("open")
        with VerticalScroll(id="below", can_focus=False):
            yield Static(id="made", classes="panel gold")
            yield Static(id="people", classes="panel")

    def on_mount(self) -> None:
        """Every night is looked at, behind the screen."""
        self.rebuild()

    def rebuild(self) -> None:
        """In the language of now."""
        self.bar.title = _("Debts over all nights")
        self.query_one("#people", Static).update(Content(_("One moment…")))
        self._payments = {}
        self._look()

    @work(thread=True, exclusive=True, group="tab")
    def _look(self) -> None:
        self.app.call_from_thread(self._show, self.app.book.overview())

    def _show(self, found: Overview) -> None:
        if not self.is_mounted:
            return
        self._due = {(tab.player, tab.currency): tab.due for tab in found.tabs if tab.due}
        self._known = {night.number: night for tab in found.tabs for night in tab.nights}
        self._cancels, self._last = found.cancels, found.last
        self._payments = {
            f"{number}-{currency}": (currency, payment)
            for currency, plan in found.plans.items()
            for number, payment in enumerate(plan.payments)
        }
        amounts = {key: currency_shown(pay.points, currency) for key, (currency, pay) in self._payments.items()}
        heads = [_("who"), _("to whom"), _("how much")]
        # Names are cut, and never a sum: the panel and three columns take ten.
        space = max(5, (self.size.width - 10 - max(map(cell_len, [heads[2], *amounts.values()]))) // 2)
        rows = {
            key: [cut(pay.payer, space), cut(pay.payee, space), amounts[key]]
            for key, (_currency, pay) in self._payments.items()
        }
        table = self.query_one(Rows)
        table.border_title = Content(_("Who pays whom"))
        table.fill(heads, rows)
        table.focus()
        panel = self.query_one("#people", Static)
        panel.border_title = Content(_("Open balances"))
        lines = [
            Content(f"{cut(player, space)}: {currency_shown(due, currency, sign=True)}")
            for (player, currency), due in self._due.items()
        ]
        lines = lines or [Content(_("Nobody owes anybody anything."))]
        for currency, plan in found.plans.items():
            if plan.payments:
                counted = currency or _("points")
                lines.append(Content.styled(f"{counted}: {guarantee(plan)}", "$quiet"))
        if self._cancels:
            lines.append(Content(_("In single nights something is open that cancels over all of them: s sets it off.")))
        panel.update(Content("\n").join(lines))
        self._show_made()

    def _show_made(self) -> None:
        """In which nights the last payment was written."""
        panel = self.query_one("#made", Static)
        panel.display = self._last is not None
        if self._last is not None:
            panel.border_title = Content(_title(self._last))
            panel.update(Content("\n").join(self._part(self._last.payment, part) for part in self._last.parts))
        self.refresh_bindings()

    def _part(self, payment: PaidOver | None, part: PaidPart) -> Content:
        """A night, and how much it got; who paid whom in it, where that is somebody else."""
        paid, named = part.paid, self._night(part)
        if payment is None or (paid.payer, paid.payee) != (payment.payer, payment.payee):
            named = f"{self._began(part)} {paid.payer} → {paid.payee}".strip()
        amount = units_shown(part.units, part.stake)
        width = self.size.width - 6  # two for a scrollbar
        return Content(f"{fit(named, width - cell_len(amount) - 1)} {amount}")

    def _night(self, part: PaidPart) -> str:
        night = self._known.get(part.night)
        named = (night and night.title) or _("night %(number)s") % {"number": part.night}
        return f"{self._began(part)} {named}".strip()

    def _began(self, part: PaidPart) -> str:
        night = self._known.get(part.night)
        if night is None or night.started_at is None or night.zone is None:
            return ""
        return short_date(night.started_at.astimezone(ZoneInfo(night.zone)), narrow=True)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """There is something to pay, to set off, or to take back."""
        if action in ("paid", "why", "forgive"):
            return bool(self._payments)
        return bool({"set_off": self._cancels, "undo": self._last}.get(action, True))

    @property
    def _chosen(self) -> tuple[str | None, Payment] | None:
        """The payment under the cursor, and its currency."""
        return self._payments.get(self.query_one(Rows).chosen or "")

    @on(Rows.RowSelected)
    def action_paid(self) -> None:
        """The payment under the cursor was made, or a part of it."""
        if (chosen := self._chosen) is None:
            return
        currency, payment = chosen
        stake = Stake(1, currency) if currency else None
        most = min(-self._due[payment.payer, currency], self._due[payment.payee, currency])

        def check(answers: Answers) -> dict[str, str]:
            wrong = sums.fault(str(answers["sum"]), stake, most)
            return {"sum": wrong} if wrong else {}

        def done(answers: object) -> None:
            if isinstance(answers, dict):
                self._pay(PaidOver(payment.payer, payment.payee, sums.units(answers["sum"], stake), currency))

        label = _("Handed over, of %(sum)s") % {"sum": currency_shown(payment.points, currency)}
        whole = plain(payment.points, currency) if currency else str(payment.points)
        fields = [Field("sum", label, typable(whole, language=language()))]
        text = _("It goes to the oldest night first.")
        title = cut(f"{payment.payer} → {payment.payee}", 56)
        self.app.push_screen(Ask(title, fields, check, text, _("It was paid")), done)

    def _pay(self, payment: PaidOver) -> None:
        carried_out(self.app, lambda: self.app.book.pay_over(payment))
        self.rebuild()

    def action_forgive(self) -> None:
        """All of the payment under the cursor is waived, with a word."""
        if (chosen := self._chosen) is None:
            return
        currency, payment = chosen

        def done(note: str) -> None:
            over = PaidOver(payment.payer, payment.payee, payment.points, currency, forgiven=True, note=note)
            self._pay(over)

        paying.ask_word(self.app, payment, currency_shown(payment.points, currency), done)

    def action_why(self) -> None:
        """The nights into which the payment under the cursor would go, and what it stands for in each."""
        if (chosen := self._chosen) is None:
            return
        currency, payment = chosen
        over = PaidOver(payment.payer, payment.payee, payment.points, currency)
        lines: list[Content] = []

        def look() -> None:
            for part in self.app.book.pay_over(over, dry_run=True).parts:
                lines.append(Content.styled(self._night(part), "$accent bold"))
                standing = self.app.book.load(part.night).night.standing
                inside = Payment(part.paid.payer, part.paid.payee, part.units)
                for one in explained(standing, Plan((inside,), Method.FEWEST, proved=False)):
                    lines.append(Content(f"{inside.payer} → {inside.payee}: {currency_shown(part.units, currency)}"))
                    lines.extend(explained_lines(standing, one))

        if carried_out(self.app, look):
            self.app.push_screen(Reading(f"{payment.payer} → {payment.payee}", Content("\n").join(lines)))

    def action_set_off(self) -> None:
        """What cancels over the nights is cleared in them; no money moves."""

        def clear() -> None:
            for currency in self._cancels:
                self.app.book.set_off(currency)

        carried_out(self.app, clear)
        self.rebuild()

    def action_undo(self) -> None:
        """The last payment was a mistake: it is taken back in every night."""
        last = self._last
        if last is not None and carried_out(self.app, lambda: self.app.book.take_back_over(last.name)):
            self.app.notify(_("Taken back in every night: %(what)s") % {"what": action_shown(last)})
        self.rebuild()

    def action_leave(self) -> None:
        """Back to all nights."""
        self.dismiss(None)


def _title(action: Action) -> str:
    if action.payment is None:
        return _("Set off, without money")
    what = {"what": action_shown(action)}
    return _("Waived: %(what)s") % what if action.payment.forgiven else _("Paid: %(what)s") % what
