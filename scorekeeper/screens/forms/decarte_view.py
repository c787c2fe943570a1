"""What the table screen says about a round of Decarte: the stages, refusals, and the choice of a swap."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from scorekeeper.games.decarte.round import Fine, FineKind
from scorekeeper.i18n import _
from scorekeeper.screens.forms.decarte import DecarteForm, Refusal
from scorekeeper.screens.text import coloured, cut, fit
from scorekeeper.table.game import Played
from scorekeeper.table.ledger import net


def refusal_sentence(refusal: Refusal) -> str:
    """Why the key changes nothing, and what does."""
    return {
        Refusal.ALL_IN: _("All cards are in: Enter"),
        Refusal.SAME_CARD: _("A hand is two different cards"),
        Refusal.NO_CUT: _("There was no cut: c takes that back"),
        Refusal.UNINSURED: _("Only an insured dealer may swap: i is the insurance"),
        Refusal.NO_DEALER_HAND: _("First the dealer's two cards, then the swap"),
        Refusal.IDEAL: _("An ideal hand ends the round: there is nothing to swap"),
        Refusal.NO_EVENT: _("The dealer's hand is above the limit, there is nothing to swap"),
    }[refusal]


def insurance_words(form: DecarteForm) -> str:
    """What the dealer pays to each and in all."""
    each = form.compensation
    if each is None:
        return _("the total does not divide")
    total = each * len(form.seating.opponents)
    return _("%(each)d to each, %(total)d in all") % {"each": each, "total": total}


def stages(form: DecarteForm, width: int, rows: int, *, ideal: bool) -> list[Content]:
    """Insurance, cut, hands, swap, payments: what is done, what is being done, what may be. `ideal`: the round ends by
    an ideal hand."""
    for short in (False, True):
        made = _lines(_stages(form, short=short, ideal=ideal), width, rows)
        if made is not None:
            return made
    last = _stages(form, short=True, ideal=ideal)[-3:]
    return [_ARROW.join(last).truncate(width, ellipsis=True)]


_ARROW = Content.styled(" › ", "$quiet")


def _stages(form: DecarteForm, *, short: bool, ideal: bool) -> list[Content]:
    """Every stage; `short`: what is done before the cut in as few words as there can be."""
    parts: list[Content] = []
    if short and form.fines:
        parts.append(_done(_("fines: %(count)d") % {"count": len(form.fines)}))
    for fine in () if short else form.fines:
        parts.append(_done(_("fine: %(player)s") % {"player": cut(fine.player, 8)}))
    if form.insured and form.compensation is None:
        parts.append(Content.styled("✗ " + _("insurance") + ": " + insurance_words(form), "$error bold"))
    elif form.insured and form.no_cut and form.rules.no_cut_refunds_insurance:
        parts.append(_open(_("insurance comes back")))
    elif form.insured:
        words = "" if short else f" {insurance_words(form)}"
        parts.append(Content.assemble(_done(_("insurance")), (words, "$quiet")))
    elif not form.cards and not form.no_cut:
        parts.append(_open(_("insurance?")))
    if form.no_cut:
        parts.append(Content.styled(_("✗ no cut"), "$error bold"))
    else:
        parts.append(_done(_("cut")) if form.cards else _open(_("cut")))
        parts += _hands(form)
        if form.insured_event:
            decided = {None: _now(_("swap?")), True: _done(_("swap")), False: _done(_("no swap"))}
            parts.append(decided[form.swap])
        elif form.insured and form.hand(form.seating.dealer) is None:
            parts.append(_open(_("swap")))
    if form.complete and ideal:
        parts.append(_now(_("ideal hand")))
    parts.append(_now(_("⏎ record")) if form.complete else _open(_("payments")))
    return parts


def _hands(form: DecarteForm) -> list[Content]:
    """How many hands are open; as the table opens them, how many tens and how many units."""
    players = form.seating.players
    if form.tens_first:
        tens, units = (sum((player, card) in form.cards for player in players) for card in (0, 1))
        counted = [(_("tens %(done)d/%(all)d"), tens), (_("units %(done)d/%(all)d"), units)]
    else:
        counted = [(_("hands %(done)d/%(all)d"), form.hands_in)]
    shown, current = [], True
    for words, done in counted:
        said = words % {"done": done, "all": len(players)}
        shown.append(_done(said) if done == len(players) else _now(said) if current else _open(said))
        current = done == len(players)
    return shown


def _lines(parts: list[Content], width: int, rows: int) -> list[Content] | None:
    """The parts one after the other in at most so many lines; None when they have no room there."""
    lines: list[list[Content]] = [[]]
    for part in parts:
        if _ARROW.join([*lines[-1], part]).cell_length > width and lines[-1]:
            if len(lines) == rows:
                return None
            lines.append([])
        lines[-1].append(part)
    return [_ARROW.join(line).truncate(width, ellipsis=True) for line in lines]


def _done(words: str) -> Content:
    return Content.styled(f"✓ {words}", "$success")


def _now(words: str) -> Content:
    return Content.styled(words, "$accent bold")


def _open(words: str) -> Content:
    return Content.styled(words, "$quiet")


def fine_line(fine: Fine, each: int) -> str:
    """A fine as a line of a list."""
    words = {"player": cut(fine.player, 24), "each": each, "note": fine.note}
    if fine.kind is FineKind.EXPOSED:
        return _("%(player)s: exposed card, %(each)d to each") % words
    if fine.note:
        return _("%(player)s: %(note)s, %(each)d to each") % words
    return _("%(player)s: other fine, %(each)d to each") % words


def outcomes(form: DecarteForm, leave: Played, swap: Played, width: int) -> Content:
    """Both outcomes of an insured event for everybody, side by side."""
    players = form.seating.players
    hand = form.hand(form.seating.dealer)
    heads = (_("keeps"), _("swaps"))
    hands = (str(hand or ""), str(hand.swapped if hand else ""))
    nets: tuple[Mapping[str, int], Mapping[str, int]] = (net(leave.transfers, players), net(swap.transfers, players))
    names, column = max(8, width - 24), 11
    lines = [
        Content.assemble(" " * names, *((f"{head:>{column}}", "$quiet") for head in heads)),
        Content.assemble(
            (fit(_("dealer's hand"), names), "$quiet"), *((f"{cards:>{column}}", "bold") for cards in hands)
        ),
    ]
    for player in players:
        shown = [coloured(gained[player], bold=player == form.seating.dealer) for gained in nets]
        cells = [Content.assemble(" " * (column - one.cell_length), one) for one in shown]
        lines.append(Content.assemble(fit(player, names), *cells))
    return Content("\n").join(lines)
