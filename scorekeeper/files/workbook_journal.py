"""The journal as a sheet: every entry in words, what corrections changed, and the entry itself as JSON.

The JSON is what `import` reads back, so that a night loses nothing on its way through a workbook. A mark beside it
tells whether a row is missing, stands under another number or was edited.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from scorekeeper.files.cells import COUNT, Column, Exact, Value
from scorekeeper.files.night_file import night_json
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area
from scorekeeper.files.sheet_text import LONGEST_CELL
from scorekeeper.files.text import entry_lines
from scorekeeper.files.view import View, flag_format, time_format
from scorekeeper.i18n import Lazy, _
from scorekeeper.table.codec import entry_json
from scorekeeper.table.game import Json
from scorekeeper.table.journal import Amend, Entry, Journal, Round, Void, effective

JOURNAL: Final = "Journal"
"""The name of the table, in every language."""
FAMILY: Final = "scorekeeper.workbook/"
FORMAT: Final = f"{FAMILY}3"
"""The label of the column with the marks. The number goes up when a sheet, a column or a row gets another place; other
words make no other format."""
JSON_LABEL: Final = "JSON"
"""The label, in every language, of the column that holds the entry; longer ones go on in the columns behind it."""

BEGINNING: Final = "format"
"""The kind of entry 0, by the first key of its JSON, as all others."""
_KINDS: Mapping[str, str] = {
    BEGINNING: Lazy("beginning"),
    "round": Lazy("round"),
    "amend": Lazy("correction"),
    "void": Lazy("taken back"),
    "join": Lazy("sits down"),
    "leave": Lazy("gets up"),
    "away": Lazy("sits out"),
    "back": Lazy("is back"),
    "seats": Lazy("new seats"),
    "credit": Lazy("credit"),
    "rules": Lazy("house rules"),
    "consent": Lazy("consent"),
    "mode": Lazy("mode"),
    "limit": Lazy("limit"),
    "plan": Lazy("plan"),
    "paid": Lazy("payment made"),
    "restore": Lazy("restored"),
    "counted": Lazy("counted"),
    "reopened": Lazy("reopened"),
}
"""A kind without a word stands for itself."""


NUMBER, TIME, KIND, ROUND, WHAT, NAMES, BEFORE, AFTER, WHY, HOLDS, MARK, JSON = range(12)
"""Columns of the journal."""


def kind_word(kind: str) -> str:
    """What an entry of this kind is called."""
    return str(_KINDS.get(kind, kind))


class Mark(NamedTuple):
    """What a row says of itself: its entry, the last entry there is, and a digest of its JSON."""

    entry: int
    last: int
    digest: str

    @classmethod
    def of(cls, entry: int, last: int, text: str) -> Mark:
        """The mark of an entry with this JSON."""
        return cls(entry, last, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16])

    @classmethod
    def read(cls, cell: object) -> Mark | None:
        """What a cell says; None if it holds no mark."""
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9}):([0-9a-f]{16})", str(cell))
        return cls(int(found[1]), int(found[2]), found[3]) if found else None

    def __str__(self) -> str:
        return f"{self.entry}/{self.last}:{self.digest}"


def journal(book: Book, view: View) -> Area:
    """A row an entry; entry 0 is how the night opened."""
    page = book.sheet(_("Journal"))
    texts = [_pieces(data) for data in _all_json(view)]
    pieces = max(map(len, texts))
    columns = _columns()
    hidden = hidden_labels(pieces)
    last = len(texts) - 1
    rows = (
        [*told, *map(Exact, (str(Mark.of(entry, last, "".join(text))), *text)), *[None] * (pieces - len(text))]
        for entry, (told, text) in enumerate(zip(_rows(view), texts, strict=True))
    )
    area = page.whole_table(JOURNAL, [*columns, *(Column(label, width=12) for label in hidden)], rows)
    page.hide(len(columns), len(hidden))
    page.done()
    return area


def _columns() -> list[Column]:
    return [
        Column(_("Entry"), COUNT),
        Column(_("Time"), time_format()),
        Column(_("Kind")),
        Column(_("Round"), COUNT),
        Column(_("What"), width=44),
        Column(_("Names entry"), COUNT),
        Column(_("Before"), width=36),
        Column(_("After"), width=36),
        Column(_("Why"), width=22),
        Column(_("Holds"), flag_format()),
    ]


def labels() -> tuple[str, ...]:
    """The labels of the sheet, in the language in use, but for those of the hidden columns."""
    return tuple(column.label for column in _columns())


def hidden_labels(pieces: int) -> list[str]:
    """Those of the hidden columns: the marks, and the JSON in so many pieces."""
    return [FORMAT, JSON_LABEL, *(f"{JSON_LABEL} {number}" for number in range(2, pieces + 1))]


def _all_json(view: View) -> Iterator[Json]:
    opening = view.night.opening
    yield {key: value for key, value in night_json(opening, ()).items() if key != "journal"}
    for entry in view.night.journal:
        yield entry_json(entry, opening.game, opening.zone)


def _pieces(data: Json) -> list[str]:
    """One JSON object as texts that fit into cells, with nothing in them that a cell cannot hold."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if not text.isprintable():
        text = json.dumps(data, separators=(",", ":"))
    text = text.replace("_x", "\\u005fx")  # in a cell `_x0041_` would be an A
    if len(text) <= LONGEST_CELL // 2:
        return [text]
    # At worst every character takes two of Excel's units.
    return [text[at : at + LONGEST_CELL // 2] for at in range(0, len(text), LONGEST_CELL // 2)]


def _rows(view: View) -> Iterator[tuple[Value, ...]]:
    opening, entries = view.night.opening, view.night.journal
    seats = ", ".join(seat.player for seat in opening.seats)
    began = _("Seats, clockwise: %(players)s") % {"players": seats}
    yield (0, view.local(opening.started_at), kind_word(BEGINNING), None, began, None, None, None, None, 1)
    rounds = {played.entry: played.number for played in view.standing.rounds}
    holds = effective(entries)
    for number, entry in enumerate(entries, start=1):
        before, after = _change(view, number, entry, holds)
        named = entry.entry if isinstance(entry, Amend | Void) else None
        yield (
            number,
            view.local(entry.at),
            kind_word(entry.kind),
            rounds.get(number) or (rounds.get(named) if named else None),
            said(view, number),
            named,
            before,
            after,
            getattr(entry, "reason", None) or None,
            int(holds[number - 1]),
        )


def said(view: View, number: int) -> str:
    """What an entry says, in the language in use; one of a kind that has no words yet, as JSON."""
    entry = view.night.journal[number - 1]
    if isinstance(entry, Round):
        dealt = _("%(player)s deals") % {"player": entry.dealer} if entry.dealer else ""
        return "; ".join(filter(None, [dealt, view.columns.record(entry.record)]))
    told = "; ".join(line.strip() for line in entry_lines(number, entry)).replace(":; ", ": ")
    return told or json.dumps(_body(entry, view), ensure_ascii=False)


def _body(entry: Entry, view: View) -> Json:
    data = entry_json(entry, view.night.opening.game, view.zone)
    return {key: value for key, value in data.items() if key != "at"}


def _change(view: View, number: int, entry: Entry, holds: list[bool]) -> tuple[str | None, str | None]:
    """What a correction found, and what it left."""
    entries = view.night.journal
    if isinstance(entry, Amend):
        return _record(view, entries, holds, entry.entry, number), view.columns.record(entry.record)
    if not isinstance(entry, Void) or not 1 <= entry.entry < number:
        return None, None
    named = entries[entry.entry - 1]
    if isinstance(named, Amend):
        was = _record(view, entries, holds, named.entry, entry.entry)
        return view.columns.record(named.record), was
    if isinstance(named, Void):
        return None, said(view, named.entry) if 1 <= named.entry < entry.entry else None
    return said(view, entry.entry), None


def _record(view: View, entries: Journal, holds: list[bool], named: int, before: int) -> str | None:
    """What round `named` was by the entries before number `before` that hold."""
    for number in range(before - 1, 0, -1):
        entry = entries[number - 1]
        if isinstance(entry, Amend) and entry.entry == named and holds[number - 1]:
            return view.columns.record(entry.record)
        if number == named and isinstance(entry, Round):
            return view.columns.record(entry.record)
    return None
