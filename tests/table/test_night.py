"""A night and its replay: who deals, what a correction keeps, and what a void may not break."""

import pytest

from scorekeeper.table.errors import RuleError
from scorekeeper.table.journal import Round
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode
from tests.table.playing import (
    THREE,
    TWO,
    amend,
    dealers,
    entry,
    hands,
    join,
    leave,
    missed,
    night,
    refusal,
    void,
)

# --- who deals ----------------------------------------------------------------


def test_the_deal_goes_round_after_a_missed_cut_too() -> None:
    played = night(missed(), missed(), hands(12, 34, 56, 78), missed(), missed(), dealer="Вадим")
    assert dealers(played) == ["Вадим", "Галина", "Алла", "Борис", "Вадим"]
    assert played.standing.next_dealer == "Галина"


def test_before_the_first_round_the_named_dealer_stays_unless_he_leaves() -> None:
    assert night(join("Даша", "Алла"), players=THREE).standing.next_dealer == "Алла"
    assert night(leave("Алла"), players=THREE).standing.next_dealer == "Борис"


def test_the_deal_passes_to_the_left_of_a_dealer_who_left() -> None:
    assert night(missed(), leave("Алла")).standing.next_dealer == "Борис"
    assert night(missed(), leave("Борис")).standing.next_dealer == "Вадим"


def test_the_deal_passes_to_a_newcomer_who_sits_to_the_left() -> None:
    assert night(missed(), join("Даша", "Алла"), players=THREE).standing.next_dealer == "Даша"
    assert night(missed(), leave("Алла"), join("Даша", "Галина")).standing.next_dealer == "Борис"


def test_a_dealer_who_took_another_chair_passes_the_deal_on_from_there() -> None:
    moved = night(missed(), leave("Алла"), join("Алла", "Вадим"))
    assert moved.standing.seats.present == ("Борис", "Вадим", "Алла", "Галина")
    assert moved.standing.next_dealer == "Галина"


def test_one_player_alone_can_play_no_round() -> None:
    alone = night(missed(), leave("Борис"), players=TWO)
    assert alone.standing.next_dealer is None
    assert alone.standing.next_seating is None
    with pytest.raises(RuleError) as refused:
        alone.append(entry(missed()))
    assert refusal(refused.value) == [("players", 3)]


def test_every_round_in_the_journal_names_its_dealer() -> None:
    played = night(missed(), missed(), void(1), missed(dealer="Алла"))
    rounds = [each for each in played.journal if isinstance(each, Round)]
    # What holds is replayed once: without the first round the second is dealt by whoever was to deal first.
    assert [each.dealer for each in rounds] == ["Алла", "Алла", "Алла"]
    assert dealers(played) == ["Алла", "Алла"]


def test_voiding_a_round_changes_no_dealer_of_a_later_one() -> None:
    played = night(missed(), missed(), missed()).append(entry(void(1)))
    assert dealers(played) == ["Борис", "Вадим"]
    assert played.standing.next_dealer == "Галина"


def test_the_suits_move_with_the_deal() -> None:
    begun, once = night(), night(missed())
    game = begun.opening.game
    assert game.seat_options(begun.standing.next_state) == {
        "Алла": "spades", "Борис": "hearts", "Вадим": "diamonds", "Галина": "clubs",
    }  # fmt: skip
    assert game.seat_options(once.standing.next_state) == {
        "Алла": "hearts", "Борис": "spades", "Вадим": "diamonds", "Галина": "clubs",
    }  # fmt: skip


# --- joining and leaving ------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ([], join("Даша", "Алла"), "table_full"),
        ([], join("Алла", "Борис"), "already_seated"),
        ([leave("Борис")], join("Даша", "Борис"), "not_seated"),
        ([leave("Борис")], leave("Борис"), "not_seated"),
        ([leave("Борис")], join("Даша", "Алла", suit="spades"), "suit_taken"),
    ],
)
def test_what_cannot_be_is_refused_with_its_entry(
    before: list[dict[str, object]], last: dict[str, object], code: str
) -> None:
    table = night(*before)
    with pytest.raises(RuleError) as refused:
        table.append(entry(last))
    assert refusal(refused.value) == [(code, len(before) + 1)]


def test_who_left_and_returns_keeps_his_balance() -> None:
    played = night(missed(), leave("Алла"), missed(), join("Алла", "Галина"), missed())
    assert played.standing.balances == {
        "Алла": -30 + 10,
        "Борис": 10 - 20 + 10,
        "Вадим": 10 + 10 - 30,
        "Галина": 10 + 10 + 10,
    }


def test_a_newcomer_takes_the_suit_that_became_free() -> None:
    played = night(leave("Борис"), join("Даша", "Алла"))
    assert played.opening.game.seat_options(played.standing.next_state)["Даша"] == "hearts"


# --- corrections --------------------------------------------------------------


def test_the_last_amend_counts_and_gives_the_whole_record() -> None:
    first = hands(12, 34, 56, 78, insured=True)
    played = night(first, amend(1, missed()), amend(1, hands(21, 34, 56, 78)))
    (only,) = played.standing.rounds
    assert (only.entry, only.amended, only.played.outcome) == (1, 3, "played")
    assert "insurance" not in {transfer.reason for transfer in only.played.transfers}
    undone = played.append(entry(void(3)))
    assert undone.standing.rounds[0].played.outcome == "no_cut"
    assert undone.append(entry(void(2))).standing.rounds[0].amended is None


def test_an_amend_keeps_the_rules_of_its_round() -> None:
    played = night(missed(), {"rules": {"fine_no_cut": 50}}, missed(), amend(1, missed()))
    assert [played.standing.rounds[k].played.transfers[0].points for k in (0, 1)] == [10, 50]


def test_an_amend_may_not_change_the_dealer() -> None:
    assert night(missed(), amend(1, missed(dealer="Алла"))).standing.rounds[0].amended == 2
    with pytest.raises(RuleError) as refused:
        night(missed(), amend(1, missed(dealer="Борис")))
    assert refusal(refused.value) == [("dealer", 2)]
    assert refused.value.faults[0].params == {"player": "Борис", "kept": "Алла"}


def test_only_rounds_can_be_amended_and_only_earlier_entries_named() -> None:
    for number, code in (
        (1, "not_a_round"),
        (2, "unknown_entry"),
        (9, "unknown_entry"),
        (0, "unknown_entry"),
        (-1, "unknown_entry"),
    ):
        with pytest.raises(RuleError) as refused:
            night(leave("Борис"), amend(number, missed()))
        assert refusal(refused.value) == [(code, 2)]
    with pytest.raises(RuleError) as refused:
        night(void(1))
    assert refusal(refused.value) == [("unknown_entry", 1)]


def test_an_amend_of_a_round_that_was_taken_back_waits_for_it() -> None:
    played = night(missed(), void(1), amend(1, hands(12, 34, 56, 78)))
    assert played.standing.rounds == ()
    assert played.append(entry(void(2))).standing.rounds[0].played.outcome == "played"


def test_a_void_of_a_void_brings_the_round_back() -> None:
    once = night(hands(12, 34, 56, 78))
    twice = once.append(entry(void(1))).append(entry(void(2)))
    assert twice.standing.balances == once.standing.balances
    assert twice.standing.rounds[0].played == once.standing.rounds[0].played


def test_a_void_that_would_break_a_later_entry_names_it() -> None:
    table = night(
        leave("Борис"), join("Даша", "Алла"), hands(12, 34, 56, 78, players=("Алла", "Даша", "Вадим", "Галина"))
    )
    for number, broken in ((1, 2), (2, 3)):
        with pytest.raises(RuleError) as refused:
            table.append(entry(void(number)))
        first = refused.value.faults[0]
        assert (first.code, first.place, first.params) == ("breaks_entry", (("entry", 4),), {"broken": broken})
        assert refusal(refused.value)[1][1] == broken
    with pytest.raises(RuleError) as refused:
        night(leave("Борис"), join("Даша", "Алла"), void(1))
    assert refusal(refused.value) == [("breaks_entry", 3), ("table_full", 2)]


def test_only_what_holds_in_the_end_must_be_legal() -> None:
    played = night(leave("Ян"), hands(11, 22, 33, 44), void(1), void(2), missed())
    assert len(played.standing.rounds) == 1


def test_the_faults_of_all_rounds_are_reported_at_once() -> None:
    with pytest.raises(RuleError) as refused:
        night(hands(11, 12, 13, 14), missed(), hands(11, 12, 22, 14), amend(2, hands(1, 2, 3, 99)))
    assert refusal(refused.value) == [("same_card", 1), ("same_card", 4), ("same_card", 3), ("same_card", 3)]


def test_append_and_replay_agree() -> None:
    entries = [missed(), leave("Борис"), join("Даша", "Вадим"), missed(), {"rules": {"fine_no_cut": 7}}, missed()]
    grown = night()
    for each in entries:
        grown = grown.append(entry(each))
    assert grown == night(*entries)
    voided = grown.append(entry(void(1))).append(entry(amend(4, missed())))
    assert Night.replay(voided.opening, voided.journal) == voided


def test_house_rules_hold_from_the_next_round_on() -> None:
    played = night(missed(), {"rules": {"fine_no_cut": 0}}, missed(), {"rules": {"fine_no_cut": 3}}, missed())
    assert [len(each.played.transfers) for each in played.standing.rounds] == [3, 0, 3]


# --- cash ---------------------------------------------------------------------


def cash_night(*entries: dict[str, object], credit: int) -> Night:
    seats = [{"player": player, "credit": credit} for player in THREE]
    return night(*entries, players=THREE, mode="cash", seats=seats)


def test_cash_play_asks_for_credit_by_the_number_of_opponents() -> None:
    table = cash_night(credit=150)
    assert (table.standing.required_credit, table.standing.short) == (200, THREE)
    two = table.append(entry(leave("Вадим")))
    assert (two.standing.required_credit, two.standing.short) == (100, ())
    assert night().standing.required_credit is None


def test_in_cash_play_only_debts_are_left_to_settle() -> None:
    table = cash_night(missed(), credit=15)
    assert table.standing.cash is not None
    assert table.standing.cash.stacks == {"Алла": 0, "Борис": 25, "Вадим": 20}
    assert table.standing.owed == {"Алла": -5, "Борис": 0, "Вадим": 5}
    paid = table.append(entry({"credit": {"player": "Алла", "points": 5}}, Mode.CASH))
    assert paid.standing.owed == dict.fromkeys(THREE, 0)
    assert paid.standing.balances == {"Алла": -20, "Борис": 10, "Вадим": 10}


def test_who_leaves_takes_his_stack_and_debts_remain() -> None:
    table = cash_night(missed(), leave("Алла"), join("Алла", "Вадим", credit=3), credit=15)
    assert table.standing.cash is not None
    assert table.standing.cash.stacks == {"Алла": 0, "Борис": 25, "Вадим": 23}
    assert table.standing.owed == {"Алла": -2, "Борис": 0, "Вадим": 2}


# --- the opening --------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "dealer", "codes"),
    [
        (("Алла",), "Алла", ["players"]),
        (("А", "Б", "В", "Г", "Д"), "А", ["players"]),
        (("Пётр", "петр"), "Пётр", ["duplicate_player"]),
        (("Алла", "Борис"), "Вадим", ["dealer"]),
        (("Алла", "Алла", "Б", "В", "Г"), "Я", ["players", "duplicate_player", "dealer"]),
    ],
)
def test_an_impossible_opening_is_refused_with_all_its_faults(
    players: tuple[str, ...], dealer: str, codes: list[str]
) -> None:
    with pytest.raises(RuleError) as refused:
        night(players=players, dealer=dealer)
    assert list(refused.value.codes) == codes


def test_two_seats_cannot_ask_for_one_suit() -> None:
    seats = [{"player": "Алла", "suit": "clubs"}, {"player": "Борис"}, {"player": "Вадим", "suit": "clubs"}]
    with pytest.raises(RuleError) as refused:
        night(seats=seats)
    assert refused.value.codes == ("suit_taken",)
    assert refused.value.faults[0].place == (("seat", 3),)


# --- away, back, other seats --------------------------------------------------


def test_who_is_away_sits_out_and_comes_back_to_his_chair() -> None:
    played = night(missed(), {"away": {"player": "Борис"}}, missed(), {"back": {"player": "Борис"}}, missed())
    assert dealers(played) == ["Алла", "Вадим", "Галина"]
    assert [len(each.seating.players) for each in played.standing.rounds] == [4, 3, 4]
    assert played.standing.seats.present == ("Алла", "Борис", "Вадим", "Галина")
    assert played.standing.balances["Борис"] == 20


@pytest.mark.parametrize(
    ("last", "code"),
    [
        ({"away": {"player": "Борис"}}, "already_away"),
        ({"back": {"player": "Алла"}}, "not_away"),
        (join("Борис", "Алла"), "already_seated"),
        (join("Даша", "Алла"), "table_full"),
        ({"seats": {"players": ["Алла", "Вадим", "Галина"]}}, "seating"),
        ({"seats": {"players": ["Алла", "Борис", "Вадим", "Вадим"]}}, "seating"),
    ],
)
def test_what_cannot_be_while_somebody_is_away(last: dict[str, object], code: str) -> None:
    table = night({"away": {"player": "Борис"}})
    with pytest.raises(RuleError) as refused:
        table.append(entry(last))
    assert refusal(refused.value) == [(code, 2)]


def test_new_seats_change_who_deals_next() -> None:
    table = night(missed(), {"seats": {"players": ["Галина", "Алла", "Вадим", "Борис"]}})
    assert table.standing.seats.present == ("Галина", "Алла", "Вадим", "Борис")
    assert table.standing.next_dealer == "Вадим"
