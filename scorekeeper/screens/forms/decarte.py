"""A round of Decarte while it is typed: which key fills which card, and what cannot be. Knows no screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self

from scorekeeper.games.decarte.cards import IDEAL, Hand
from scorekeeper.games.decarte.round import Cut, Fine, FineKind, Record
from scorekeeper.games.decarte.rules import Rules
from scorekeeper.table.game import Seating


class Refusal(Enum):
    """Why a key changes nothing."""

    ALL_IN = "all_in"
    SAME_CARD = "same_card"
    NO_CUT = "no_cut"
    UNINSURED = "uninsured"
    NO_DEALER_HAND = "no_dealer_hand"
    IDEAL = "ideal"
    NO_EVENT = "no_event"


Slot = tuple[str, int]
"""A card to be typed: whose, and 0 for the tens or 1 for the units."""


@dataclass(slots=True)
class DecarteForm:
    """What is typed so far. Cards are typed clockwise from the dealer: seat by seat, tens before units; or, as the
    table opens them, the dealer's tens, everybody's tens, the dealer's units, everybody's units."""

    seating: Seating
    rules: Rules
    tens_first: bool = False
    cards: dict[Slot, int] = field(default_factory=dict)
    at: int = 0
    """The slot that the next digit fills; one past the last once all cards are in."""
    insured: bool = False
    insured_each: int | None = None
    fines: list[Fine] = field(default_factory=list)
    no_cut: bool = False
    trusted: bool = False
    swap: bool | None = None
    """The dealer's decision in an insured event; None while he has made none."""
    handed: str | None = None
    """Who deals by agreement, out of turn."""
    aside: dict[str, list[int | None]] = field(default_factory=dict)
    """Cards of those who have left since; they come back with them."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All cards in the order in which they are typed."""
        players = self.seating.from_dealer
        if self.tens_first:
            return tuple((player, card) for card in (0, 1) for player in players)
        return tuple((player, card) for player in players for card in (0, 1))

    @property
    def current(self) -> Slot | None:
        """The card that the next digit fills; None when all are in, or none is opened."""
        return self.slots[self.at] if self.at < len(self.slots) and not self.no_cut else None

    @property
    def blank(self) -> bool:
        """Whether nothing at all has been typed."""
        return not (self.cards or self.insured or self.fines or self.no_cut or self.swap or self.handed)

    @property
    def complete(self) -> bool:
        """Whether the round can be recorded, but for the decision on a swap."""
        return self.no_cut or len(self.cards) == len(self.slots)

    @property
    def hands_in(self) -> int:
        """How many hands are complete."""
        return sum(self.hand(player) is not None for player in self.seating.players)

    @property
    def insured_event(self) -> bool:
        """Whether the dealer may swap his cards."""
        return not self.no_cut and self.record().may_swap(self.rules, self.seating.dealer)

    @property
    def undecided(self) -> bool:
        """Whether an insured dealer has still to say if he swaps."""
        return self.insured_event and self.swap is None

    @property
    def compensation(self) -> int | None:
        """Points to each opponent; None when the total of the house rules does not divide."""
        opponents = len(self.seating.opponents)
        return self.rules.compensation(opponents) if self.insured_each is None else self.insured_each

    def hand(self, player: str) -> Hand | None:
        """The player's hand as opened; None while a card is missing."""
        tens, units = self.cards.get((player, 0)), self.cards.get((player, 1))
        return None if tens is None or units is None else Hand(tens, units)

    def press(self, digit: int) -> Refusal | None:
        """Put `digit` (0 is the ten, 1 the ace) into the current card and go to the next empty one.

        Typing over a hand may bring its cards in the other order: an equal card that comes later is taken out then.
        """
        if self.no_cut:
            return Refusal.NO_CUT
        if self.at >= len(self.slots):
            return Refusal.ALL_IN
        player, card = self.slots[self.at]
        if self.cards.get((player, 1 - card)) == digit:
            if card == 1:
                return Refusal.SAME_CARD
            del self.cards[player, 1]
        self.cards[player, card] = digit
        if card == 0 and len(self.cards) == len(self.slots):  # a hand is typed over: its units card is next
            self.choose(player, 1)
            return None
        self.at += 1
        while self.at < len(self.slots) and self.slots[self.at] in self.cards:
            self.at += 1
        if self.at >= len(self.slots):  # the rest is filled: go back to a gap, if there is one
            self._to_gap()
        return None

    def back(self) -> bool:
        """Take the card before the current one out; whether there was anything to take out."""
        if self.no_cut or self.at == 0:
            return False
        self.at -= 1
        return self.cards.pop(self.slots[self.at], None) is not None

    def move(self, cards: int) -> None:
        """Go so many cards further (back when negative), around the table."""
        count = len(self.slots)
        if self.at == count:  # past the last card: on to the first, or back to the last
            self.at = 0 if cards > 0 else count - 1
        else:
            self.at = (self.at + cards) % count

    def move_seat(self, seats: int) -> None:
        """Go so many seats further clockwise (back when negative), to the same card there."""
        player, card = self.slots[min(self.at, len(self.slots) - 1)]
        order = self.seating.from_dealer
        self.choose(order[(order.index(player) + seats) % len(order)], card)

    def choose(self, player: str, card: int = 0) -> None:
        """Make a card the current one."""
        self.at = self.slots.index((player, card))

    def hand_the_deal_to(self, dealer: str, *, in_turn: bool = False) -> None:
        """By agreement somebody else deals this round (or, `in_turn`, whoever would); the cards typed stay."""
        self.seating, self.handed = Seating(self.seating.players, dealer), None if in_turn else dealer
        self._another_dealer()

    def _another_dealer(self) -> None:
        """What the dealer before has paid or decided does not bind this one, who has no row either."""
        self.insured, self.insured_each, self.swap = False, None, None
        self.fines = [fine for fine in self.fines if fine.kind is FineKind.OTHER or fine.player != self.seating.dealer]
        self._to_gap()

    def _to_gap(self) -> None:
        """Make the first card that is missing the current one."""
        self.at = next((k for k, slot in enumerate(self.slots) if slot not in self.cards), len(self.slots))

    def toggle_insurance(self) -> None:
        """The dealer has paid the compensation, or has not after all."""
        self.insured = not self.insured

    def toggle_cut(self) -> None:
        """There was no cut, or there was one after all; typed hands are set aside, not lost."""
        self.no_cut = not self.no_cut

    def toggle_swap(self) -> Refusal | None:
        """The dealer swaps his two cards, or leaves them after all."""
        if not self.insured_event:
            if self.no_cut:
                return Refusal.NO_CUT
            if not self.insured:
                return Refusal.UNINSURED
            hand = self.hand(self.seating.dealer)
            if hand is None:
                return Refusal.NO_DEALER_HAND
            return Refusal.IDEAL if hand == IDEAL else Refusal.NO_EVENT
        self.swap = not self.swap
        return None

    def record(self, *, swap: bool | None = None) -> Record:
        """The record as it stands, with the hands that are complete; `swap` instead of what was decided."""
        hands = {} if self.no_cut else {player: self.hand(player) for player in self.seating.players}
        cut = Cut.MISSED if self.no_cut else Cut.TRUSTED if self.trusted else Cut.CUT
        record = Record(
            hands={player: hand for player, hand in hands.items() if hand},
            insured=self.insured,
            insured_each=self.insured_each if self.insured else None,
            fines=tuple(self.fines),
            cut=cut,
        )
        decided = self.swap if swap is None else swap
        if decided and not self.no_cut and record.may_swap(self.rules, self.seating.dealer):
            return Record(record.hands, record.insured, record.insured_each, record.fines, record.cut, swap=True)
        return record

    @classmethod
    def of(cls, seating: Seating, rules: Rules, record: Record, *, tens_first: bool = False) -> Self:
        """The form of a round that was recorded before, to correct it."""
        form = cls(seating, rules, tens_first)
        for player in seating.players:
            if hand := record.hand(player):
                form.cards |= {(player, 0): hand.tens, (player, 1): hand.units}
        form.insured, form.insured_each = record.insured, record.insured_each
        form.fines = list(record.fines)
        form.no_cut, form.trusted = record.cut is Cut.MISSED, record.cut is Cut.TRUSTED
        form.swap = record.swap if record.may_swap(rules, seating.dealer) else None
        return form

    def dump(self, ids: Mapping[str, int] | None = None) -> dict[str, Any]:
        """Everything typed, as JSON; see `load`. Players by `ids`, so that another spelling of a name loses nothing."""

        def key(player: str) -> str:
            return str((ids or {}).get(player, player))

        typed = {player: [self.cards.get((player, card)) for card in (0, 1)] for player in self.seating.players}
        return {
            "handed": self.handed and key(self.handed),
            "cards": {key(player): cards for player, cards in (self.aside | typed).items()},
            "order": [key(player) for player in self.seating.from_dealer],
            "tens_first": self.tens_first,
            "at": self.at,
            "insured": self.insured,
            "insured_each": self.insured_each,
            "fines": [[key(fine.player), str(fine.kind), fine.each, fine.note] for fine in self.fines],
            "no_cut": self.no_cut,
            "trusted": self.trusted,
            "swap": self.swap,
        }

    def load(self, data: Mapping[str, Any], ids: Mapping[str, int] | None = None) -> None:
        """Take up what `dump` gave for the same round, though others may sit there by now, or another deal.

        Cards of somebody who has left are set aside. What a dealer of then has paid is let go with him. A draft of
        another version may lack keys: then what it has is taken up.
        """
        names = {str(number): player for player, number in (ids or {}).items()}
        here = self.seating.players
        if (handed := names.get(data.get("handed", ""), data.get("handed"))) in here:
            self.hand_the_deal_to(handed)
        for key, pair in data.get("cards", {}).items():
            player = names.get(key, key)
            if player in here:
                self.cards |= {(player, card): digit for card, digit in enumerate(pair) if digit is not None}
            elif any(digit is not None for digit in pair):
                self.aside[player] = pair
        self.at = min(data.get("at", 0), len(self.slots))
        self.insured, self.insured_each = data.get("insured", False), data.get("insured_each")
        self.fines = [
            Fine(names.get(key, key), FineKind(kind), each, note)
            for key, kind, each, note in data.get("fines", [])
            if names.get(key, key) in here
        ]
        self.no_cut, self.trusted = data.get("no_cut", False), data.get("trusted", False)
        self.swap = data.get("swap")
        order = tuple(names.get(key, key) for key in data.get("order", ()))
        if order and order[0] != self.seating.dealer:
            self._another_dealer()
        elif order and (order, data.get("tens_first")) != (self.seating.from_dealer, self.tens_first):
            self._to_gap()
