"""What `score --format json` prints: every round, balance, pair debt and the settlement of a night."""

from __future__ import annotations

from typing import Final

from scorekeeper.table.game import Json
from scorekeeper.table.ledger import Debt, Transfer
from scorekeeper.table.money import Stake, plain
from scorekeeper.table.settlement import Plan, fewest
from scorekeeper.table.standing import PlayedRound, Standing

FORMAT: Final = "scorekeeper.score/1"


def score_json(standing: Standing) -> Json:
    """The standing as one JSON object; it does not depend on the locale."""
    return {
        "format": FORMAT,
        "rounds": [_round_json(played) for played in standing.rounds],
        "balances": dict(standing.balances),
        "pairs": [_debt_json(debt) for debt in standing.pair_debts],
        "settlement": plan_json(fewest(standing.owed), standing.opening.stake),
        "credit": _credit_json(standing),
        "next": {
            "dealer": standing.next_dealer,
            "seats": list(standing.seats.present),
            "suits": _suits(standing),
        },
    }


def plan_json(plan: Plan, stake: Stake | None) -> list[Json]:
    """The payments of a plan; `money` is a plain decimal in the stake's currency, or null."""
    return [
        {
            "payer": payment.payer,
            "payee": payment.payee,
            "points": payment.points,
            "money": plain(stake.money(payment.points), stake.currency) if stake else None,
        }
        for payment in plan.payments
    ]


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
        "debts": [_debt_json(debt) for debt in cash.debts] if cash else [],
    }


def _suits(standing: Standing) -> dict[str, str]:
    held = standing.game.seat_options(standing.next_state)
    return {player: held[player] for player in standing.seats.present if player in held}
