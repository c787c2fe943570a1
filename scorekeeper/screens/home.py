"""Home: the night to go on with, all nights, and the way to a new one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar
from zoneinfo import ZoneInfo

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.i18n import Lazy, _, pgettext
from scorekeeper.screens.dates import long_date, short_date
from scorekeeper.screens.dialogs import Choice
from scorekeeper.screens.text import cut, money, signed
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.screens.widgets.rows import Rows
from scorekeeper.table.standing import Mode

if TYPE_CHECKING:
    from scorekeeper.book import NightLine


class HomeScreen(Framed[None]):
    """All nights, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,f2", "new", Lazy("new night"), id="home.new", tooltip=Lazy("Set up a new night")),
        Binding("enter", "open", Lazy("open"), id="home.open", tooltip=Lazy("Open the night under the cursor")),
        Binding("p", "players", Lazy("players"), id="home.players", tooltip=Lazy("Everybody in the book")),
        Binding("t", "tab", Lazy("debts"), id="home.tab", tooltip=Lazy("Debts over all nights")),
        Binding("g", "app.language", "Рус/Eng", id="home.language", tooltip=Lazy("The other language")),
        Binding("o", "app.options", Lazy("options"), id="home.options", tooltip=Lazy("Settings")),
        Binding("x", "hide", Lazy("hide"), show=False, id="home.hide", tooltip=Lazy("Hide the night under the cursor")),
        Binding("z", "hidden", Lazy("hidden"), show=False, id="home.hidden", tooltip=Lazy("Hidden nights")),
        Binding("f1", "app.help", Lazy("help"), id="home.help", tooltip=Lazy("Rules and keys")),
        Binding("q", "app.quit", Lazy("quit"), id="home.quit", tooltip=Lazy("Leave the program")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._nights: tuple[NightLine, ...] = ()
        self._hidden = False
        """Whether the hidden nights are listed, instead of the others."""

    def body(self) -> Iterator[Widget]:
        """The night to go on with, then all of them."""
        yield Static(id="go-on", classes="panel gold")
        yield Rows("nights")
        yield Static(id="welcome")

    def on_mount(self) -> None:
        """Empty until the book is open."""
        self.fill()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.fill()

    def rebuild(self) -> None:
        """In the language of now."""
        self.fill()

    def fill(self) -> None:
        """Show what the book holds."""
        if not self.is_mounted or not self.query("#welcome"):
            return
        self.bar.title, self.bar.middle = "Scorekeeper", _("Decarte")
        self.bar.right = long_date(datetime.now().astimezone())
        self._nights = self.app.book.nights(hidden=self._hidden) if self.app.ready else ()
        open_ones = [] if self._hidden else [night for night in self._nights if not night.closed]
        go_on = self.query_one("#go-on", Static)
        go_on.display = bool(open_ones)
        if open_ones:
            go_on.border_title = Content(_("Go on"))
            go_on.update(self._go_on(open_ones[0]))
        self.query_one("#nights").display = bool(self._nights)
        welcome = self.query_one("#welcome", Static)
        welcome.display = self.app.ready and not self._nights and not self._hidden
        welcome.update(Content(_("No night yet. Press n: who plays, who deals, and the first round can begin.")))
        self._fill_table()

    def _go_on(self, night: NightLine) -> Content:
        players = Content("   ").join(Content.styled(player, "bold") for player in night.players)
        worth = "" if night.stake is None else " · " + _("1 point = %(money)s") % {"money": money(1, night.stake)}
        mode = _("on record") if night.mode is Mode.RECORD else _("cash")
        return Content.assemble(
            (night.title or _("Night"), "bold"),
            "   ",
            (_("round %(number)d") % {"number": night.rounds + 1}, "$accent"),
            "\n",
            (f"{long_date(_local(night))} · {mode}{worth}", "$quiet"),
            "\n",
            players,
        )

    def _fill_table(self) -> None:
        table = self.query_one(Rows)
        table.border_title = Content(_("Hidden nights") if self._hidden else _("Nights"))
        narrow = self.size.width < 60
        heads = [_("date"), _("night")] + ([] if narrow else [_("players"), _("rounds")]) + [_("best"), ""]
        space = 9 if narrow else max(12, self.size.width - 60)
        rows = {}
        for night in self._nights:
            name = cut(night.leader or "", 10 if narrow else 12)
            best = ["—" if night.leader is None else f"{name} {signed(night.balance)}"]
            cells = [short_date(_local(night), narrow=narrow), cut(night.title or _("Night"), space)]
            if not narrow:
                cells += [str(len(night.players)), str(night.rounds)]
            if narrow:
                best.append("✓" if night.closed else "")
            else:
                best.append(pgettext("night", "closed") if night.closed else pgettext("night", "open"))
            rows[str(night.number)] = [*cells, *best]
        table.fill(heads, rows)
        if self._nights and self.app.screen is self:
            table.focus()

    @on(Rows.RowSelected)
    def action_open(self) -> None:
        """Open the night under the cursor."""
        if (chosen := self.query_one(Rows).chosen) is not None:
            self.app.open_night(int(chosen))

    def action_new(self) -> None:
        """Set up a new night."""
        if self.app.ready:
            self.app.open_setup()

    def action_tab(self) -> None:
        """Debts over all nights."""
        if self.app.ready:
            self.app.open_tab()

    def action_hidden(self) -> None:
        """The hidden nights, or the others again."""
        if self.app.ready:
            self._hidden = not self._hidden
            self.fill()

    def action_hide(self) -> None:
        """The night under the cursor goes out of the list, or comes back to it; it is not deleted."""
        from scorekeeper.screens.writing import carried_out  # with it comes the book: not for the first paint

        chosen = self.query_one(Rows).chosen
        if chosen is None:
            return
        number, hidden = int(chosen), self._hidden

        def done(choice: object) -> None:
            if choice == 0 and carried_out(self.app, lambda: self.app.book.hide(number, hidden=not hidden)):
                self.fill()

        if hidden:
            self.app.push_screen(Choice(_("Bring this night back?"), [_("Bring it back")]), done)
            return
        text = _("It is not deleted: z shows the hidden nights, and x brings one back.")
        if any(self.app.book.load(number).night.standing.due.values()):
            text += "\n" + _("Not everything in it is paid: that goes out of the debts too.")
        self.app.push_screen(Choice(_("Hide this night?"), [_("Hide it")], text), done)

    def action_players(self) -> None:
        """Everybody in the book."""
        if self.app.ready:
            self.app.open_players()


def _local(night: NightLine) -> datetime:
    return night.started_at.astimezone(ZoneInfo(night.zone))
