"""The tables of a book. A change here needs a migration, and a new `migrate.HEAD_REVISION`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypedColumns,
    TypeDecorator,
    UniqueConstraint,
    text,
)

if TYPE_CHECKING:
    from sqlalchemy import Dialect, Named

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment: stored in UTC, aware on both sides of the database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """In UTC; SQLite keeps no offset."""
        return value if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Aware, in UTC."""
        if value is None:
            return None
        moment: datetime = value
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


class PlayerColumns(TypedColumns):
    """People, once each: `key` is what all spellings of a name share."""

    id: Named[int] = Column(Integer, primary_key=True)
    name: Named[str] = Column(Text, nullable=False)
    key: Named[str] = Column(Text, nullable=False, unique=True)


class AliasColumns(TypedColumns):
    """Two names that turned out to be one person: everywhere `player` is called as `person` is.

    Journals and ledgers are not touched, so that taking it back is to delete the row. A person may be an alias too.
    """

    player: Named[int] = Column(ForeignKey("players.id"), primary_key=True)
    person: Named[int] = Column(ForeignKey("players.id"), nullable=False)
    merged_at: Named[datetime] = Column(Moment, nullable=False)


class NightColumns(TypedColumns):
    """What was agreed before the first round; `id` is the number of the night. `dealer` deals first."""

    id: Named[int] = Column(Integer, primary_key=True)
    uuid: Named[str] = Column(String(36), nullable=False, unique=True)
    game: Named[str] = Column(Text, nullable=False)
    title: Named[str] = Column(Text, nullable=False)
    mode: Named[str] = Column(Text, nullable=False)
    rules: Named[str] = Column(Text, nullable=False)
    stake_minor: Named[int | None] = Column(BigInteger)
    stake_currency: Named[str | None] = Column(String(3))
    zone: Named[str] = Column(Text, nullable=False)
    started_at: Named[datetime] = Column(Moment, nullable=False)
    dealer: Named[int] = Column(ForeignKey("players.id"), nullable=False)
    hidden: Named[bool] = Column(Boolean, nullable=False, server_default=text("false"))
    closed_at: Named[datetime | None] = Column(Moment)
    recorded_at: Named[datetime] = Column(Moment, nullable=False)


class SeatColumns(TypedColumns):
    """Who played in a night. Those of the opening have a chair, clockwise from 1, and what they sat down with."""

    night: Named[int] = Column(ForeignKey("nights.id"), primary_key=True)
    player: Named[int] = Column(ForeignKey("players.id"), primary_key=True)
    chair: Named[int | None] = Column(Integer)
    option: Named[str | None] = Column(Text)
    credit: Named[int] = Column(Integer, nullable=False, server_default=text("0"))


class JournalColumns(TypedColumns):
    """What happened, append-only: the migration sets triggers on guard. `data` names players by their ids."""

    night: Named[int] = Column(ForeignKey("nights.id"), primary_key=True)
    sequence: Named[int] = Column(Integer, primary_key=True)
    kind: Named[str] = Column(Text, nullable=False)
    version: Named[int] = Column(Integer, nullable=False)
    data: Named[str] = Column(Text, nullable=False)
    recorded_at: Named[datetime] = Column(Moment, nullable=False)


class LedgerColumns(TypedColumns):
    """The transfers of every round that holds, in order; `entry` is the round's. Points, always above zero."""

    night: Named[int] = Column(Integer, primary_key=True)
    entry: Named[int] = Column(Integer, primary_key=True)
    line: Named[int] = Column(Integer, primary_key=True)
    payer: Named[int] = Column(ForeignKey("players.id"), nullable=False)
    payee: Named[int] = Column(ForeignKey("players.id"), nullable=False)
    points: Named[int] = Column(Integer, nullable=False)
    reason: Named[str] = Column(Text, nullable=False)


class DraftColumns(TypedColumns):
    """What a client has half typed: a new round (`amended` 0) or a correction of entry `amended`.

    `base` is how many entries the night had then.
    """

    night: Named[int] = Column(ForeignKey("nights.id"), primary_key=True)
    client: Named[str] = Column(Text, primary_key=True)
    amended: Named[int] = Column(Integer, primary_key=True)
    base: Named[int] = Column(Integer, nullable=False)
    data: Named[str] = Column(Text, nullable=False)


players = Table("players", metadata, PlayerColumns)
aliases = Table("aliases", metadata, AliasColumns, CheckConstraint("player <> person", name="two_people"))
nights = Table("nights", metadata, NightColumns)
seats = Table("seats", metadata, SeatColumns, UniqueConstraint("night", "chair"))
journal = Table("journal", metadata, JournalColumns, CheckConstraint("sequence >= 1", name="sequence"))
ledger = Table(
    "ledger",
    metadata,
    LedgerColumns,
    ForeignKeyConstraint(["night", "entry"], ["journal.night", "journal.sequence"]),
    CheckConstraint("points > 0", name="points"),
    CheckConstraint("payer <> payee", name="two_people"),
)
drafts = Table("drafts", metadata, DraftColumns)
