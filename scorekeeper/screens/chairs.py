"""Chairs and the deal: who sits down, gets up, sits out, changes chairs; who deals by agreement or by draw."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scorekeeper.i18n import _
from scorekeeper.messages import sentence, suit_symbol
from scorekeeper.screens.between import now, points_fault
from scorekeeper.screens.dialogs import Answers, Ask, Choice, Field
from scorekeeper.screens.seats_view import too_few_words
from scorekeeper.screens.text import cut, shown
from scorekeeper.table.amounts import amount_of
from scorekeeper.table.errors import Fault
from scorekeeper.table.journal import Away, Back, Join, Leave, Paid, Reseat
from scorekeeper.table.money import parse_points
from scorekeeper.table.names import clean_text, name_key
from scorekeeper.table.plans import leaving

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen


def join(screen: TableScreen) -> None:
    """Somebody takes a chair to the left of somebody."""
    standing, game = screen.standing, screen.standing.game
    present = standing.seats.present
    if len(standing.seats.seated) >= game.most_players:
        screen.refuse(_("All chairs are taken: first somebody gets up (l)"))
        return
    if not present:
        screen.refuse(too_few_words(standing))
        return

    def entry(answers: Answers) -> Join:
        name = clean_text(str(answers["player"]))
        credit = parse_points(str(answers["credit"])) if standing.cash else 0
        suit = str(answers["suit"]) or None
        return Join(player=name, left_of=str(answers["left_of"]), option=suit, credit=credit, at=now())

    def check(answers: Answers) -> dict[str, str]:
        wrong = {}
        name = clean_text(str(answers["player"]))
        if not name:
            wrong["player"] = sentence(Fault("empty_name"))
        elif name_key(name) in here:
            wrong["player"] = sentence(Fault("already_seated", (), {"player": name}))
        if standing.cash and (bad := points_fault(str(answers["credit"]), 0)):
            wrong["credit"] = bad
        return wrong

    def done(answers: object) -> None:
        if isinstance(answers, dict):
            screen.append(entry(answers))

    held = set(game.seat_options(standing.state).values())
    suits = {"": _("the first free one")} | {suit: suit_symbol(suit) for suit in game.seat_choices if suit not in held}
    here = {name_key(player) for player in present}
    known = [player.name for player in screen.app.book.players() if name_key(player.name) not in here]
    fields = [
        Field("player", _("Who sits down"), "", suggest=known),
        Field("left_of", _("To the left of"), present[-1] if present else "", {player: player for player in present}),
        Field("suit", _("Suit"), "", suits),
    ]
    if standing.cash:
        fields.append(Field("credit", _("Credit in points"), str(game.credit(standing.rules, len(present) + 1))))
    screen.app.push_screen(Ask(_("Somebody sits down"), fields, check), done)


def leave(screen: TableScreen) -> None:
    """Somebody gets up."""
    seated = screen.standing.seats.seated

    def chosen(choice: object) -> None:
        if isinstance(choice, int):
            _settle_or_not(screen, seated[choice])

    text = _("The balance stays on record; a seat that was left can be taken again.")
    if screen.standing.cash:
        text = _("The stack leaves with the player; open debts stay on record.")
    screen.app.push_screen(Choice(_("Who gets up?"), [cut(player, 30) for player in seated], text), chosen)


def _settle_or_not(screen: TableScreen, player: str) -> None:
    """Whoever has something to settle hands it over now, or leaves it on record."""
    standing, stake = screen.standing, screen.standing.opening.stake
    payments = leaving(standing, player)
    if not payments:
        screen.append(Leave(player=player, at=now()))
        return
    lines = [
        f"{payment.payer} → {payment.payee}: {shown(amount_of(payment.points, stake), stake)}" for payment in payments
    ]

    def chosen(choice: object) -> None:
        moment = now()
        paid = [
            Paid(payer=pay.payer, payee=pay.payee, amount=amount_of(pay.points, stake), at=moment) for pay in payments
        ]
        if isinstance(choice, int):
            screen.append_all([*(paid if choice == 0 else []), Leave(player=player, at=moment)])

    options = [_("Settles now, as above"), _("Leaves the debt open") if standing.cash else _("Stays on record")]
    title = _("%(player)s: settle now?") % {"player": player}
    screen.app.push_screen(Choice(title, options, "\n".join(lines)), chosen)


def away(screen: TableScreen) -> None:
    """Somebody sits out and keeps the chair, or comes back to it."""
    seats = screen.standing.seats
    options = [_("%(player)s: back at the table") % {"player": cut(player, 24)} for player in seats.away]
    options += [_("%(player)s: sits out") % {"player": cut(player, 24)} for player in seats.present]

    def chosen(choice: object) -> None:
        if not isinstance(choice, int):
            return
        if choice < len(seats.away):
            screen.append(Back(player=seats.away[choice], at=now()))
        else:
            screen.append(Away(player=seats.present[choice - len(seats.away)], at=now()))

    text = _("Whoever sits out keeps chair and suit.")
    if screen.standing.cash:
        text = _("Whoever sits out keeps chair, suit and stack.")
    screen.app.push_screen(Choice(_("Who sits out, who is back?"), options, text), chosen)


def change_chairs(screen: TableScreen) -> None:
    """Two players change chairs; any other order comes of several such changes."""
    seated = screen.standing.seats.seated
    pairs = list(combinations(seated, 2))
    if not pairs:
        screen.refuse(_("There is nobody to change chairs with"))
        return

    def chosen(choice: object) -> None:
        if isinstance(choice, int):
            one, other = pairs[choice]
            swapped = {one: other, other: one}
            screen.append(Reseat(players=tuple(swapped.get(player, player) for player in seated), at=now()))

    options = [f"{cut(one, 14)} ⇄ {cut(other, 14)}" for one, other in pairs]
    screen.app.push_screen(Choice(_("Who changes chairs?"), options), chosen)


# --- who deals -----------------------------------------------------------------

_DRAWN = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""Cards of a draw, lowest first."""
_SPELLED = {"0": "10", "1": "A", "В": "J", "Д": "Q", "К": "K", "Т": "A", "А": "A"}


def deal(screen: TableScreen) -> None:
    """By agreement somebody else deals this round; before the first one, cards may be drawn for it."""
    form = screen.form
    if form is None:
        return
    players = form.seating.from_dealer
    options = [cut(player, 30) for player in players]
    if not screen.standing.rounds:
        options.append(_("Draw cards: the highest deals"))

    def chosen(choice: object) -> None:
        if not isinstance(choice, int):
            return
        if choice == len(players):
            _draw(screen, form.seating.players)
        else:
            turn = screen.standing.next_seating
            form.hand_the_deal_to(players[choice], in_turn=turn is not None and players[choice] == turn.dealer)
            screen.keep()

    title = _("Who deals round %(number)d?") % {"number": len(screen.standing.rounds) + 1}
    screen.app.push_screen(Choice(title, options), chosen)


def _draw(screen: TableScreen, players: tuple[str, ...], *, again: bool = False) -> None:
    """Everybody's card; those who drew the highest one draw again until one is left."""
    form = screen.form
    assert form is not None

    def check(answers: Answers) -> dict[str, str]:
        return {
            key: _("A card, please: 2 to 10, J, Q, K or A") for key, text in answers.items() if drawn(str(text)) is None
        }

    def done(answers: object) -> None:
        if not isinstance(answers, dict):
            return
        ranks = [drawn(answers[f"card-{at}"]) or 0 for at in range(len(players))]
        highest = tuple(player for player, rank in zip(players, ranks, strict=True) if rank == max(ranks))
        if len(highest) > 1:
            _draw(screen, highest, again=True)
        else:
            form.hand_the_deal_to(highest[0])
            screen.keep()
            screen.say(_("Drawn to deal first: %(player)s") % {"player": highest[0]})

    fields = [Field(f"card-{at}", player) for at, player in enumerate(players)]
    text = _("Type the card that each one drew. The ace is the highest; equal cards draw again.")
    if again:
        text = _("Their cards were equal: they draw again.")
    screen.app.push_screen(Ask(_("Draw for the deal"), fields, check, text), done)


def drawn(typed: str) -> int | None:
    """The rank of a card drawn for the deal, from 2 (2) to 14 (the ace); None for what is no card."""
    text = typed.strip().upper()
    text = _SPELLED.get(text, text)
    return _DRAWN.index(text) + 2 if text in _DRAWN else None
