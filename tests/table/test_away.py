"""Sitting out, coming back, and changing chairs."""

from __future__ import annotations

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.decarte.cards import Hand
from scorekeeper.games.decarte.round import Record
from scorekeeper.table.errors import RuleError
from scorekeeper.table.journal import Away, Back, Entry, Join, Leave, Reseat, Round
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, Opening, Seat, Standing

FOUR = ("Алла", "Борис", "Вадим", "Галина")


def standing(*entries: Entry, mode: Mode = Mode.RECORD) -> Standing:
    opening = Opening(
        game=GAMES["decarte"],
        seats=tuple(Seat(player, None, 300 if mode is Mode.CASH else 0) for player in FOUR),
        dealer="Алла",
        mode=mode,
    )
    night = Night.begin(opening)
    for entry in entries:
        night = night.append(entry)
    assert Night.replay(opening, night.journal).standing == night.standing
    return night.standing


def played(*players: str) -> Round:
    return Round(record=Record(hands={player: Hand(5, digit) for digit, player in enumerate(players)}))


def test_who_is_away_does_not_play_and_keeps_chair_suit_and_stack() -> None:
    after = standing(Away(player="Вадим"), played("Алла", "Борис", "Галина"), mode=Mode.CASH)
    assert after.seats.present == ("Алла", "Борис", "Галина")
    assert after.seats.away == ("Вадим",)
    assert after.cash is not None
    assert after.cash.stacks["Вадим"] == 300
    assert after.game.seat_options(after.state)["Вадим"] == "diamonds"
    assert after.required_credit == 200


def test_the_deal_passes_over_who_is_away_and_comes_to_him_again() -> None:
    assert standing(played(*FOUR), Away(player="Борис")).next_dealer == "Вадим"
    assert standing(played(*FOUR), Away(player="Борис"), Back(player="Борис")).next_dealer == "Борис"


def test_a_dealer_who_goes_away_passes_the_deal_on_from_his_chair() -> None:
    assert standing(played(*FOUR), Away(player="Алла")).next_dealer == "Борис"


def test_a_chair_that_is_kept_is_not_free() -> None:
    with pytest.raises(RuleError) as caught:
        standing(Away(player="Вадим"), Join(player="Даша", left_of="Алла"))
    assert caught.value.codes == ("table_full",)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Away(player="Даша"), "not_seated"),
        (Back(player="Алла"), "not_away"),
        (Back(player="Даша"), "not_away"),
        (Reseat(players=("Алла", "Борис", "Вадим")), "seating"),
        (Reseat(players=(*FOUR, "Даша")), "seating"),
        (Reseat(players=("Алла", "Алла", "Вадим", "Галина")), "seating"),
    ],
)
def test_impossible_moves_are_refused(entry: Entry, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        standing(entry)
    assert caught.value.codes == (code,)


def test_who_sits_out_already_is_told_so() -> None:
    with pytest.raises(RuleError) as caught:
        standing(Away(player="Вадим"), Away(player="Вадим"))
    assert caught.value.codes == ("already_away",)


def test_after_changing_chairs_the_deal_passes_on_from_the_dealers_new_chair() -> None:
    after = standing(played(*FOUR), Reseat(players=("Алла", "Галина", "Борис", "Вадим")))
    assert after.seats.present == ("Алла", "Галина", "Борис", "Вадим")
    assert after.next_dealer == "Галина"


def test_whoever_was_to_deal_after_a_dealer_who_left_still_is_after_changing_chairs() -> None:
    after = standing(played(*FOUR), Leave(player="Алла"), Reseat(players=("Вадим", "Борис", "Галина")))
    assert after.next_dealer == "Борис"


def test_changing_chairs_while_all_others_are_away_keeps_the_dealers_empty_chair() -> None:
    everybody_away = [Away(player=player) for player in FOUR[1:]]
    after = standing(
        played(*FOUR), Leave(player="Алла"), *everybody_away, Reseat(players=("Вадим", "Борис", "Галина")),
        *(Back(player=player) for player in FOUR[1:]),
    )  # fmt: skip
    assert after.next_dealer == "Вадим"
