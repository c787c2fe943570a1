"""Cash play and play on record: changing between them, running short, limits, counting, restoring."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.files.night_file import night_json, read_night
from scorekeeper.table.cash import Cash
from scorekeeper.table.errors import FormatError, RuleError
from scorekeeper.table.journal import Accept, Counted, Entry, Paid, Reopened, Restore, steps
from scorekeeper.table.ledger import Debt, Transfer
from scorekeeper.table.night import Night
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method
from scorekeeper.table.standing import Mode, Standing
from tests.table.playing import FOUR, THREE, TWO, Json, amend, hands, join, leave, night, void
from tests.table.test_settling import accepted, appended, pay, refused


def cash_night(*entries: Json, credit: int = 100, players: tuple[str, ...] = TWO, **more: object) -> Night:
    seats = [{"player": player, "credit": credit} for player in players]
    return night(*entries, players=players, mode="cash", seats=seats, **more)  # type: ignore[arg-type]


def credit(player: str, points: int) -> Json:
    return {"credit": {"player": player, "points": points}}


def to_cash(**brought: int) -> Json:
    return {"mode": {"to": "cash", **({"credit": brought} if brought else {})}}


TO_RECORD: Json = {"mode": {"to": "record"}}


def of_two(first: int, second: int) -> Json:
    return hands(first, second, players=TWO)


def conserved(standing: Standing) -> bool:
    till = standing.till
    there = sum(till.stacks.values()) + sum(till.taken.values())
    return there == sum(till.brought.values()) + till.unexplained


# --- a night of cash play -----------------------------------------------------


def test_somebody_runs_short_tops_up_leaves_and_returns() -> None:
    played = cash_night(of_two(10, 98), of_two(10, 98))
    standing = played.standing
    assert standing.till.stacks == {"Алла": 0, "Борис": 200}
    assert standing.till.debts == (Debt("Алла", "Борис", 76),)
    assert standing.missing == {"Алла": 176}  # 76 of it for the debt
    assert standing.due == {"Алла": -76, "Борис": 76}
    topped = appended(played, credit("Алла", 50))
    assert topped.standing.till.stacks == {"Алла": 0, "Борис": 250}
    assert topped.standing.missing == {"Алла": 126}  # 26 of it for the debt
    gone = appended(topped, join("Вадим", "Борис", credit=100), leave("Алла"))
    assert gone.standing.till.debts == (Debt("Алла", "Борис", 26),)
    back = appended(gone, join("Алла", "Борис", credit=130))
    assert back.standing.till.stacks == {"Борис": 276, "Вадим": 100, "Алла": 104}
    assert back.standing.till.debts == ()
    assert back.standing.till.brought == {"Алла": 280, "Борис": 100, "Вадим": 100}
    assert conserved(back.standing)
    assert Night.replay(back.opening, back.journal).standing == back.standing


def test_consent_holds_for_one_round() -> None:
    short = cash_night(of_two(10, 98))
    assert short.standing.unsettled_short == ("Алла",)
    agreed = appended(short, {"consent": {"player": "Алла"}})
    assert (agreed.standing.short, agreed.standing.unsettled_short) == (("Алла",), ())
    assert agreed.standing.missing == {"Алла": 88}
    assert appended(agreed, of_two(50, 49)).standing.unsettled_short == ("Алла",)
    assert appended(agreed, void(2)).standing.unsettled_short == ("Алла",)
    fuller = appended(agreed, join("Вадим", "Борис", credit=200))
    assert fuller.standing.unsettled_short == ("Алла", "Борис")  # more is missing than was agreed on
    assert refused(short, {"consent": {"player": "Вадим"}}) == "not_seated"


def test_a_round_is_never_refused_for_want_of_credit() -> None:
    assert len(cash_night(of_two(10, 98), of_two(10, 98), credit=0).standing.rounds) == 2


@pytest.mark.parametrize(
    ("rules", "players", "points"),
    [({}, FOUR, 351), ({"insurance_total": 25}, FOUR, 346), ({"fine_no_cut": 200, "fine_other": 30}, TWO, 240)],
)
def test_the_tighter_need_is_beside_that_of_the_rules(rules: Json, players: tuple[str, ...], points: int) -> None:
    standing = cash_night(players=players, rules=rules).standing
    assert standing.safe_credit == points
    assert standing.required_credit == 100 * (len(players) - 1)
    assert night().standing.safe_credit is None


# --- from one to the other ----------------------------------------------------


def test_a_table_changes_to_cash_and_what_is_on_record_stays() -> None:
    standing = night(of_two(59, 81), to_cash(Алла=100), of_two(50, 60), players=TWO).standing
    assert standing.mode is Mode.CASH
    assert standing.balances == {"Алла": -32, "Борис": 32}
    assert standing.till.stacks == {"Алла": 90, "Борис": 10}
    assert standing.due == {"Алла": -22, "Борис": 22}
    assert [played.mode for played in standing.rounds] == [Mode.RECORD, Mode.CASH]


def test_a_table_changes_to_record_and_takes_the_cash_off_the_table() -> None:
    played = cash_night(of_two(10, 98), of_two(10, 98), TO_RECORD, of_two(81, 59))
    standing = played.standing
    assert standing.cash is None
    assert (standing.till.stacks, standing.till.taken) == ({}, {"Алла": 0, "Борис": 200})
    assert standing.till.debts == (Debt("Алла", "Борис", 76),)
    assert standing.due == {"Алла": -54, "Борис": 54}
    back = appended(played, to_cash(Алла=80, Борис=5))
    assert back.standing.till.stacks == {"Алла": 4, "Борис": 81}  # the debt is paid as soon as there is money
    assert back.standing.due == {"Алла": 22, "Борис": -22}
    assert conserved(back.standing)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (TO_RECORD, "same_mode"),
        (to_cash(Вадим=5), "not_seated"),
        ({"consent": {"player": "Алла"}}, "on_record"),
        ({"counted": {"cash": {"Алла": 1, "Борис": 1}}}, "on_record"),
    ],
)
def test_what_does_not_go_on_record(bad: Json, code: str) -> None:
    assert refused(night(players=TWO), bad) == code


def test_credit_in_a_night_that_knows_cash_is_judged_by_the_mode() -> None:
    file = {"players": TWO}
    with pytest.raises(FormatError, match="unknown_kind"):
        night(credit("Алла", 5), **file)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="on_record"):
        night(to_cash(), TO_RECORD, credit("Алла", 5), **file)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="on_record"):
        night(to_cash(), TO_RECORD, join("Вадим", "Алла", credit=5), **file)  # type: ignore[arg-type]
    assert night(to_cash(), credit("Алла", 5), **file).standing.till.stacks["Алла"] == 5  # type: ignore[arg-type]


ONE_THING = st.sampled_from(
    [
        of_two(10, 98),
        of_two(81, 59),
        to_cash(Алла=60, Борис=30),
        TO_RECORD,
        credit("Борис", 25),
        pay("Алла", "Борис", 7),
        pay("Борис", "Алла", 40),
        void(2),
        void(3),
        amend(1, of_two(10, 97)),
    ]
)


@given(st.lists(ONE_THING, max_size=12))
def test_what_was_won_is_paid_in_cash_or_still_to_be_settled(happened: list[Json]) -> None:
    played = night(of_two(59, 81), to_cash(Алла=50), of_two(10, 98), players=TWO)
    for one in happened:
        with contextlib.suppress(RuleError):
            played = appended(played, one)
    standing = played.standing
    till, made = standing.till, standing.settling.made
    for player, won in standing.balances.items():
        at_once = till.stacks.get(player, 0) + till.taken.get(player, 0) - till.brought.get(player, 0)
        paid = sum(p.amount for p in made if p.payer == player) - sum(p.amount for p in made if p.payee == player)
        assert standing.due[player] == won - at_once + paid
    assert conserved(standing)


# --- on record ----------------------------------------------------------------


def test_a_limit_is_only_a_warning() -> None:
    limited = night({"limit": {"player": "Алла", "points": 22}}, of_two(59, 81), players=TWO)
    assert limited.standing.over_limit == ()
    over = appended(limited, of_two(49, 50))
    assert over.standing.over_limit == ("Алла",)
    assert appended(over, pay("Алла", "Борис", 1)).standing.over_limit == ()
    assert appended(over, {"limit": {"player": "Алла", "points": None}}).standing.over_limit == ()
    assert appended(over, to_cash()).standing.over_limit == ()
    assert refused(over, {"limit": {"player": "Я", "points": 1}}) == "unknown_player"


def test_balances_are_restored_from_paper() -> None:
    before = night(hands(59, 81, 40, 3))
    after = appended(before, {"restore": {"balances": {"Алла": 100, "Галина": -100}, "reason": "flood"}})
    assert after.standing.balances == {"Алла": 100, "Борис": 0, "Вадим": 0, "Галина": -100}
    assert after.standing.due == after.standing.balances
    total = dict.fromkeys(FOUR, 0)
    for transfer in after.standing.transfers:
        total[transfer.payer] -= transfer.points
        total[transfer.payee] += transfer.points
    assert total == after.standing.balances
    assert appended(after, amend(1, hands(59, 81, 40, 30))).standing.balances == after.standing.balances
    assert appended(after, void(2)).standing.balances == before.standing.balances
    assert refused(before, {"restore": {"balances": {"Алла": 1}}}) == "not_zero"
    assert refused(before, {"restore": {"balances": {"Алла": 1, "Я": -1}}}) == "unknown_player"


# --- counting -----------------------------------------------------------------


def counted(difference: str | None = None, to: str | None = None, **cash: int) -> Json:
    more = {"difference": difference} if difference else {}
    return {"counted": {"cash": cash, **more, **({"to": to} if to else {})}}


def test_the_cash_is_counted_against_the_book() -> None:
    before = cash_night(of_two(50, 60))  # 90 and 110
    assert appended(before, counted(Алла=95, Борис=105)).standing.till.stacks == {"Алла": 95, "Борис": 105}
    assert refused(before, counted(Алла=95, Борис=106)) == "count_difference"
    assert refused(before, counted("shared", Алла=95)) == "not_counted"
    assert refused(before, counted("given", to="Вадим", Алла=95, Борис=106)) == "not_seated"
    shared = appended(before, counted("shared", Алла=90, Борис=105)).standing.till
    assert (shared.taken, shared.unexplained) == ({"Алла": 3, "Борис": 2}, 0)
    given_to = appended(before, counted("given", to="Борис", Алла=90, Борис=117)).standing.till
    assert given_to.brought == {"Алла": 100, "Борис": 107}
    carried = appended(before, counted("carried", Алла=90, Борис=105)).standing
    assert carried.till.unexplained == -5
    assert all(conserved(appended(before, counted(how, Алла=7, Борис=8)).standing) for how in ("shared", "carried"))
    assert conserved(appended(before, counted("given", to="Алла", Алла=7, Борис=8)).standing)


@pytest.mark.parametrize(
    ("how", "to", "debts"),
    [
        ("shared", None, [("Алла", "Вадим", 4), ("Борис", "Вадим", 3)]),  # he bears three himself
        ("given", "Алла", [("Алла", "Вадим", 10)]),
        ("given", "Вадим", []),
        ("carried", None, []),
    ],
)
def test_whoever_bears_what_is_missing_owes_it_to_whoever_lacks_it(
    how: str, to: str | None, debts: list[tuple[str, str, int]]
) -> None:
    before = cash_night(hands(10, 50, 90, players=THREE), credit=200, players=THREE)
    stacks = before.standing.till.stacks
    after = appended(before, counted(how, to, **{**stacks, "Вадим": stacks["Вадим"] - 10})).standing
    assert [(debt.debtor, debt.creditor, debt.points) for debt in after.till.debts] == debts
    assert sum(after.due.values()) == 0
    assert conserved(after)


def test_piles_that_are_right_only_in_all_are_owed() -> None:
    before = cash_night(of_two(50, 60))  # 90 and 110
    after = appended(before, counted(Алла=95, Борис=105))
    assert after.standing.till.debts == (Debt("Алла", "Борис", 5, 2),)
    assert appended(after, counted(Алла=90, Борис=110)).standing.till.debts == ()


def test_a_correction_leaves_a_count_alone() -> None:
    before = appended(cash_night(of_two(50, 60), credit("Алла", 10)), counted(Алла=100, Борис=110))
    after = appended(before, void(2))
    assert after.standing.till.stacks == {"Алла": 100, "Борис": 110}
    assert after.standing.till.unexplained == 10
    assert conserved(after.standing)
    after = appended(before, amend(1, of_two(50, 70)))
    assert after.standing.till.stacks == {"Алла": 100, "Борис": 110}
    assert after.standing.till.debts == (Debt("Алла", "Борис", 10, 3),)


# --- debts of cash play -------------------------------------------------------


def test_a_debt_is_paid_apart_from_the_stacks() -> None:
    short = cash_night(of_two(10, 98), of_two(10, 98))
    half = appended(short, pay("Алла", "Борис", 40))
    assert half.standing.till.debts == (Debt("Алла", "Борис", 36),)
    assert half.standing.till.stacks == short.standing.till.stacks
    assert refused(half, pay("Алла", "Борис", 37)) == "overpaid"
    assert appended(half, pay("Алла", "Борис", 36, forgiven=True, note="именинник")).standing.till.debts == ()


def test_a_payment_to_the_creditors_creditor_clears_the_debts_between() -> None:
    cash = Cash(dict.fromkeys("АБВ", 0), (Debt("А", "Б", 10), Debt("Б", "В", 6)))
    after, cleared = cash.settle("А", "В", 8)
    assert (after.debts, cleared) == ((Debt("А", "Б", 4),), 6)


def test_a_plan_over_debts_that_is_paid_leaves_none() -> None:
    played = cash_night(hands(10, 98, 50, players=THREE), hands(10, 50, 98, players=THREE), credit=0, players=THREE)
    done = accepted(played)
    plan = done.standing.settling.plan
    assert plan is not None
    for payment in plan.payments:
        done = appended(done, pay(payment.payer, payment.payee, payment.points))
    assert done.standing.till.debts == ()
    assert not any(done.standing.due.values())
    on = appended(done, hands(50, 60, 60, players=THREE))
    assert on.standing.due == {"Алла": -20, "Борис": 10, "Вадим": 10}


MOVES = st.one_of(
    st.tuples(st.just("pay"), st.permutations(THREE), st.integers(1, 150)),
    st.tuples(st.just("bring"), st.permutations(THREE), st.integers(0, 90)),
    st.tuples(st.just("leave"), st.permutations(THREE), st.just(0)),
    st.tuples(st.just("settle"), st.permutations(THREE), st.integers(1, 90)),
    st.tuples(st.just("count"), st.permutations(THREE), st.integers(-9, 9)),
)


@given(st.lists(st.integers(0, 80), min_size=3, max_size=3), st.lists(MOVES, max_size=25), st.booleans())
def test_cash_on_the_table_and_taken_away_is_the_credit_brought(
    credits: list[int], moves: list[tuple[str, list[str], int]], shared: bool
) -> None:
    cash = Cash.of(dict(zip(THREE, credits, strict=True)))
    for kind, (one, other, _), points in moves:
        if kind == "bring":
            cash = cash.bring(one, points)
        elif kind == "settle":
            cash, cleared = cash.settle(one, other, points)
            assert 0 <= cleared <= points
        elif one not in cash.stacks:
            continue
        elif kind == "leave":
            cash = cash.take_away(one)
        elif kind == "count":
            stacks = {**cash.stacks, one: max(0, cash.stacks[one] + points)}
            cash = cash.counted(stacks, tuple(stacks) if shared else ())
        elif other in cash.stacks:
            cash = cash.pay([Transfer(one, other, points, "hand")])
        there = sum(cash.stacks.values()) + sum(cash.taken.values())
        assert there == sum(cash.brought.values()) + cash.unexplained
        assert min(cash.stacks.values(), default=0) >= 0


# --- in a file ----------------------------------------------------------------

EVERY_KIND: tuple[Json, ...] = (
    of_two(59, 81),
    {"limit": {"player": "Алла", "points": 20}},
    {"limit": {"player": "Алла", "points": None}},
    to_cash(Алла=100),
    {"consent": {"player": "Борис"}},
    counted(Алла=80, Борис=20),
    counted("given", to="Алла", Алла=80, Борис=25),
    TO_RECORD,
    {"restore": {"balances": {"Алла": -100, "Борис": 100}, "reason": "flood"}},
    {"plan": {"method": "fewest", "coin": "8.00", "payments": [{"payer": "Алла", "payee": "Борис", "money": "40.00"}]}},
    pay("Алла", "Борис", 20, plan=10, note="по карте"),
    {
        "paid": {
            "payer": "Алла",
            "payee": "Борис",
            "money": "30.00",
            "currency": "EUR",
            "forgiven": True,
            "note": "праздник",
        }
    },
    {"paid": {"payer": "Алла", "payee": "Борис", "points": 1, "across": True, "set_off": True, "action": "a1"}},
    pay("Борис", "Алла", 3, across=True),
    {"reopened": {"reason": "one round more"}},
)


def test_every_kind_comes_back_from_a_file() -> None:
    made = night(*EVERY_KIND, players=TWO, stake={"point": "0.50", "currency": "EUR"})
    data = night_json(made.opening, made.journal)
    assert [{kind: body} for one in data["journal"] for kind, body in one.items()][1:] == list(EVERY_KIND[1:])
    assert Night.replay(*read_night(json.dumps(data).encode())) == made


@pytest.mark.parametrize(
    ("bad", "codes"),
    [
        (pay("А", "Б", 0), {"amount"}),
        (pay("А", "Б", -5), {"amount"}),
        (pay("А", "Б", 5, forgiven=True), {"missing_key", "unknown_player"}),
        ({"paid": {"payer": "А", "payee": "Б", "money": "0.00"}}, {"amount"}),
        ({"paid": {"payer": "А", "payee": "Б", "money": "-5.00"}}, {"amount"}),
        ({"paid": {"payer": "А", "payee": "Б", "money": "1,50"}}, {"wrong_type"}),
        ({"paid": {"payer": "А", "payee": "Б", "money": 1.5}}, {"wrong_type"}),
        ({"paid": {"payer": "А", "payee": "Б", "points": 1, "money": "1"}}, {"one_amount"}),
        ({"paid": {"payer": "А", "payee": "Б"}}, {"missing_key"}),
        ({"paid": {"payer": "А", "payee": "Б", "currency": "EUR", "points": 5}}, {"missing_key"}),
        ({"paid": {"payer": "А", "payee": "Б", "points": 5, "forgivn": True}}, {"unknown_key"}),
        ({"plan": {"method": "best", "payments": []}}, {"wrong_type"}),
        ({"plan": {"method": "fewest", "coin": 0, "payments": []}}, {"amount"}),
        ({"plan": {"method": "fewest", "payments": [{"payer": "А", "payee": "Б", "points": -1}]}}, {"amount"}),
        ({"mode": {"to": "credit"}}, {"wrong_type"}),
        ({"mode": {"to": "record", "credit": {"А": 5}}}, {"unknown_key", "same_mode"}),
        ({"mode": {"to": "cash", "credit": {"А": -5}}}, {"amount"}),
        ({"mode": {"to": "cash", "credit": {"А": 5, "а": 5}}}, {"duplicate_player"}),
        ({"mode": {"to": "cash", "credit": {" ": 5}}}, {"empty_name"}),
        ({"limit": {"player": "А"}}, {"missing_key"}),
        ({"limit": {"player": "А", "points": -1}}, {"amount"}),
        ({"counted": {"cash": {"А": 1}, "difference": "given"}}, {"missing_key"}),
        ({"restore": {}}, {"missing_key"}),
    ],
)  # fmt: skip
def test_what_cannot_be_read(bad: Json, codes: set[str]) -> None:
    with pytest.raises(FormatError) as error:
        night(bad)
    assert set(error.value.codes) == codes


def test_that_a_night_was_reopened_cannot_be_undone() -> None:
    made = appended(night(of_two(59, 81), players=TWO), {"reopened": {"reason": "more"}})
    assert isinstance(made.journal[-1], Reopened)
    assert steps(made.journal).done == (1,)


def test_every_new_kind_is_found_by_its_name() -> None:
    assert [kind.kind for kind in (Accept, Paid, Restore, Counted)] == ["plan", "paid", "restore", "counted"]
    assert issubclass(Paid, Entry)
    assert plan_for(night().standing, Method.FEWEST).payments == ()
