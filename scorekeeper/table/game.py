"""The Game protocol: the only thing that the table knows about a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from scorekeeper.table.errors import Fault
from scorekeeper.table.ledger import Transfer
from scorekeeper.table.reading import Reader
from scorekeeper.table.seats import Seats

RulesT = TypeVar("RulesT")
RecordT = TypeVar("RecordT")
StateT = TypeVar("StateT")

NOTHING: Final = frozenset[str]()
"""No keys."""

RulesChange = Mapping[str, int | bool | None]
"""House rules by key, as far as they change."""

Json = dict[str, Any]
"""A JSON object on its way out."""


@dataclass(frozen=True, slots=True)
class Field:
    """A house rule as a form shows it and a file names it: whole numbers from `least` to `most`, or a flag."""

    key: str
    default: int | bool | None
    least: int = 0
    most: int = 0

    @property
    def is_flag(self) -> bool:
        """Whether the rule is a yes or no."""
        return isinstance(self.default, bool)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays a round, clockwise from the table's first chair, and who deals it."""

    players: tuple[str, ...]
    dealer: str

    @property
    def from_dealer(self) -> tuple[str, ...]:
        """Everybody clockwise, the dealer first."""
        return self.clockwise(self.dealer)

    @property
    def opponents(self) -> tuple[str, ...]:
        """Everybody but the dealer, clockwise from his left."""
        return self.from_dealer[1:]

    def clockwise(self, player: str) -> tuple[str, ...]:
        """Everybody clockwise, `player` first."""
        at = self.players.index(player)
        return self.players[at:] + self.players[:at]


@dataclass(frozen=True, slots=True)
class Played:
    """What a round came to: who hands over what in order, why the round ended, and the points that count."""

    transfers: tuple[Transfer, ...]
    outcome: str
    points: Mapping[str, int]
    leaders: tuple[str, ...]
    facts: Mapping[str, bool]
    """Facts of the game's own (for Decarte `insured_event` and `swapped`), as `score` adds them to a round."""


class Game(ABC, Generic[RulesT, RecordT, StateT]):
    """A game's rules, pure. Its three dataclasses are frozen: `Rules` (house rules), `Record` (what the scorekeeper
    types for one round) and `State` (what the game remembers between rounds)."""

    name: str
    least_players: int
    most_players: int
    rule_fields: tuple[Field, ...]
    seat_choices: tuple[str, ...]
    """What a seat may ask for (for Decarte the suits)."""
    default_rules: RulesT
    codes: frozenset[str]
    """Every fault code of the game's own."""
    outcomes: tuple[str, ...]
    reasons: tuple[str, ...]

    @abstractmethod
    def read_rules(self, reader: Reader) -> RulesChange:
        """House rules as an object of JSON gives them."""

    @abstractmethod
    def merged(self, rules: RulesT, change: RulesChange) -> RulesT:
        """The rules in force once `change` holds."""

    @abstractmethod
    def read_record(self, reader: Reader) -> RecordT:
        """The record of a round; the reader is not `done` yet, since the table reads its own keys too."""

    @abstractmethod
    def record_json(self, record: RecordT) -> Json:
        """What `read_record` reads; keys at their defaults are left out."""

    @abstractmethod
    def renamed(self, record: RecordT, name: Callable[[str], str]) -> RecordT:
        """The same record with `name(player)` for every player it names."""

    @abstractmethod
    def read_seat(self, reader: Reader) -> str | None:
        """The option that a seat or a join may carry (for Decarte the suit)."""

    @abstractmethod
    def seat_json(self, option: str | None) -> Json:
        """What `read_seat` reads."""

    @abstractmethod
    def begin(self, options: Sequence[tuple[str, str | None]]) -> tuple[StateT, list[Fault]]:
        """The state before the first round, and what is wrong with it. Players in the order of the chairs, each with
        what he asks for."""

    @abstractmethod
    def join(self, state: StateT, player: str, option: str | None) -> StateT:
        """After a newcomer sat down; RuleError when what he asks for is taken."""

    @abstractmethod
    def leave(self, state: StateT, player: str) -> StateT:
        """After somebody got up."""

    @abstractmethod
    def deal(self, state: StateT, dealer: str) -> StateT:
        """As a round begins that `dealer` deals."""

    @abstractmethod
    def faults(
        self, rules: RulesT, seating: Seating | None, record: RecordT, unread: frozenset[str] = NOTHING
    ) -> list[Fault]:
        """Everything that is wrong with a record at once; places begin inside the round.

        `unread` are keys of the record that could not be read, and hold their defaults: what may be due to that is no
        fault. An empty name is one that could not be read, be it the dealer's. Without `seating` nobody knows who
        plays, nor by which rules.
        """

    @abstractmethod
    def play(self, rules: RulesT, seating: Seating, record: RecordT) -> Played:
        """What a record without faults comes to."""

    @abstractmethod
    def preview(self, rules: RulesT, seating: Seating, record: RecordT) -> Played:
        """The same for a record that is still being typed: what is certain by now. It may have faults."""

    def next_dealer(self, seats: Seats, last: str) -> str | None:
        """Who deals after `last`: the first present to the left of his chair. None when nobody is there."""
        return seats.left_of(last)

    @abstractmethod
    def credit(self, rules: RulesT, players: int) -> int:
        """Points that everybody must have before him in cash play when `players` sit at the table."""

    @abstractmethod
    def most_to_pay(self, rules: RulesT, players: int) -> int:
        """The most points that one of `players` can have to pay in one round in which nothing odd happens.

        Who has as much before him cannot run short in mid-round. It may be above `credit`.
        """

    @abstractmethod
    def seat_options(self, state: StateT) -> dict[str, str]:
        """What each player at the table holds of the game's own (for Decarte his suit)."""


AnyGame = Game[Any, Any, Any]
