"""Plans are accepted, payments ticked off, and a later correction leaves both alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.table.amounts import Amount
from scorekeeper.table.codec import mode_of
from scorekeeper.table.errors import RuleError
from scorekeeper.table.journal import Entry, Paid
from scorekeeper.table.night import Night
from scorekeeper.table.plans import acceptance, leaving, open_pairs, plan_for
from scorekeeper.table.settlement import Method, Payment, Plan
from scorekeeper.table.settling import flow
from scorekeeper.table.settling_entries import is_current, payable
from tests.table.playing import FOUR, Json, amend, entry, hands, join, leave, night, void

EURO = {"point": "0.50", "currency": "EUR"}
PLAYED = hands(59, 81, 40, 3)
"""Алла −26 to Борис …: Алла 53, Борис 141, Вадим −23, Галина −171 in all."""


def pay(payer: str, payee: str, points: int, **more: object) -> Json:
    return {"paid": {"payer": payer, "payee": payee, "points": points, **more}}


def pay_money(payer: str, payee: str, money: str, **more: object) -> Json:
    return {"paid": {"payer": payer, "payee": payee, "money": money, **more}}


def appended(before: Night, *entries: Json | Entry) -> Night:
    for one in entries:
        mode = mode_of(before.opening.mode, before.journal)
        before = before.append(one if isinstance(one, Entry) else entry(one, mode))
    return before


def refused(before: Night, one: Json | Entry) -> str:
    with pytest.raises(RuleError) as error:
        appended(before, one)
    (code,) = set(error.value.codes)
    return code


def accepted(before: Night, method: Method = Method.FEWEST, **more: object) -> Night:
    plan = plan_for(before.standing, method, **more)  # type: ignore[arg-type]
    return before.append(acceptance(before.standing, plan, coin=more.get("coin", 0)))  # type: ignore[arg-type]


def pairs(plan: Plan) -> list[tuple[str, str, int]]:
    return [(p.payer, p.payee, p.points) for p in plan.payments]


# --- payments -----------------------------------------------------------------


def test_what_was_paid_is_not_due_any_more() -> None:
    played = night(PLAYED)
    assert played.standing.balances == {"Алла": 53, "Борис": 141, "Вадим": -23, "Галина": -171}
    after = appended(played, pay("Галина", "Борис", 100), pay("Вадим", "Алла", 23, forgiven=True, note="birthday"))
    assert after.standing.balances == played.standing.balances
    assert after.standing.due == {"Алла": 30, "Борис": 41, "Вадим": 0, "Галина": -71}
    assert [(made.amount, made.forgiven, made.note) for made in after.standing.settling.made] == [
        (100, False, ""), (23, True, "birthday"),
    ]  # fmt: skip
    assert pairs(plan_for(after.standing, Method.FEWEST)) == [("Галина", "Алла", 30), ("Галина", "Борис", 41)]


def test_a_payment_can_be_voided() -> None:
    after = appended(night(PLAYED), pay("Галина", "Борис", 100), void(2))
    assert after.standing.due == after.standing.balances
    assert not after.standing.settling.made


def test_money_is_counted_in_the_coins_of_the_night() -> None:
    after = appended(night(PLAYED, stake=EURO), pay_money("Галина", "Борис", "0.25"), pay("Галина", "Борис", 1))
    assert after.standing.unit == 50
    assert after.standing.due["Галина"] == -171 * 50 + 25 + 50


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (pay("Борис", "Галина", 1), "not_owed"),
        (pay("Вадим", "Галина", 1), "not_owed"),
        (pay("Галина", "Галина", 1), "not_owed"),
        (pay("Галина", "Борис", 142), "overpaid"),
        (pay("Вадим", "Борис", 24), "overpaid"),
        (pay("Ярослав", "Борис", 1), "unknown_player"),
        (pay("Галина", "Ярослав", 1), "unknown_player"),
        (pay("Галина", "Борис", 1, plan=1), "not_a_plan"),
        (pay("Галина", "Борис", 1, plan=9), "not_a_plan"),
        (pay_money("Галина", "Борис", "0.505"), "money_amount"),
        (pay_money("Галина", "Борис", "0.50", currency="rub"), "other_currency"),
        (pay_money("Галина", "Борис", "0.50", currency="XYZ"), "currency"),
        (pay_money("Галина", "Борис", "70.51"), "overpaid"),
        (Paid(payer="Галина", payee="Борис", amount=Amount(points=0)), "amount"),
        (Paid(payer="Галина", payee="Борис", amount=Amount(points=-5)), "amount"),
    ],
)
def test_what_cannot_be_paid(bad: Json | Entry, code: str) -> None:
    assert refused(night(PLAYED, stake=EURO), bad) == code


def test_money_needs_a_stake() -> None:
    assert refused(night(PLAYED), pay_money("Галина", "Борис", "0.50")) == "no_stake"


def test_a_name_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(RuleError) as error:
        appended(night(PLAYED), pay("Галина", "Бориса", 1))
    (fault,) = error.value.faults
    assert (fault.params["nearest"], fault.params["of"]) == ("Борис", "night")
    assert fault.place == (("entry", 2), ("key", "payee"))


# --- plans --------------------------------------------------------------------


def test_an_accepted_plan_is_ticked_off_payment_by_payment() -> None:
    before = accepted(night(PLAYED))
    plan = before.standing.settling.plan
    assert plan is not None
    assert plan.unpaid == plan.payments == plan_for(before.standing, Method.FEWEST).payments
    after = appended(before, pay("Галина", "Борис", 41), pay("Галина", "Борис", 100, plan=2))
    assert [made.plan for made in after.standing.settling.made] == [2, 2]
    assert after.standing.settling.plan is not None
    assert Payment("Галина", "Борис", 141) not in after.standing.settling.plan.unpaid
    for payment in after.standing.settling.plan.unpaid:
        after = appended(after, pay(payment.payer, payment.payee, payment.points))
    assert not any(after.standing.due.values())
    assert after.standing.settling.plan is not None
    assert not after.standing.settling.plan.unpaid


def test_the_same_plan_is_not_accepted_twice() -> None:
    once = accepted(night(PLAYED))
    again = acceptance(once.standing, plan_for(once.standing, Method.FEWEST))
    assert refused(once, again) == "plan_accepted"
    partly = appended(once, pay("Галина", "Борис", 41))
    again = acceptance(partly.standing, plan_for(partly.standing, Method.FEWEST))
    assert refused(partly, again) == "plan_accepted"
    first, *others = again.payments
    halves = [replace(first, amount=Amount(points=points)) for points in (1, first.amount.points - 1)]
    assert refused(partly, replace(again, payments=(*halves, *others))) == "plan_accepted"
    assert accepted(partly, Method.BANKER, banker="Вадим").standing.settling.plan is not None


def test_a_plan_must_come_out_even() -> None:
    before = night(PLAYED)
    wrong = {"plan": {"method": "fewest", "payments": [{"payer": "Галина", "payee": "Борис", "points": 141}]}}
    assert refused(before, wrong) == "plan_mismatch"
    stranger = {"plan": {"method": "fewest", "payments": [{"payer": "Галина", "payee": "Я", "points": 141}]}}
    assert refused(before, stranger) == "unknown_player"
    himself = {"plan": {"method": "fewest", "payments": [{"payer": "Галина", "payee": "Галина", "points": 141}]}}
    assert refused(before, himself) == "not_owed"


def plan(method: str, *payments: tuple[str, str, int]) -> Json:
    listed = [{"payer": payer, "payee": payee, "points": points} for payer, payee, points in payments]
    return {"plan": {"method": method, "payments": listed}}


@pytest.mark.parametrize("method", Method)
def test_nothing_goes_in_circles_in_a_plan(method: Method) -> None:
    """All hands were equal: there is nothing to pay, in whatever circle."""
    circle = [("Алла", "Борис", 5000), ("Борис", "Вадим", 5000), ("Вадим", "Алла", 5000)]
    assert refused(night(hands(50, 50, 50, players=FOUR[:3]), players=FOUR[:3]), plan(method, *circle)) == "plan_stray"
    there_and_back = [("Алла", "Борис", 5), ("Борис", "Алла", 5)]
    assert refused(night(PLAYED), plan(method, *there_and_back)) == "plan_mismatch"


def test_in_the_fewest_payments_only_debtors_pay() -> None:
    """Алла won in all, so nothing goes by way of her."""
    by_way = [("Галина", "Алла", 171), ("Алла", "Борис", 118), ("Вадим", "Борис", 23)]
    assert refused(night(PLAYED), plan("fewest", *by_way)) == "plan_stray"
    through_her = plan("banker", ("Галина", "Алла", 171), ("Вадим", "Алла", 23), ("Алла", "Борис", 141))
    assert appended(night(PLAYED), through_her).standing.settling.plan


def test_what_is_ticked_off_is_in_the_plan_that_is_named() -> None:
    before = accepted(night(PLAYED))
    later = accepted(appended(before, amend(1, hands(59, 81, 80, 3))))
    assert Payment("Вадим", "Борис", 1) not in later.standing.settling.plans[0].payments
    assert refused(later, pay("Вадим", "Борис", 1, plan=2)) in ("not_in_plan", "not_owed")
    assert refused(before, pay("Вадим", "Борис", 1, plan=2)) == "not_in_plan"


def test_by_a_plan_somebody_pays_who_is_owed_himself() -> None:
    """Алла won in all, and owes Борис for their own pair."""
    before = night(PLAYED)
    assert payable(before.standing, "Алла", "Борис") == 0
    assert refused(before, pay("Алла", "Борис", 22)) == "not_owed"
    after = appended(accepted(before, Method.PAIRS), pay("Алла", "Борис", 22))
    assert after.standing.due["Алла"] == 75


def test_a_night_in_which_two_of_three_were_paid_is_corrected() -> None:
    before = accepted(night(PLAYED))
    plan = before.standing.settling.plan
    assert plan is not None
    assert len(plan.payments) == 3
    first, second, third = plan.payments
    paid = appended(before, *(pay(p.payer, p.payee, p.points) for p in (first, second)))
    assert is_current(paid.standing)
    corrected = appended(paid, amend(1, hands(59, 81, 40, 30)))  # Галина had ten times as much
    standing = corrected.standing
    assert [(made.payer, made.amount) for made in standing.settling.made] == [
        (first.payer, first.points), (second.payer, second.points),
    ]  # fmt: skip
    moved = flow((first, second))
    assert standing.due == {p: points - moved.get(p, 0) for p, points in standing.balances.items()}
    assert not is_current(standing)
    difference = plan_for(standing, Method.FEWEST)
    assert flow(difference.payments) == {p: units for p, units in standing.due.items() if units}
    done = accepted(corrected)
    assert done.standing.settling.plan is not None
    for payment in done.standing.settling.plan.unpaid:
        done = appended(done, pay(payment.payer, payment.payee, payment.points))
    assert not any(done.standing.due.values())
    # Taking the correction back leaves all payments alone, too.
    back = appended(done, void(5))
    assert back.standing.balances == before.standing.balances
    assert len(back.standing.settling.made) == len(done.standing.settling.made)
    assert flow([Payment(m.payer, m.payee, m.amount) for m in back.standing.settling.made]) != {}
    assert third in plan.unpaid


def test_a_payment_is_judged_by_what_was_known_when_it_was_made() -> None:
    paid = appended(night(PLAYED), pay("Галина", "Борис", 141))
    gone = appended(paid, void(1))
    assert gone.standing.due == {"Алла": 0, "Борис": -141, "Вадим": 0, "Галина": 141}
    assert Night.replay(gone.opening, gone.journal).standing == gone.standing
    assert refused(gone, pay("Галина", "Борис", 1)) == "not_owed"
    assert appended(gone, pay("Борис", "Галина", 141)).standing.due == dict.fromkeys(FOUR, 0)


def test_a_file_with_a_payment_that_was_never_owed_is_refused() -> None:
    with pytest.raises(RuleError, match="overpaid"):
        night(PLAYED, pay("Галина", "Борис", 142), amend(1, hands(59, 98, 40, 3)))
    assert night(PLAYED, pay("Галина", "Борис", 142), void(2)).standing.due["Галина"] == -171


def test_who_is_named_later_cannot_never_have_been_there() -> None:
    before = night(PLAYED, leave("Вадим"), join("Даша", "Алла"), {"limit": {"player": "Даша", "points": 5}})
    with pytest.raises(RuleError) as error:
        appended(before, void(3))
    assert error.value.codes == ("breaks_entry", "unknown_player")


def test_who_leaves_settles_with_the_table_at_once() -> None:
    before = night(PLAYED)
    payments = leaving(before.standing, "Галина")
    assert payments == (Payment("Галина", "Борис", 141), Payment("Галина", "Алла", 30))
    after = appended(before, *(pay(p.payer, p.payee, p.points) for p in payments), leave("Галина"))
    assert after.standing.due == {"Алла": 23, "Борис": 0, "Вадим": -23, "Галина": 0}
    assert leaving(after.standing, "Борис") == ()


# --- rounding -----------------------------------------------------------------


def test_a_rounded_plan_settles_everything() -> None:
    before = night(PLAYED, stake=EURO)  # 26.50, 70.50, −11.50, −85.50
    after = accepted(before, coin=1000)
    plan = after.standing.settling.plan
    assert plan is not None
    assert flow(plan.payments) == {"Алла": 3000, "Борис": 7000, "Вадим": -1000, "Галина": -9000}
    for payment in plan.payments:
        after = appended(after, pay_money(payment.payer, payment.payee, f"{payment.points // 100}"))
    assert not any(after.standing.due.values())
    fixed = appended(after, amend(1, hands(60, 81, 40, 3)))
    assert fixed.standing.due == {"Алла": 150, "Борис": -50, "Вадим": -50, "Галина": -50}


def test_a_plan_may_not_round_by_a_coin() -> None:
    before = night(PLAYED, stake=EURO)
    good = acceptance(before.standing, plan_for(before.standing, Method.FEWEST, coin=1000), coin=1000)
    assert refused(before, type(good)(method=good.method, payments=good.payments, coin=Amount(points=3))) == (
        "plan_mismatch"
    )
    assert refused(before, type(good)(method=good.method, payments=good.payments)) == "plan_mismatch"


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize("coin", [0, 1, 3, 10, 50])
def test_every_plan_can_be_accepted_and_paid(method: Method, coin: int) -> None:
    before = night(PLAYED, hands(5, 17, 62, 94, insured=True), hands(20, 31, 42, 53))
    after = accepted(before, method, banker="Борис" if method is Method.BANKER else "", coin=coin)
    assert after.standing.settling.plan is not None
    for payment in after.standing.settling.plan.payments:
        after = appended(after, pay(payment.payer, payment.payee, payment.points))
    assert not any(after.standing.due.values())
    assert open_pairs(after.standing) == ()


# --- properties ---------------------------------------------------------------

AMOUNTS = st.integers(1, 60)
POINTS = st.sampled_from([59, 81, 40, 3, 62, 17, 5, 94, 98, 10])


@given(st.lists(st.tuples(POINTS, POINTS, POINTS, POINTS), max_size=3), st.data())
def test_nothing_is_ever_paid_twice(rounds: list[tuple[int, ...]], data: st.DataObject) -> None:
    after = night(*(hands(*points) for points in rounds))
    for _ in range(6):
        payer, payee = data.draw(st.permutations(FOUR))[:2]
        most = payable(after.standing, payer, payee)
        amount = data.draw(AMOUNTS)
        if amount > most:
            assert refused(after, pay(payer, payee, amount)) in ("not_owed", "overpaid")
        else:
            due = after.standing.due
            after = appended(after, pay(payer, payee, amount))
            assert sum(map(abs, after.standing.due.values())) == sum(map(abs, due.values())) - 2 * amount
        assert not sum(after.standing.due.values())
        assert flow(open_pairs(after.standing)).items() >= {
            (p, units) for p, units in after.standing.due.items() if units
        }
    assert Night.replay(after.opening, after.journal).standing == after.standing


@given(st.sampled_from(["record", "cash"]), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99)), max_size=25))
def test_whatever_is_corrected_the_night_replays_to_the_same(mode: str, steps: list[tuple[int, int]]) -> None:
    seats = [{"player": player, **({"credit": 90} if mode == "cash" else {})} for player in FOUR]
    after = night(seats=seats, mode=mode, stake=EURO)
    for kind, dice in steps:
        standing, count = after.standing, len(after.journal)
        points = (59, 81, 40, 3)[dice % 4], (62, 17, 5, 94)[dice % 3], 20 + dice % 2, 53
        payer, payee = FOUR[dice % 4], FOUR[(dice // 4) % 3 if (dice // 4) % 3 < dice % 4 else (dice // 4) % 3 + 1]
        most = payable(standing, payer, payee)
        if kind < 3:
            step: Json | Entry = hands(*points)
        elif kind == 3 and count:
            step = amend(dice % count + 1, hands(*points[::-1]))
        elif kind == 4 and count:
            step = void(dice % count + 1)
        elif kind == 5:
            method = list(Method)[dice % 3]
            coin = (0, 75, 500)[dice % 3]
            step = acceptance(standing, plan_for(standing, method, banker=payer, coin=coin), coin=coin)
        elif kind == 6:
            step = {"mode": {"to": "cash", "credit": {payer: 50}} if standing.cash is None else {"to": "record"}}
        elif most:
            step = pay_money(payer, payee, f"{max(1, most // (1 + dice % 3)) / 100:.2f}")
        else:
            continue
        try:
            after = appended(after, step)
        except RuleError as error:
            # Only a correction can be impossible, or a plan that is in force already.
            if kind in (3, 4) or error.codes == ("plan_accepted",):
                continue
            raise
        assert not sum(after.standing.due.values())
        pairs_now = flow(open_pairs(after.standing))
        assert {p: units for p, units in pairs_now.items() if units} == {
            p: units for p, units in after.standing.due.items() if units
        }
    assert Night.replay(after.opening, after.journal).standing == after.standing
