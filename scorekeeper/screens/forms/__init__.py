"""How a round is typed, one form a game."""

from __future__ import annotations

from scorekeeper.screens.forms.decarte import DecarteForm

FORMS: dict[str, type[DecarteForm]] = {"decarte": DecarteForm}
"""By the name of the game."""
