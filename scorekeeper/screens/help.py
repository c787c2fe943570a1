"""The rules in short, and the keys that work on the screen in front."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.content import Content

from scorekeeper.i18n import _
from scorekeeper.screens.dialogs import Reading


def help_page(app: App[Any]) -> Reading:
    """For the screen in front."""
    lines: list[Content] = [Content.styled(_("Keys"), "$accent bold")]
    keys: dict[str, list[str]] = {}
    for active in app.screen.active_bindings.values():
        if active.node is app.screen and active.enabled and active.binding.tooltip:
            keys.setdefault(str(active.binding.tooltip), []).append(app.get_key_display(active.binding))
    lines += [Content.assemble((f"{' '.join(shown):>7}  ", "$accent bold"), said) for said, shown in keys.items()]
    lines += [
        Content.assemble(("    0–9  ", "$accent bold"), _("Cards: 0 is the ten, 1 the ace; Backspace takes one out")),
        Content.assemble(("Ctrl+P  ", "$accent bold"), " ", _("All commands; Ctrl+Q quits")),
        Content(""),
        Content.styled(_("A round, stage by stage"), "$accent bold"),
        *(Content(f"{number}. {text}") for number, text in enumerate(_rules(), start=1)),
    ]
    return Reading(_("Help"), Content("\n").join(lines))


def _rules() -> list[str]:
    return [
        _("Fines: whoever exposes a row card pays the fine to each of the others. The dealer has no row."),
        _("Insurance, before the cut: the dealer may pay the compensation to each opponent."),
        _("Cut by the player to the dealer's left. If it was missed, the dealer pays the fine and the round is over."),
        _("Hands: the dealer's two cards, then everybody's, clockwise. A picture is no hand card: turn the next one."),
        _("Insured event: an insured dealer with a hand up to the limit may swap his two cards, or leave them."),
        _("Payments: in every pair the lower hand pays the difference; the dealer pays first, then on clockwise."),
        _("Ideal hand: the dealer's 10-A. Everybody pays the dealer the value of his own hand; nothing else is paid."),
    ]
