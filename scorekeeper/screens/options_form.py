"""The settings as a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper import i18n
from scorekeeper.i18n import _
from scorekeeper.screens.dialogs import Ask, Field

if TYPE_CHECKING:
    from scorekeeper.screens.app import ScoreApp


def ask(app: ScoreApp) -> None:
    """Show the form; what is chosen holds at once and the next time."""
    now = app.settings

    def done(answers: object) -> None:
        if not isinstance(answers, dict):
            return
        i18n.set_language(answers["language"])
        app.remember(
            language=answers["language"],
            theme=answers["theme"],
            tens_first=answers["order"] == "tens",
            bell="bell" in answers["alarm"],
            flash="flash" in answers["alarm"],
        )
        app.rebuild()

    order = {"seats": _("seat by seat"), "tens": _("all tens, then all units")}
    alarms = {"": _("nothing"), "bell": _("ring"), "flash": _("flash"), "bell flash": _("ring and flash")}
    alarm = " ".join(["bell"] * now.bell + ["flash"] * now.flash)
    fields = [
        Field("language", _("Language"), i18n.language(), i18n.LANGUAGES),
        Field("theme", _("Felt"), now.theme, {"dark": _("dark"), "light": _("light")}),
        Field("order", _("Cards are typed"), "tens" if now.tens_first else "seats", order),
        Field("alarm", _("At an ideal hand and when credit falls short"), alarm, alarms),
    ]
    app.push_screen(Ask(_("Settings"), fields), done)
