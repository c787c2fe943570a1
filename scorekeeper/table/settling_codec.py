"""The entries about limits, plans, payments and counted cash as JSON; the table's `codec` calls these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from scorekeeper.table.amounts import PLAIN_MONEY, Amount
from scorekeeper.table.game import Json
from scorekeeper.table.journal import (
    Accept,
    Counted,
    Difference,
    Entry,
    Limit,
    Paid,
    PlannedPayment,
    Restore,
)
from scorekeeper.table.reading import LARGEST, Reader
from scorekeeper.table.settlement import Method

Settling = Limit | Accept | Paid | Restore | Counted
SETTLING: Final = (Limit, Accept, Paid, Restore, Counted)
SETTLING_KINDS: Final = tuple(kind.kind for kind in SETTLING)


def read_settling(kind: str, reader: Reader) -> Entry | None:
    """The body of an entry of one of SETTLING_KINDS; None when it lacks something (the reader has the faults)."""
    match kind:
        case "limit":
            player, points = reader.name("player"), _read_limit(reader)
            return Limit(player=player, points=points) if player else None
        case "plan":
            method = reader.choice("method", tuple(Method), required=True)
            coin = _read_coin(reader)
            payments = tuple(_read_payments(reader))
            return Accept(method=Method(method), payments=payments, coin=coin) if method else None
        case "paid":
            return _read_paid(reader)
        case "restore":
            balances = reader.points_by_name("balances", least=-LARGEST, required=True)
            return Restore(balances=balances, reason=reader.note("reason"))
        case "counted":
            cash = reader.points_by_name("cash", least=0, required=True)
            chosen = reader.choice("difference", tuple(Difference))
            to = reader.name("to") if chosen == Difference.GIVEN else None
            return Counted(cash=cash, difference=Difference(chosen) if chosen else None, to=to)
    raise KeyError(kind)


def _read_limit(reader: Reader) -> int | None:
    if "points" in reader and reader.raw("points") is None:
        return None
    return reader.whole("points", least=0, required=True)


def _read_payments(reader: Reader) -> Iterator[PlannedPayment]:
    for place, item in reader.items("payments", "payment", required=True):
        inner = Reader(item, place, reader.faults)
        payer, payee, amount = inner.name("payer"), inner.name("payee"), read_amount(inner)
        inner.done()
        if payer and payee and amount:
            yield PlannedPayment(payer, payee, amount)


def _read_paid(reader: Reader) -> Paid | None:
    payer, payee, amount = reader.name("payer"), reader.name("payee"), read_amount(reader)
    plan, note = reader.integer("plan"), reader.note("note")
    forgiven, set_off = reader.flag("forgiven"), reader.flag("set_off")
    across, action = reader.flag("across"), reader.note("action")
    if forgiven and not note:
        reader.raw("note", required=True)
    if not (payer and payee and amount):
        return None
    made = Paid(payer, payee, amount, plan=plan, forgiven=forgiven, across=across, note=note)
    return replace(made, action=action, set_off=set_off)


def read_amount(reader: Reader) -> Amount | None:
    """A sum above zero: `points`, or `money` with or without `currency`. None, with a fault, when it is neither."""
    currency = (reader.text("currency") or "").upper()
    if "money" not in reader:
        if currency:
            reader.raw("money", required=True)
        points = reader.whole("points", least=1, required=not currency)
        return Amount(points=points) if points and not currency else None
    money = _money(reader, "money")
    if reader.raw("points") is not None:
        reader.fault("one_amount", ("key", "money"))
        return None
    return Amount(money=money, currency=currency) if money else None


def _money(reader: Reader, key: str) -> str | None:
    text = reader.text(key, required=True)
    if text is None:
        return None
    if PLAIN_MONEY.fullmatch(text) and text.strip("0."):
        return text
    if PLAIN_MONEY.fullmatch(text.removeprefix("-")):
        reader.fault("amount", ("key", key), value=text)
    elif text.isascii() and text.replace(".", "", 1).isdecimal():
        reader.fault("amount", ("key", key), value=text, beyond=1)
    else:
        reader.fault("wrong_type", ("key", key), expected="decimal")
    return None


def _read_coin(reader: Reader) -> Amount | None:
    """Points as a whole number, money as a text."""
    value = reader.raw("coin")
    if "coin" not in reader:
        return None
    if isinstance(value, str):
        money = _money(reader, "coin")
        return Amount(money=money) if money else None
    points = reader.whole("coin", least=1)
    return Amount(points=points) if points else None


def settling_json(entry: Settling) -> Json:
    """What `read_settling` reads back as the same entry."""
    match entry:
        case Limit():
            return {"player": entry.player, "points": entry.points}
        case Accept():
            coin = {"coin": entry.coin.money or entry.coin.points} if entry.coin else {}
            payments = [{"payer": p.payer, "payee": p.payee, **amount_json(p.amount)} for p in entry.payments]
            return {"method": str(entry.method), **coin, "payments": payments}
        case Paid():
            data: Json = {"payer": entry.payer, "payee": entry.payee, **amount_json(entry.amount)}
            data |= {"plan": entry.plan} if entry.plan is not None else {}
            flags = {"forgiven": entry.forgiven, "across": entry.across, "set_off": entry.set_off}
            texts = {"action": entry.action, "note": entry.note}
            return data | {key: value for key, value in {**flags, **texts}.items() if value}
        case Restore():
            return {"balances": dict(entry.balances), **({"reason": entry.reason} if entry.reason else {})}
        case Counted():
            data = {"cash": dict(entry.cash)}
            if entry.difference:
                data["difference"] = str(entry.difference)
            if entry.to:
                data["to"] = entry.to
            return data


def amount_json(amount: Amount) -> Json:
    """What `read_amount` reads."""
    if not amount.money:
        return {"points": amount.points}
    return {"money": amount.money, **({"currency": amount.currency} if amount.currency else {})}


def settling_renamed(entry: Settling, name: Callable[[str], str]) -> Settling:
    """The same entry with `name(player)` for every player it names."""
    match entry:
        case Limit():
            return replace(entry, player=name(entry.player))
        case Accept():
            payments = (replace(p, payer=name(p.payer), payee=name(p.payee)) for p in entry.payments)
            return replace(entry, payments=tuple(payments))
        case Paid():
            return replace(entry, payer=name(entry.payer), payee=name(entry.payee))
        case Restore():
            return replace(entry, balances={name(player): points for player, points in entry.balances.items()})
        case Counted():
            cash = {name(player): points for player, points in entry.cash.items()}
            return replace(entry, cash=cash, to=name(entry.to) if entry.to else None)
