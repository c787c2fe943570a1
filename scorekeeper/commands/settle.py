"""`scorekeeper settle`: who pays whom."""

from __future__ import annotations

import contextlib
import json
from typing import Final

from scorekeeper.book import Book, BookError
from scorekeeper.commands import output
from scorekeeper.commands.amounts import coin_of, refused
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.score import plan_json, sum_json
from scorekeeper.files.settling_text import amount_text, plan_lines
from scorekeeper.i18n import _
from scorekeeper.messages import literal
from scorekeeper.table.amounts import amount_of
from scorekeeper.table.errors import Faulty
from scorekeeper.table.names import name_key
from scorekeeper.table.plans import acceptance, plan_for
from scorekeeper.table.reading import nearest
from scorekeeper.table.settlement import Method, Plan
from scorekeeper.table.standing import Standing

FORMAT: Final = "scorekeeper.settle/1"
_BANKER = "banker:"


def run(where: str, reference: str, wanted: str, coin: str | None, form: str, *, accept: bool = False) -> int:
    """Print the plan `wanted` (`fewest`, `pairs`, `banker:NAME`) as `text` or `json`, rounded to `coin` if named.

    It covers what is still due: what was paid or forgiven is not asked for again. With `accept` it is written as the
    plan that the table has agreed on.
    """
    if wanted not in ("fewest", "pairs") and not name_key(wanted.removeprefix(_BANKER) if _is_banker(wanted) else ""):
        said = _("%(option)s must be one of: %(values)s") % {"option": "--plan", "values": "fewest, pairs, banker:NAME"}
        raise Stopped([f"scorekeeper: {said}"])
    with opened(where) as book:
        stored = book.load(book.resolve(reference))
        standing, wanted = stored.night.standing, _spelled(book, wanted)
        stake = standing.opening.stake
        try:
            units = coin_of(coin, stake) if coin is not None else 0
            name, plan = planned(standing, wanted, units)
            if accept:
                book.append(stored, acceptance(standing, plan, coin=units))
        except Faulty as error:
            raise refused(error) from None
    if form == "json":
        rounding = {"coin": sum_json(units, stake)} if units else {}
        data = {"format": FORMAT, "plan": name, "proved": plan.proved, **rounding, "payments": plan_json(plan, stake)}
        output.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
        return DONE
    lines = [*plan_lines(plan, stake)]
    if units:
        lines.append(_("Rounded to: %(coin)s") % {"coin": amount_text(amount_of(units, stake), stake)})
        lines.append(_("The odd coin goes to whoever lost most by rounding; of equals, to who is owed more"))
    output.write("".join(f"{line}\n" for line in lines))
    return DONE


def _is_banker(wanted: str) -> bool:
    return wanted.startswith(_BANKER)


def _spelled(book: Book, wanted: str) -> str:
    """A banker who is named by a name that was merged into another one, by that one."""
    if _is_banker(wanted):
        with contextlib.suppress(BookError):
            return _BANKER + book.called(wanted.removeprefix(_BANKER))
    return wanted


def planned(standing: Standing, wanted: str, coin: int = 0) -> tuple[str, Plan]:
    """The plan, with sums in units, and its name, a banker's name spelled as in the night.

    Raises Stopped when nobody in the night is called as the banker should be.
    """
    if _is_banker(wanted):
        banker = _player(standing, wanted.removeprefix(_BANKER))
        return f"{_BANKER}{banker}", plan_for(standing, Method.BANKER, banker=banker, coin=coin)
    return wanted, plan_for(standing, Method(wanted), coin=coin)


def _player(standing: Standing, name: str) -> str:
    players = tuple(standing.balances)
    key = name_key(name)
    for player in players:
        if name_key(player) == key:
            return player
    said = {"player": literal(name), "nearest": nearest(name, players)}
    if said["nearest"]:
        message = _("Nobody in this night is called %(player)s; did you mean %(nearest)s?") % said
    else:
        message = _("Nobody in this night is called %(player)s") % said
    raise Stopped([f"scorekeeper: {message} (unknown_player)"])
