"""A night as plain text, line by line, fit for a screen reader: no tables, no colours, every number with its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.files.columns import Columns, began, columns_of, local_time
from scorekeeper.files.settling_text import accepted_lines, payment_line, plan_lines, settling_lines
from scorekeeper.i18n import _, language
from scorekeeper.messages import rule_label, suit_symbol
from scorekeeper.settling_messages import unexplained_cash
from scorekeeper.table import ledger
from scorekeeper.table.game import RulesChange
from scorekeeper.table.journal import (
    Amend,
    Away,
    Back,
    Credit,
    Entry,
    HouseRules,
    Join,
    Leave,
    Reseat,
    Round,
    Void,
    effective,
)
from scorekeeper.table.money import Stake, show_money, show_points
from scorekeeper.table.night import Night
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method
from scorekeeper.table.standing import Mode, Opening, PlayedRound, Standing


def night_text(night: Night, *, number: int | None = None, closed: bool = False) -> str:
    """The whole night in the language in use; `number` is the night's in the book, if it is in one."""
    sections = [
        _heading(night, number),
        *_happenings(night),
        _balances(night.standing),
        _pairs(night.standing),
        [_("Settlement:"), *_indented(plan_lines(plan_for(night.standing, Method.FEWEST), night.opening.stake))],
        accepted_lines(night.standing),
        _credit(night.standing),
        [_("The night is closed.")] if closed else _next(night.standing),
    ]
    return "\n\n".join("\n".join(lines) for lines in map(list, sections) if lines) + "\n"


def news_text(night: Night, after: int) -> str:
    """What happened after entry number `after`, and the balances since; empty when nothing did."""
    sections = [*_happenings(night, after)]
    if len(night.journal) <= after:
        return ""
    sections += [_balances(night.standing), _next(night.standing)]
    return "\n\n".join("\n".join(lines) for lines in map(list, sections) if lines) + "\n"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _signed(points: int) -> str:
    return show_points(points, sign=True)


# --- how it began -------------------------------------------------------------


def _heading(night: Night, number: int | None) -> Iterator[str]:
    opening, standing = night.opening, night.standing
    yield opening.title or (_("Night %(number)s") % {"number": number} if number else _("A night"))
    if opening.title and number:
        yield _("Night %(number)s") % {"number": number}
    if moment := began(opening, standing.rounds):
        yield _("Began: %(time)s") % {"time": f"{local_time(moment, opening.zone):%Y-%m-%d %H:%M}"}
    yield (
        _("Settled at the end of the night") if opening.mode is Mode.RECORD else _("Settled in cash after every round")
    )
    if opening.stake:
        worth = show_money(opening.stake.minor, opening.stake.currency, language=language())
        yield _("A point is worth %(money)s") % {"money": worth}
    yield from _rules(opening.rules, opening)
    yield _("Seats, clockwise: %(players)s") % {"players": ", ".join(seat.player for seat in opening.seats)}
    yield _("First dealer: %(player)s") % {"player": opening.dealer}


def _rules(change: RulesChange, opening: Opening) -> Iterator[str]:
    """The house rules that differ from the usual ones."""
    usual = {rule.key: rule.default for rule in opening.game.rule_fields}
    other = [key for key, value in change.items() if value != usual[key]]
    if other:
        yield _("House rules that differ from the usual ones:")
        yield from _indented(f"{rule_label(key)}: {_rule_value(change[key])}" for key in other)


def _rule_value(value: int | bool | None) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _("none") if value is None else show_points(value)


# --- what happened ------------------------------------------------------------


def _happenings(night: Night, after: int = 0) -> Iterator[Iterable[str]]:
    """A section for each round that holds, and a line for everything else that does, in the order of the journal."""
    standing, columns = night.standing, columns_of(night.opening.game)
    for number, (entry, holds) in enumerate(zip(night.journal, effective(night.journal), strict=True), start=1):
        if not holds or number <= after:
            continue
        if isinstance(entry, Round):
            played = standing.round_of(number)
            if played is not None:
                yield _round(played, night, columns)
        else:
            yield entry_lines(number, entry, night.opening.stake)


def entry_lines(number: int, entry: Entry, stake: Stake | None = None) -> Iterator[str]:
    """What an entry other than a round says."""
    match entry:
        case Join():
            # Translators: names cannot be declined. He sits to the left of his right-hand neighbour.
            said = _("Joins: %(player)s; neighbour on the right: %(left_of)s")
            yield said % {"player": entry.player, "left_of": entry.left_of}
            if entry.credit:
                yield _("Credit: %(player)s, %(points)s") % {"player": entry.player, "points": _signed(entry.credit)}
        case Leave():
            yield _("Leaves: %(player)s") % {"player": entry.player}
        case Away():
            yield _("Away from the next round on: %(player)s") % {"player": entry.player}
        case Back():
            yield _("Back: %(player)s") % {"player": entry.player}
        case Reseat():
            yield _("New seats, clockwise: %(players)s") % {"players": ", ".join(entry.players)}
        case Credit():
            yield _("Credit: %(player)s, %(points)s") % {"player": entry.player, "points": _signed(entry.points)}
        case HouseRules():
            yield _("House rules from here on:")
            yield from _indented(f"{rule_label(key)}: {_rule_value(value)}" for key, value in entry.change.items())
        case Amend():
            yield _with_reason(_("Entry %(number)s corrects entry %(entry)s"), number, entry)
        case Void():
            yield _with_reason(_("Entry %(number)s takes back entry %(entry)s"), number, entry)
        case _:
            yield from settling_lines(entry, stake)


def _with_reason(said: str, number: int, entry: Amend | Void) -> str:
    return said % {"number": number, "entry": entry.entry} + (f": {entry.reason}" if entry.reason else "")


def _round(played: PlayedRound, night: Night, columns: Columns) -> Iterator[str]:
    counted, zone = played.played, night.opening.zone
    numbers = {"round": played.number, "entry": played.entry}
    if played.at:
        time = f"{local_time(played.at, zone):%Y-%m-%d %H:%M}"
        yield _("Round %(round)s (entry %(entry)s, %(time)s)") % {**numbers, "time": time}
    else:
        yield _("Round %(round)s (entry %(entry)s)") % numbers
    if played.amended:
        yield "  " + _("As corrected by entry %(entry)s") % {"entry": played.amended}
    yield "  " + _("Dealer: %(player)s") % {"player": played.seating.dealer}
    for label, value in zip(columns.round_labels(), columns.of_round(played), strict=True):
        if value is not None:
            yield f"  {label}: {show_points(value) if isinstance(value, int) else value}"
    if counted.points:
        yield "  " + _("Hands:")
        yield from _indented(_indented(_hands(played, columns)))
    if counted.leaders:
        yield "  " + _("Leader: %(players)s") % {"players": ", ".join(counted.leaders)}
    if counted.transfers:
        yield "  " + _("Payments, in order:")
        for paid, reason in zip(counted.transfers, columns.reasons(played), strict=True):
            yield "    " + payment_line(paid.payer, paid.payee, paid.points, reason=reason)
    else:
        yield "  " + _("No payments")
    yield "  " + _("Afterwards:")
    yield from _indented(_indented(_totals(played)))


def _hands(played: PlayedRound, columns: Columns) -> Iterator[str]:
    for player, points in played.played.points.items():
        cards = columns.hand(played, player)
        if player == played.seating.dealer and played.played.facts.get("swapped"):
            said = _("%(player)s: %(cards)s, after the swap %(points)s")
            yield said % {"player": player, "cards": cards, "points": points}
        else:
            yield f"{player}: {cards} = {points}"


def _totals(played: PlayedRound) -> Iterator[str]:
    players, transfers = played.seating.players, played.played.transfers
    received, paid = ledger.received(transfers, players), ledger.paid(transfers, players)
    for player in players:
        yield _("%(player)s: received %(received)s, paid %(paid)s, net %(net)s, balance %(balance)s") % {
            "player": player,
            "received": show_points(received[player]),
            "paid": show_points(paid[player]),
            "net": _signed(played.net[player]),
            "balance": _signed(played.balances[player]),
        }


# --- what it came to ----------------------------------------------------------


def _balances(standing: Standing) -> Iterator[str]:
    yield _("Balances:")
    for player, points in standing.balances.items():
        stake = standing.opening.stake
        worth = f" ({show_money(stake.money(points), stake.currency, language=language(), sign=True)})" if stake else ""
        yield f"  {player}: {_signed(points)}{worth}"


def _pairs(standing: Standing) -> Iterator[str]:
    debts = standing.pair_debts
    if debts:
        yield _("Pair by pair, over the whole night:")
        yield from _indented(payment_line(debt.debtor, debt.creditor, debt.points) for debt in debts)


def _credit(standing: Standing) -> Iterator[str]:
    till = standing.till
    if standing.cash:
        yield _("Cash on the table:")
        yield from _indented(f"{player}: {show_points(till.stacks[player])}" for player in standing.seats.seated)
        needed = show_points(standing.required_credit or 0)
        yield _("Needed by each before the next round: %(points)s") % {"points": needed}
        safe = show_points(standing.safe_credit or 0)
        yield _("With so much nobody can run short in it: %(points)s") % {"points": safe}
        if standing.short:
            yield _("Short of it: each adds credit, leaves, or plays on by consent of the table")
            yield from _indented(_shortage(standing, player, points) for player, points in standing.missing.items())
    if till.unexplained:
        yield unexplained_cash(till.unexplained)
    if till.debts:
        yield _("Debts, oldest first:")
        yield from _indented(payment_line(debt.debtor, debt.creditor, debt.points) for debt in till.debts)


def _shortage(standing: Standing, player: str, points: int) -> str:
    said = f"{player}: {_signed(-points)}"
    return said if player in standing.unsettled_short else f"{said} ({_('plays on by consent')})"


def _next(standing: Standing) -> Iterator[str]:
    if standing.next_dealer:
        yield _("Next dealer: %(player)s") % {"player": standing.next_dealer}
    else:
        yield _("Too few players for another round")
    held = standing.game.seat_options(standing.next_state)
    seats = (f"{player} {suit_symbol(held[player])}" if player in held else player for player in standing.seats.present)
    yield _("Seats, clockwise: %(players)s") % {"players": ", ".join(seats)}
    if standing.seats.away:
        yield _("Away: %(players)s") % {"players": ", ".join(standing.seats.away)}
