"""Who owes whom over all nights, and one payment that settles several of them. Sums are in units of one currency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import uuid4

from sqlalchemy import Connection, select

from scorekeeper.book import reading, writing
from scorekeeper.book.model import Stored, Tab, TabNight
from scorekeeper.book.people import Roll
from scorekeeper.book.schema import journal, nights
from scorekeeper.table.across import Nights, Part, plan_across, set_off, spread, totals
from scorekeeper.table.amounts import amount_of
from scorekeeper.table.errors import RuleError, rule_error
from scorekeeper.table.journal import Paid, Void, effective
from scorekeeper.table.money import Stake, is_currency
from scorekeeper.table.reading import bad_amount
from scorekeeper.table.settlement import Payment, Plan
from scorekeeper.table.settling import flow
from scorekeeper.table.settling_entries import overpaid, payable


@dataclass(frozen=True, slots=True)
class PaidOver:
    """A payment over the nights of one currency (None: nights whose points are worth nothing)."""

    payer: str
    payee: str
    amount: int
    currency: str | None
    forgiven: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class PaidPart:
    """What such a payment is in one night: the entry that was written there, and its number."""

    night: int
    entry: int
    paid: Paid
    stake: Stake | None
    """What a point is worth in that night."""

    @property
    def units(self) -> int:
        """How much, in units of the night."""
        return self.paid.amount.units(self.stake)


@dataclass(frozen=True, slots=True)
class Action:
    """One payment over the nights of a currency, or (`payment` None) what cancelled over them being set off."""

    name: str
    currency: str | None
    payment: PaidOver | None
    parts: tuple[PaidPart, ...]
    """Those that still hold, the oldest night first."""


@dataclass(frozen=True, slots=True)
class Overview:
    """All nights together. `plans`: by currency, the fewest payments that settle them, and in which of them something
    cancels (`cancels`), so that it can be set off. `last`: what was paid last over them and holds."""

    tabs: tuple[Tab, ...]
    plans: Mapping[str | None, Plan]
    cancels: frozenset[str | None]
    last: Action | None


def tabs(connection: Connection, player: str | None) -> tuple[Tab, ...]:
    """The tab of everybody, or of one person (BookError `unknown_player`): by name, then by currency."""
    return _tabs(_loaded(connection), Roll(connection).known(player) if player is not None else None)


def overview(connection: Connection) -> Overview:
    """The tab of everybody, how to settle it, and what can be taken back."""
    stored = list(_loaded(connection))
    by_currency: dict[str | None, list[Stored]] = {}
    for one in stored:
        by_currency.setdefault(_currency(one.night.opening.stake), []).append(one)
    currencies = sorted(by_currency, key=lambda currency: currency or "")
    plans = {currency: _plan(by_currency[currency]) for currency in currencies}
    cancels = frozenset(currency for currency in currencies if set_off(_due(by_currency[currency])))
    return Overview(_tabs(stored, None), plans, cancels, _last_action(connection))


def _tabs(nights: Iterable[Stored], wanted: str | None) -> tuple[Tab, ...]:
    found: dict[tuple[str, str], list[TabNight]] = {}
    for stored in nights:
        opening, standing = stored.night.opening, stored.night.standing
        due = standing.due
        for name, points in standing.balances.items():
            if wanted in (None, name):
                line = TabNight(
                    number=stored.number,
                    title=opening.title,
                    started_at=opening.started_at,
                    zone=opening.zone,
                    result=points * standing.unit,
                    due=due[name],
                )
                found.setdefault((name, _currency(opening.stake) or ""), []).append(line)
    return tuple(Tab(name, currency or None, tuple(lines)) for (name, currency), lines in sorted(found.items()))


def _plan(stored: list[Stored]) -> Plan:
    pairs = frozenset(pair for one in stored for pair in one.night.standing.played_pairs)
    return plan_across(_due(stored), pairs)


def _last_action(connection: Connection) -> Action | None:
    """What was paid over all nights last, by the time that it says itself."""
    found: dict[str, list[PaidPart]] = {}
    for _stored, part, holds in _parts_of(connection):
        if holds:
            found.setdefault(part.paid.action, []).append(part)
    if not found:
        return None
    oldest = datetime.min.replace(tzinfo=UTC)
    last = max(found, key=lambda action: max(part.paid.at or oldest for part in found[action]))
    return _action(found[last])


def _action(parts: Sequence[PaidPart]) -> Action:
    """What parts are together: whoever gives more than he gets paid it, to whoever gets more than he gives."""
    first = parts[0]
    currency = _currency(first.stake)
    moved = flow(Payment(part.paid.payer, part.paid.payee, part.units) for part in parts)
    payment = None
    if any(moved.values()):
        payer, payee = min(moved, key=moved.__getitem__), max(moved, key=moved.__getitem__)
        payment = PaidOver(payer, payee, moved[payee], currency, first.paid.forgiven, first.paid.note)
    return Action(first.paid.action, currency, payment, tuple(parts))


def pay(connection: Connection, payment: PaidOver, at: datetime) -> Action:
    """Write one payment into the nights it settles, the oldest first, and return what was written.

    RuleError `currency`, `amount`, `not_owed`, `overpaid`, `not_joined`; BookError `unknown_player`.
    """
    roll = Roll(connection)
    payment = replace(payment, payer=roll.known(payment.payer), payee=roll.known(payment.payee))
    stored = _payable(connection, payment)
    parts = spread(_due(stored), payment.payer, payment.payee, payment.amount)
    return _written(connection, stored, parts, payment, at)


def check_part(connection: Connection, stored: Stored, paid: Paid) -> None:
    """A payment that says of itself that it is over many nights, written into one of them by hand: it must be owed
    over all of them, or be a part of one that the book knows. RuleError as from `pay`.
    """
    if paid.action and any(True for _part in _parts_of(connection, paid.action)):
        return
    roll, stake = Roll(connection), stored.night.opening.stake
    payer, payee = roll.spelling(paid.payer), roll.spelling(paid.payee)
    _payable(connection, PaidOver(payer, payee, paid.amount.units(stake), _currency(stake)))


def _payable(connection: Connection, payment: PaidOver) -> list[Stored]:
    """The nights over which a payment is owed. RuleError `currency`, `amount`, `not_owed`, `overpaid`."""
    payer, payee, currency = payment.payer, payment.payee, payment.currency
    _check_currency(currency)
    if payment.amount < 1:
        raise RuleError([bad_amount(payment.amount, least=1)])
    stored = list(_loaded(connection, currency))
    most = _most(totals(_due(stored)), payer, payee)
    if payer == payee or not most:
        others = ", ".join(_currencies_owed(connection, payer, payee))
        raise rule_error("not_owed", payer=payer, payee=payee, currency=currency or "", others=others)
    if payment.amount > most:
        raise overpaid(payer, payee, owed=most, amount=payment.amount, currency=currency)
    return stored


def clear(connection: Connection, currency: str | None, at: datetime) -> Action | None:
    """Set off what cancels over the nights of a currency; None when nothing does. RuleError `currency`."""
    _check_currency(currency)
    stored = list(_loaded(connection, currency))
    parts = set_off(_due(stored))
    return _written(connection, stored, parts, None, at) if parts else None


def _written(
    connection: Connection, stored: list[Stored], parts: Sequence[Part], payment: PaidOver | None, at: datetime
) -> Action:
    action, written = uuid4().hex, []
    for part in parts:
        night = stored[part.night]
        # A single part may still be more than its night owes, if the debt is to be found only over all nights.
        in_its_night = payable(night.night.standing, part.payer, part.payee)
        entry = Paid(
            payer=part.payer,
            payee=part.payee,
            amount=amount_of(part.amount, night.night.opening.stake),
            across=len(parts) > 1 or part.amount > in_its_night,
            action=action,
            set_off=payment is None,
            forgiven=payment is not None and payment.forgiven,
            note=payment.note if payment else "",
            at=at,
        )
        stored[part.night] = writing.append(connection, night, entry)
        written.append(PaidPart(night.number, stored[part.night].sequence, entry, night.night.opening.stake))
    return _action(written)


def take_back(connection: Connection, action: str, at: datetime) -> Action | None:
    """Void every part of one payment that holds."""
    held = [(stored, part) for stored, part, holds in _parts_of(connection, action) if holds]
    _void(connection, [(stored, part.entry) for stored, part in held], at)
    return _action([part for _stored, part in held]) if held else None


def bring_back(connection: Connection, action: str, at: datetime) -> Action | None:
    """Void what took back parts of one payment."""
    gone = [(stored, part) for stored, part, holds in _parts_of(connection, action) if not holds]
    _void(connection, [(stored, _void_of(stored, part.entry)) for stored, part in gone], at)
    return _action([part for _stored, part in gone]) if gone else None


def _void_of(stored: Stored, named: int) -> int:
    """The number of the void that holds and names an entry which does not."""
    entries = stored.night.journal
    holding = enumerate(zip(entries, effective(entries), strict=True), start=1)
    return max(number for number, (one, holds) in holding if holds and isinstance(one, Void) and one.entry == named)


def _void(connection: Connection, entries: Iterable[tuple[Stored, int]], at: datetime) -> None:
    """Void entries by their numbers; there may be several of one night."""
    written: dict[int, Stored] = {}
    for stored, number in entries:
        latest = written.get(stored.number, stored)
        written[stored.number] = writing.append(connection, latest, Void(entry=number, at=at))


def _parts_of(connection: Connection, action: str = "") -> Iterator[tuple[Stored, PaidPart, bool]]:
    """Each part of a payment (or of every one), also in hidden nights: its night, and whether it holds."""
    paid = nights.c.id.in_(select(journal.c.night).where(journal.c.kind == Paid.kind))
    query = select(nights.c.id).where(paid).order_by(nights.c.started_at, nights.c.id)
    for night in connection.execute(query).scalars().all():
        stored = reading.load(connection, night)
        holds = effective(stored.night.journal)
        for number, entry in enumerate(stored.night.journal, start=1):
            if isinstance(entry, Paid) and entry.action and action in ("", entry.action):
                yield stored, PaidPart(night, number, entry, stored.night.opening.stake), holds[number - 1]


def _loaded(connection: Connection, *currency: str | None) -> Iterator[Stored]:
    """The nights that are not hidden, the oldest first; of one currency if one is named."""
    query = select(nights.c.id).where(~nights.c.hidden).order_by(nights.c.started_at, nights.c.id)
    if currency:
        query = query.where(nights.c.stake_currency.is_not_distinct_from(currency[0]))
    for number in connection.execute(query).scalars().all():
        yield reading.load(connection, number)


def _currency(stake: Stake | None) -> str | None:
    return stake.currency if stake else None


def _due(stored: list[Stored]) -> Nights:
    return [one.night.standing.due for one in stored]


def _most(due: Mapping[str, int], payer: str, payee: str) -> int:
    """The most that one may hand to the other over all nights."""
    return max(0, min(-due.get(payer, 0), due.get(payee, 0)))


def _currencies_owed(connection: Connection, payer: str, payee: str) -> list[str]:
    """The currencies in which one owes and the other is owed."""
    by_currency: dict[str, list[Stored]] = {}
    for stored in _loaded(connection):
        if stake := stored.night.opening.stake:
            by_currency.setdefault(stake.currency, []).append(stored)
    return [code for code, stored in sorted(by_currency.items()) if _most(totals(_due(stored)), payer, payee)]


def _check_currency(currency: str | None) -> None:
    if currency is not None and not is_currency(currency):
        raise rule_error("currency", currency=currency)
