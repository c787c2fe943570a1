"""`scorekeeper tab`: what is open over all nights, by person and currency, and the plan that settles it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.book import Book, Tab
from scorekeeper.commands import output
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE
from scorekeeper.files.columns import local_time
from scorekeeper.files.settling_text import money_plan_lines, plan_lines
from scorekeeper.i18n import _, language
from scorekeeper.table.game import Json
from scorekeeper.table.money import plain, show_money, show_points
from scorekeeper.table.settlement import Plan

FORMAT: Final = "scorekeeper.tab/1"

Plans = Sequence[tuple[str | None, Plan]]
"""By currency."""


def run(where: str, player: str | None, form: str) -> int:
    """Print the tab of everybody with the plans that settle all nights, or that of one player."""
    with opened(where) as book:
        tabs = book.tabs(player)
        plans = _plans(book, tabs) if player is None else ()
    if form == "json":
        output.write(json.dumps(_json(tabs, plans), ensure_ascii=False, indent=2) + "\n")
    else:
        output.write("".join(f"{line}\n" for line in _lines(tabs, plans)))
    return DONE


def _plans(book: Book, tabs: Sequence[Tab]) -> Plans:
    currencies = sorted({tab.currency for tab in tabs}, key=lambda currency: currency or "")
    return tuple((currency, book.plan_over(currency)) for currency in currencies)


# --- for people ---------------------------------------------------------------


def _lines(tabs: Sequence[Tab], plans: Plans) -> Iterator[str]:
    if not tabs:
        yield _("There are no nights yet")
    for tab in tabs:
        sums = {"result": _signed(tab.result, tab.currency), "due": _signed(tab.due, tab.currency)}
        yield f"{tab.player}: " + _("won %(result)s, open %(due)s") % sums
        for night in tab.nights:
            began = f"{local_time(night.started_at, night.zone):%Y-%m-%d}" if night.started_at else ""
            named = ", ".join(filter(None, [_("night %(number)s") % {"number": night.number}, began, night.title]))
            sums = {"result": _signed(night.result, tab.currency), "due": _signed(night.due, tab.currency)}
            yield f"  {named}: " + _("won %(result)s, open %(due)s") % sums
    for currency, plan in plans:
        yield _("Settlement of all nights, %(currency)s:") % {"currency": currency or _("points")}
        lines = money_plan_lines(plan, currency) if currency else plan_lines(plan, None)
        yield from (f"  {line}" for line in lines)


def _signed(units: int, currency: str | None) -> str:
    if currency is None:
        return show_points(units, sign=True)
    return show_money(units, currency, language=language(), sign=True)


# --- for scripts --------------------------------------------------------------


def _json(tabs: Sequence[Tab], plans: Plans) -> Json:
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
            for tab in tabs
        ],
        "plans": [
            {
                "currency": currency,
                "proved": plan.proved,
                "payments": [{"payer": p.payer, "payee": p.payee, **_sum(p.points, currency)} for p in plan.payments],
            }
            for currency, plan in plans
        ],
    }


def _sum(units: int, currency: str | None) -> Json:
    """Points, or money as a plain decimal; the other is null."""
    return {"points": None if currency else units, "money": plain(units, currency) if currency else None}
