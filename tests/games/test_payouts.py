"""Who pays whom, in what order: what holds for every round, under every house rule."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.decarte.cards import IDEAL, Hand
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.games.decarte.payouts import IDEAL_HAND, NO_CUT, PLAYED
from scorekeeper.games.decarte.round import Cut, Fine, FineKind, Record
from scorekeeper.games.decarte.rules import DEFAULTS, Rules
from scorekeeper.table.game import Seating
from scorekeeper.table.ledger import net

PLAYERS = ("А", "Б", "В", "Г")

amounts = st.integers(0, 50)
every_rule = st.builds(
    Rules,
    insurance_each=amounts,
    insurance_total=st.none() | st.integers(0, 10).map(lambda each: each * 6),
    insured_up_to=st.integers(0, 99),
    fine_exposed=amounts,
    fine_no_cut=amounts,
    fine_other=amounts,
    dealer_only=st.booleans(),
    ideal_by_swap=st.booleans(),
    ideal_stops_all=st.booleans(),
    no_cut_refunds_insurance=st.booleans(),
)
seatings = st.builds(
    lambda size, dealer: Seating(PLAYERS[:size], PLAYERS[dealer % size]), st.integers(2, 4), st.integers(0, 3)
)
any_hand = st.permutations(range(10)).map(lambda cards: Hand(cards[0], cards[1])) | st.sampled_from([IDEAL, Hand(1, 0)])
Case = tuple[Rules, Seating, Record]


@st.composite
def rounds(draw: st.DrawFn) -> Case:
    """A legal round under some house rules."""
    rules, seating = draw(every_rule), draw(seatings)
    fines = []
    for player in draw(st.lists(st.sampled_from(seating.players), max_size=3)):
        kind = FineKind.OTHER if player == seating.dealer else draw(st.sampled_from(FineKind))
        fines.append(Fine(player, kind, draw(st.none() | st.integers(1, 40))))
    record = Record(
        hands={player: draw(any_hand) for player in seating.players},
        insured=draw(st.booleans()),
        fines=tuple(fines),
        cut=draw(st.sampled_from(Cut)),
    )
    if record.insured:
        record = replace(record, insured_each=draw(st.none() | st.integers(1, 40)))
    if record.cut is Cut.MISSED:
        record = replace(record, hands={})
    elif record.may_swap(rules, seating.dealer):
        record = replace(record, swap=draw(st.booleans()))
    assert DECARTE.faults(rules, seating, record) == []
    return rules, seating, record


@given(rounds())
def test_every_round_adds_up_to_zero_under_every_house_rule(case: Case) -> None:
    played = DECARTE.play(*case)
    assert sum(net(played.transfers, case[1].players).values()) == 0
    assert played.outcome in DECARTE.outcomes
    assert {transfer.reason for transfer in played.transfers} <= set(DECARTE.reasons)


@given(seatings, st.data())
def test_a_plain_round_gives_each_n_times_his_own_less_the_sum_of_all(seating: Seating, data: st.DataObject) -> None:
    hands = {player: data.draw(any_hand) for player in seating.players}
    played = DECARTE.play(DEFAULTS, seating, Record(hands=hands))
    total = sum(hand.points for hand in hands.values())
    expected = {player: len(hands) * hand.points - total for player, hand in hands.items()}
    if hands[seating.dealer] == IDEAL:
        assert played.outcome == IDEAL_HAND
        expected = {player: -hand.points for player, hand in hands.items()}
        expected[seating.dealer] = total - IDEAL.points
    assert net(played.transfers, seating.players) == expected


@given(rounds(), st.permutations(("Ж", "З", "И", "К")))
def test_permuting_names_changes_nothing(case: Case, names: list[str]) -> None:
    rules, seating, record = case
    called = dict(zip(PLAYERS, names, strict=True))
    other = Seating(tuple(called[player] for player in seating.players), called[seating.dealer])
    played, again = DECARTE.play(*case), DECARTE.play(rules, other, DECARTE.renamed(record, called.__getitem__))
    assert [(called[t.payer], called[t.payee], t.points, t.reason) for t in played.transfers] == [
        (t.payer, t.payee, t.points, t.reason) for t in again.transfers
    ]
    assert [called[player] for player in played.leaders] == list(again.leaders)


@given(rounds())
def test_payments_go_in_their_order(case: Case) -> None:
    _, seating, record = case
    played = DECARTE.play(*case)
    stages = [
        0 if t.reason in ("fine:exposed", "fine:other") else 1 if t.reason == "insurance" else 2
        for t in played.transfers
    ]
    assert stages == sorted(stages)
    by_hand = [(t.payer, t.payee) for t in played.transfers if t.reason == "hand"]
    order = {player: at for at, player in enumerate(seating.from_dealer)}
    away = {pair: seating.clockwise(pair[0]).index(pair[1]) for pair in by_hand}
    assert by_hand == sorted(by_hand, key=lambda pair: (order[pair[0]], away[pair]))
    to_each = [t.payee for t in played.transfers if t.reason in ("insurance", "fine:no_cut")]
    assert to_each == [*seating.opponents] * (len(to_each) // len(seating.opponents))
    payers = [t.payer for t in played.transfers if t.reason == "ideal"]
    assert payers == (list(seating.opponents) if payers else [])
    assert (record.cut is Cut.MISSED) == (played.outcome == NO_CUT)


@given(rounds())
def test_the_preview_of_a_whole_record_is_the_round(case: Case) -> None:
    assert DECARTE.preview(*case) == DECARTE.play(*case)


@given(rounds(), st.data())
def test_a_preview_tells_of_those_whose_hands_are_known(case: Case, data: st.DataObject) -> None:
    rules, seating, record = case
    unknown = data.draw(st.sets(st.sampled_from(seating.players)))
    known = {player: hand for player, hand in record.hands.items() if player not in unknown}
    preview = DECARTE.preview(rules, seating, replace(record, hands=known, swap=False))
    compared = [t for t in preview.transfers if t.reason in ("hand", "ideal")]
    assert not {t.payer for t in compared} & unknown
    assert not {t.payee for t in compared} & unknown


@given(rounds())
def test_what_is_written_of_a_record_is_read_back(case: Case) -> None:
    from scorekeeper.table.errors import Fault
    from scorekeeper.table.reading import Reader

    faults: list[Fault] = []
    reader = Reader(DECARTE.record_json(case[2]), (), faults)
    assert DECARTE.read_record(reader) == case[2]
    reader.done()
    assert faults == []


def test_a_swap_can_make_the_ideal_hand_only_where_the_house_says_so() -> None:
    seating = Seating(("А", "Б"), "А")
    record = Record(hands={"А": Hand(1, 0), "Б": Hand(5, 9)}, insured=True, swap=True)
    ideal = DECARTE.play(DEFAULTS, seating, record)
    assert (ideal.outcome, ideal.leaders) == (IDEAL_HAND, ("А",))
    plain = DECARTE.play(replace(DEFAULTS, ideal_by_swap=False), seating, record)
    assert (plain.outcome, plain.leaders, dict(plain.points)) == (PLAYED, ("Б",), {"А": 1, "Б": 59})


def test_a_missed_cut_gives_the_compensation_back_only_where_the_house_says_so() -> None:
    seating, record = Seating(("А", "Б", "В"), "Б"), Record(insured=True, cut=Cut.MISSED)
    kept = DECARTE.play(DEFAULTS, seating, record)
    assert [(t.payee, t.reason) for t in kept.transfers] == [
        ("В", "insurance"), ("А", "insurance"), ("В", "fine:no_cut"), ("А", "fine:no_cut"),
    ]  # fmt: skip
    back = DECARTE.play(replace(DEFAULTS, no_cut_refunds_insurance=True), seating, record)
    assert [(t.payee, t.reason) for t in back.transfers] == [("В", "fine:no_cut"), ("А", "fine:no_cut")]
    assert back.leaders == ()


def test_every_reading_of_the_insurance_costs_what_it_says() -> None:
    assert DEFAULTS.compensation(3) == 10
    assert replace(DEFAULTS, insurance_total=30).compensation(2) == 15
    assert replace(DEFAULTS, insurance_total=25).compensation(2) is None


def test_all_faults_of_a_record_come_at_once() -> None:
    seating = Seating(("А", "Б", "В"), "А")
    record = Record(
        hands={"А": Hand(9, 8), "Я": Hand(1, 2)},
        insured_each=0,
        swap=True,
        fines=(Fine("А", FineKind.EXPOSED, 0), Fine("Ю", FineKind.OTHER)),
    )
    assert [fault.code for fault in DECARTE.faults(DEFAULTS, seating, record)] == [
        "exposed_by_dealer", "amount", "unknown_player", "amount", "unknown_player", "missing_hand", "missing_hand",
        "swap_uninsured", "swap_above_limit",
    ]  # fmt: skip
