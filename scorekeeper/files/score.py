"""What `score --format json` prints: every round, balance, pair debt and the settlement of a night."""

from __future__ import annotations

from typing import Final

from scorekeeper.table.amounts import amount_of
from scorekeeper.table.game import Json
from scorekeeper.table.ledger import Debt, Transfer
from scorekeeper.table.money import Stake, plain
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method, Plan
from scorekeeper.table.standing import PlayedRound, Standing

FORMAT: Final = "scorekeeper.score/1"


def score_json(standing: Standing) -> Json:
    """The standing as one JSON object; it does not depend on the locale.

    `paid` and `plan` are there only once something was paid or agreed.
    """
    stake = standing.opening.stake
    data: Json = {
        "format": FORMAT,
        "rounds": [_round_json(played) for played in standing.rounds],
        "balances": dict(standing.balances),
        "pairs": [_debt_json(debt) for debt in standing.pair_debts],
        "settlement": plan_json(plan_for(standing, Method.FEWEST), stake),
        "credit": _credit_json(standing),
        "next": {
            "dealer": standing.next_dealer,
            "seats": list(standing.seats.present),
            "suits": _suits(standing),
        },
    }
    settling = standing.settling
    if settling.made:
        data["paid"] = [
            {
                "entry": made.entry,
                "payer": made.payer,
                "payee": made.payee,
                **sum_json(made.amount, stake),
                "plan": made.plan,
                "forgiven": made.forgiven,
                "set_off": made.set_off,
            }
            for made in settling.made
        ]
    if settling.plan:
        left = Plan(settling.plan.unpaid, settling.plan.method, proved=False)
        data["plan"] = {"entry": settling.plan.entry, "method": str(left.method), "unpaid": plan_json(left, stake)}
    return data


def plan_json(plan: Plan, stake: Stake | None) -> list[Json]:
    """The payments of a plan, which are in units."""
    return [{"payer": p.payer, "payee": p.payee, **sum_json(p.points, stake)} for p in plan.payments]


def sum_json(units: int, stake: Stake | None) -> Json:
    """A sum: `points`, or null where it is no whole number of them; `money`, a plain decimal in the stake's currency,
    or null."""
    amount = amount_of(units, stake)
    points = None if amount.money else amount.points
    return {"points": points, "money": plain(units, stake.currency) if stake else None}


def _round_json(played: PlayedRound) -> Json:
    return {
        "number": played.number,
        "dealer": played.seating.dealer,
        "outcome": played.played.outcome,
        **played.played.facts,
        "leaders": list(played.played.leaders),
        "hands": dict(played.played.points),
        "transfers": [_transfer_json(transfer) for transfer in played.played.transfers],
        "net": dict(played.net),
        "balances": dict(played.balances),
    }


def _transfer_json(transfer: Transfer) -> Json:
    return {
        "payer": transfer.payer,
        "payee": transfer.payee,
        "points": transfer.points,
        "reason": transfer.reason,
    }


def _debt_json(debt: Debt) -> Json:
    return {"debtor": debt.debtor, "creditor": debt.creditor, "points": debt.points}


def _credit_json(standing: Standing) -> Json:
    cash = standing.cash
    return {
        "required": standing.required_credit,
        "stacks": {player: cash.stacks[player] for player in standing.seats.seated} if cash else {},
        "short": list(standing.short),
        "debts": [_debt_json(debt) for debt in standing.till.debts],
    }


def _suits(standing: Standing) -> dict[str, str]:
    held = standing.game.seat_options(standing.next_state)
    return {player: held[player] for player in standing.seats.present if player in held}
