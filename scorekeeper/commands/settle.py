"""`scorekeeper settle`: who pays whom."""

from __future__ import annotations

import json
from typing import Final

from scorekeeper.commands import output
from scorekeeper.commands.books import loaded
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.score import plan_json
from scorekeeper.files.text import plan_lines
from scorekeeper.i18n import _
from scorekeeper.messages import literal
from scorekeeper.table.names import name_key
from scorekeeper.table.reading import nearest
from scorekeeper.table.settlement import Payment, Plan, fewest, pair_by_pair, through_banker
from scorekeeper.table.standing import Standing

FORMAT: Final = "scorekeeper.settle/1"
_BANKER = "banker:"


def run(where: str, reference: str, wanted: str, form: str) -> int:
    """Print the plan `wanted` (`fewest`, `pairs`, `banker:NAME`) as `text` or `json`."""
    if wanted not in ("fewest", "pairs") and not name_key(wanted.removeprefix(_BANKER) if _is_banker(wanted) else ""):
        said = _("%(option)s must be one of: %(values)s") % {"option": "--plan", "values": "fewest, pairs, banker:NAME"}
        raise Stopped([f"scorekeeper: {said}"])
    standing = loaded(where, reference).night.standing
    stake = standing.opening.stake
    name, plan = planned(standing, wanted)
    if form == "json":
        data = {"format": FORMAT, "plan": name, "proved": plan.proved, "payments": plan_json(plan, stake)}
        output.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        output.write("".join(f"{line}\n" for line in plan_lines(plan, stake)))
    return DONE


def _is_banker(wanted: str) -> bool:
    return wanted.startswith(_BANKER)


def planned(standing: Standing, wanted: str) -> tuple[str, Plan]:
    """The plan and its name, a banker's name spelled as in the night. In cash play it covers the open debts.

    Raises Stopped when nobody in the night is called as the banker should be.
    """
    if wanted == "pairs":
        debts = standing.pair_debts if standing.cash is None else standing.cash.debts
        return wanted, pair_by_pair(Payment(debt.debtor, debt.creditor, debt.points) for debt in debts)
    if _is_banker(wanted):
        banker = _player(standing, wanted.removeprefix(_BANKER))
        return f"{_BANKER}{banker}", through_banker(standing.owed, banker)
    return wanted, fewest(standing.owed)


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
