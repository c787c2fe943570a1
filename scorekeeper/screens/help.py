"""The rules in short, and the keys that work on the screen in front."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.content import Content

from scorekeeper.games.decarte.rules import Rules
from scorekeeper.i18n import _
from scorekeeper.screens.dialogs import Reading
from scorekeeper.screens.forms.decarte_help import rules, stage
from scorekeeper.screens.table import TableScreen

_KEYS = 9
"""Columns for the keys."""


def help_page(app: App[Any]) -> Reading:
    """For the screen in front."""
    lines: list[Content] = [Content.styled(_("Keys"), "$accent bold")]
    keys: dict[str, list[str]] = {}
    for active in app.screen.active_bindings.values():
        if active.node is app.screen and active.enabled and active.binding.tooltip:
            keys.setdefault(str(active.binding.tooltip), []).append(app.get_key_display(active.binding))
    table = app.screen if isinstance(app.screen, TableScreen) else None
    if table is not None:
        keys[_("Cards: 0 is the ten, 1 the ace; Backspace takes one out")] = ["0–9"]
    keys |= {
        _("All commands; Ctrl+Q quits"): ["Ctrl+P"],
        _("Out of a menu or a form, without a change"): ["Esc"],
    }
    words = max(20, min(68, app.size.width - 8) - _KEYS)
    for said, shown in keys.items():
        first, *more = Content(said).wrap(words)
        lines.append(Content.assemble((f"{' '.join(shown):>{_KEYS - 2}}  ", "$accent bold"), first))
        lines += [Content(" " * _KEYS) + line for line in more]
    played = next((screen for screen in app.screen_stack if isinstance(screen, TableScreen)), None)
    house = Rules() if played is None else played.form.rules if played.form else played.standing.rules
    said_rules = rules(house)
    lines += [
        Content(""),
        Content.styled(_("A round, stage by stage"), "$accent bold"),
        *(Content(f"{number}. {text}") for number, text in enumerate(said_rules, start=1)),
    ]
    if table is not None:
        now = Content.styled(_("Now"), "$accent bold")
        lines = [now, Content(said_rules[stage(table.form)]), Content(""), *lines]
    return Reading(_("Help"), Content("\n").join(lines))
