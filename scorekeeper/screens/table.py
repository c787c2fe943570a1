"""The table screen: a round is typed, previewed, recorded; everything that happens between rounds begins here."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual import events, on
from textual.content import Content
from textual.widget import Widget

from scorekeeper.book import BookError
from scorekeeper.i18n import _
from scorekeeper.messages import book_sentence
from scorekeeper.screens import correction, recording, typed
from scorekeeper.screens.forms import FORMS
from scorekeeper.screens.forms.decarte import DecarteForm
from scorekeeper.screens.forms.decarte_view import insurance_words, refusal_sentence
from scorekeeper.screens.seats_view import (
    closed_words,
    header,
    payments_view,
    seat_views,
    stage_advice,
    stage_lines,
    too_few_words,
)
from scorekeeper.screens.table_keys import ALSO_IN_CORRECTION, BESIDE, KEYS, ONLY_READ, offered, works
from scorekeeper.screens.widgets.frame import Framed
from scorekeeper.screens.widgets.lines import Lines
from scorekeeper.screens.widgets.payments import PaymentsPanel
from scorekeeper.screens.widgets.score import ScorePanel
from scorekeeper.screens.widgets.seats import NARROW, Seats
from scorekeeper.screens.widgets.stats import StatsPanel
from scorekeeper.screens.writing import write
from scorekeeper.table.game import Played
from scorekeeper.table.journal import Entry, steps
from scorekeeper.table.standing import PlayedRound, Standing

if TYPE_CHECKING:
    from scorekeeper.book import Stored


DIGITS = "0123456789"
"""What fills cards, before any key is looked for."""

_TICK = 15.0
"""Seconds between two looks at the clock."""


class TableScreen(Framed[None]):
    """One night in play."""

    BINDINGS = KEYS

    def __init__(self, stored: Stored) -> None:
        super().__init__()
        self.stored = stored
        self.amending: PlayedRound | None = None
        self.form: DecarteForm | None = None
        self.walk: int | None = None
        """In cash play, which payment of the last round is being handed over, from 0."""
        self.number_typed = 0
        """The number of a round, as far as it is typed while one is being chosen."""
        self.tapped = False
        """Whether the round was chosen by a tap; digits are cards then, as ever."""
        self.advice: Content | None = None
        """What the last key has to say, until the next one."""
        self.seconds = 0.0
        """How long the round in hand has been played."""
        self.timed = 0
        """The round that `seconds` are counted for."""
        self._ticked = time.time()
        self.others: dict[str, object] = {}
        """Cards typed for other rounds than the one in hand, by number; they wait for them."""
        self._alarmed: tuple[bool, tuple[str, ...]] | None = None
        self.undone = False
        """Whether something can be brought back."""
        self._offered: tuple[object, ...] = ()

    @property
    def standing(self) -> Standing:
        """What the night has come to."""
        return self.stored.night.standing

    def body(self) -> Iterator[Widget]:
        """Seats, stages, panels."""
        yield Seats()
        yield Lines("stages")
        yield PaymentsPanel()
        yield ScorePanel()
        yield StatsPanel()

    def on_mount(self) -> None:
        """Take up what was half typed."""
        self.take_up()
        self.set_interval(_TICK, self.tick)

    def start_clock(self, number: int, seconds: float) -> None:
        """From now on `seconds` are those of round `number`, of which so many have been played."""
        self.timed, self.seconds, self._ticked = number, seconds, time.time()

    def count(self) -> None:
        """Count the time of play; a gap much longer than a tick means that the machine slept."""
        moment = time.time()
        self.seconds += min(max(0.0, moment - self._ticked), 2 * _TICK)
        self._ticked = moment

    def tick(self) -> None:
        """Count, write it down, and show it."""
        self.count()
        if self.amending is None and not self.stored.closed:
            with suppress(BookError):  # the next tick, or the next key, tries again
                typed.save(self)
        self._show_header()

    def rebuild(self) -> None:
        """In the language and colours of now."""
        self.query_one(ScorePanel).anew()
        self.query_one(StatsPanel).anew()
        self.take_up()

    def on_resize(self) -> None:
        """What the lines say depends on the width."""
        self._show_header()
        self.redraw()

    # --- the form and its draft ---------------------------------------------

    @property
    def in_hand(self) -> int:
        """The number of the round in hand, be another one corrected meanwhile or not."""
        return len(self.standing.rounds) + 1

    def take_up(self) -> None:
        """A fresh form for the round in hand, with what its draft holds."""
        self.undone = bool(steps(self.stored.night.journal).undone)
        seating, form_of = self.standing.next_seating, FORMS[self.standing.game.name]
        tens_first = self.app.settings.tens_first
        if self.stored.closed:
            self.form = None
        elif self.amending is not None:
            seating, rules = self.amending.seating, self.amending.rules
            self.form = form_of.of(seating, rules, self.amending.record, tens_first=tens_first)
        else:
            self.form = form_of(seating, self.standing.rules, tens_first) if seating else None
        typed.take_up(self)
        self._show_header()
        self.redraw()

    def keep(self) -> None:
        """Everything typed is safe on disk, then shown."""
        try:
            typed.save(self)
        except BookError as error:  # what is typed stays on screen, and the next key tries again
            self.app.notify(book_sentence(error), severity="error", timeout=10)
        self.redraw()

    def changed(self, stored: Stored) -> None:
        """The journal has grown: what was typed for the round in hand stays with those who still sit there."""
        cards = self.form.dump() if self.form and not self.amending and not self.form.blank else None
        before, insured = self.in_hand, self.form is not None and not self.amending and self.form.insured
        self.stored, self.amending = stored, None
        self.take_up()
        if before != self.in_hand:  # the cards were those of another round: they come back with it
            return
        if cards is not None and self.form is not None and self.form.blank:
            self.form.load(cards)
            self.keep()
        if insured and self.form is not None and not self.form.insured:
            self.say(_("The dealer is another one now: the insurance is off"))

    def append(self, entry: Entry, *, keep_form: bool = True) -> bool:
        """Write an entry; False, with the reason on screen, when it is impossible."""
        return self.append_all([entry], keep_form=keep_form)

    def append_all(self, entries: Sequence[Entry], *, keep_form: bool = True) -> bool:
        """Write entries, all or none."""
        stored = write(self.app, self.stored, entries, refuse=self.refuse, changed=self.changed)
        if stored is None:
            return False
        if not keep_form:
            typed.drop(self)
            self.form = None
        self.changed(stored)
        return True

    # --- what is shown --------------------------------------------------------

    def preview(self) -> Played | None:
        """What the round in hand comes to by now; None while nothing is typed."""
        form = self.form
        if form is None or (form.blank and self.amending is None):
            return None
        return self.standing.game.preview(form.rules, form.seating, form.record())

    def redraw(self) -> None:
        """Show everything as it is now; widgets paint only what differs."""
        if not self.is_mounted:
            return
        played, cash = self.preview(), self.standing.cash if self.amending is None else None
        cash_after, handed = cash.hand_over(played.transfers) if cash and played else (None, ())
        self.query_one(Seats).show(seat_views(self.standing, self.form, played, self.amending, cash_after))
        self._show_stages(played)
        self.query_one(PaymentsPanel).show(payments_view(self.standing, self.form, played, handed, self.walk))
        self.query_one(ScorePanel).show(self.standing)
        self.query_one(StatsPanel).show(self.standing)
        self._alarm(played)
        now = (
            self.walking,
            self.picking,
            *(offered(self, key) for key in ("record", "swap", "correct", "insurance", "redo")),
        )
        if now != self._offered:
            self._offered = now
            self.refresh_bindings()

    def _show_header(self) -> None:
        if not self.is_mounted:
            return
        bar = self.bar
        bar.title, bar.middle, bar.right = header(
            self.standing,
            self.amending,
            int(self.seconds // 60),
            datetime.now(UTC),
            self.size.width,
            closed=self.stored.closed,
        )

    def _alarm(self, played: Played | None) -> None:
        """Ring or flash, where the settings ask for it, as an ideal hand or a shortage of credit comes up."""
        ideal = played is not None and played.outcome == "ideal"
        due = (ideal, self.standing.short)
        news = due != self._alarmed and (ideal or bool(self.standing.short))
        if news and self._alarmed is not None:  # what was there when the table was opened is no news
            self.app.alarm()
        self._alarmed = due

    def _show_stages(self, played: Played | None) -> None:
        said = self.advice
        if said is None and (self.form is None or (self.form.blank and self.amending is None)):
            said = stage_advice(self.standing, self.walk, closed=self.stored.closed)
        width = self.size.width
        lines = stage_lines(self.standing, self.form, played, said, width - 2, 2 if width < NARROW else 1)
        self.query_one("#stages", Lines).set_lines(lines)

    def refuse(self, why: str) -> None:
        """Say why nothing happened; the next key takes it away."""
        self._advise(Content.styled(why, "$error bold"))

    def say(self, what: str) -> None:
        """Say what a key has done, until the next one."""
        self._advise(Content.styled(what, "$accent bold"))

    def _advise(self, advice: Content | None) -> None:
        self.advice = advice
        self._show_stages(self.preview() if advice is None else None)

    # --- keys -------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Digits fill cards; any key takes the last refusal away."""
        had, self.advice = self.advice, None
        if event.character and event.character in DIGITS and not self.too_small:
            event.stop()
            self._digit(int(event.character))
        elif had:
            self._advise(None)

    def on_mouse_down(self) -> None:
        """So does a tap, before it does anything."""
        if self.advice is not None:
            self._advise(None)

    @on(events.Click, "#stages, TopBar")
    def _tap_stages(self) -> None:
        """The rules of the stage in hand."""
        self.app.action_help()

    def _digit(self, digit: int) -> None:
        if self.picking and not self.tapped:
            correction.pick_number(self, digit)
        elif self.form is None:
            self._without_form()
        else:
            correction.stop(self)
            if self.amending is None:
                self.walk = None
            refusal = self.form.press(digit)
            self.keep()
            if refusal is not None:
                self.refuse(refusal_sentence(refusal))

    def _without_form(self) -> None:
        if self.stored.closed:
            self.refuse(closed_words())
        else:
            self.refuse(too_few_words(self.standing))

    @property
    def picking(self) -> bool:
        """Whether a round is being chosen in the score."""
        return self.query_one(ScorePanel).picked is not None

    @on(Seats.Chosen)
    def _choose_card(self, event: Seats.Chosen) -> None:
        if self.form is not None and not self.form.no_cut:
            self.form.choose(event.player, event.card)
            self.keep()

    @property
    def walking(self) -> bool:
        """Whether the payments of the last round are being handed over."""
        return self.walk is not None and self.amending is None and (self.form is None or self.form.blank)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Enter is for the payment of the moment, or for the round; what cannot be seen is not touched."""
        return works(self, action)

    def offered(self, binding: str) -> bool:
        """The keys in the footer are those that lead somewhere now."""
        return offered(self, binding)

    def action_move(self, cards: int) -> None:
        """Another card."""
        if self.form is not None and not self.picking:
            self.form.move(cards)
            self.keep()

    def action_move_seat(self, seats: int) -> None:
        """The same card of another seat, or another round while one is being chosen."""
        if self.picking:
            correction.pick(self, seats)
        elif self.form is not None:
            self.form.move_seat(seats)
            self.keep()

    def action_page(self, pages: int) -> None:
        """The payments that do not fit, or many rounds at once while one is being chosen."""
        if self.picking:
            correction.pick(self, pages * self.query_one(ScorePanel).page)
        else:
            self.query_one(PaymentsPanel).page(pages)

    def action_end(self, pages: int) -> None:
        """The first or the last round, or payment."""
        self.action_page(pages * (len(self.standing.rounds) + 1))

    @on(ScorePanel.Tapped)
    def _tap_round(self, event: ScorePanel.Tapped) -> None:
        """A tap chooses a round to correct, a second one opens it."""
        if self.amending is None:
            correction.tap(self, event.row)

    def action_back(self) -> None:
        """Take out the card before."""
        if self.form is not None and self.form.back():
            self.keep()

    def action_insurance(self) -> None:
        """The insurance is paid, or is not after all."""
        if self.form is not None:
            self.form.toggle_insurance()
            self.keep()
            if self.form.insured:
                self.say(_("Insurance: %(words)s") % {"words": insurance_words(self.form)})

    def action_no_cut(self) -> None:
        """There was no cut, or there was one after all."""
        if self.form is not None:
            self.form.toggle_cut()
            self.keep()

    def action_swap(self) -> None:
        """The dealer swaps, or does not after all."""
        if self.form is not None:
            refusal = self.form.toggle_swap()
            self.keep()
            if refusal is not None:
                self.refuse(refusal_sentence(refusal))

    def action_record(self) -> None:
        """Record the round once it is complete."""
        if self.form is None:
            self._without_form()
        else:
            recording.record(self, self.form)

    def action_open_round(self) -> None:
        """Open the round that was chosen."""
        correction.open_picked(self)

    def action_handed(self) -> None:
        """The payment of the moment was handed over: on to the next one."""
        assert self.walk is not None
        self.walk += 1
        if self.walk >= len(self.standing.rounds[-1].handed):
            self.walk = None
        self.keep()

    def action_beside(self, what: str) -> None:
        """What happens beside the cards."""
        if what not in ONLY_READ:
            correction.stop(self)
        if self.stored.closed and what not in ONLY_READ:
            self.refuse(closed_words())
        elif self.amending is not None and what not in ALSO_IN_CORRECTION:
            self.refuse(_("First the correction: Enter saves it, Esc leaves it"))
        else:
            BESIDE[what](self)

    def action_score(self) -> None:
        """On a narrow screen, the score instead of the payments, or back."""
        if self.size.width >= NARROW:
            self.say(_("The score is on screen already"))
        self.toggle_class("scoring")

    def action_settle(self) -> None:
        """Who pays whom."""
        self.app.open_settlement(self.stored)

    def action_export(self) -> None:
        """Write the night to a workbook."""
        self.app.export(self.stored)

    def action_out(self) -> None:
        """Leave the choice of a round, or its correction."""
        if self.picking:
            correction.stop(self)
        else:
            correction.abandon(self)

    def action_home(self) -> None:
        """Leave the table; how long the round has lasted so far is written down."""
        self.tick()
        self.app.go_home()
