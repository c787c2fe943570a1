"""The games that the table can score. Nothing else names one."""

from __future__ import annotations

from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.table.game import AnyGame

GAMES: dict[str, AnyGame] = {DECARTE.name: DECARTE}
"""By the name that night files and the book use."""
