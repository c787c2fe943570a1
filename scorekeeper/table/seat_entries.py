"""What the entries about seats, credit and the way to settle do to a night."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.table.errors import Fault, RuleError, Step, rule_error
from scorekeeper.table.journal import Away, Back, ChangeMode, Consent, Credit, Join, Leave, Limit, Mode, Reseat
from scorekeeper.table.seats import At
from scorekeeper.table.settling_entries import known_players

if TYPE_CHECKING:
    from scorekeeper.table.standing import Standing


def join(standing: Standing, entry: Join) -> Standing:
    """He sits down. RuleError `already_seated`, `table_full`, `not_seated`, `on_record`, and those of `Game.join`."""
    if entry.player in standing.seats.seated:
        raise rule_error("already_seated", player=entry.player)
    if len(standing.seats.seated) >= standing.game.most_players:
        raise rule_error("table_full", player=entry.player, most=standing.game.most_players)
    if entry.left_of not in standing.seats.seated:
        raise rule_error("not_seated", ("key", "left_of"), player=entry.left_of)
    if entry.credit:
        require_cash(standing, ("key", "credit"))
    return replace(
        standing,
        seats=standing.seats.join(entry.player, entry.left_of),
        state=standing.game.join(standing.state, entry.player, entry.option),
        balances={**standing.balances, entry.player: standing.balances.get(entry.player, 0)},
        till=standing.till.bring(entry.player, entry.credit) if standing.cash else standing.till,
    )


def leave(standing: Standing, entry: Leave) -> Standing:
    """He gets up, with his stack. RuleError `not_seated`."""
    if entry.player not in standing.seats.seated:
        raise rule_error("not_seated", player=entry.player)
    return replace(
        standing,
        seats=standing.seats.put(entry.player, At.GONE),
        state=standing.game.leave(standing.state, entry.player),
        till=standing.till.take_away(entry.player) if standing.cash else standing.till,
    )


def away_or_back(standing: Standing, entry: Away | Back) -> Standing:
    """He sits out, or plays again. RuleError `not_seated`, `already_away`, `not_away`."""
    leaves = isinstance(entry, Away)
    if leaves and entry.player in standing.seats.away:
        raise rule_error("already_away", player=entry.player)
    if entry.player not in (standing.seats.present if leaves else standing.seats.away):
        raise rule_error("not_seated" if leaves else "not_away", player=entry.player)
    return replace(standing, seats=standing.seats.put(entry.player, At.AWAY if leaves else At.TABLE))


def reseat(standing: Standing, entry: Reseat) -> Standing:
    """Everybody changes chairs. RuleError `seating`."""
    if sorted(entry.players) != sorted(standing.seats.seated):
        raise rule_error("seating", players=", ".join(standing.seats.seated))
    last = standing.last_dealer or standing.opening.dealer
    return replace(standing, seats=standing.seats.reorder(entry.players, last))


def credit(standing: Standing, entry: Credit) -> Standing:
    """He puts more on the table. RuleError `not_seated`, `on_record`."""
    if entry.player not in standing.seats.seated:
        raise rule_error("not_seated", player=entry.player)
    require_cash(standing)
    return replace(standing, till=standing.till.bring(entry.player, entry.points))


def require_cash(standing: Standing, *place: Step) -> None:
    """Raises RuleError `on_record` unless the table plays for cash now."""
    if standing.mode is not Mode.CASH:
        raise rule_error("on_record", *place)


def change_mode(standing: Standing, entry: ChangeMode) -> Standing:
    """The table settles in the other way from here on. RuleError `same_mode`, `not_seated`."""
    if entry.to is standing.mode:
        raise rule_error("same_mode", ("key", "to"), mode=str(entry.to))
    seated = standing.seats.seated
    strangers = [player for player in entry.credit if player not in seated]
    if strangers:
        raise RuleError(Fault("not_seated", (("key", "credit"),), {"player": player}) for player in strangers)
    if entry.to is Mode.RECORD:
        return replace(standing, mode=entry.to, till=standing.till.take_away(*standing.till.stacks), consents={})
    till = replace(standing.till, stacks=dict.fromkeys(seated, 0))
    for player in seated:
        till = till.bring(player, entry.credit.get(player, 0))
    return replace(standing, mode=entry.to, till=till)


def consent(standing: Standing, entry: Consent) -> Standing:
    """He may play the next round although he is short. RuleError `not_seated`, `on_record`."""
    if entry.player not in standing.seats.present:
        raise rule_error("not_seated", player=entry.player)
    require_cash(standing)
    lacks = standing.missing.get(entry.player, 0)
    return replace(standing, consents={**standing.consents, entry.player: lacks})


def limit(standing: Standing, entry: Limit) -> Standing:
    """A new limit for what he may owe, or none. RuleError `unknown_player`."""
    known_players(standing, [entry.player], ("key", "player"))
    limits = {player: points for player, points in standing.limits.items() if player != entry.player}
    return replace(standing, limits=limits if entry.points is None else {**limits, entry.player: entry.points})
