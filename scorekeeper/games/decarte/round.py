"""The record of a round: what the scorekeeper types, how a file writes it, and everything that can be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scorekeeper.games.decarte.cards import IDEAL, UNREAD_HAND, BadHand, Hand, parse_hand
from scorekeeper.games.decarte.rules import Rules
from scorekeeper.table.errors import Fault
from scorekeeper.table.game import Json, Seating
from scorekeeper.table.names import clean_text, name_key
from scorekeeper.table.reading import LARGEST, Reader, bad_amount, nearest

CODES = frozenset(
    [
        "same_card",
        "picture",
        "unknown_card",
        "no_such_hand",
        "missing_hand",
        "unknown_player",
        "hands_after_no_cut",
        "swap_uninsured",
        "swap_above_limit",
        "swap_ideal",
        "exposed_by_dealer",
        "amount",
        "insurance_split",
        "suit_taken",
    ]
)


class Cut(StrEnum):
    """What the player to the dealer's left did; a missed cut ends the round."""

    CUT = "cut"
    TRUSTED = "trusted"
    MISSED = "missed"


class FineKind(StrEnum):
    """What a fine is for: a row card exposed by a player, or anything else that the table agreed on."""

    EXPOSED = "exposed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Fine:
    """Paid by `player` to each of the others; `each` None: the amount of the house rules, in points."""

    player: str
    kind: FineKind
    each: int | None = None
    note: str = ""

    def points(self, rules: Rules) -> int:
        """Points to each of the others."""
        preset = rules.fine_exposed if self.kind is FineKind.EXPOSED else rules.fine_other
        return preset if self.each is None else self.each


@dataclass(frozen=True, slots=True)
class Record:
    """One round as it was typed; complete or not, possible or not."""

    hands: Mapping[str, Hand | BadHand] = field(default_factory=dict)
    insured: bool = False
    insured_each: int | None = None
    """Compensation to each, in points, where it is not that of the house rules."""
    fines: tuple[Fine, ...] = ()
    cut: Cut = Cut.CUT
    swap: bool = False

    def hand(self, player: str) -> Hand | None:
        """The player's hand as opened, before a swap; None while unknown."""
        hand = self.hands.get(player)
        return hand if isinstance(hand, Hand) else None

    def compensation(self, rules: Rules, opponents: int) -> int | None:
        """Points that the insured dealer pays to each; None when a total does not divide."""
        return rules.compensation(opponents) if self.insured_each is None else self.insured_each

    def may_swap(self, rules: Rules, dealer: str) -> bool:
        """Whether this is an insured event: the insured dealer may swap his two cards (rules, stage 5)."""
        hand = self.hand(dealer)
        return self.insured and hand is not None and hand != IDEAL and hand.points <= rules.insured_up_to


def read_record(reader: Reader) -> Record:
    """A record from the keys of a round in a night file; a key left out takes its default."""
    insured, each = _read_insured(reader)
    cut = reader.choice("cut", tuple(Cut))
    return Record(
        hands=_read_hands(reader),
        insured=insured,
        insured_each=each,
        fines=_read_fines(reader),
        cut=Cut(cut) if cut else Cut.CUT,
        swap=reader.flag("swap"),
    )


def _read_insured(reader: Reader) -> tuple[bool, int | None]:
    value = reader.raw("insured")
    if isinstance(value, bool) or "insured" not in reader:
        return value is True, None
    each = reader.integer("insured")
    return each is not None, each


def _read_hands(reader: Reader) -> dict[str, Hand | BadHand]:
    hands: dict[str, Hand | BadHand] = {}
    spelled: dict[str, str] = {}
    inner = reader.inner("hands")
    for key in inner.keys if inner else ():
        value = inner.raw(key) if inner else None
        player = clean_text(key)
        if not player:
            reader.fault("empty_name", ("key", "hands"))
        elif (other := spelled.setdefault(name_key(player), key)) != key:
            reader.fault("duplicate_player", ("key", "hands"), player=player, other=clean_text(other))
        elif isinstance(value, bool) or not isinstance(value, int | str):
            reader.fault("wrong_type", ("hand", player), expected="hand")
            hands[player] = UNREAD_HAND
        else:
            hands[player] = parse_hand(value)
    return hands


def _read_fines(reader: Reader) -> tuple[Fine, ...]:
    fines = []
    for place, item in reader.items("fines", "fine"):
        inner = Reader(item, place, reader.faults)
        player = inner.name("player")
        kind = inner.choice("kind", tuple(FineKind), required=True)
        each, note = inner.integer("each"), inner.note("note")
        inner.done()
        # With what could not be read, for `faults`: the others keep their numbers.
        fines.append(Fine(player or "", FineKind(kind) if kind else FineKind.OTHER, each, note))
    return tuple(fines)


def record_json(record: Record) -> Json:
    """What `read_record` reads back as the same record."""
    data: Json = {}
    if record.insured:
        data["insured"] = True if record.insured_each is None else record.insured_each
    if record.fines:
        data["fines"] = [_fine_json(fine) for fine in record.fines]
    if record.cut is not Cut.CUT:
        data["cut"] = str(record.cut)
    if record.swap:
        data["swap"] = True
    if record.hands:
        data["hands"] = {
            player: hand.typed if isinstance(hand, BadHand) else str(hand) for player, hand in record.hands.items()
        }
    return data


def _fine_json(fine: Fine) -> Json:
    data: Json = {"player": fine.player, "kind": str(fine.kind)}
    if fine.each is not None:
        data["each"] = fine.each
    if fine.note:
        data["note"] = fine.note
    return data


def renamed(record: Record, name: Callable[[str], str]) -> Record:
    """The same record with `name(player)` for every player."""
    return replace(
        record,
        hands={name(player): hand for player, hand in record.hands.items()},
        fines=tuple(replace(fine, player=name(fine.player)) for fine in record.fines),
    )


def faults(rules: Rules, seating: Seating | None, record: Record, unread: frozenset[str]) -> list[Fault]:
    """Everything that is wrong with a record at once, whatever the keys `unread` may have held; without `seating`
    whoever may play, and by whatever rules."""
    return [
        *_fine_faults(seating, record),
        *_insurance_faults(rules, seating, record),
        *_hand_faults(seating, record, unread),
        *_swap_faults(rules, seating, record, unread),
    ]


def _unknown(player: str, seating: Seating) -> Fault:
    return Fault("unknown_player", (), {"player": player, "nearest": nearest(player, seating.players)})


def _fine_faults(seating: Seating | None, record: Record) -> list[Fault]:
    found = []
    for number, fine in enumerate(record.fines, start=1):
        step = ("fine", number)
        if seating is None:
            pass
        elif fine.player and fine.player not in seating.players:
            found.append(_unknown(fine.player, seating).within(step))
        elif fine.player and fine.kind is FineKind.EXPOSED and fine.player == seating.dealer:
            # The dealer has no row, so he cannot expose a row card.
            found.append(Fault("exposed_by_dealer", (step,), {"player": fine.player}))
        if fine.each is not None and not 1 <= fine.each <= LARGEST:
            found.append(bad_amount(fine.each, least=1).within(step, ("key", "each")))
    return found


def _insurance_faults(rules: Rules, seating: Seating | None, record: Record) -> list[Fault]:
    each = record.insured_each
    if each is not None and not 1 <= each <= LARGEST:
        return [bad_amount(each, least=1).within(("key", "insured"))]
    opponents = len(seating.players) - 1 if seating else 0
    if record.insured and opponents and record.compensation(rules, opponents) is None:
        total = rules.insurance_total or 0
        return [Fault("insurance_split", (("key", "insured"),), {"total": total, "opponents": opponents})]
    return []


def _hand_faults(seating: Seating | None, record: Record, unread: frozenset[str]) -> list[Fault]:
    found = []
    for player, hand in record.hands.items():
        step = ("hand", player)
        if seating and player not in seating.players:
            found.append(_unknown(player, seating).within(step))
        if isinstance(hand, BadHand):
            found += [Fault(code, (step,), {"typed": hand.text, "card": card}) for code, card in hand.reasons]
    if record.cut is Cut.MISSED:
        if record.hands or record.swap:
            place = ("key", "hands" if record.hands else "swap")
            found.append(Fault("hands_after_no_cut", (place,)))
    elif seating and not unread & {"hands", "cut"}:
        missing = [player for player in seating.players if player not in record.hands]
        found += [Fault("missing_hand", (("hand", player),), {"player": player}) for player in missing]
    return found


def _swap_faults(rules: Rules, seating: Seating | None, record: Record, unread: frozenset[str]) -> list[Fault]:
    if not record.swap:
        return []
    found, step = [], ("key", "swap")
    if not record.insured and "insured" not in unread:
        found.append(Fault("swap_uninsured", (step,)))
    hand = record.hand(seating.dealer) if seating else None
    if hand == IDEAL:
        found.append(Fault("swap_ideal", (step,)))
    elif hand is not None and hand.points > rules.insured_up_to:
        found.append(Fault("swap_above_limit", (step,), {"hand": hand.points, "limit": rules.insured_up_to}))
    return found
