"""Reading a round again: its payments, and what was corrected in it when and why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from textual.content import Content

from scorekeeper.games.decarte.payouts import fine_notes
from scorekeeper.i18n import _
from scorekeeper.messages import outcome_label
from scorekeeper.screens.dates import short_date
from scorekeeper.screens.dialogs import Reading
from scorekeeper.screens.text import coloured, fit
from scorekeeper.screens.widgets.payments import payment_lines, payments, total_lines
from scorekeeper.screens.widgets.score import ScorePanel
from scorekeeper.table.journal import Amend, Round, effective
from scorekeeper.table.ledger import net
from scorekeeper.table.standing import PlayedRound, Standing

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def view(screen: TableScreen) -> None:
    """The round under the cursor, the one being corrected, or the last one."""
    rounds, picked = screen.standing.rounds, screen.query_one(ScorePanel).picked
    if not rounds:
        screen.refuse(_("No round has been recorded yet"))
        return
    played = screen.amending or rounds[-1 if picked is None else picked]
    width = min(68, screen.size.width - 8)
    lines = [_head(screen.standing, played), *_hands(played), Content("")]
    notes = fine_notes(played.record, played.rules, played.seating)
    lines += payment_lines(payments(played.played.transfers, notes, played.handed), width) or [
        Content(_("No payments"))
    ]
    lines += [*total_lines(played.played.transfers, played.seating.players, width), *_history(screen, played)]
    title = _("Round %(number)d") % {"number": played.number}
    screen.app.push_screen(Reading(title, Content("\n").join(lines)))


def _clock(moment: datetime | None, zone: str | None) -> str:
    if moment is None:
        return "—"
    local = moment.astimezone(ZoneInfo(zone) if zone else UTC)
    return f"{short_date(local, narrow=True)} {local:%H:%M}"


def _head(standing: Standing, played: PlayedRound) -> Content:
    parts = [_clock(played.at, standing.opening.zone), outcome_label(played.played.outcome)]
    if played.lasted:
        parts.append(_("%(minutes)d min") % {"minutes": round(played.lasted / 60)})
    return Content.styled(" · ".join(parts), "$quiet")


def _hands(played: PlayedRound) -> list[Content]:
    lines = []
    for player in played.seating.from_dealer:
        cards, points = played.record.hand(player), played.played.points.get(player)
        shown = "—" if cards is None else f"{cards} = {points}"
        deals = _("deals") if player == played.seating.dealer else ""
        lines.append(Content.assemble(fit(player, 18), " ", (fit(shown, 10), "bold"), (deals, "$accent")))
    return lines


def _history(screen: TableScreen, played: PlayedRound) -> list[Content]:
    """What the round was first, and each correction with its reason; nothing when there was none."""
    night = screen.stored.night
    holds = effective(night.journal)
    amends = [
        (number, entry)
        for number, entry in enumerate(night.journal, start=1)
        if isinstance(entry, Amend) and entry.entry == played.entry
    ]
    if not amends:
        return []
    first = night.journal[played.entry - 1]
    assert isinstance(first, Round)
    zone, game = night.opening.zone, night.opening.game
    lines = [Content(""), Content.styled(_("History"), "$accent bold")]
    versions = [(first.at, first.record, _("as it was recorded"), True)]
    versions += [(entry.at, entry.record, entry.reason, holds[number - 1]) for number, entry in amends]
    for moment, record, why, stands in versions:
        gained = net(game.preview(played.rules, played.seating, record).transfers, played.seating.players)
        said = [_clock(moment, zone), why or _("no reason given")] + ([] if stands else [_("taken back")])
        lines.append(Content.styled(" · ".join(said), "$quiet"))
        nets = (Content.assemble(f"{player} ", coloured(points)) for player, points in gained.items())
        lines.append(Content("   ").join(nets))
    return lines
