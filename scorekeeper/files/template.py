"""A workbook to type an old night into, kept on paper until now; `template_reading` reads it back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from scorekeeper.files.cells import COUNT, EMPTY, GENERAL, POINTS, TEXT, Column, Formula, Value
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.sheet_text import sheet_name
from scorekeeper.files.view import date_format
from scorekeeper.games.decarte.cards import SUITS, Hand
from scorekeeper.games.decarte.game import DECARTE
from scorekeeper.games.decarte.round import Cut, FineKind
from scorekeeper.i18n import _, pgettext
from scorekeeper.messages import reason_label, rule_hint, rule_label, suit_symbol
from scorekeeper.table.standing import Mode

FORMAT: Final = "scorekeeper.template/1"
"""Stands in the first cell of the sheet of words."""
MOST_PLAYERS, MOST_ROUNDS, MOST_FINES = 8, 200, 60

NIGHT_KEYS: Final = ("title", "date", "time", "zone", "mode", "point", "currency", "dealer")
"""What the first sheet asks for, from its second row on; the house rules follow, then the players."""
RULE_KEYS: Final = tuple(field.key for field in DECARTE.rule_fields)
FLAG_KEYS: Final = frozenset(field.key for field in DECARTE.rule_fields if field.is_flag)
FIRST_FACT: Final = 3
FIRST_RULE: Final = FIRST_FACT + len(NIGHT_KEYS) + 2
FIRST_PLAYER: Final = FIRST_RULE + len(RULE_KEYS) + 3
ROUND, TIME, DEALER, INSURED, SWAP, CUT, HANDS = range(7)
"""Columns of the rounds; a hand a player."""
FINE_ROUND, FINE_PLAYER, FINE_KIND, FINE_EACH, FINE_NOTE = range(5)
"""Columns of the fines."""

_MOMENT = datetime(1980, 1, 1, tzinfo=UTC)
_CLOCK = "hh:mm"


class Words(NamedTuple):
    """What some cells take: codes, and the column of the sheet of words that has a word for each, in their order."""

    column: int
    codes: tuple[str, ...]


FLAG, MODE, CUTS, FINES, SUITS_ASKED = (
    Words(1, ("yes", "no")),
    Words(2, tuple(Mode)),
    Words(3, tuple(Cut)),
    Words(4, tuple(FineKind)),
    Words(5, SUITS),
)
_HANDS_AT = 6


def words_in_use() -> dict[Words, tuple[str, ...]]:
    """In the language in use."""
    return {
        FLAG: (_("yes"), _("no")),
        MODE: (_("on record"), _("cash")),
        CUTS: (_("cut"), _("trusted"), _("missed cut")),
        FINES: tuple(reason_label(f"fine:{kind}") for kind in FineKind),
        SUITS_ASKED: tuple(map(suit_symbol, SUITS)),
    }


def template(zone: str | None = None) -> bytes:
    """An empty workbook of forms, in the language in use; `zone` is what it suggests."""
    book = Book(_("Night from paper"), _MOMENT)
    night, rounds, fines, words = (
        book.sheet(title, frozen=frozen)
        for title, frozen in (
            (_("Night"), "A2"),
            (_("Rounds"), "B2"),
            (pgettext("sheet", "Fines"), "A2"),
            ("Words", "A2"),
        )
    )
    _write_words(words)
    _write_night(night, words, zone)
    _write_rounds(rounds, night, words)
    _write_fines(fines, night, words)
    for page in (night, rounds, fines):
        page.title_on_every_page()
    return book.saved()


def _write_words(page: Sheet) -> None:
    words = words_in_use()
    columns = [words[one] for one in sorted(words)]
    columns.append(tuple(str(Hand(tens, units)) for tens in range(10) for units in range(10) if tens != units))
    page.table(
        [Column(FORMAT), *(Column(str(number)) for number in range(1, len(columns) + 1))],
        ([None, *(column[at] if at < len(column) else None for column in columns)] for at in range(len(columns[-1]))),
    )
    page.done()
    page.worksheet.sheet_state = "hidden"


def _write_night(page: Sheet, words: Sheet, zone: str | None) -> None:
    page.caption(_("A night from paper"))
    page.note(
        _(
            "Fill in what you know, the players clockwise; then the rounds, where an empty hand means that the player "
            "sat out. Then: scorekeeper import FILE"
        )
    )
    labels = (
        (_("Title"), None, TEXT, ""),
        (_("Date"), None, date_format(), _("needed")),
        (_("Began at"), None, _CLOCK, ""),
        (_("Time zone"), zone, TEXT, _("such as Europe/Moscow")),
        (_("Mode"), words_in_use()[MODE][0], TEXT, ""),
        (_("One point"), None, GENERAL, _("in money; empty: only points count")),
        (_("Currency"), None, TEXT, _("three letters, such as EUR or RUB")),
        (_("First dealer"), None, TEXT, _("one of the players below; empty: the dealer of the first round")),
    )
    for label, value, format, hint in labels:
        page.form(label, value, format, hint)
    page.heading(_("House rules, where they were not the usual ones"))
    for field in DECARTE.rule_fields:
        usual: object = field.default
        usual = _("yes") if usual is True else _("no") if usual is False else _("none") if usual is None else usual
        hint = _("usually %(value)s") % {"value": usual}
        page.form(rule_label(field.key), None, TEXT if field.is_flag else POINTS, f"{hint}; {rule_hint(field.key)}")
    page.heading(_("Players, clockwise"))
    columns = (Column(_("Player"), typed=True), Column(_("Suit"), typed=True), Column(_("Credit"), POINTS, typed=True))
    page.table(columns, ([EMPTY] * 3 for _player in range(MOST_PLAYERS)))
    page.heading(_("How it is read"))
    for rule in _how_it_is_read():
        page.note(rule)
    page.done()
    facts = {key: FIRST_FACT + number for number, key in enumerate(NIGHT_KEYS)}
    _offer(page, f"B{facts['mode']}", _list(words, MODE))
    _offer(page, f"B{facts['dealer']}", players_range(page.title), strict=False)
    for number, field in enumerate(DECARTE.rule_fields):
        if field.is_flag:
            _offer(page, f"B{FIRST_RULE + number}", _list(words, FLAG))
    _offer(page, f"B{FIRST_PLAYER}:B{FIRST_PLAYER + MOST_PLAYERS - 1}", _list(words, SUITS_ASKED))


def _how_it_is_read() -> tuple[str, ...]:
    return (
        _("Whoever has no hand in a round sits out, or has not come yet, or has gone; without any hand he never came"),
        _("A missed cut has no hands: it is played by those of the round before"),
        _("Where no dealer stands, the player to the left of the last one deals"),
        _("Insured is “yes”, or the points to each where they were not the usual ones"),
        _("A time that is earlier than the one above it is of the next day"),
        _("Every fine needs its round, its player and its kind"),
    )


def players_range(title: str) -> str:
    """The cells with the names of the players."""
    return f"{sheet_name(title)}!$A${FIRST_PLAYER}:$A${FIRST_PLAYER + MOST_PLAYERS - 1}"


def _write_rounds(page: Sheet, night: Sheet, words: Sheet) -> None:
    names = [f"{sheet_name(night.title)}!$A${FIRST_PLAYER + player}" for player in range(MOST_PLAYERS)]
    labels: list[Value] = [_("Round"), _("Time"), _("Dealer"), _("Insured"), _("Swap"), _("Cut")]
    labels += [Formula(f'IF({name}="","",{name})', "") for name in names]
    page.labels(labels, width=11)
    columns = [
        Column("", COUNT),
        Column("", _CLOCK, typed=True),
        *[Column("", typed=True)] * (HANDS - DEALER + MOST_PLAYERS),
    ]
    page.rows(columns, ([number, *[EMPTY] * (len(columns) - 1)] for number in range(1, MOST_ROUNDS + 1)))
    page.done()
    last = MOST_ROUNDS + 1
    _offer(page, f"C2:C{last}", players_range(night.title))
    insured = _("Insured is “yes”, or the points to each where they were not the usual ones")
    _offer(page, f"D2:D{last}", _list(words, FLAG), strict=False, prompt=insured)
    _offer(page, f"E2:E{last}", _list(words, FLAG))
    _offer(page, f"F2:F{last}", _list(words, CUTS))
    hands = get_column_letter(_HANDS_AT + 1)
    ends = get_column_letter(HANDS + 1), get_column_letter(HANDS + MOST_PLAYERS)
    known = f"{sheet_name(words.title)}!${hands}$2:${hands}$91"
    out = _("Two cards, such as 5-9; empty: the player sat out this round")
    _offer(page, f"{ends[0]}2:{ends[1]}{last}", known, strict=False, prompt=out)


def _write_fines(page: Sheet, night: Sheet, words: Sheet) -> None:
    columns = [
        Column(_("Round"), COUNT, typed=True),
        Column(_("Player"), typed=True),
        Column(_("Kind"), typed=True),
        Column(_("To each, if not as usual"), POINTS, typed=True),
        Column(_("Note"), typed=True),
    ]
    page.table(columns, ([EMPTY] * len(columns) for _fine in range(MOST_FINES)))
    page.done()
    last = MOST_FINES + 1
    _offer(page, f"B2:B{last}", players_range(night.title))
    _offer(page, f"C2:C{last}", _list(words, FINES))


def _list(page: Sheet, words: Words) -> str:
    letter = get_column_letter(words.column + 1)
    return f"{sheet_name(page.title)}!${letter}$2:${letter}${len(words.codes) + 1}"


def _offer(page: Sheet, cells: str, source: str, *, strict: bool = True, prompt: str | None = None) -> None:
    """A list to choose from; unless it is strict, other things may be typed too. `prompt` shows beside the cell."""
    offer = DataValidation(
        type="list",
        formula1=source,
        allow_blank=True,
        showErrorMessage=strict,
        showInputMessage=prompt is not None,
        prompt=prompt,
    )
    offer.add(cells)
    page.worksheet.add_data_validation(offer)
