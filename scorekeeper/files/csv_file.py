"""A night as one flat table for spreadsheets and scripts: a line for each player of each round."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from scorekeeper.files.columns import Columns, columns_of, local_time
from scorekeeper.i18n import _, language
from scorekeeper.table import ledger
from scorekeeper.table.names import clean_text
from scorekeeper.table.night import Night
from scorekeeper.table.standing import PlayedRound

_SEPARATORS = {"ru": ";"}
"""Where the decimal comma is usual, spreadsheets expect a semicolon."""

_STARTS_FORMULA = tuple("=+-@\t\r＝＋－＠")


def csv_text(night: Night) -> bytes:
    """UTF-8 with a byte order mark, CRLF, headers in the language in use; `;` between fields in Russian, else `,`.

    Points are plain numbers (ASCII minus), times those of the night's zone without an offset. A text that a
    spreadsheet would take for a formula gets an apostrophe in front.
    """
    standing = night.standing
    columns, zone = columns_of(standing.game), standing.opening.zone
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=_SEPARATORS.get(language(), ","), lineterminator="\r\n")
    writer.writerow(_labels())
    for played in standing.rounds:
        writer.writerows(_lines(played, columns, zone))
    return text.getvalue().encode("utf-8-sig")


def _labels() -> list[str]:
    return [
        _("Round"),
        _("Time"),
        _("Dealer"),
        _("Player"),
        _("Cards"),
        _("Hand"),
        _("Received"),
        _("Paid"),
        _("Net"),
        _("Balance"),
    ]


def _lines(played: PlayedRound, columns: Columns, zone: str | None) -> Iterator[list[str | int | None]]:
    """One line a player, in the order of the seats."""
    players, transfers = played.seating.players, played.played.transfers
    received, paid = ledger.received(transfers, players), ledger.paid(transfers, players)
    time = local_time(played.at, zone).isoformat(" ") if played.at else None
    for player in players:
        yield [
            played.number,
            time,
            _guarded(played.seating.dealer),
            _guarded(player),
            _cards(columns.hand(played, player)),
            played.played.points.get(player),
            received[player],
            paid[player],
            played.net[player],
            played.balances[player],
        ]


def _cards(hand: str | None) -> str | None:
    """With an en dash: spreadsheets read `5-9` as the ninth of May."""
    return hand and _guarded(hand.replace("-", "–"))


def _guarded(text: str) -> str:
    clean = clean_text(text)
    return f"'{clean}" if clean.startswith(_STARTS_FORMULA) else clean
