"""What the journal of a night comes to, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, combinations
from typing import Any

from scorekeeper.table import ledger, seat_entries, settling_entries
from scorekeeper.table.amounts import units_a_point
from scorekeeper.table.cash import Cash, Handed
from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.game import NOTHING, AnyGame, Played, RulesChange, Seating
from scorekeeper.table.journal import (
    Accept,
    Amend,
    Away,
    Back,
    ChangeMode,
    Consent,
    Counted,
    Credit,
    Entry,
    HouseRules,
    Join,
    Leave,
    Limit,
    Paid,
    Reseat,
    Restore,
    Round,
)
from scorekeeper.table.journal import Mode as Mode  # agreed as a night opens, so this is where it is looked for
from scorekeeper.table.opening import Opening as Opening
from scorekeeper.table.opening import Seat as Seat
from scorekeeper.table.opening import begun
from scorekeeper.table.seats import Seats
from scorekeeper.table.settling import Settling


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """An effective round: `number` among the rounds, `entry` in the journal, `amended` by which entry if any."""

    number: int
    entry: int
    amended: int | None
    at: datetime | None
    lasted: int | None
    """Seconds played, as measured; None where nobody did."""
    seating: Seating
    rules: Any
    state: Any
    """What the game remembered while it was played, such as the suits."""
    record: Any
    played: Played
    net: Mapping[str, int]
    balances: Mapping[str, int]
    """Of everybody who has sat at the table by then, after this round."""
    mode: Mode
    """How the table settled then."""
    handed: tuple[Handed, ...] = ()
    """In cash play, what went over the table, step by step."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Balances that were given, by entry number `entry`: the transfers that lead there."""

    entry: int
    transfers: tuple[ledger.Transfer, ...]
    mode: Mode
    balances: Mapping[str, int]
    """Of everybody who has sat at the table by then, after it."""
    at: datetime | None = None


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
    mode: Mode
    """How the table settles now."""
    till: Cash
    """Stacks (none on record) and debts of cash play, and what was brought and taken away over the night."""
    record: Mapping[str, int] = field(default_factory=dict)
    """Points won on record, by player: what rounds in cash play paid at once is not among them."""
    rounds: tuple[PlayedRound, ...] = ()
    restored: tuple[Restored, ...] = ()
    last_dealer: str | None = None
    consents: Mapping[str, int] = field(default_factory=dict)
    """Whom the table lets play the next round although he is short, and of how many points."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """Points that a player should not owe more than, on record."""
    settling: Settling = field(default_factory=Settling)

    @property
    def cash(self) -> Cash | None:
        """The cash on the table; None on record."""
        return self.till if self.mode is Mode.CASH else None

    @property
    def unit(self) -> int:
        """How many units a point is worth: minor units of the night's currency, or 1 (points) without stake."""
        return units_a_point(self.opening.stake)

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
    def safe_credit(self) -> int | None:
        """Points with which nobody can run short in the next round (see `Game.most_to_pay`); None on record."""
        return None if self.cash is None else self.game.most_to_pay(self.rules, len(self.seats.present))

    @property
    def missing(self) -> dict[str, int]:
        """Points that each who is short lacks, clockwise; his debts to those present are paid of them first."""
        required, present = self.required_credit or 0, self.seats.present
        owed = Counter[str]()
        for debt in self.till.debts:
            if debt.creditor in present:
                owed[debt.debtor] += debt.points
        return {player: required - self.till.stacks[player] + owed[player] for player in self.short}

    @property
    def unsettled_short(self) -> tuple[str, ...]:
        """Who is short and neither adds, leaves nor plays on by consent so far, clockwise."""
        return tuple(player for player, lacks in self.missing.items() if lacks > self.consents.get(player, 0))

    @property
    def over_limit(self) -> tuple[str, ...]:
        """Who owes more than his limit, on record; in the order in which they came."""
        if self.mode is not Mode.RECORD:
            return ()
        due, limits = self.due, self.limits
        return tuple(player for player in due if player in limits and -due[player] > limits[player] * self.unit)

    @property
    def postings(self) -> Iterator[tuple[int, tuple[ledger.Transfer, ...]]]:
        """The transfers of every round and restoration that holds, by entry, in the order of the journal."""
        posted = {played.entry: played.played.transfers for played in self.rounds}
        posted |= {back.entry: back.transfers for back in self.restored}
        return iter(sorted(posted.items()))

    @property
    def reached(self) -> list[PlayedRound | Restored]:
        """Every round and restoration that holds, in the order of the journal: what balances came to, and when."""
        reached: list[PlayedRound | Restored] = [*self.rounds, *self.restored]
        return sorted(reached, key=lambda one: one.entry)

    @property
    def transfers(self) -> Iterator[ledger.Transfer]:
        """Every transfer of the night, in order."""
        return chain.from_iterable(transfers for _entry, transfers in self.postings)

    @property
    def entries_on_record(self) -> frozenset[int]:
        """Of the rounds and restorations whose transfers were not handed over at once."""
        posted = (*((p.entry, p.mode) for p in self.rounds), *((back.entry, back.mode) for back in self.restored))
        return frozenset(entry for entry, mode in posted if mode is Mode.RECORD)

    @property
    def record_transfers(self) -> Iterator[ledger.Transfer]:
        """Those on record, in order."""
        kept = self.entries_on_record
        return chain.from_iterable(transfers for entry, transfers in self.postings if entry in kept)

    @property
    def played_pairs(self) -> frozenset[frozenset[str]]:
        """Any two who played a round together."""
        seatings = {played.seating.players for played in self.rounds}
        return frozenset(frozenset(pair) for players in seatings for pair in combinations(players, 2))

    @property
    def pair_debts(self) -> tuple[ledger.Debt, ...]:
        """What each pair owes over the whole night, netted."""
        return ledger.pair_debts(self.transfers, self.balances)

    @property
    def owed(self) -> dict[str, int]:
        """What is to be settled, by player, in points: what was won on record, and the open debts of cash play.

        Without what was handed over since; see `due`.
        """
        sums = {player: self.record.get(player, 0) for player in self.balances}
        for debt in self.till.debts:
            sums[debt.debtor] -= debt.points
            sums[debt.creditor] += debt.points
        return sums

    @property
    def due(self) -> dict[str, int]:
        """What is still to be settled, by player, in units: `owed` less what was paid, and what rounding moved."""
        moved = self.settling.moved
        return {player: points * self.unit + moved.get(player, 0) for player, points in self.owed.items()}

    def round_of(self, entry: int) -> PlayedRound | None:
        """The effective round of entry number `entry`."""
        return next((played for played in self.rounds if played.entry == entry), None)

    def after(
        self, number: int, entry: Entry, amend: tuple[int, Amend] | None = None, known: Standing | None = None
    ) -> Standing:
        """This standing after entry `number`; a round counts as its last amend (number and entry) gives it.

        `known` is the standing as whoever wrote the entry knew it, if that was another: plans, payments and counts
        are judged by it.
        Voids and amends by themselves change nothing here: they choose which entries are replayed, and how.
        Raises RuleError with all faults; each place begins with the entry, or the amend, that is to blame.
        """
        try:
            match entry:
                case Round():
                    return self._round(number, entry, amend)
                case Join():
                    return seat_entries.join(self, entry)
                case Leave():
                    return seat_entries.leave(self, entry)
                case Away() | Back():
                    return seat_entries.away_or_back(self, entry)
                case Reseat():
                    return seat_entries.reseat(self, entry)
                case Credit():
                    return seat_entries.credit(self, entry)
                case HouseRules():
                    return replace(self, rules=self.game.merged(self.rules, entry.change))
                case ChangeMode():
                    return seat_entries.change_mode(self, entry)
                case Consent():
                    return seat_entries.consent(self, entry)
                case Limit():
                    return seat_entries.limit(self, entry)
                case Restore():
                    return self._restore(number, entry)
                case Counted():
                    seat_entries.require_cash(self)
                    return settling_entries.counted(self, number, entry, known or self)
                case Accept():
                    return settling_entries.accepted(self, number, entry, known or self)
                case Paid():
                    return settling_entries.paid(self, number, entry, known or self)
                case _:
                    return self
        except RuleError as error:
            blamed = number if amend is None else amend[0]
            raise RuleError([fault.within(("entry", blamed)) for fault in error.faults]) from None

    def round_faults(
        self, entry: Round, amend: Amend | None, unread: frozenset[str] = NOTHING, *, dealt: bool = True
    ) -> list[Fault]:
        """Everything that is wrong with a round, or with its correction; places begin inside of it.

        `unread`: keys of its record that could not be read; not `dealt`: nobody knows who dealt.
        """
        present = self.seats.present
        if len(present) < self.game.least_players:
            return [Fault("players", (), {"count": len(present), "least": self.game.least_players})]
        dealer = (entry.dealer or self.next_dealer or "") if dealt else ""
        record = entry.record if amend is None else amend.record
        faults = self.game.faults(self.rules, Seating(present, dealer), record, unread)
        if dealt and dealer not in self.seats:
            faults.insert(0, Fault("dealer", (), {"player": dealer}))
        elif dealt and amend is not None and amend.dealer not in (None, dealer):
            faults.insert(0, Fault("dealer", (("key", "dealer"),), {"player": str(amend.dealer), "kept": dealer}))
        return faults

    def own_faults(self, entry: Round, amend: Amend | None, unread: frozenset[str]) -> list[Fault]:
        """The same, as far as it is wrong whoever plays the round, and by whatever rules."""
        return self.game.faults(self.rules, None, entry.record if amend is None else amend.record, unread)

    def _round(self, number: int, entry: Round, amend: tuple[int, Amend] | None) -> Standing:
        faults = self.round_faults(entry, amend and amend[1])
        if faults:
            raise RuleError(faults)
        record = entry.record if amend is None else amend[1].record
        present, dealer = self.seats.present, entry.dealer or self.next_dealer or ""
        seating = Seating(present, dealer)
        played = self.game.play(self.rules, seating, record)
        net = ledger.net(played.transfers, present)
        balances = ledger.added(self.balances, net)
        amended = amend[0] if amend is not None else None
        on_record = self.mode is Mode.RECORD
        state = self.game.deal(self.state, dealer)
        till, handed = (self.till, ()) if on_record else self.till.hand_over(played.transfers, number)
        done = PlayedRound(
            number=len(self.rounds) + 1,
            entry=number,
            amended=amended,
            at=entry.at,
            lasted=entry.lasted,
            seating=seating,
            rules=self.rules,
            state=state,
            record=record,
            played=played,
            net=net,
            balances=balances,
            mode=self.mode,
            handed=handed,
        )
        return replace(
            self,
            state=state,
            rounds=(*self.rounds, done),
            balances=balances,
            record=ledger.added(self.record, net) if on_record else self.record,
            till=till,
            last_dealer=dealer,
            consents={},
        )

    def passed_over(self, entry: Round) -> Standing:
        """As if the round had been dealt but paid nothing: replay goes on to find the faults of later entries."""
        dealer = entry.dealer or self.next_dealer
        if dealer is None or dealer not in self.seats:
            return self
        return replace(self, state=self.game.deal(self.state, dealer), last_dealer=dealer)

    def _restore(self, number: int, entry: Restore) -> Standing:
        transfers = settling_entries.restored(self, entry)
        gained = ledger.net(transfers, self.balances)
        balances = ledger.added(self.balances, gained)
        on_record = self.mode is Mode.RECORD
        return replace(
            self,
            balances=balances,
            record=ledger.added(self.record, gained) if on_record else self.record,
            restored=(*self.restored, Restored(number, transfers, self.mode, balances, entry.at)),
        )


def opened(opening: Opening) -> Standing:
    """The standing before the first entry.

    Raises RuleError with all that is wrong with the opening (see `begun`).
    """
    state, faults = begun(opening)
    if faults:
        raise RuleError(faults)
    return _at_first(opening, state, opening.rules)


def supposed(opening: Opening, unread: frozenset[str]) -> tuple[Standing, list[Fault]]:
    """The same of an opening that may be impossible, or lack the keys `unread`, which could not be read; its faults."""
    state, faults = begun(opening, unread)
    return _at_first(opening, state, {} if "rules" in unread else opening.rules), faults


def _at_first(opening: Opening, state: Any, rules: RulesChange) -> Standing:
    game, players = opening.game, tuple(seat.player for seat in opening.seats)
    stacks = {seat.player: seat.credit for seat in opening.seats}
    return Standing(
        game=game,
        opening=opening,
        seats=Seats.of(players),
        rules=game.merged(game.default_rules, rules),
        state=state,
        balances=dict.fromkeys(players, 0),
        mode=opening.mode,
        till=Cash.of(stacks) if opening.mode is Mode.CASH else Cash({}),
    )
