"""How a night opened, and what its journal comes to, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain
from typing import Any

from scorekeeper.table import ledger
from scorekeeper.table.cash import Cash
from scorekeeper.table.errors import Fault, RuleError, rule_error
from scorekeeper.table.game import AnyGame, Played, RulesChange, Seating
from scorekeeper.table.journal import Amend, Away, Back, Credit, Entry, HouseRules, Join, Leave, Reseat, Round
from scorekeeper.table.money import Stake
from scorekeeper.table.names import name_key
from scorekeeper.table.seats import At, Seats


class Mode(StrEnum):
    """When the table settles: at the end of the night (под запись), or at once after every round (без записи)."""

    RECORD = "record"
    CASH = "cash"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as the night opens, with the game's option (a suit) and his credit (points, cash play)."""

    player: str
    option: str | None = None
    credit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is agreed before the first round. Seats go clockwise; `dealer` deals first."""

    game: AnyGame
    seats: tuple[Seat, ...]
    dealer: str
    mode: Mode = Mode.RECORD
    rules: RulesChange = field(default_factory=dict)
    stake: Stake | None = None
    title: str = ""
    started_at: datetime | None = None
    zone: str | None = None
    uuid: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """An effective round: `number` among the rounds, `entry` in the journal, `amended` by which entry if any."""

    number: int
    entry: int
    amended: int | None
    at: datetime | None
    seating: Seating
    rules: Any
    record: Any
    played: Played
    net: Mapping[str, int]
    balances: Mapping[str, int]
    """Of everybody who has sat at the table by then, after this round."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the entries so far come to: who sits where, who deals, every round and balance."""

    game: AnyGame
    opening: Opening
    seats: Seats
    rules: Any
    state: Any
    balances: Mapping[str, int]
    """By player, everybody who ever sat, in the order in which they came."""
    cash: Cash | None
    rounds: tuple[PlayedRound, ...] = ()
    last_dealer: str | None = None

    @property
    def next_dealer(self) -> str | None:
        """Who deals the next round; None when too few players sit at the table."""
        if len(self.seats.present) < self.game.least_players:
            return None
        if self.last_dealer is not None:
            return self.game.next_dealer(self.seats, self.last_dealer)
        first = self.opening.dealer
        return first if first in self.seats else self.seats.left_of(first)

    @property
    def next_seating(self) -> Seating | None:
        """Who would play the next round; None when too few players sit at the table."""
        dealer = self.next_dealer
        return Seating(self.seats.present, dealer) if dealer else None

    @property
    def next_state(self) -> Any:
        """The game's state as the next round will begin."""
        dealer = self.next_dealer
        return self.game.deal(self.state, dealer) if dealer else self.state

    @property
    def required_credit(self) -> int | None:
        """Points that each player must have before the next round; None on record."""
        return None if self.cash is None else self.game.credit(self.rules, len(self.seats.present))

    @property
    def short(self) -> tuple[str, ...]:
        """Who has less than the required credit, clockwise."""
        required, cash = self.required_credit, self.cash
        if required is None or cash is None:
            return ()
        return tuple(player for player in self.seats.present if cash.stacks[player] < required)

    @property
    def transfers(self) -> Iterator[ledger.Transfer]:
        """Every transfer of the night, in order."""
        return chain.from_iterable(played.played.transfers for played in self.rounds)

    @property
    def pair_debts(self) -> tuple[ledger.Debt, ...]:
        """What each pair owes over the whole night, netted."""
        return ledger.pair_debts(self.transfers, self.balances)

    @property
    def owed(self) -> dict[str, int]:
        """What is still to be settled, by player: on record the balances, in cash play only the open debts."""
        if self.cash is None:
            return dict(self.balances)
        sums = dict.fromkeys(self.balances, 0)
        for debt in self.cash.debts:
            sums[debt.debtor] -= debt.points
            sums[debt.creditor] += debt.points
        return sums

    def round_of(self, entry: int) -> PlayedRound | None:
        """The effective round of entry number `entry`."""
        return next((played for played in self.rounds if played.entry == entry), None)

    def after(self, number: int, entry: Entry, amend: tuple[int, Amend] | None = None) -> Standing:
        """This standing after entry `number`; a round counts as its last amend (number and entry) gives it.

        Voids and amends by themselves change nothing here: they choose which entries are replayed, and how.
        Raises RuleError with all faults; each place begins with the entry, or the amend, that is to blame.
        """
        try:
            match entry:
                case Round():
                    return self._round(number, entry, amend)
                case Join():
                    return self._join(entry)
                case Leave():
                    return self._leave(entry)
                case Away() | Back():
                    return self._away_or_back(entry)
                case Reseat():
                    return self._reseat(entry)
                case Credit():
                    return self._credit(entry)
                case HouseRules():
                    return replace(self, rules=self.game.merged(self.rules, entry.change))
                case _:
                    return self
        except RuleError as error:
            blamed = number if amend is None else amend[0]
            raise RuleError([fault.within(("entry", blamed)) for fault in error.faults]) from None

    def _round(self, number: int, entry: Round, amend: tuple[int, Amend] | None) -> Standing:
        record = entry.record if amend is None else amend[1].record
        present = self.seats.present
        if len(present) < self.game.least_players:
            raise rule_error("players", count=len(present), least=self.game.least_players)
        dealer = entry.dealer or self.next_dealer or ""
        seating = Seating(present, dealer)
        faults = self.game.faults(self.rules, seating, record)
        if dealer not in self.seats:
            faults.insert(0, Fault("dealer", (), {"player": dealer}))
        elif amend is not None and amend[1].dealer not in (None, dealer):
            faults.insert(0, Fault("dealer", (("key", "dealer"),), {"player": str(amend[1].dealer), "kept": dealer}))
        if faults:
            raise RuleError(faults)
        played = self.game.play(self.rules, seating, record)
        net = ledger.net(played.transfers, present)
        balances = ledger.added(self.balances, net)
        amended = amend[0] if amend is not None else None
        done = PlayedRound(
            number=len(self.rounds) + 1,
            entry=number,
            amended=amended,
            at=entry.at,
            seating=seating,
            rules=self.rules,
            record=record,
            played=played,
            net=net,
            balances=balances,
        )
        return replace(
            self,
            state=self.game.deal(self.state, dealer),
            rounds=(*self.rounds, done),
            balances=balances,
            cash=self.cash and self.cash.pay(played.transfers),
            last_dealer=dealer,
        )

    def passed_over(self, entry: Round) -> Standing:
        """As if the round had been dealt but paid nothing: replay goes on to find the faults of later entries."""
        dealer = entry.dealer or self.next_dealer
        if dealer is None or dealer not in self.seats:
            return self
        return replace(self, state=self.game.deal(self.state, dealer), last_dealer=dealer)

    def _join(self, entry: Join) -> Standing:
        if entry.player in self.seats.seated:
            raise rule_error("already_seated", player=entry.player)
        if len(self.seats.seated) >= self.game.most_players:
            raise rule_error("table_full", player=entry.player, most=self.game.most_players)
        if entry.left_of not in self.seats.seated:
            raise rule_error("not_seated", ("key", "left_of"), player=entry.left_of)
        return replace(
            self,
            seats=self.seats.join(entry.player, entry.left_of),
            state=self.game.join(self.state, entry.player, entry.option),
            balances={**self.balances, entry.player: self.balances.get(entry.player, 0)},
            cash=self.cash and self.cash.bring(entry.player, entry.credit),
        )

    def _leave(self, entry: Leave) -> Standing:
        if entry.player not in self.seats.seated:
            raise rule_error("not_seated", player=entry.player)
        return replace(
            self,
            seats=self.seats.put(entry.player, At.GONE),
            state=self.game.leave(self.state, entry.player),
            cash=self.cash and self.cash.take_away(entry.player),
        )

    def _away_or_back(self, entry: Away | Back) -> Standing:
        leaves = isinstance(entry, Away)
        if entry.player not in (self.seats.present if leaves else self.seats.away):
            raise rule_error("not_seated" if leaves else "not_away", player=entry.player)
        return replace(self, seats=self.seats.put(entry.player, At.AWAY if leaves else At.TABLE))

    def _reseat(self, entry: Reseat) -> Standing:
        if sorted(entry.players) != sorted(self.seats.seated):
            raise rule_error("seating", players=", ".join(self.seats.seated))
        return replace(self, seats=self.seats.reorder(entry.players, self.last_dealer or self.opening.dealer))

    def _credit(self, entry: Credit) -> Standing:
        if entry.player not in self.seats.seated:
            raise rule_error("not_seated", player=entry.player)
        return replace(self, cash=self.cash and self.cash.bring(entry.player, entry.points))


def opened(opening: Opening) -> Standing:
    """The standing before the first entry.

    Raises RuleError with all that is wrong with the opening: `players`, `duplicate_player`, `dealer`, `suit_taken` …
    """
    game, faults = opening.game, list[Fault]()
    if not game.least_players <= len(opening.seats) <= game.most_players:
        bounds: dict[str, str | int] = {"least": game.least_players, "most": game.most_players}
        faults.append(Fault("players", (("key", "seats"),), {"count": len(opening.seats), **bounds}))
    seen: dict[str, str] = {}
    for number, seat in enumerate(opening.seats, start=1):
        key = name_key(seat.player)
        if key in seen:
            faults.append(Fault("duplicate_player", (("seat", number),), {"player": seat.player, "other": seen[key]}))
        seen.setdefault(key, seat.player)
    players = tuple(seat.player for seat in opening.seats)
    if opening.dealer not in players:
        faults.append(Fault("dealer", (("key", "dealer"),), {"player": opening.dealer}))
    state, wrong = game.begin({seat.player: seat.option for seat in opening.seats})
    if faults or wrong:
        raise RuleError([*faults, *wrong])
    stacks = {seat.player: seat.credit for seat in opening.seats}
    return Standing(
        game=game,
        opening=opening,
        seats=Seats.of(players),
        rules=game.merged(game.default_rules, opening.rules),
        state=state,
        balances=dict.fromkeys(players, 0),
        cash=Cash(stacks) if opening.mode is Mode.CASH else None,
    )
