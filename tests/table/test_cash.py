"""Cash play: who runs short owes, and pays as soon as he has money again."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.cash import Cash
from scorekeeper.table.ledger import Debt, Transfer

PLAYERS = ("А", "Б", "В", "Г")


def pays(payer: str, payee: str, points: int) -> Transfer:
    return Transfer(payer, payee, points, "hand")


def test_what_a_payer_does_not_have_becomes_a_debt_to_that_payee() -> None:
    cash = Cash({"А": 30, "Б": 0, "В": 0}).pay([pays("А", "Б", 20), pays("А", "В", 25)])
    assert cash.stacks == {"А": 0, "Б": 20, "В": 10}
    assert cash.debts == (Debt("А", "В", 15),)


def test_a_debt_is_set_off_against_one_the_other_way_oldest_first() -> None:
    before = Cash({"А": 0, "Б": 0}, (Debt("А", "Б", 5), Debt("А", "Б", 7)))
    assert before.pay([pays("Б", "А", 8)]).debts == (Debt("А", "Б", 4),)
    assert before.pay([pays("Б", "А", 20)]).debts == (Debt("Б", "А", 8),)


def test_whoever_receives_pays_his_debts_oldest_first() -> None:
    cash = Cash({"А": 0, "Б": 0, "В": 0}, (Debt("А", "В", 10), Debt("А", "Б", 10))).bring("А", 15)
    assert cash.stacks == {"А": 0, "Б": 5, "В": 10}
    assert cash.debts == (Debt("А", "Б", 5),)


def test_who_is_paid_that_way_pays_his_own_debts_too() -> None:
    cash = Cash({"А": 0, "Б": 0, "В": 0}, (Debt("А", "Б", 10), Debt("Б", "В", 6))).bring("А", 10)
    assert cash.stacks == {"А": 0, "Б": 4, "В": 6}
    assert cash.debts == ()


def test_each_shortfall_is_a_debt_of_its_own() -> None:
    cash = Cash({"А": 0, "Б": 0}).pay([pays("А", "Б", 5), pays("А", "Б", 5)])
    assert cash.debts == (Debt("А", "Б", 5), Debt("А", "Б", 5))


def test_nobody_is_paid_who_is_not_there() -> None:
    cash = Cash({"А": 0, "Б": 8}, (Debt("А", "Б", 5), Debt("А", "В", 5))).take_away("Б").bring("А", 50)
    assert cash.stacks == {"А": 50}
    assert cash.debts == (Debt("А", "Б", 5), Debt("А", "В", 5))
    assert cash.bring("Б", 0).stacks == {"А": 50, "Б": 0}  # he is there again, but nobody received anything


def test_who_receives_nothing_pays_nothing() -> None:
    before = Cash({"А": 0, "Б": 8, "В": 0}, (Debt("Б", "В", 5),))  # В has come back
    after = before.pay([pays("А", "Б", 3)])
    assert after.stacks == {"А": 0, "Б": 8, "В": 0}
    assert after.debts == (Debt("Б", "В", 5), Debt("А", "Б", 3))


def test_who_is_short_is_named_clockwise() -> None:
    assert Cash({"А": 299, "Б": 300, "В": 0}).short(300) == ("А", "В")


AMOUNTS = st.integers(1, 40)
PAIRS = st.permutations(PLAYERS)


@given(
    st.lists(st.integers(0, 60), min_size=4, max_size=4),
    st.lists(st.tuples(PAIRS, AMOUNTS), max_size=25),
)
def test_no_point_is_lost_and_no_stack_falls_below_zero(stacks: list[int], moves: list[tuple[list[str], int]]) -> None:
    cash = Cash(dict(zip(PLAYERS, stacks, strict=True)))
    worth = dict(cash.stacks)
    for (payer, payee, *_), points in moves:
        before = dict(cash.stacks)
        cash, steps = cash.hand_over([pays(payer, payee, points)])
        assert (steps[0].transfer, steps[0].points + steps[0].owed + steps[0].set_off) == (0, points)
        for step in steps:  # what goes over the table is what the stacks say afterwards, and never more than there is
            before[step.payer] -= step.points
            before[step.payee] += step.points
            assert before[step.payer] >= 0
        assert before == cash.stacks
        worth[payer] -= points
        worth[payee] += points
        claims = dict(cash.stacks)
        for debt in cash.debts:
            claims[debt.debtor] -= debt.points
            claims[debt.creditor] += debt.points
        assert claims == worth
        assert min(cash.stacks.values()) >= 0
        assert all(debt.points > 0 for debt in cash.debts)
        # Everybody is there, so whoever owes has nothing left.
        assert all(cash.stacks[debt.debtor] == 0 for debt in cash.debts)
