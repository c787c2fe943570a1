"""Many nights as an Excel workbook: those of one player, and those of the whole book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from itertools import accumulate

from scorekeeper.files.cells import COUNT, POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.charts import bar_chart, line_chart, short_names
from scorekeeper.files.history import NightResult, currencies, head_to_head, in_order, players_of
from scorekeeper.files.package import Book
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.view import date_format, money_format, worth
from scorekeeper.i18n import _

_NO_MOMENT = datetime(1980, 1, 1)  # noqa: DTZ001 - a clock on a wall, as those of all nights


def player_workbook(player: str, nights: Iterable[NightResult]) -> bytes:
    """How one player did, night by night, and against whom; values only. He sat in at least one of the nights.

    Raises InexactError for a number that sheets cannot count exactly.
    """
    his = [night for night in in_order(nights) if player in night.nets]
    book = _book(player, his)
    money = currencies(his)
    page = book.sheet(_("Summary"))
    page.caption(player)
    page.fact(_("Nights"), len(his), COUNT)
    page.fact(_("Rounds"), sum(night.rounds[player] for night in his), COUNT)
    page.fact(_("Received"), sum(night.received[player] for night in his), POINTS)
    page.fact(_("Paid"), sum(night.paid[player] for night in his), POINTS)
    page.fact(_("Net"), sum(night.nets[player] for night in his), SIGNED_POINTS)
    for currency in money:
        page.fact(f"{_('Net')}, {currency}", _won(player, his, currency), money_format(currency, signed=True))
    page.fact(_("Nights won"), sum(night.nets[player] > 0 for night in his), COUNT)
    page.fact(_("Nights lost"), sum(night.nets[player] < 0 for night in his), COUNT)
    page.fact(_("Best night"), max(night.nets[player] for night in his), SIGNED_POINTS)
    page.fact(_("Worst night"), min(night.nets[player] for night in his), SIGNED_POINTS)
    page.done()

    page = book.sheet(_("Nights"))
    balances = list(accumulate(night.nets[player] for night in his))
    area = page.whole_table(
        "Nights",
        [
            *_night_columns(),
            Column(_("Rounds"), COUNT),
            Column(_("Received"), POINTS),
            Column(_("Paid"), POINTS),
            Column(_("Net"), SIGNED_POINTS),
            Column(_("Balance"), SIGNED_POINTS),
            *_money_columns(money),
        ],
        (
            [
                *_night_cells(night),
                night.rounds[player],
                night.received[player],
                night.paid[player],
                night.nets[player],
                balance,
                *_money_cells(night, player, money),
            ]
            for night, balance in zip(his, balances, strict=True)
        ),
    )
    page.colour_signs(area, 6, 2 + len(money))
    page.done()

    page = book.sheet(_("Balance"), frozen="B2")
    area = page.whole_table(
        "Balance",
        [Column(_("Night"), COUNT), Column(player, SIGNED_POINTS)],
        zip((night.number for night in his), balances, strict=True),
    )
    page.colour_signs(area, 1, 1)
    line_chart(page, area, _("Balance, in points"), [player], [balances])
    page.done()

    won = {other: points for (one, other), points in head_to_head(his).items() if one == player}
    others = [other for other in players_of(his) if other != player]
    page = book.sheet(_("Head to head"))
    area = page.whole_table(
        "HeadToHead",
        [
            Column(_("Opponent")),
            Column(_("Nights together"), COUNT),
            Column(_("Won from him"), SIGNED_POINTS),
            *_short_column(others),
        ],
        (
            [other, sum(other in night.nets for night in his), won.get(other, 0), *short]
            for other, short in _with_short(others)
        ),
    )
    page.colour_signs(area, 2, 1)
    bar_chart(page, area, _("Won from each, in points"), _names_at(page, area, others), 2)
    page.done()
    return book.saved()


def book_workbook(nights: Iterable[NightResult]) -> bytes:
    """Every night, everybody's results and running balances, and who won from whom; values only.

    Raises InexactError for a number that sheets cannot count exactly.
    """
    listed = in_order(nights)
    players, money = players_of(listed), currencies(listed)
    book = _book(_("All nights"), listed)
    page = book.sheet(_("Players"))
    area = page.whole_table(
        "Players",
        [
            Column(_("Player")),
            Column(_("Nights"), COUNT),
            Column(_("Rounds"), COUNT),
            Column(_("Received"), POINTS),
            Column(_("Paid"), POINTS),
            Column(_("Net"), SIGNED_POINTS),
            Column(_("Best night"), SIGNED_POINTS),
            Column(_("Worst night"), SIGNED_POINTS),
            *_money_columns(money),
            *_short_column(players),
        ],
        ([*_player_row(player, listed, money), *short] for player, short in _with_short(players)),
    )
    page.colour_signs(area, 5, 3 + len(money))
    bar_chart(page, area, _("Net, in points"), _names_at(page, area, players), 5)
    page.done()

    page = book.sheet(_("Nights"))
    page.whole_table(
        "Nights",
        [
            *_night_columns(),
            Column(_("Rounds"), COUNT),
            Column(_("Points handed over"), POINTS),
            Column(_("Ahead")),
            Column(_("Net"), SIGNED_POINTS),
            Column(_("Currency")),
        ],
        map(_night_row, listed),
    )
    page.done()

    for title, name, running in ((_("Results"), "Results", False), (_("Balances"), "Balances", True)):
        lines = [_line(player, listed, running=running) for player in players]
        page = book.sheet(title, frozen="B2")
        area = page.whole_table(
            name,
            [Column(_("Night"), COUNT), *(Column(player, SIGNED_POINTS) for player in players)],
            ([night.number, *cells] for night, *cells in zip(listed, *lines, strict=True)),
        )
        page.colour_signs(area, 1, len(players))
        if running:
            line_chart(page, area, _("Balances, in points"), players, lines)
        page.done()

    won = head_to_head(listed)
    page = book.sheet(_("Head to head"), frozen="B2")
    area = page.whole_table(
        "HeadToHead",
        [Column(_("Won by / from")), *(Column(player, SIGNED_POINTS) for player in players)],
        ([one, *(won.get((one, other)) for other in players)] for one in players),
    )
    page.colour_signs(area, 1, len(players))
    page.done()
    return book.saved()


def _book(title: str, nights: Sequence[NightResult]) -> Book:
    moments = [night.began for night in nights if night.began is not None]
    return Book(title, max(moments, default=_NO_MOMENT).replace(tzinfo=UTC))


def _short_column(names: Sequence[str]) -> Iterator[Column]:
    """The column with the names as a chart has room for them, if it needs others than the table."""
    if short_names(names):
        yield Column(_("Name in the chart"))


def _with_short(names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Each name, and its cell in that column."""
    cells: list[list[str]] = [[short] for short in short_names(names)] or [[] for _name in names]
    return zip(names, cells, strict=True)


def _names_at(page: Sheet, area: Area, names: Sequence[str]) -> int:
    """The column of names for the chart; one that the table does not need is folded away."""
    if not short_names(names):
        return 0
    page.hide(len(area.labels) - 1, 1)
    return len(area.labels) - 1


def _won(player: str, nights: Sequence[NightResult], currency: str) -> Decimal:
    """His nets of the nights that were played for this currency."""
    amounts = (worth(one.stake, one.nets[player]) for one in nights if one.stake and one.stake.currency == currency)
    return sum(amounts, Decimal())


def _night_columns() -> tuple[Column, ...]:
    return (Column(_("Night"), COUNT), Column(_("Date"), date_format()), Column(_("Title")))


def _night_cells(night: NightResult) -> tuple[Value, ...]:
    return (night.number, night.began.date() if night.began else None, night.title or None)


def _money_columns(money: Sequence[str]) -> Iterator[Column]:
    return (Column(f"{_('Net')}, {currency}", money_format(currency, signed=True)) for currency in money)


def _money_cells(night: NightResult, player: str, money: Sequence[str]) -> Iterator[Value]:
    for currency in money:
        stake = night.stake
        yield worth(stake, night.nets[player]) if stake is not None and stake.currency == currency else None


def _night_row(night: NightResult) -> list[Value]:
    ahead = max(night.nets, key=lambda player: night.nets[player])
    net = night.nets[ahead]
    leader = (ahead, net) if net > 0 else (None, None)
    currency = night.stake.currency if night.stake else None
    return [*_night_cells(night), night.played, sum(night.paid.values()), *leader, currency]


def _player_row(player: str, nights: Sequence[NightResult], money: Sequence[str]) -> list[Value]:
    his = [night for night in nights if player in night.nets]
    nets = [night.nets[player] for night in his]
    return [
        player,
        len(his),
        sum(night.rounds[player] for night in his),
        sum(night.received[player] for night in his),
        sum(night.paid[player] for night in his),
        sum(nets),
        max(nets),
        min(nets),
        *(_won(player, his, currency) for currency in money),
    ]


def _line(player: str, nights: Sequence[NightResult], *, running: bool) -> list[int | None]:
    """His net of each night (nothing where he did not sit), or his points after it (nothing before his first)."""
    if not running:
        return [night.nets.get(player) for night in nights]
    points, line = None, list[int | None]()
    for night in nights:
        if player in night.nets:
            points = (points or 0) + night.nets[player]
        line.append(points)
    return line
