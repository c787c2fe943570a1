"""Decarte as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.games.decarte import payouts, rules
from scorekeeper.games.decarte import round as rounds
from scorekeeper.games.decarte.cards import SUITS
from scorekeeper.games.decarte.round import Record
from scorekeeper.games.decarte.rules import Rules
from scorekeeper.table.errors import Fault, rule_error
from scorekeeper.table.game import NOTHING, Game, Json, Played, RulesChange, Seating
from scorekeeper.table.reading import Reader


@dataclass(frozen=True, slots=True)
class Suits:
    """The suit of each player at the table, and who dealt last."""

    held: Mapping[str, str]
    last: str | None = None


class Decarte(Game[Rules, Record, Suits]):
    """The rules of Decarte."""

    name = "decarte"
    least_players = 2
    most_players = 4
    rule_fields = rules.FIELDS
    seat_choices = SUITS
    default_rules = rules.DEFAULTS
    codes = rounds.CODES
    outcomes = payouts.OUTCOMES
    reasons = payouts.REASONS

    def read_rules(self, reader: Reader) -> RulesChange:
        """See `rules.read_rules`."""
        return rules.read_rules(reader)

    def merged(self, rules_: Rules, change: RulesChange) -> Rules:
        """See `rules.merged`."""
        return rules.merged(rules_, change)

    def read_record(self, reader: Reader) -> Record:
        """See `rounds.read_record`."""
        return rounds.read_record(reader)

    def record_json(self, record: Record) -> Json:
        """See `rounds.record_json`."""
        return rounds.record_json(record)

    def renamed(self, record: Record, name: Callable[[str], str]) -> Record:
        """See `rounds.renamed`."""
        return rounds.renamed(record, name)

    def read_seat(self, reader: Reader) -> str | None:
        """The suit that somebody asks for."""
        return reader.choice("suit", SUITS)

    def seat_json(self, option: str | None) -> Json:
        """The suit, if one was asked for."""
        return {"suit": option} if option else {}

    def begin(self, options: Sequence[tuple[str, str | None]]) -> tuple[Suits, list[Fault]]:
        """Suits asked for, then to each other seat the first that is left."""
        held: dict[str, str] = {}
        faults = []
        for number, (player, suit) in enumerate(options, start=1):
            if suit in held.values():
                faults.append(Fault("suit_taken", (("seat", number),), _taken(str(suit), held)))
            elif suit:
                held[player] = suit
        for player, suit in options:
            free = _free(held)
            if suit is None and free:
                held[player] = free
        return Suits({player: held[player] for player, _suit in options if player in held}), faults

    def join(self, state: Suits, player: str, option: str | None) -> Suits:
        """The newcomer's suit: the one asked for, or the first free one. RuleError `suit_taken`."""
        if option in state.held.values():
            raise rule_error("suit_taken", ("key", "suit"), **_taken(str(option), state.held))
        return Suits({**state.held, player: option or _free(state.held)}, state.last)

    def leave(self, state: Suits, player: str) -> Suits:
        """His suit becomes free."""
        return Suits({who: suit for who, suit in state.held.items() if who != player}, state.last)

    def deal(self, state: Suits, dealer: str) -> Suits:
        """The last dealer hands the dealer's deck, of his suit, to the new one and receives the decarte of that one."""
        held = dict(state.held)
        if state.last is not None and state.last in held and dealer in held:
            held[state.last], held[dealer] = held[dealer], held[state.last]
        return Suits(held, dealer)

    def faults(
        self, rules_: Rules, seating: Seating | None, record: Record, unread: frozenset[str] = NOTHING
    ) -> list[Fault]:
        """See `rounds.faults`."""
        return rounds.faults(rules_, seating, record, unread)

    def play(self, rules_: Rules, seating: Seating, record: Record) -> Played:
        """See `payouts.payouts`."""
        return payouts.payouts(rules_, seating, record)

    def preview(self, rules_: Rules, seating: Seating, record: Record) -> Played:
        """The payments between those whose hands are known."""
        return payouts.payouts(rules_, seating, record)

    def credit(self, rules_: Rules, players: int) -> int:
        """So much for every opponent (rules, Credit)."""
        return rules_.credit_per_opponent * max(0, players - 1)

    def most_to_pay(self, rules_: Rules, players: int) -> int:
        """See `payouts.most_to_pay`."""
        return payouts.most_to_pay(rules_, players - 1)

    def seat_options(self, state: Suits) -> dict[str, str]:
        """The suit of each player at the table."""
        return dict(state.held)


DECARTE = Decarte()


def _free(held: Mapping[str, str]) -> str:
    return next((suit for suit in SUITS if suit not in held.values()), "")


def _taken(suit: str, held: Mapping[str, str]) -> dict[str, str | int]:
    return {"suit": suit, "holder": next(player for player, other in held.items() if other == suit)}
