"""What a payment stands for, line by line: the lines add up."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.screens.explaining import explained_lines
from scorekeeper.table.explain import explained
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method
from tests.table.playing import FOUR, Json, hands, night
from tests.table.test_settling import appended, pay

POINTS = st.sampled_from([59, 81, 40, 3, 62, 17, 5, 94, 98, 10])
ROUNDS = st.lists(st.tuples(POINTS, POINTS, POINTS, POINTS).map(lambda p: hands(*p)), min_size=1, max_size=4)


def number(line: str) -> int:
    return int(re.sub(r"[^\d-]", "", line.rpartition(": ")[2].replace("\u2212", "-")))


@given(ROUNDS, st.sampled_from(Method), st.booleans())
def test_a_pair_is_the_sum_of_the_lines_below_it_and_the_payment_that_of_its_chains(
    rounds: list[Json], method: Method, part_was_paid: bool
) -> None:
    played = night(*rounds)
    plan = plan_for(played.standing, Method.FEWEST)
    if part_was_paid and plan.payments:
        first = plan.payments[0]
        played = appended(played, pay(first.payer, first.payee, (first.points + 1) // 2))
    standing = played.standing
    for part in explained(standing, plan_for(standing, method, banker=FOUR[0])):
        lines = [line.plain for line in explained_lines(standing, part)]
        heads = [at for at, line in enumerate(lines) if not line.startswith("   ")]
        assert len(heads) == len(part.pieces)  # nothing is left that no pair explains
        for at, until in zip(heads, [*heads[1:], len(lines)], strict=True):
            assert number(lines[at]) == sum(number(line) for line in lines[at + 1 : until])
            if not part_was_paid:
                assert not any("Paid since" in line for line in lines)
        if method is Method.BANKER:  # it stands for all that its other end owes, less what he is owed
            assert sum(piece.amount for piece in part.pieces) == part.payment.points
            continue
        flow = dict.fromkeys(FOUR, 0)
        for piece in part.pieces:
            flow[piece.debtor] -= piece.amount
            flow[piece.creditor] += piece.amount
        ends = {part.payment.payer: -part.payment.points, part.payment.payee: part.payment.points}
        assert {player: flow[player] for player in ends} == ends
