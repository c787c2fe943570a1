"""What is open over all nights, and one payment for several of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.book import Book, BookError, PaidOver, Stored
from scorekeeper.table.amounts import Amount
from scorekeeper.table.errors import RuleError
from scorekeeper.table.journal import Amend, Paid, Reopened, Round, Void
from scorekeeper.table.money import Stake
from scorekeeper.table.settlement import Payment, Plan
from scorekeeper.table.standing import Mode
from tests.book.nights import FIRST, FOUR, SECOND, THIRD, a_round, ask, entry, opening

EURO, ROUBLE = Stake(50, "EUR"), Stake(100, "RUB")
BEGAN = datetime(2026, 11, 27, 20, tzinfo=UTC)


def a_night(book: Book, days: int, stake: Stake | None, *entries: object, **agreed: object) -> Stored:
    stored = book.create(opening(stake=stake, started_at=BEGAN + timedelta(days=days), **agreed))
    for one in entries:
        stored = book.append(stored, one)  # type: ignore[arg-type]
    return stored


def due(book: Book, number: int) -> dict[str, int]:
    return {player: units for player, units in book.load(number).night.standing.due.items() if units}


def over_all(book: Book, currency: str | None) -> dict[str, int]:
    return {tab.player: tab.due for tab in book.tabs() if tab.currency == currency}


def plan_over(book: Book, currency: str | None) -> Plan:
    return book.overview().plans[currency]


@pytest.fixture
def three(book: Book) -> Book:
    """Three nights in two currencies; the one that was entered last began first."""
    a_night(book, 1, EURO, FIRST)  # Алла 53, Борис 141, Вадим −23, Галина −171, half a euro each
    a_night(book, 2, ROUBLE, SECOND)
    a_night(book, 0, EURO, SECOND, THIRD)
    return book


def test_the_tab_is_by_person_and_currency(three: Book) -> None:
    tabs = three.tabs()
    assert [(tab.player, tab.currency) for tab in tabs] == [
        (player, currency) for player in FOUR for currency in ("EUR", "RUB")
    ]
    boris = tabs[2]
    assert [night.number for night in boris.nights] == [3, 1]
    assert boris.nights[1].result == boris.nights[1].due == 141 * 50
    assert boris.result == boris.due == sum(night.due for night in boris.nights)
    assert three.tabs(" борис ") == tabs[2:4]
    with pytest.raises(BookError, match="unknown_player"):
        three.tabs("Яков")


def test_three_nights_in_two_currencies_are_settled_together(three: Book) -> None:
    for currency in ("EUR", "RUB"):
        plan = plan_over(three, currency)
        assert plan.proved
        for payment in plan.payments:
            three.pay_over(PaidOver(payment.payer, payment.payee, payment.points, currency))
    assert [due(three, number) for number in (1, 2, 3)] == [{}, {}, {}]
    assert not any(tab.due for tab in three.tabs())
    assert any(tab.result for tab in three.tabs())
    assert three.check() == ()
    assert plan_over(three, "EUR").payments == ()
    assert None not in three.overview().plans


def test_the_oldest_night_is_paid_first_in_one_transaction(three: Book, path: Path) -> None:
    galina = due(three, 3)["Галина"]
    assert galina > 0  # she is owed in the older night: what she owes is in the newer one
    assert due(three, 3)["Вадим"] < 0
    parts = three.pay_over(PaidOver("Вадим", "Борис", 100, "EUR", note="по карте")).parts
    assert parts[0].night == 3
    assert all(part.paid.note == "по карте" for part in parts)
    assert all(sum(due(three, number).values()) == 0 for number in (1, 3))
    before = ask(path, "SELECT count(*) FROM journal")
    with pytest.raises(RuleError, match="overpaid"):
        three.pay_over(PaidOver("Вадим", "Борис", 10**6, "EUR"))
    assert ask(path, "SELECT count(*) FROM journal") == before


def test_what_is_left_is_carried_over(book: Book) -> None:
    for day in range(3):
        a_night(book, day, None, entry(round={"hands": {"Алла": 10, "Борис": 30, "Вадим": 30, "Галина": 30}}))
    assert over_all(book, None) == {"Алла": -180, "Борис": 60, "Вадим": 60, "Галина": 60}
    parts = book.pay_over(PaidOver("Алла", "Борис", 50, None)).parts
    assert [(part.night, part.paid.amount.points) for part in parts] == [(1, 20), (2, 20), (3, 10)]
    assert due(book, 1) == {"Алла": -40, "Вадим": 20, "Галина": 20}
    assert plan_over(book, None).payments == (
        Payment("Алла", "Борис", 10), Payment("Алла", "Вадим", 60), Payment("Алла", "Галина", 60),
    )  # fmt: skip


def test_debts_of_cash_play_are_on_the_tab(book: Book) -> None:
    cash = Mode.CASH
    a_night(book, 0, EURO, entry(cash, round={"hands": dict(zip(FOUR, (10, 98, 98, 98), strict=True))}), mode=cash)
    assert over_all(book, "EUR") == {"Алла": -264 * 50, "Борис": 4400, "Вадим": 4400, "Галина": 4400}
    book.pay_over(PaidOver("Алла", "Галина", 4400, "EUR"))
    assert [debt.creditor for debt in book.load(1).night.standing.till.debts] == ["Борис", "Вадим"]


@pytest.mark.parametrize(
    ("payment", "code"),
    [
        (PaidOver("Галина", "Борис", 0, "EUR"), "amount"),
        (PaidOver("Галина", "Борис", -5, "EUR"), "amount"),
        (PaidOver("Галина", "Борис", 5, "XYZ"), "currency"),
        (PaidOver("Галина", "Борис", 5, None), "not_owed"),
        (PaidOver("Борис", "Галина", 5, "EUR"), "not_owed"),
        (PaidOver("Борис", "Борис", 5, "EUR"), "not_owed"),
        (PaidOver("Вадим", "Борис", 10**7, "EUR"), "overpaid"),
    ],
)
def test_what_cannot_be_paid_over_all_nights(three: Book, payment: PaidOver, code: str) -> None:
    with pytest.raises(RuleError) as error:
        three.pay_over(payment)
    assert error.value.codes == (code,)


def test_who_has_no_night_in_common_with_somebody_pays_him_nothing(book: Book) -> None:
    for day, players in enumerate([("Алла", "Борис"), ("Вадим", "Галина")]):
        stored = book.create(opening(*players, started_at=BEGAN + timedelta(days=day)))
        book.append(stored, entry(round={"hands": dict(zip(players, (10, 98), strict=True))}))
    with pytest.raises(RuleError) as error:
        book.pay_over(PaidOver("Алла", "Галина", 5, None))
    assert error.value.codes == ("not_joined",)
    assert [book.load(number).sequence for number in (1, 2)] == [1, 1]


def test_a_stranger_pays_nothing(three: Book) -> None:
    with pytest.raises(BookError, match="unknown_player"):
        three.pay_over(PaidOver("Яков", "Борис", 5, "EUR"))


def played(book: Book, nights: list[list[int]]) -> None:
    for day, points in enumerate(nights):
        a_night(book, day, EURO, a_round(*points))


def pay_all(book: Book, payments: Sequence[Payment]) -> None:
    """Every payment is accepted, and no night ever adds up to anything but zero; in the end all are even."""
    nights = [line.number for line in book.nights()]
    for payment in payments:
        book.pay_over(PaidOver(payment.payer, payment.payee, payment.points, "EUR"))
        assert not any(sum(due(book, night).values()) for night in nights)
    assert not any(tab.due for tab in book.tabs())
    assert plan_over(book, "EUR").payments == ()
    if payments:
        assert not any(due(book, night) for night in nights)
    assert book.check() == ()


ONE_PART_IS_MORE_THAN_ITS_NIGHT_OWES = [
    [[59, 59, 81, 40], [59, 40, 59, 59]],
    [[59, 81, 81, 62], [40, 59, 81, 59]],
]


@pytest.mark.parametrize("nights", ONE_PART_IS_MORE_THAN_ITS_NIGHT_OWES)
def test_a_plan_is_paid_in_every_order(tmp_path: Path, nights: list[list[int]]) -> None:
    with Book.open(tmp_path / "plan.db") as book:
        played(book, nights)
        plan = plan_over(book, "EUR").payments
    for number, order in enumerate(permutations(plan)):
        with Book.open(tmp_path / f"{number}.db") as book:
            played(book, nights)
            pay_all(book, order)


def test_one_part_is_across_only_if_it_is_more_than_its_night_owes(book: Book) -> None:
    played(book, ONE_PART_IS_MORE_THAN_ITS_NIGHT_OWES[0])
    assert due(book, 1) == {"Алла": -150, "Борис": -150, "Вадим": 4250, "Галина": -3950}
    # Алла is owed something in the second night only.
    (part,) = book.pay_over(PaidOver("Галина", "Алла", 800, "EUR")).parts
    assert (part.night, part.paid.across) == (1, True)
    (part,) = book.pay_over(PaidOver("Галина", "Вадим", 100, "EUR")).parts
    assert (part.night, part.paid.across) == (1, False)


HANDS = st.lists(st.sampled_from([59, 81, 40, 3, 62, 17, 94]), min_size=4, max_size=4)
# Writing books takes time: few are tried, and what fails is not made smaller.
FEW = settings(
    max_examples=12,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@FEW
@given(st.lists(HANDS, min_size=1, max_size=4), st.data())
def test_whatever_was_played_is_even_in_the_end(
    tmp_path_factory: pytest.TempPathFactory, nights: list[list[int]], data: st.DataObject
) -> None:
    with Book.open(tmp_path_factory.mktemp("tab") / "book.db") as book:
        played(book, nights)
        pay_all(book, data.draw(st.permutations(plan_over(book, "EUR").payments)))


def test_payments_of_one_action_are_written_together(book: Book, path: Path) -> None:
    stored = a_night(book, 0, None, FIRST)
    wrong = [entry(paid={"payer": "Галина", "payee": "Борис", "points": points}) for points in (100, 100)]
    with pytest.raises(RuleError, match="overpaid"):
        book.append_all(stored, wrong)
    assert ask(path, "SELECT count(*) FROM journal") == [(1,)]
    stored = book.append_all(stored, wrong[:1])
    assert isinstance(stored.night.journal[-1], Paid)
    assert book.load(1) == stored


def test_a_night_that_is_hidden_is_not_on_the_tab(three: Book) -> None:
    three.hide(2)
    assert {tab.currency for tab in three.tabs()} == {"EUR"}
    assert [line.number for line in three.nights()] == [1, 3]
    assert [line.number for line in three.nights(hidden=True)] == [2]
    three.hide(2, hidden=False)
    assert [line.number for line in three.nights()] == [2, 1, 3]
    assert three.nights(hidden=True) == ()
    with pytest.raises(BookError, match="unknown_night"):
        three.hide(17)


def test_a_closed_night_is_reopened_with_a_reason(three: Book) -> None:
    three.close_night(1)
    with pytest.raises(BookError, match="no_reason"):
        three.reopen(1, " ")
    with pytest.raises(BookError, match="no_reason"):
        three.append(three.load(1), Reopened(reason=""))
    assert three.load(1).closed
    three.reopen(1, "one round more")
    assert not three.load(1).closed
    assert three.load(1).night.journal[-1].kind == "reopened"
    sequence = three.load(1).sequence
    three.reopen(1, "again")
    assert three.load(1).sequence == sequence


def test_a_closed_night_takes_payments_and_nothing_else(three: Book) -> None:
    assert isinstance(FIRST, Round)
    three.close_night(1)
    stored = three.append(three.load(1), Paid(payer="Галина", payee="Борис", amount=Amount(points=141)))
    for refused in (FIRST, Amend(entry=1, record=FIRST.record), Void(entry=1), Void(entry=9)):
        with pytest.raises(BookError, match="closed_night"):
            three.append(stored, refused)
    stored = three.append(stored, Void(entry=stored.sequence))
    with pytest.raises(BookError, match="closed_night"):
        three.append_all(stored, [Void(entry=stored.sequence), FIRST])
    assert three.load(1).sequence == stored.sequence
    stored = three.append(stored, Reopened(reason="one round more"))
    assert not stored.closed
    assert not three.append(stored, FIRST).closed
    assert isinstance(three.load(1).night.journal[-1], Round)


def test_a_payment_over_all_nights_is_taken_back_in_every_night(three: Book) -> None:
    before = over_all(three, "EUR")
    three.close_night(1)
    made = three.pay_over(PaidOver("Вадим", "Алла", 2850, "EUR", note="в долг"))
    assert [part.night for part in made.parts] == [3, 3, 1]  # by way of Галина in both
    after = over_all(three, "EUR")
    assert three.overview().last == made
    three.append(three.load(1), Void(entry=made.parts[-1].entry))
    three.take_back_over(made.name)  # as far as it is not yet
    assert over_all(three, "EUR") == before
    sequences = [three.load(number).sequence for number in (1, 3)]
    three.take_back_over(made.name)
    assert [three.load(number).sequence for number in (1, 3)] == sequences
    assert three.overview().last is None
    three.bring_back_over(made.name)
    assert over_all(three, "EUR") == after
    three.bring_back_over(made.name)
    assert three.overview().last == made
    assert three.check() == ()


def test_the_last_payment_is_known_in_another_session(three: Book, path: Path) -> None:
    moment = datetime(2026, 11, 30, 12, tzinfo=UTC)
    three.pay_over(PaidOver("Вадим", "Алла", 50, "EUR"), at=moment)
    last = three.pay_over(PaidOver("Вадим", "Галина", 100, "RUB"), at=moment + timedelta(hours=1))
    three.pay_over(PaidOver("Вадим", "Алла", 50, "EUR"), at=moment + timedelta(minutes=59))
    with Book.open(path) as again:
        assert again.overview().last == last
        assert last.payment == PaidOver("Вадим", "Галина", 100, "RUB")


def test_nights_that_cancel_each_other_are_set_off(book: Book) -> None:
    """Nobody has to pay anybody, and yet three nights are open; what the others have open stays."""
    for day, hands in enumerate([(10, 40), (40, 20), (30, 20)]):  # Алла −30, +20, +10
        started_at = BEGAN + timedelta(days=day)
        stored = book.create(opening("Алла", "Борис", stake=EURO, started_at=started_at))
        book.append(stored, entry(round={"hands": dict(zip(("Алла", "Борис"), hands, strict=True))}))
    stored = book.create(opening("Вадим", "Галина", stake=EURO, started_at=BEGAN))
    book.append(stored, entry(round={"hands": {"Вадим": 10, "Галина": 20}}))
    before, owed = over_all(book, "EUR"), [due(book, number) for number in range(1, 5)]
    assert plan_over(book, "EUR").payments == (Payment("Вадим", "Галина", 500),)
    assert book.overview().cancels == {"EUR"}
    made = book.set_off("EUR")
    assert made is not None
    assert made.payment is None
    assert [(part.night, part.paid.payer, part.units) for part in made.parts] == [
        (1, "Алла", 1500), (2, "Борис", 1000), (3, "Борис", 500),
    ]  # fmt: skip
    assert over_all(book, "EUR") == before
    assert [due(book, number) for number in range(1, 5)] == [{}, {}, {}, owed[3]]
    assert not book.overview().cancels
    assert book.set_off("EUR") is None
    assert book.overview().last == made
    book.take_back_over(made.name)
    assert [due(book, number) for number in range(1, 5)] == owed
    assert book.overview().cancels == {"EUR"}
    with pytest.raises(RuleError, match="currency"):
        book.set_off("XYZ")
    assert book.check() == ()


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "code"),
    [
        ("Галина", "Борис", 100, "not_owed"),  # in this night she owes, but over all of them she is owed
        ("Вадим", "Борис", 10, "overpaid"),
        ("Борис", "Вадим", 1, "not_owed"),
        ("Вадим", "Вадим", 1, "not_owed"),
    ],
)
def test_a_part_written_by_hand_must_be_owed_over_all_nights(
    three: Book, payer: str, payee: str, amount: int, code: str
) -> None:
    entry = Paid(payer=payer, payee=payee, amount=Amount(points=amount), across=True)
    with pytest.raises(RuleError, match=code):
        three.append(three.load(1), entry)


def test_a_part_written_by_hand_is_taken_if_it_is_owed_or_belongs_to_a_payment(three: Book) -> None:
    entry = Paid(payer="Вадим", payee="Борис", amount=Amount(points=9), across=True)
    assert three.append(three.load(1), entry).sequence == 2
    made = three.pay_over(PaidOver("Вадим", "Алла", 2850, "EUR"))
    part = Paid(payer="Галина", payee="Вадим", amount=Amount(points=1), across=True, action=made.name)
    assert three.append(three.load(1), part).sequence > 2
