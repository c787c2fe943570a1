"""What every sheet of a night's workbook asks for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from scorekeeper.files.cells import POINTS, SIGNED_POINTS, Column, Value
from scorekeeper.files.columns import Columns, began, columns_of, local_time
from scorekeeper.i18n import _, language
from scorekeeper.table.money import Stake, minor_digits, show_money
from scorekeeper.table.night import Night
from scorekeeper.table.plans import plan_for
from scorekeeper.table.settlement import Method, Plan
from scorekeeper.table.standing import Mode, Standing

_DATES = {"ru": "dd.mm.yyyy"}
_LCIDS = {"ru": "419", "en": "409"}


@dataclass(frozen=True, slots=True)
class View:
    """A night, and how it is shown."""

    night: Night
    columns: Columns
    stake: Stake | None
    zone: str | None
    began: datetime | None
    players: tuple[str, ...]
    """Everybody who ever sat, in the order in which they came."""
    plan: Plan
    """What is left to settle, in units: minor units of money, or points where nothing is at stake."""
    modes: frozenset[Mode]
    """How the rounds were settled; before there are any, how they will be."""

    @classmethod
    def of(cls, night: Night) -> View:
        """The view of a night."""
        opening, standing = night.opening, night.standing
        return cls(
            night=night,
            columns=columns_of(standing.game),
            stake=opening.stake,
            zone=opening.zone,
            began=began(opening, standing.rounds),
            players=tuple(standing.balances),
            plan=plan_for(standing, Method.FEWEST),
            modes=frozenset(played.mode for played in standing.rounds) or frozenset([standing.mode]),
        )

    @property
    def standing(self) -> Standing:
        """What the night came to."""
        return self.night.standing

    @property
    def is_mixed(self) -> bool:
        """Whether the table played on record and in cash by turns."""
        return len(self.modes) > 1

    @property
    def title(self) -> str:
        """The night's title, or words for none."""
        return self.night.opening.title or _("Untitled night")

    def local(self, moment: datetime | None) -> datetime | None:
        """The moment as the clocks at the table showed it."""
        return local_time(moment, self.zone) if moment is not None else None

    def money(self, points: int) -> tuple[Value, ...]:
        """A cell of money, if the night has a stake."""
        return () if self.stake is None else (worth(self.stake, points),)

    def units(self, units: int) -> tuple[Value, ...]:
        """Cells under `unit_columns`: points, where these units are whole points, and money."""
        if self.stake is None:
            return (units,)
        points, rest = divmod(abs(units), self.stake.minor)
        money = Decimal(units).scaleb(-minor_digits(self.stake.currency))
        return (None if rest else points if units > 0 else -points, money)

    def unit_columns(self, *, signed: bool = False) -> tuple[Column, ...]:
        """Points, and money if the night has a stake."""
        points = Column(_("Points"), SIGNED_POINTS if signed else POINTS)
        return (points, *self.money_columns(_("Money"), signed=signed))

    def unit_column(self, label: str, *, signed: bool = True) -> Column:
        """The last of the columns above `units`, under a label of its own."""
        points = Column(label, SIGNED_POINTS if signed else POINTS)
        return (*self.money_columns(label, signed=signed), points)[0]

    def money_columns(self, label: str, *, signed: bool = False) -> tuple[Column, ...]:
        """The column above `money`, if the night has a stake."""
        return () if self.stake is None else (Column(label, money_format(self.stake.currency, signed=signed)),)


def has_cash(view: View) -> bool:
    """Whether there ever was cash on the table."""
    return view.standing.cash is not None or bool(view.standing.till.brought)


def worth(stake: Stake, points: int) -> Decimal:
    """What so many points are worth, in major units as Excel counts them."""
    return Decimal(stake.money(points)).scaleb(-minor_digits(stake.currency))


def money_format(currency: str, *, signed: bool = False) -> str:
    """An Excel number format with the currency as the language writes it."""
    # Where Russian puts the currency it always stands alone, after a space.
    symbol = show_money(0, currency, language="ru").rpartition("\u00a0")[2]
    digits = minor_digits(currency)
    number, mark = f"#,##0.{'0' * digits}".rstrip("."), f"[${symbol}-{_LCIDS[language()]}]"
    if language() == "en":
        amount = f"{mark}\\ {number}" if symbol[-1].isalpha() else f"{mark}{number}"
    else:
        amount = f"{number}\\ {mark}"
    return f"+{amount};[Red]-{amount};{amount}" if signed else f"{amount};[Red]-{amount}"


def mode_word(mode: Mode) -> str:
    """How a round was settled."""
    return _("cash") if mode is Mode.CASH else _("on record")


def mixed_word() -> str:
    """How a night was settled in which both modes were played."""
    return _("on record and in cash, by turns")


def date_format() -> str:
    """How the language writes a date."""
    return _DATES.get(language(), "yyyy-mm-dd")


def time_format() -> str:
    """How the language writes a date and a time."""
    return f"{date_format()} hh:mm"


def flag_format() -> str:
    """1 shows as yes, 0 as no."""
    yes, no = _("yes"), _("no")
    return f'"{yes}";;"{no}"'
