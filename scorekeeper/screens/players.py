"""Everybody in the book; a name can be put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from scorekeeper.book import BookError, PlayerLine
from scorekeeper.i18n import Lazy, _
from scorekeeper.messages import book_sentence
from scorekeeper.screens.dialogs import Answers, Ask, Choice, Field
from scorekeeper.screens.text import cut
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.screens.widgets.rows import Rows
from scorekeeper.screens.writing import carried_out


class PlayersScreen(Framed[None]):
    """Names, and in how many nights each played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "rename", Lazy("rename"), id="players.rename", tooltip=Lazy("Write the name differently")),
        Binding("m", "merge", Lazy("merge"), id="players.merge", tooltip=Lazy("Two names are one person")),
        Binding("u", "unmerge", Lazy("separate"), id="players.unmerge", tooltip=Lazy("They are two persons after all")),
        Binding("escape,q", "leave", Lazy("back"), id="players.leave", tooltip=Lazy("Back to all nights")),
    ]

    def body(self) -> Iterator[Widget]:
        """A table of names."""
        yield Rows("players")

    def on_mount(self) -> None:
        """Fill the table."""
        self.rebuild()

    def rebuild(self) -> None:
        """In the language of now."""
        self.bar.title = _("Players")
        self._players = {str(player.id): player for player in self.app.book.players()}
        space = max(10, self.size.width - 16)
        rows = {key: [cut(_named(player), space), str(player.nights)] for key, player in self._players.items()}
        self.query_one(Rows).fill([_("player"), _("nights")], rows)
        self.query_one(Rows).focus()

    @on(Rows.RowSelected)
    def action_rename(self) -> None:
        """Write the name under the cursor differently; everything else stays."""
        if (chosen := self.query_one(Rows).chosen) is None:
            return
        player = self._players[chosen]

        def check(answers: Answers) -> dict[str, str]:
            """The book itself says what is wrong with the name; when nothing is, it has taken it."""
            try:
                self.app.book.rename(player.id, str(answers["name"]))
            except BookError as error:
                said = book_sentence(error)
                if error.code == "name_taken":
                    said = _("%(why)s. If they are one person, leave this and merge them: m") % {"why": said}
                return {"name": said}
            return {}

        fields = [Field("name", _("Name"), player.name)]
        self.app.push_screen(
            Ask(_("Rename"), fields, check, text=Content(player.name)), lambda _answers: self.rebuild()
        )

    def action_merge(self) -> None:
        """The name under the cursor is another person of the list; refused where both sat in one night."""
        chosen = self.query_one(Rows).chosen
        if chosen is None:
            return
        person = self._players[chosen]
        others = [player for player in self._players.values() if player.id != person.id]

        def done(choice: object) -> None:
            if isinstance(choice, int) and self._change(lambda: self.app.book.merge(person.id, others[choice].id)):
                said = {"player": person.name, "other": others[choice].name}
                self.app.notify(_("%(player)s is %(other)s from now on; u separates them again") % said)
                self.query_one(Rows).move_cursor(row=list(self._players).index(str(others[choice].id)))

        title = _("%(player)s is really…") % {"player": cut(person.name, 30)}
        self.app.push_screen(Choice(title, [cut(player.name, 30) for player in others]), done)

    def action_unmerge(self) -> None:
        """A name that was merged into the one under the cursor is a person of its own again."""
        chosen = self.query_one(Rows).chosen
        aliases = self._players[chosen].aliases if chosen else ()

        def done(choice: object) -> None:
            if isinstance(choice, int):
                self._change(lambda: self.app.book.unmerge(aliases[choice][0]))

        if not aliases:
            self.app.notify(_("No other name was merged into this one"))
            return
        title = _("Which name is a person of its own?")
        self.app.push_screen(Choice(title, [cut(name, 30) for _id, name in aliases]), done)

    def _change(self, change: Callable[[], None]) -> bool:
        done = carried_out(self.app, change)
        self.rebuild()
        return done

    def action_leave(self) -> None:
        """Back to all nights."""
        self.dismiss(None)


def _named(player: PlayerLine) -> str:
    """A name, with those that were merged into it."""
    merged = ", ".join(name for _id, name in player.aliases)
    return f"{player.name} ({merged})" if merged else player.name
