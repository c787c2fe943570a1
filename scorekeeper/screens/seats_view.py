"""What the seats and the bars of the table screen say, from the standing and the form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from textual.content import Content

from scorekeeper.games.decarte.payouts import IDEAL_HAND, fine_notes
from scorekeeper.i18n import _, ngettext, pgettext
from scorekeeper.screens.forms.decarte import DecarteForm
from scorekeeper.screens.forms.decarte_view import stages
from scorekeeper.screens.text import cut, money, units_shown, wrapped
from scorekeeper.screens.widgets.payments import PaymentsView, payments
from scorekeeper.screens.widgets.seats import SeatView
from scorekeeper.table.cash import Cash, Handed
from scorekeeper.table.game import Played
from scorekeeper.table.ledger import net
from scorekeeper.table.standing import Mode, PlayedRound, Standing


def seat_views(
    standing: Standing,
    form: DecarteForm | None,
    played: Played | None,
    amending: PlayedRound | None,
    cash_after: Cash | None,
) -> list[SeatView]:
    """A view a seat, clockwise; while a round is corrected, of those who played it. `cash_after` the round in hand."""
    players = form.seating.players if form else standing.seats.present
    suits = standing.game.seat_options(amending.state if amending else standing.next_state)
    gains = net(played.transfers, players) if played else {}
    current = form.current if form else None
    views = []
    for player in players:
        has, owes = _has(standing, None if amending else standing.cash, player)
        becomes = None
        if cash_after is not None:
            becomes, owes = _has(standing, cash_after, player)
        elif played is not None:
            becomes = has + (gains[player] - amending.net.get(player, 0) if amending else gains[player])
            if amending and standing.mode is Mode.RECORD and amending.mode is Mode.CASH:
                becomes = has  # what a round in cash play paid is not on record
        views.append(
            SeatView(
                player=player,
                suit=suits.get(player, ""),
                deals=form is not None and player == form.seating.dealer,
                cards=(form.cards.get((player, 0)), form.cards.get((player, 1)))
                if form and not form.no_cut
                else (None, None),
                current=current[1] if current and current[0] == player else None,
                points=_points(form, played, player),
                gains=gains.get(player) if played else None,
                has=has,
                becomes=becomes,
                cash=standing.cash is not None and amending is None,
                apart=standing.mode is Mode.RECORD and any(played.mode is Mode.CASH for played in standing.rounds),
                owes=owes,
            )
        )
    return views


def _has(standing: Standing, cash: Cash | None, player: str) -> tuple[int, int]:
    """What is on record (while a round is corrected in cash play: the balance), or the stack; and open debts."""
    owes = sum(debt.points for debt in (cash or standing.till).debts if debt.debtor == player)
    if cash is not None and player in cash.stacks:
        return cash.stacks[player], owes
    return (standing.record if standing.mode is Mode.RECORD else standing.balances).get(player, 0), owes


def _points(form: DecarteForm | None, played: Played | None, player: str) -> int | None:
    return played.points.get(player) if form and played else None


def payments_view(
    standing: Standing, form: DecarteForm | None, played: Played | None, handed: Sequence[Handed], walk: int | None
) -> PaymentsView:
    """The payments of the round in hand, as they are `handed` over in cash play; of the last one while nothing is
    typed."""
    if played is not None and form is not None:
        notes = fine_notes(form.record(), form.rules, form.seating)
        made = payments(played.transfers, notes, handed)
        title = _("Payments in order")
        empty = _("No payments") if form.complete else _("With the second hand the payments begin.")
        return PaymentsView(title, made, played.transfers, form.seating.players, empty=empty)
    if standing.rounds:
        last = standing.rounds[-1]
        title = _("Round %(number)d: payments") % {"number": last.number}
        if walk is not None:
            title = _("Hand over now, Enter goes on")
        notes = fine_notes(last.record, last.rules, last.seating)
        due, made = last.played.transfers, payments(last.played.transfers, notes, last.handed)
        return PaymentsView(title, made, due, last.seating.players, walk, _("No payments"), standing.opening.stake)
    hint = _("Type the dealer's two cards, then the others', clockwise. 0 is the ten, 1 the ace.")
    if form is not None and form.tens_first:
        hint = _("Type everybody's tens card from the dealer on, then the units cards. 0 is the ten, 1 the ace.")
    return PaymentsView(_("Payments in order"), (), (), (), empty=hint)


def header(
    standing: Standing, amending: PlayedRound | None, minutes: int, moment: datetime, width: int, *, closed: bool
) -> tuple[str, str, str]:
    """Title, how the table plays, and which round it is, after how many minutes of play, at what time; or that the
    night is closed."""
    opening = standing.opening
    mode = _("cash") if standing.cash else _("on record")
    worth = ""
    if opening.stake:
        worth = " · " + _("1 point = %(money)s") % {"money": money(1, opening.stake)}
    if amending is not None:
        number = _("correcting round %(number)d") % {"number": amending.number}
        return opening.title or _("Night"), f"{mode}{worth}", number
    if closed:
        return opening.title or _("Night"), f"{mode}{worth}", pgettext("night", "closed")
    number = _("round %(number)d") % {"number": len(standing.rounds) + 1}
    if width < 60:
        return opening.title or _("Night"), mode, number
    lasting = _("%(minutes)d min") % {"minutes": minutes}
    clock = moment.astimezone(ZoneInfo(opening.zone) if opening.zone else None)
    return opening.title or _("Night"), f"{mode}{worth}", f"{number} · {lasting} · {clock:%H:%M}"


def closed_words() -> str:
    """What a closed night says to whoever wants to play on."""
    return _("The night is closed. To play on: g, then c opens it again")


def too_few_words(standing: Standing) -> str:
    """What there is to do when nobody, or only one player, is there to play."""
    if standing.seats.away:
        return _("Too few players: a, and somebody is back; j, and somebody sits down")
    if standing.seats.present:
        return _("Too few players: j, and somebody sits down")
    return _("Nobody is at the table: u takes back that the last one got up")


def stage_lines(
    standing: Standing,
    form: DecarteForm | None,
    played: Played | None,
    advice: Content | None,
    width: int,
    rows: int,
) -> list[Content]:
    """`advice` if there is any; else the stages of the round in hand and, before it begins, who sits it out."""
    if advice is not None or form is None:
        return wrapped(advice or Content(""), width, rows)
    lines = stages(form, width, rows, ideal=played is not None and played.outcome == IDEAL_HAND)
    away = standing.seats.away
    if away and form.blank:
        sits_out = _("sit out: %(players)s") % {"players": ", ".join(cut(player, 12) for player in away)}
        lines = wrapped(Content.assemble(Content(" ").join(lines), "  ", (sits_out, "$quiet")), width, rows)
    return lines


def stage_advice(standing: Standing, walk: int | None, *, closed: bool) -> Content | None:
    """What comes before the next round, while nothing is typed; None when that is the round."""
    if closed:
        return Content.styled(closed_words(), "$warning")
    if standing.next_dealer is None:
        return Content.styled(too_few_words(standing), "$warning")
    if walk is not None:
        left = len(standing.rounds[-1].handed) - walk
        text = ngettext(
            "%(count)d payment left; Enter: it was handed over",
            "%(count)d payments left; Enter: it was handed over",
            left,
        )
        return Content.styled(text % {"count": left}, "$accent bold")
    missing = {player: points for player, points in standing.missing.items() if player in standing.unsettled_short}
    if missing:
        listed = ", ".join(f"{cut(player, 12)} {points}" for player, points in missing.items())
        said = _("k adds, l leaves, y plays on. Short of credit: %(players)s") % {"players": listed}
        return Content.styled(said, "$warning")
    if standing.over_limit:
        stake = standing.opening.stake
        listed = ", ".join(
            _("%(player)s owes %(owes)s of %(limit)s")
            % {
                "player": cut(player, 12),
                "owes": units_shown(-standing.due[player], stake),
                "limit": units_shown(standing.limits[player] * standing.unit, stake),
            }
            for player in standing.over_limit
        )
        return Content.styled(_("Over the limit: %(players)s") % {"players": listed}, "$warning")
    return None
