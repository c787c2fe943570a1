"""The keys of the table screen. Each has an id, by which the settings may give it another key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType

from scorekeeper.i18n import Lazy
from scorekeeper.screens import between, chairs, correction, credit, reading
from scorekeeper.screens.widgets.seats import NARROW

if TYPE_CHECKING:
    from scorekeeper.screens.table import TableScreen

BESIDE: Mapping[str, Callable[[TableScreen], None]] = {
    "fine": between.fine,
    "undo": between.undo,
    "redo": between.redo,
    "correct": correction.start,
    "join": chairs.join,
    "leave": chairs.leave,
    "away": chairs.away,
    "chairs": chairs.change_chairs,
    "deal": chairs.deal,
    "view": reading.view,
    "credit": credit.credit,
    "consent": credit.consent,
    "limit": credit.limit,
    "mode": credit.change_mode,
    "restore": credit.restore,
    "rules": between.house_rules,
}
"""What happens beside the cards, by the name that the keys call it."""

ONLY_READ = ("correct", "view")
"""Those that a closed night allows: a round is chosen, and read."""

ALSO_IN_CORRECTION = ("fine", "view")
"""Those that belong to the round which is being corrected; the others write to the night."""


def _beside(keys: str, what: str, label: Lazy, tip: Lazy, *, show: bool = False) -> Binding:
    return Binding(keys, f"beside('{what}')", label, show=show, id=f"table.{what}", tooltip=tip)


KEYS: list[BindingType] = [
    Binding("enter", "record", Lazy("record"), id="table.record", tooltip=Lazy("Record the round")),
    Binding("enter", "open_round", Lazy("open"), id="table.open_round", tooltip=Lazy("Open this round")),
    Binding("enter", "handed", Lazy("handed over"), id="table.handed", tooltip=Lazy("This payment was handed over")),
    Binding("escape,q", "out", Lazy("back"), id="table.out", tooltip=Lazy("Leave this round as it was")),
    Binding("i,f2", "insurance", Lazy("insurance"), id="table.insurance", tooltip=Lazy("The dealer has insured")),
    _beside("f,f3", "fine", Lazy("fine"), Lazy("Somebody pays a fine"), show=True),
    Binding("c,f4", "no_cut", Lazy("no cut"), id="table.no_cut", tooltip=Lazy("There was no cut")),
    Binding("s,f6", "swap", Lazy("swap"), id="table.swap", tooltip=Lazy("The dealer swaps his two cards")),
    _beside("u,f8", "undo", Lazy("undo"), Lazy("Take the last entry back"), show=True),
    _beside("r", "redo", Lazy("redo"), Lazy("Bring back what was taken back"), show=True),
    _beside("e,f7", "correct", Lazy("correct"), Lazy("Correct an earlier round"), show=True),
    Binding("g,f9", "settle", Lazy("settle"), id="table.settle", tooltip=Lazy("Who pays whom; end of the night")),
    _beside("j", "join", Lazy("join"), Lazy("Somebody sits down")),
    _beside("l", "leave", Lazy("leave"), Lazy("Somebody gets up")),
    _beside("a", "away", Lazy("sit out"), Lazy("Somebody sits out or is back")),
    _beside("m", "chairs", Lazy("chairs"), Lazy("Two players change chairs")),
    _beside("d", "deal", Lazy("deal"), Lazy("Somebody else deals; the draw")),
    _beside("v", "view", Lazy("view"), Lazy("Read the last round again")),
    Binding("o", "app.options", Lazy("options"), show=False, id="table.options", tooltip=Lazy("Settings")),
    _beside("k", "credit", Lazy("credit"), Lazy("Somebody adds credit")),
    _beside("y", "consent", Lazy("consent"), Lazy("Who is short plays on")),
    _beside("b", "limit", Lazy("limit"), Lazy("A limit on record for somebody")),
    _beside("w", "mode", Lazy("mode"), Lazy("From record to cash play, or back")),
    _beside("n", "restore", Lazy("totals"), Lazy("Restore the balances from paper")),
    _beside("h", "rules", Lazy("house rules"), Lazy("House rules from now on")),
    Binding("t", "score", Lazy("score"), show=False, id="table.score", tooltip=Lazy("Score or payments")),
    Binding("x", "export", Lazy("Excel"), show=False, id="table.export", tooltip=Lazy("Write the night to Excel")),
    Binding("f1,question_mark", "app.help", Lazy("help"), show=False, id="table.help", tooltip=Lazy("Rules and keys")),
    Binding("q,escape", "home", Lazy("nights"), show=False, id="table.home", tooltip=Lazy("Back to all nights")),
    Binding("p", "app.command_palette", Lazy("more"), show=False, id="table.more"),
    Binding("pagedown", "page(1)", Lazy("payments on"), show=False, id="table.page_down"),
    Binding("pageup", "page(-1)", Lazy("payments back"), show=False, id="table.page_up"),
    Binding("home", "end(-1)", show=False, id="table.first"),
    Binding("end", "end(1)", show=False, id="table.last"),
    Binding("backspace", "back", Lazy("back"), show=False, id="table.back", tooltip=Lazy("Take out a card")),
    Binding("left", "move(-1)", Lazy("card back"), show=False, id="table.left"),
    Binding("right", "move(1)", Lazy("card on"), show=False, id="table.right"),
    Binding("up", "move_seat(-1)", Lazy("seat back"), show=False, id="table.up"),
    Binding("down", "move_seat(1)", Lazy("seat on"), show=False, id="table.down"),
]


def works(screen: TableScreen, action: str) -> bool:
    """Whether the key of an action does anything now: Enter has three of them; what cannot be seen is not touched."""
    if screen.too_small:
        return action == "home"
    if screen.picking and action in ("insurance", "no_cut", "swap", "back", "move", "settle", "score"):
        return False
    match action:
        case "open_round":
            return screen.picking
        case "out":
            return screen.picking or screen.amending is not None
        case "handed":
            return screen.walking and not screen.picking
        case "record":
            return not screen.walking and not screen.picking
    return True


def offered(screen: TableScreen, binding: str) -> bool:
    """Whether the footer shows the key of this name: it leads somewhere now."""
    if screen.picking:
        return binding in ("open_round", "out")
    match binding:
        case "swap":
            return screen.form is not None and screen.form.insured_event
        case "correct":
            return bool(screen.standing.rounds) and not screen.stored.closed
        case "redo":
            return screen.undone and not screen.stored.closed
        case "record" if screen.size.width < NARROW:  # room is for the others until all is typed
            return screen.form is not None and screen.form.complete
        case "record" | "insurance" | "fine" | "no_cut" | "undo":
            return not screen.stored.closed
    return True
