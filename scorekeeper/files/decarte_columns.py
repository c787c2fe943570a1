"""The columns of Decarte in exports: insurance, swap, outcome, and each player's hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.games.decarte.cards import BadHand, Hand
from scorekeeper.games.decarte.payouts import IDEAL_HAND, fine_notes
from scorekeeper.games.decarte.round import Cut, Record
from scorekeeper.i18n import Lazy, _
from scorekeeper.messages import outcome_label, reason_label
from scorekeeper.table.standing import PlayedRound

_CUTS = {Cut.CUT: Lazy("cut"), Cut.TRUSTED: Lazy("trusted"), Cut.MISSED: Lazy("missed cut")}


class DecarteColumns:
    """See `scorekeeper.files.columns.Columns`."""

    def round_labels(self) -> tuple[str, ...]:
        """Insurance, swap, outcome."""
        return (_("Insurance to each"), _("Swap"), _("Outcome"))

    def of_round(self, played: PlayedRound) -> tuple[str | int | None, ...]:
        """Points of compensation that were handed to each (empty: not insured), whether he swapped, how it ended."""
        swapped = played.played.facts["swapped"]
        return (_compensation(played), _("yes") if swapped else _("no"), outcome_label(played.played.outcome))

    def player_labels(self, player: str) -> tuple[str, ...]:
        """The cards, and the points that count."""
        return (_("%(player)s, cards") % {"player": player}, _("%(player)s, hand") % {"player": player})

    def of_player(self, played: PlayedRound, player: str) -> tuple[str | int | None, ...]:
        """The cards as opened, and the points that count, after a swap; both empty at a missed cut."""
        return (self.hand(played, player), played.played.points.get(player))

    def hand(self, played: PlayedRound, player: str) -> str | None:
        """The cards as opened, before a swap: `5-9`; None at a missed cut."""
        counts = player in played.played.points
        return str(played.record.hand(player)) if counts else None

    def record(self, record: Record) -> str:
        """Insurance, fines, cut, hands, swap: only what is out of the ordinary, and the hands."""
        return "; ".join(_typed(record))

    def best_hand(self, rounds: Iterable[PlayedRound], player: str) -> str | None:
        """The cards that counted most; an ideal hand, which only the dealer can have, beats every other."""
        held = [
            (played.played.outcome == IDEAL_HAND and played.seating.dealer == player, points)
            for played in rounds
            if (points := played.played.points.get(player)) is not None
        ]
        return str(Hand(*divmod(max(held)[1], 10))) if held else None

    def reasons(self, played: PlayedRound) -> tuple[str, ...]:
        """`insurance`, `fine:exposed` … in words; a fine with the word that was said about it."""
        notes = fine_notes(played.record, played.rules, played.seating)
        labels = [reason_label(transfer.reason) for transfer in played.played.transfers]
        return (*map(_noted, labels, notes), *labels[len(notes) :])

    def fines(self, played: PlayedRound, player: str) -> str | None:
        """Each fine with its points to each of the others."""
        said = (
            _noted(f"{reason_label(f'fine:{fine.kind}')} {fine.points(played.rules)}", fine.note)
            for fine in played.record.fines
            if fine.player == player
        )
        return "; ".join(said) or None


def _typed(record: Record) -> Iterator[str]:
    if record.insured_each is not None:
        yield _("insured, to each: %(points)s") % {"points": record.insured_each}
    elif record.insured:
        yield _("insured")
    for fine in record.fines:
        kind, points = reason_label(f"fine:{fine.kind}"), "" if fine.each is None else f" {fine.each}"
        yield _noted(f"{fine.player}: {kind}{points}", fine.note)
    if record.cut is not Cut.CUT:
        yield cut_word(record.cut)
    hands = (f"{who} {hand.text if isinstance(hand, BadHand) else hand}" for who, hand in record.hands.items())
    if said := ", ".join(hands):
        yield said
    if record.swap:
        yield _("swap")


def _noted(said: str, note: str) -> str:
    return f"{said} ({note})" if note else said


def cut_word(cut: Cut) -> str:
    """What the player to the dealer's left did."""
    return str(_CUTS[cut])


def _compensation(played: PlayedRound) -> int | None:
    """What was really paid: 0 where a missed cut gives it back, or where the table agreed on nothing."""
    if not played.record.insured:
        return None
    handed = (transfer.points for transfer in played.played.transfers if transfer.reason == "insurance")
    return next(handed, 0)
