"""The app: opens the book behind the first screen, and goes from screen to screen."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingsMap, BindingType
from textual.command import CommandPalette
from textual.screen import Screen

from scorekeeper import __version__, i18n, settings
from scorekeeper.i18n import Lazy, _
from scorekeeper.screens import options_form
from scorekeeper.screens.chosen_keys import faults, with_chosen
from scorekeeper.screens.home import HomeScreen
from scorekeeper.screens.keys import InOrderMixin, LayoutMixin, accept_alternate_keys
from scorekeeper.screens.themes import ALL, DARK, theme_name

if TYPE_CHECKING:
    from scorekeeper.book import Book, Stored

STYLES: list[str | PurePath] = [
    f"styles/{name}.tcss" for name in ("app", "bars", "home", "setup", "table", "dialogs", "settlement")
]
FLASH = 0.25
"""Seconds that a flash lasts."""
CANNOT_OPEN = 3
"""Exit code when the book cannot be opened."""


class ScoreApp(InOrderMixin, LayoutMixin, App[None]):
    """Scorekeeper on a terminal. `where` is the book: a path or a database URL."""

    TITLE = "Scorekeeper"
    CSS_PATH = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", Lazy("help"), show=False, id="app.help", tooltip=Lazy("Rules and keys")),
        Binding("ctrl+q", "quit", Lazy("quit"), show=False, priority=True, id="app.quit"),
        Binding("f10", "language", Lazy("language"), show=False, id="app.language", tooltip=Lazy("Русский / English")),
    ]

    def __init__(self, where: str | Path) -> None:
        super().__init__()
        self.where = where
        self._book: Book | None = None
        self.listening.clear()  # until the book is open
        for theme in ALL:
            self.register_theme(theme)
        self.settings = settings.load()
        self.theme = theme_name(self.settings.theme, self.console.color_system)
        self.crash: Path | None = None
        """Where the traceback of an unexpected error is."""
        self.failure = ""
        """Why the book could not be opened, in a sentence."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, also where another theme is forced from outside."""
        return DARK.variables

    @property
    def book(self) -> Book:
        """The open book; screens that need it come after it is open."""
        assert self._book is not None
        return self._book

    @property
    def ready(self) -> bool:
        """Whether the book is open."""
        return self._book is not None

    def on_mount(self) -> None:
        """Paint first, open the book then."""
        self._bindings = with_chosen(self._bindings, self.settings.keys)
        self.push_screen(HomeScreen())
        self.call_after_refresh(self._open_book)

    @work(thread=True, exclusive=True, group="open")
    def _open_book(self) -> None:
        from scorekeeper.book import Book, BookError

        try:
            book = Book.open(self.where)
        except BookError as error:
            from scorekeeper.messages import book_sentence

            self.failure = book_sentence(error)
            self.call_from_thread(self.exit, return_code=CANNOT_OPEN)
            return
        self.call_from_thread(self._opened, book)

    def _opened(self, book: Book) -> None:
        self._book = book
        last = book.last_open()
        if isinstance(self.screen, HomeScreen):
            self.screen.fill()
        if last is not None:
            self.open_night(last)
        self.listening.set()
        if self.settings.keys:
            self._check_keys()

    def _check_keys(self) -> None:
        """Say which keys of the settings lead nowhere."""
        from scorekeeper.screens.dialogs import Dialog, Reading
        from scorekeeper.screens.players import PlayersScreen
        from scorekeeper.screens.settlement import SettlementScreen
        from scorekeeper.screens.setup import SetupScreen
        from scorekeeper.screens.tab import TabScreen
        from scorekeeper.screens.table import DIGITS, TableScreen

        others = (ScoreApp, HomeScreen, SetupScreen, SettlementScreen, TabScreen, PlayersScreen, Dialog, Reading)
        screens = [
            (BindingsMap(TableScreen.BINDINGS), DIGITS),
            *((BindingsMap(screen.BINDINGS), "") for screen in others),
        ]
        if said := list(faults(screens, self.settings.keys)):
            self.notify("\n".join(said), severity="warning", timeout=15)

    def _handle_exception(self, error: Exception) -> None:
        """What nobody expected shows itself, and its traceback is kept; the book has lost nothing."""
        self.crash = log_crash(error)
        super()._handle_exception(error)

    def on_unmount(self) -> None:
        """Leave the book tidy."""
        if self._book is not None:
            self._book.close()

    # --- from screen to screen ------------------------------------------------

    def open_night(self, number: int) -> None:
        """The table of a night."""
        from scorekeeper.screens.table import TableScreen

        self.push_screen(TableScreen(self.book.load(number)))

    def open_setup(self) -> None:
        """A new night; its table once it is set up."""
        from scorekeeper.screens.setup import SetupScreen

        def made(number: object) -> None:
            if isinstance(number, int):
                self.open_night(number)

        self.push_screen(SetupScreen(), made)

    def open_settlement(self, stored: Stored) -> None:
        """Who pays whom; back at the table the night may be closed."""
        from scorekeeper.screens.settlement import SettlementScreen

        self.push_screen(SettlementScreen(stored))

    def table_of(self, stored: Stored) -> None:
        """Let the table behind the screen in front know that its night has grown."""
        from scorekeeper.screens.table import TableScreen

        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and screen.stored.number == stored.number:
                screen.changed(stored)

    def open_tab(self) -> None:
        """Debts over all nights."""
        from scorekeeper.screens.tab import TabScreen

        self.push_screen(TabScreen())

    def open_players(self) -> None:
        """Everybody in the book."""
        from scorekeeper.screens.players import PlayersScreen

        self.push_screen(PlayersScreen())

    def go_home(self) -> None:
        """Back to all nights."""
        while not isinstance(self.screen, HomeScreen) and len(self.screen_stack) > 1:
            self.pop_screen()
        if isinstance(self.screen, HomeScreen):
            self.screen.fill()

    # --- for every screen -------------------------------------------------------

    def notify(self, message: str, **options: Any) -> None:
        """A message with names in it is shown literally; the last one takes the place of the one before."""
        self.clear_notifications()
        super().notify(message, **{"markup": False, **options})

    @work(thread=True, group="export")
    def export(self, stored: Stored) -> None:
        """Write the night's workbook to the folder for exports, and say where it is."""
        from scorekeeper.files.places import default_folder, file_name
        from scorekeeper.files.workbook import workbook
        from scorekeeper.files.writing import OpenElsewhereError, write_whole
        from scorekeeper.messages import sentence
        from scorekeeper.table.errors import Faulty

        path = (default_folder() / file_name(stored.number, stored.night, "xlsx")).absolute()
        try:
            write_whole(path, workbook(stored.night))
        except (OSError, Faulty) as error:
            why = _("The workbook could not be written: %(path)s (%(why)s)")
            match error:
                case OpenElsewhereError():
                    cause: str | None = sentence(error.fault)
                case OSError():
                    cause = error.strerror
                case _:
                    cause = sentence(error.faults[0])
            self.call_from_thread(self.notify, why % {"path": path, "why": cause}, severity="error")
            return
        self.call_from_thread(self.notify, _("The workbook is written: %(path)s") % {"path": path})

    def action_command_palette(self) -> None:
        """All commands, in the language of the app."""
        if not self.screen.is_modal:
            self.push_screen(CommandPalette(placeholder=_("Search for a command…"), id="--command-palette"))

    def action_help(self) -> None:
        """Rules and keys of the screen in front."""
        from scorekeeper.screens.help import help_page

        if not self.screen.is_modal:
            self.push_screen(help_page(self))

    def action_language(self) -> None:
        """The other language, remembered; what is typed stays, since it is in the book."""
        other = "en" if i18n.language() == "ru" else "ru"
        i18n.set_language(other)
        self.remember(language=other)
        self.rebuild()

    def action_theme(self) -> None:
        """Light felt instead of dark, or back; remembered."""
        self.remember(theme="dark" if self.settings.theme == "light" else "light")
        self.rebuild()

    def action_options(self) -> None:
        """Everything that is remembered, in one form."""
        options_form.ask(self)

    def alarm(self) -> None:
        """Ring and flash, as the settings say."""
        if self.settings.bell:
            self.bell()
        if self.settings.flash:
            screen = self.screen
            screen.add_class("flash")
            self.set_timer(FLASH, lambda: screen.remove_class("flash"))

    def remember(self, **changes: Any) -> None:
        """Change settings, for now and for the next time."""
        self.settings = self.settings._replace(**changes)
        try:
            settings.save(self.settings)
        except OSError as error:
            why = _("The choice holds for now, but could not be saved (%(why)s)")
            self.notify(why % {"why": error.strerror}, severity="warning")

    def rebuild(self) -> None:
        """Every screen again, in the language and colours of now."""
        self.theme = theme_name(self.settings.theme, self.console.color_system)
        for screen in self.screen_stack:
            rebuild = getattr(screen, "rebuild", None)
            if rebuild is not None:
                rebuild()
        self.refresh_bindings()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every key of the screen in front, and what belongs to the app; each once, whatever its keys."""
        said = set[str]()
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.node is screen and binding.tooltip and active.enabled and str(binding.tooltip) not in said:
                said.add(str(binding.tooltip))
                action = binding.action if "." in binding.action else f"screen.{binding.action}"
                yield SystemCommand(
                    str(binding.tooltip), f"{self.get_key_display(binding)}", lambda run=action: self.run_action(run)
                )
        own = (
            (_("Rules and keys"), "F1", self.action_help),
            ("Русский / English", "F10", self.action_language),
            (_("Dark or light felt"), "", self.action_theme),
            (_("Settings"), "", self.action_options),
            (_("Quit"), "Ctrl+Q", self.action_quit),
        )
        yield from (SystemCommand(*command) for command in own if command[0] not in said)


def log_crash(error: Exception) -> Path | None:
    """Add the traceback to crash.log in the user's folder for logs; None when that cannot be written."""
    import platformdirs

    try:
        path = platformdirs.user_log_path("scorekeeper", appauthor=False, ensure_exists=True) / "crash.log"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC).isoformat()} scorekeeper {__version__}\n")
            file.writelines(traceback.format_exception(error))
    except OSError:
        return None
    return path


def run(where: str | Path) -> int:
    """Run the app on a book; the exit code of the program."""
    accept_alternate_keys()
    app = ScoreApp(where)
    app.run()
    if app.failure:
        print(app.failure, file=sys.stderr)
    if app.crash:
        said = _("Something went wrong that should not. What was typed is in the book; the details are in %(path)s")
        print(said % {"path": app.crash}, file=sys.stderr)
    return app.return_code or 0
