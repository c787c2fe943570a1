"""`scorekeeper tab`: what is open over all nights, by person and currency, and the plan that settles it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from scorekeeper.book import Overview, Tab, TabNight
from scorekeeper.commands import output
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE
from scorekeeper.files.columns import local_time
from scorekeeper.files.settling_text import money_plan_lines, plan_lines
from scorekeeper.i18n import _
from scorekeeper.messages import currency_shown
from scorekeeper.table.game import Json
from scorekeeper.table.money import plain

FORMAT: Final = "scorekeeper.tab/1"


def run(where: str, player: str | None, form: str, *, set_off: bool = False) -> int:
    """Print the tab of everybody with the plans that settle all nights, or that of one player.

    With `set_off` what cancels over the nights is cleared in them before.
    """
    with opened(where) as book:
        for currency in book.overview().cancels if set_off else ():
            book.set_off(currency)
        found = book.overview() if player is None else Overview(book.tabs(player), {}, frozenset(), None)
    if form == "json":
        output.write(json.dumps(_json(found), ensure_ascii=False, indent=2) + "\n")
    else:
        output.write("".join(f"{line}\n" for line in _lines(found)))
    return DONE


# --- for people ---------------------------------------------------------------


def _lines(found: Overview) -> Iterator[str]:
    if not found.tabs:
        yield _("There are no nights yet")
    for tab in found.tabs:
        yield f"{tab.player}: {_won(tab, tab.currency)}"
        for night in tab.nights:
            began = f"{local_time(night.started_at, night.zone):%Y-%m-%d}" if night.started_at else ""
            named = ", ".join(filter(None, [_("night %(number)s") % {"number": night.number}, began, night.title]))
            yield f"  {named}: {_won(night, tab.currency)}"
    for currency, plan in found.plans.items():
        yield _("Settlement of all nights, %(currency)s:") % {"currency": currency or _("points")}
        lines = money_plan_lines(plan, currency) if currency else plan_lines(plan, None)
        yield from (f"  {line}" for line in lines)
    if found.cancels:
        yield _("In single nights something is open that cancels over all of them: scorekeeper tab --set-off clears it")


def _won(won: Tab | TabNight, currency: str | None) -> str:
    sums = {"result": won.result, "due": won.due}
    shown = {key: currency_shown(units, currency, sign=True) for key, units in sums.items()}
    return _("won %(result)s, open %(due)s") % shown


# --- for scripts --------------------------------------------------------------


def _json(found: Overview) -> Json:
    return {
        "format": FORMAT,
        "tabs": [
            {
                "player": tab.player,
                "currency": tab.currency,
                "result": _sum(tab.result, tab.currency),
                "due": _sum(tab.due, tab.currency),
                "nights": [
                    {
                        "number": night.number,
                        "title": night.title,
                        "result": _sum(night.result, tab.currency),
                        "due": _sum(night.due, tab.currency),
                    }
                    for night in tab.nights
                ],
            }
            for tab in found.tabs
        ],
        "plans": [
            {
                "currency": currency,
                "proved": plan.proved,
                "cancels": currency in found.cancels,
                "payments": [{"payer": p.payer, "payee": p.payee, **_sum(p.points, currency)} for p in plan.payments],
            }
            for currency, plan in found.plans.items()
        ],
    }


def _sum(units: int, currency: str | None) -> Json:
    """Points, or money as a plain decimal; the other is null."""
    return {"points": None if currency else units, "money": plain(units, currency) if currency else None}
