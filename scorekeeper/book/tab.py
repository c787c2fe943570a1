"""Who owes whom over all nights, and one payment that settles several of them. Sums are in units of one currency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from scorekeeper.book import reading, writing
from scorekeeper.book.model import Stored, Tab, TabNight
from scorekeeper.book.people import Roll
from scorekeeper.book.schema import nights
from scorekeeper.table.across import Nights, plan_across, spread, totals
from scorekeeper.table.amounts import amount_of
from scorekeeper.table.errors import RuleError, rule_error
from scorekeeper.table.journal import Paid, Void, effective
from scorekeeper.table.money import Stake, is_currency, plain
from scorekeeper.table.reading import bad_amount, shown
from scorekeeper.table.settlement import Plan
from scorekeeper.table.settling_entries import payable


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


def tabs(connection: Connection, player: str | None) -> tuple[Tab, ...]:
    """The tab of everybody, or of one person (BookError `unknown_player`): by name, then by currency."""
    wanted = Roll(connection).known(player) if player is not None else None
    found: dict[tuple[str, str], list[TabNight]] = {}
    for stored in _loaded(connection):
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
                found.setdefault((name, opening.stake.currency if opening.stake else ""), []).append(line)
    return tuple(Tab(name, currency or None, tuple(lines)) for (name, currency), lines in sorted(found.items()))


def plan(connection: Connection, currency: str | None) -> Plan:
    """The fewest payments that settle all nights of a currency together. RuleError `currency`."""
    _check_currency(currency)
    stored = list(_loaded(connection, currency))
    pairs = frozenset(pair for one in stored for pair in one.night.standing.played_pairs)
    return plan_across(_due(stored), pairs)


def pay(connection: Connection, payment: PaidOver, at: datetime) -> tuple[PaidPart, ...]:
    """Write one payment into the nights it settles, the oldest first, and return what was written.

    RuleError `currency`, `amount`, `not_owed`, `overpaid`, `not_joined`; BookError `unknown_player`.
    """
    _check_currency(payment.currency)
    roll = Roll(connection)
    payer, payee = roll.known(payment.payer), roll.known(payment.payee)
    if payment.amount < 1:
        raise RuleError([bad_amount(payment.amount, least=1)])
    stored = list(_loaded(connection, payment.currency))
    due = totals(_due(stored))
    most = _most(due, payer, payee)
    if payer == payee or not most:
        others = ", ".join(_currencies_owed(connection, payer, payee))
        raise rule_error("not_owed", payer=payer, payee=payee, currency=payment.currency or "", others=others)
    if payment.amount > most:
        said = {"owed": _said(most, payment.currency), "amount": _said(payment.amount, payment.currency)}
        raise rule_error("overpaid", payer=payer, payee=payee, **said)
    parts = spread(_due(stored), payer, payee, payment.amount)
    written = []
    for part in parts:
        night = stored[part.night]
        # A single part may still be more than its night owes, if the debt is to be found only over all nights.
        in_its_night = payable(night.night.standing, part.payer, part.payee)
        entry = Paid(
            payer=part.payer,
            payee=part.payee,
            amount=amount_of(part.amount, night.night.opening.stake),
            across=len(parts) > 1 or part.amount > in_its_night,
            forgiven=payment.forgiven,
            note=payment.note,
            at=at,
        )
        stored[part.night] = writing.append(connection, night, entry)
        written.append(PaidPart(night.number, stored[part.night].sequence, entry, night.night.opening.stake))
    return tuple(written)


def take_back(connection: Connection, parts: Sequence[PaidPart], at: datetime) -> None:
    """Void every part of one payment that still holds."""
    for part in parts:
        stored = reading.load(connection, part.night)
        if effective(stored.night.journal)[part.entry - 1]:
            writing.append(connection, stored, Void(entry=part.entry, at=at))


def _loaded(connection: Connection, *currency: str | None) -> Iterator[Stored]:
    """The nights that are not hidden, the oldest first; of one currency if one is named."""
    query = select(nights.c.id).where(~nights.c.hidden).order_by(nights.c.started_at, nights.c.id)
    if currency:
        query = query.where(nights.c.stake_currency.is_not_distinct_from(currency[0]))
    for number in connection.execute(query).scalars().all():
        yield reading.load(connection, number)


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


def _said(units: int, currency: str | None) -> str:
    return f"{plain(units, currency)} {currency}" if currency else shown(units)
