"""A night as one flat table for spreadsheets and scripts: a line for each player of each round, and
without a round, and with the reason, for each whose balance was restored."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.files.columns import Columns, columns_of, local_time
from scorekeeper.i18n import _, language, pgettext
from scorekeeper.messages import reason_label
from scorekeeper.table import ledger
from scorekeeper.table.money import Stake, plain
from scorekeeper.table.names import clean_text
from scorekeeper.table.night import Night
from scorekeeper.table.settling_entries import RESTORED
from scorekeeper.table.standing import PlayedRound, Restored

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
DECIMALS = {"point": ".", "comma": ","}

_STARTS_FORMULA = tuple("=+-@\t\r＝＋－＠")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What stands between fields and in decimal numbers; `bom`: a byte order mark first, which Excel asks for."""

    separator: str
    decimal: str
    bom: bool = True

    @classmethod
    def of(cls, separator: str = "", decimal: str = "", *, bom: bool = True) -> Dialect:
        """By the names of SEPARATORS and DECIMALS; what is not named is as spreadsheets expect it in the language in
        use: where the decimal comma is usual, a semicolon stands between fields."""
        russian = language() == "ru"
        usual = ("semicolon", "comma") if russian else ("comma", "point")
        return cls(SEPARATORS[separator or usual[0]], DECIMALS[decimal or usual[1]], bom)


def csv_text(night: Night, dialect: Dialect | None = None) -> bytes:
    """UTF-8, CRLF, headers in the language in use.

    Numbers are plain (ASCII minus), times those of the night's zone without an offset. A text that a spreadsheet would
    take for a formula gets an apostrophe in front.
    """
    dialect = dialect or Dialect.of()
    standing = night.standing
    columns, zone, stake = columns_of(standing.game), standing.opening.zone, standing.opening.stake
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=dialect.separator, lineterminator="\r\n")
    no_reason = [None] if standing.restored else []
    writer.writerow([*_labels(stake), *([_("Reason")] if standing.restored else [])])
    for one in standing.reached:
        if isinstance(one, Restored):
            writer.writerows(_restored(one, zone, stake, dialect.decimal))
        else:
            writer.writerows([*line, *no_reason] for line in _lines(one, columns, zone, stake, dialect.decimal))
    return text.getvalue().encode("utf-8-sig" if dialect.bom else "utf-8")


def _labels(stake: Stake | None) -> list[str]:
    labels = [
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
    if stake is not None:
        labels += [f"{label}, {stake.currency}" for label in (_("Net"), _("Balance"))]
    return [*labels, pgettext("column", "Fines")]


def _lines(
    played: PlayedRound, columns: Columns, zone: str | None, stake: Stake | None, decimal: str
) -> Iterator[list[str | int | None]]:
    """One line a player, in the order of the seats."""
    players, transfers = played.seating.players, played.played.transfers
    received, paid = ledger.received(transfers, players), ledger.paid(transfers, players)
    time = _time(played.at, zone)
    for player in players:
        net, balance = played.net[player], played.balances[player]
        yield [
            played.number,
            time,
            _guarded(played.seating.dealer),
            _guarded(player),
            _cards(columns.hand(played, player)),
            played.played.points.get(player),
            received[player],
            paid[player],
            net,
            balance,
            *_money((net, balance), stake, decimal),
            _guarded(columns.fines(played, player) or ""),
        ]


def _restored(back: Restored, zone: str | None, stake: Stake | None, decimal: str) -> Iterator[list[str | int | None]]:
    """One line for each whom it moved, in the order in which they came."""
    players, time = tuple(back.balances), _time(back.at, zone)
    received, paid = ledger.received(back.transfers, players), ledger.paid(back.transfers, players)
    for player, balance in back.balances.items():
        got, gave = received[player], paid[player]
        if got or gave:
            money = _money((got - gave, balance), stake, decimal)
            told = [None, time, None, _guarded(player), None, None, got, gave, got - gave, balance, *money]
            yield [*told, None, reason_label(RESTORED)]


def _time(moment: datetime | None, zone: str | None) -> str | None:
    return local_time(moment, zone).isoformat(" ") if moment else None


def _money(amounts: Iterable[int], stake: Stake | None, decimal: str) -> Iterator[str]:
    """So many points each, if they are worth anything."""
    if stake is not None:
        yield from (plain(stake.money(points), stake.currency).replace(".", decimal) for points in amounts)


def _cards(hand: str | None) -> str | None:
    """With an en dash: spreadsheets read `5-9` as the ninth of May."""
    return hand and _guarded(hand.replace("-", "–"))


def _guarded(text: str) -> str:
    clean = clean_text(text)
    return f"'{clean}" if clean.startswith(_STARTS_FORMULA) else clean
