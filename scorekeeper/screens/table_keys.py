"""The keys of the table screen. Each has an id, by which the settings may give it another key."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from scorekeeper.i18n import Lazy

KEYS: list[BindingType] = [
    Binding("enter", "record", Lazy("record"), id="table.record", tooltip=Lazy("Record the round")),
    Binding("i,f2", "insurance", Lazy("insurance"), id="table.insurance", tooltip=Lazy("The dealer has insured")),
    Binding("f,f3", "fine", Lazy("fine"), id="table.fine", tooltip=Lazy("Somebody pays a fine")),
    Binding("c,f4", "no_cut", Lazy("no cut"), id="table.no_cut", tooltip=Lazy("There was no cut")),
    Binding("s,f6", "swap", Lazy("swap"), id="table.swap", tooltip=Lazy("The dealer swaps his two cards")),
    Binding("u,f8", "undo", Lazy("undo"), id="table.undo", tooltip=Lazy("Take the last entry back")),
    Binding("r", "redo", Lazy("redo"), id="table.redo", tooltip=Lazy("Bring back what was taken back")),
    Binding("e,f7", "correct", Lazy("correct"), id="table.correct", tooltip=Lazy("Correct an earlier round")),
    Binding("g,f9", "settle", Lazy("settle"), id="table.settle", tooltip=Lazy("Who pays whom; end of the night")),
    Binding("j", "join", Lazy("join"), show=False, id="table.join", tooltip=Lazy("Somebody sits down")),
    Binding("l", "leave", Lazy("leave"), show=False, id="table.leave", tooltip=Lazy("Somebody gets up")),
    Binding("a", "away", Lazy("sit out"), show=False, id="table.away", tooltip=Lazy("Somebody sits out or is back")),
    Binding("m", "chairs", Lazy("chairs"), show=False, id="table.chairs", tooltip=Lazy("Two players change chairs")),
    Binding("d", "deal", Lazy("deal"), show=False, id="table.deal", tooltip=Lazy("Somebody else deals; the draw")),
    Binding("v", "view", Lazy("view"), show=False, id="table.view", tooltip=Lazy("Read the last round again")),
    Binding("o", "app.options", Lazy("options"), show=False, id="table.options", tooltip=Lazy("Settings")),
    Binding("k", "credit", Lazy("credit"), show=False, id="table.credit", tooltip=Lazy("Somebody adds credit")),
    Binding("y", "consent", Lazy("consent"), show=False, id="table.consent", tooltip=Lazy("Who is short plays on")),
    Binding("b", "limit", Lazy("limit"), show=False, id="table.limit", tooltip=Lazy("A limit on record for somebody")),
    Binding("w", "mode", Lazy("mode"), show=False, id="table.mode", tooltip=Lazy("From record to cash play, or back")),
    Binding("h", "rules", Lazy("house rules"), show=False, id="table.rules", tooltip=Lazy("House rules from now on")),
    Binding("t", "score", Lazy("score"), show=False, id="table.score", tooltip=Lazy("Score or payments")),
    Binding("x", "export", Lazy("Excel"), show=False, id="table.export", tooltip=Lazy("Write the night to Excel")),
    Binding("f1,question_mark", "app.help", Lazy("help"), show=False, id="table.help", tooltip=Lazy("Rules and keys")),
    Binding("q,escape", "home", Lazy("nights"), show=False, id="table.home", tooltip=Lazy("Back to all nights")),
    Binding("p", "app.command_palette", Lazy("more"), show=False, id="table.more"),
    Binding("pagedown", "page(1)", Lazy("payments on"), show=False, id="table.page_down"),
    Binding("pageup", "page(-1)", Lazy("payments back"), show=False, id="table.page_up"),
    Binding("backspace", "back", Lazy("back"), show=False, id="table.back", tooltip=Lazy("Take out a card")),
    Binding("left", "move(-1)", Lazy("card back"), show=False, id="table.left"),
    Binding("right", "move(1)", Lazy("card on"), show=False, id="table.right"),
    Binding("up", "move_seat(-1)", Lazy("seat back"), show=False, id="table.up"),
    Binding("down", "move_seat(1)", Lazy("seat on"), show=False, id="table.down"),
]
