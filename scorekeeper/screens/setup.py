"""Setting up a night: who sits where, who deals first, how the table settles, what a point is worth, house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Button, Collapsible, Input, Select, Static

from scorekeeper.games import GAMES
from scorekeeper.i18n import Lazy, _
from scorekeeper.messages import sentence, unread_number
from scorekeeper.screens import rules_form
from scorekeeper.screens.between import points_fault
from scorekeeper.screens.dialogs import Answers, Field, answer
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.screens.writing import carried_out
from scorekeeper.table.errors import Fault, RuleError
from scorekeeper.table.money import MoneyError, Stake, parse_decimal, parse_points
from scorekeeper.table.names import clean_text
from scorekeeper.table.standing import Mode, Opening, Seat, opened

GAME = "decarte"
CURRENCIES = ("RUB", "EUR", "USD", "GBP", "KZT", "BYN", "UAH", "GEL", "AMD", "KGS", "UZS", "TRY", "ILS", "CHF", "PLN")
"""Offered first; a file may name any."""


class SetupScreen(Framed[int | None]):
    """Answers with the number of the new night, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "start", Lazy("begin"), id="setup.start", tooltip=Lazy("Begin the night")),
        Binding("escape", "leave", Lazy("back"), id="setup.leave", tooltip=Lazy("No night after all")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._suggested = ""
        """The credit that was put into the fields, in points."""

    def body(self) -> Iterator[Widget]:
        """Names first; everything else has a default."""
        self.game = GAMES[GAME]
        known = [player.name for player in self.app.book.players()]
        suggester = SuggestFromList(known, case_sensitive=False) if known else None
        with VerticalScroll(can_focus=False):
            yield Static(Content(_("Who plays, clockwise (two to four)")), classes="heading")
            for number in range(1, self.game.most_players + 1):
                hint = _("name") if number <= self.game.least_players else _("name, or nobody")
                with Horizontal(classes="field"):
                    yield Static(Content(_("Player %(number)d") % {"number": number}), classes="label")
                    yield Input(
                        placeholder=hint, suggester=suggester, id=f"name-{number}", classes="name", compact=True
                    )
                    yield Input(placeholder=_("credit"), id=f"credit-{number}", classes="credit", compact=True)
                yield Static(classes="error", id=f"error-name-{number}")
            yield from self._choice("dealer", _("Who deals first"), [], prompt=_("first the names"))
            modes = [
                (Content(_("on record, at the end")), str(Mode.RECORD)),
                (Content(_("cash, at once")), str(Mode.CASH)),
            ]
            yield from self._choice("mode", _("How the table settles"), modes)
            with Horizontal(classes="field"):
                yield Static(Content(_("What a point is worth")), classes="label")
                yield Input(placeholder=_("nothing, just a point"), id="point", compact=True)
                currencies = [(Content(code), code) for code in CURRENCIES]
                yield Select(currencies, value=CURRENCIES[0], allow_blank=False, id="currency", compact=True)
            yield Static(classes="error", id="error-point")
            yield from Field("title", _("Name of the night"), hint=_("may stay empty")).parts()
            with Collapsible(title=_("House rules"), collapsed=True):
                for item in rules_form.fields(self.game, self.game.default_rules):
                    yield from item.parts()
            yield Static(classes="error", id="error-")
            yield Button(Content(_("Begin the night")), variant="success", id="start", compact=True)

    def _choice(self, name: str, label: str, options: list[tuple[Content, str]], prompt: str = "") -> Iterator[Widget]:
        """A choice that may be blank while there is nothing to choose from."""
        value = {"value": options[0][1], "allow_blank": False} if options else {"prompt": prompt}
        select: Select[str] = Select(options, id=name, compact=True, **value)
        yield Horizontal(Static(Content(label), classes="label"), select, classes="field")
        yield Static(classes="error", id=f"error-{name}")

    def on_mount(self) -> None:
        """Begin with the first name."""
        self.bar.title = _("New night")
        self._suggest_credit()
        self.query_one("#name-1").focus()

    # --- what is filled in -----------------------------------------------------

    def _seats(self) -> list[tuple[int, str, str]]:
        """Field number, name and typed credit of every name filled in; the book will spell known ones its way."""
        seats = []
        for number in range(1, self.game.most_players + 1):
            name = clean_text(self.query_one(f"#name-{number}", Input).value)
            if name:
                credit = self.query_one(f"#credit-{number}", Input).value
                seats.append((number, name, credit))
        return seats

    def _value(self, name: str) -> str:
        return str(answer(self.query_one(f"#{name}")) or "")

    @on(Input.Changed, ".name")
    def _names_changed(self) -> None:
        dealer: Select[str] = self.query_one("#dealer", Select)
        names = list(dict.fromkeys(name for _number, name, _credit in self._seats()))
        chosen = dealer.value
        dealer.set_options([(Content(name), name) for name in names])
        if chosen in names:
            dealer.value = str(chosen)
        elif names:
            dealer.value = names[0]
        self._suggest_credit()

    @on(Select.Changed, "#mode")
    def _mode_changed(self, event: Select.Changed) -> None:
        self.set_class(event.value == str(Mode.CASH), "cash")

    def _suggest_credit(self) -> None:
        """What the rules require of so many players, in every field that holds nothing else."""
        before = self._suggested
        self._suggested = str(self.game.credit(self.game.default_rules, max(2, len(self._seats()))))
        for field in self.query(".credit").results(Input):
            if field.value in ("", before):
                field.value = self._suggested

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        named = event.input.has_class("name")
        full = event.input.id == f"name-{self.game.most_players}"
        if named and (full or not event.value.strip()) and len(self._seats()) >= self.game.least_players:
            self.query_one("#start").focus()
        else:
            self.focus_next()

    # --- begin -------------------------------------------------------------------

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Create the night, or say what is not right yet."""
        wrong: dict[str, str] = {}
        opening = self._opening(wrong)
        for line in self.query(".error").results(Static):
            key = str(line.id).removeprefix("error-")
            line.update(Content(wrong.get(key, "")))
            line.set_class(key in wrong, "shown")
        if wrong or opening is None:
            first = self.query(".error.shown").first()
            first.scroll_visible()
            return

        def begin() -> None:
            self.dismiss(self.app.book.create(opening).number)

        carried_out(self.app, begin)

    def _opening(self, wrong: dict[str, str]) -> Opening | None:
        mode = Mode(self._value("mode"))
        listed = self._seats()
        seats = []
        for number, name, credit in listed:
            if mode is Mode.CASH and (bad := points_fault(credit or "0", 0)):
                wrong[f"name-{number}"] = bad
                continue
            seats.append(Seat(name, None, parse_points(credit or "0") if mode is Mode.CASH else 0))
        answers: Answers = {rule.key: answer(self.query_one(f"#{rule.key}")) for rule in self.game.rule_fields}
        change, faulty = rules_form.read(self.game, self.game.default_rules, answers)
        wrong |= faulty
        if faulty:
            self.query_one(Collapsible).collapsed = False
        opening = Opening(
            game=self.game,
            seats=tuple(seats),
            dealer=self._value("dealer"),
            mode=mode,
            rules=change,
            stake=self._stake(wrong),
            title=clean_text(self._value("title")),
        )
        try:
            opened(opening)
        except RuleError as error:
            for fault in error.faults:
                wrong |= {key: said for key, said in self._placed(fault, listed).items() if key not in wrong}
        return opening

    def _placed(self, fault: Fault, listed: list[tuple[int, str, str]]) -> Mapping[str, str]:
        step = fault.place[0] if fault.place else ("key", "")
        if step[0] == "seat" and int(step[1]) <= len(listed):
            return {f"name-{listed[int(step[1]) - 1][0]}": sentence(fault)}
        if step == ("key", "dealer"):
            return {"dealer": _("Choose who deals first")}
        return {"": sentence(fault)}

    def _stake(self, wrong: dict[str, str]) -> Stake | None:
        typed = self._value("point").strip()
        if not typed:
            return None
        try:
            currency = self._value("currency")
            return Stake.parse(parse_decimal(typed, currency), currency)
        except MoneyError as error:
            wrong["point"] = sentence(Fault(error.code, (), error.params))
        except ValueError as error:
            params = {"value": typed, "currency": self._value("currency"), "below": "", "above": ""}
            wrong["point"] = unread_number(error, sentence(Fault("point_value", (), params)))
        return None

    def action_leave(self) -> None:
        """No night after all."""
        self.dismiss(None)
