"""A night as an Excel workbook: a summary, the rounds, every payment, the running balances, the settlement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from openpyxl import Workbook

from scorekeeper.files import sheet
from scorekeeper.files.columns import Columns, began, columns_of, local_time
from scorekeeper.files.sheet import COUNT, POINTS, SIGNED_POINTS, Column, Sheet, Value
from scorekeeper.i18n import _, language
from scorekeeper.messages import guarantee
from scorekeeper.table import ledger, settlement
from scorekeeper.table.money import Stake, minor_digits, show_money
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Mode, PlayedRound, Standing

_DATES = {"ru": "dd.mm.yyyy"}
_LCIDS = {"ru": "419", "en": "409"}
_NO_MOMENT = datetime(1980, 1, 1, tzinfo=UTC)


def workbook(night: Night) -> bytes:
    """The night as .xlsx, in the language in use; values only, and the same bytes for the same night.

    Points are whole numbers, money is in major units (as Excel counts it, exact to 15 digits), times are those of
    the night's zone. Empty cells: the player did not sit in that round.
    """
    view = _View.of(night.standing)
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.creator = "scorekeeper"
    book.properties.title = sheet.safe_text(view.title)
    for fill in (_summary, _rounds, _payments, _balances, _settlement):
        fill(book, view)
    return sheet.saved(book, view.began or _NO_MOMENT)


@dataclass(frozen=True, slots=True)
class _View:
    """What every sheet asks for."""

    standing: Standing
    columns: Columns
    stake: Stake | None
    zone: str | None
    began: datetime | None
    players: tuple[str, ...]
    """Everybody who ever sat, in the order in which they came."""

    @classmethod
    def of(cls, standing: Standing) -> _View:
        opening = standing.opening
        return cls(
            standing=standing,
            columns=columns_of(standing.game),
            stake=opening.stake,
            zone=opening.zone,
            began=began(opening, standing.rounds),
            players=tuple(standing.balances),
        )

    @property
    def title(self) -> str:
        return self.standing.opening.title or _("Untitled night")

    def local(self, moment: datetime | None) -> datetime | None:
        return local_time(moment, self.zone) if moment is not None else None

    def money(self, points: int) -> tuple[Value, ...]:
        """A cell of money, if the night has a stake."""
        if self.stake is None:
            return ()
        return (Decimal(self.stake.money(points)).scaleb(-minor_digits(self.stake.currency)),)

    def money_columns(self, label: str, *, signed: bool = False) -> tuple[Column, ...]:
        """The column above `money`, if the night has a stake."""
        return () if self.stake is None else (Column(label, _money_format(self.stake, signed=signed)),)


def _money_format(stake: Stake, *, signed: bool = False) -> str:
    """An Excel number format with the currency as the language writes it."""
    # Where Russian puts the currency it always stands alone, after a space.
    symbol = show_money(0, stake.currency, language="ru").rpartition("\u00a0")[2]
    digits = minor_digits(stake.currency)
    number, mark = f"#,##0.{'0' * digits}".rstrip("."), f"[${symbol}-{_LCIDS[language()]}]"
    if language() == "en":
        amount = f"{mark}\\ {number}" if symbol[-1].isalpha() else f"{mark}{number}"
    else:
        amount = f"{number}\\ {mark}"
    return f"+{amount};[Red]-{amount};{amount}" if signed else f"{amount};[Red]-{amount}"


def _date_format() -> str:
    return _DATES.get(language(), "yyyy-mm-dd")


def _time_format() -> str:
    return f"{_date_format()} hh:mm"


def _summary(book: Workbook, view: _View) -> None:
    standing = view.standing
    page = Sheet(book, _("Summary"))
    page.caption(view.title)
    date = view.local(view.began)
    if date is not None:
        page.fact(_("Date"), date.date(), _date_format())
    page.fact(_("Time zone"), view.zone or "UTC")
    page.fact(_("Mode"), _("cash") if standing.opening.mode is Mode.CASH else _("on record"))
    if view.stake is not None:
        page.fact(_("One point"), view.money(1)[0], _money_format(view.stake))
    page.fact(_("Rounds"), len(standing.rounds), COUNT)
    page.skip()
    page.table(
        [
            Column(_("Player")),
            Column(_("Received"), POINTS),
            Column(_("Paid"), POINTS),
            Column(_("Net"), SIGNED_POINTS),
            *view.money_columns(_("Net, money"), signed=True),
            Column(_("Rounds"), COUNT),
            Column(_("Best hand")),
        ],
        _player_rows(view),
        total=True,
    )
    page.done()


def _player_rows(view: _View) -> Iterator[tuple[Value, ...]]:
    standing = view.standing
    transfers = tuple(standing.transfers)
    received, paid = ledger.received(transfers, view.players), ledger.paid(transfers, view.players)
    for player in view.players:
        net = standing.balances[player]
        sat = sum(player in played.seating.players for played in standing.rounds)
        best = view.columns.best_hand(standing.rounds, player)
        yield (player, received[player], paid[player], net, *view.money(net), sat, best)
    net = sum(standing.balances.values())
    sums = sum(received.values()), sum(paid.values())
    yield (_("Total"), *sums, net, *view.money(net), len(standing.rounds), None)


def _rounds(book: Workbook, view: _View) -> None:
    page = Sheet(book, _("Rounds"), frozen="B2")
    page.whole_table(
        "Rounds",
        [
            Column(_("Round"), COUNT),
            Column(_("Time"), _time_format()),
            Column(_("Dealer")),
            *(Column(label, POINTS) for label in view.columns.round_labels()),
            *(Column(label, COUNT) for player in view.players for label in view.columns.player_labels(player)),
            *(Column(_("%(player)s, net") % {"player": player}, SIGNED_POINTS) for player in view.players),
        ],
        (_round_row(view, played) for played in view.standing.rounds),
    )
    page.done()


def _round_row(view: _View, played: PlayedRound) -> tuple[Value, ...]:
    cells: list[Value] = [played.number, view.local(played.at), played.seating.dealer]
    cells += view.columns.of_round(played)
    for player in view.players:
        if player in played.seating.players:
            cells += view.columns.of_player(played, player)
        else:
            cells += [None] * len(view.columns.player_labels(player))
    cells += [played.net.get(player) for player in view.players]
    return tuple(cells)


def _payments(book: Workbook, view: _View) -> None:
    page = Sheet(book, _("Payments"))
    page.whole_table(
        "Payments",
        [
            Column(_("Round"), COUNT),
            Column(_("Step"), COUNT),
            Column(_("Payer")),
            Column(_("Payee")),
            Column(_("Points"), POINTS),
            *view.money_columns(_("Money")),
            Column(_("Reason")),
        ],
        (
            (
                played.number,
                step,
                transfer.payer,
                transfer.payee,
                transfer.points,
                *view.money(transfer.points),
                view.columns.reason(transfer.reason),
            )
            for played in view.standing.rounds
            for step, transfer in enumerate(played.played.transfers, start=1)
        ),
    )
    page.done()


def _balances(book: Workbook, view: _View) -> None:
    page = Sheet(book, _("Balances"), frozen="B2")
    page.whole_table(
        "Balances",
        [Column(_("Round"), COUNT), *(Column(player, SIGNED_POINTS) for player in view.players)],
        (
            (
                played.number,
                *(played.balances.get(player) for player in view.players),
            )
            for played in view.standing.rounds
        ),
    )
    page.done()


def _settlement(book: Workbook, view: _View) -> None:
    standing = view.standing
    plan = settlement.fewest(standing.owed)
    page = Sheet(book, _("Settlement"))
    page.caption(view.title)

    page.heading(_("Who pays whom"))
    amounts = (Column(_("Points"), POINTS), *view.money_columns(_("Money")))
    page.table(
        [Column(_("Payer")), Column(_("Payee")), *amounts],
        ((pay.payer, pay.payee, pay.points, *view.money(pay.points)) for pay in plan.payments),
    )
    page.note(guarantee(plan) or _("Nothing is left to settle."))
    if standing.opening.mode is Mode.CASH:
        page.note(_("Played for cash: only the debts that are still open are listed."))

    page.heading(_("Who won from whom"))
    page.table(
        [Column(_("Winner")), Column(_("Loser")), *amounts],
        ((debt.creditor, debt.debtor, debt.points, *view.money(debt.points)) for debt in standing.pair_debts),
    )

    page.heading(_("Final balances"))
    # The points stand in the same column as above.
    page.table(
        [
            Column(_("Player")),
            Column(_("Rounds"), COUNT),
            Column(_("Points"), SIGNED_POINTS),
            *view.money_columns(_("Money"), signed=True),
        ],
        (
            (
                player,
                sum(player in played.seating.players for played in standing.rounds),
                points,
                *view.money(points),
            )
            for player, points in standing.balances.items()
        ),
    )
    page.done()
