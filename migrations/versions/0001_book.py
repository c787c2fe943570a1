"""The book: players, nights, seats, journal, ledger, drafts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# The journal is append-only. REPLACE deletes without firing a delete trigger: the order refuses it, and any gap.
SQLITE = (
    "PRAGMA application_id = 0x53636F72",
    "CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER journal_in_order BEFORE INSERT ON journal "
    "WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM journal WHERE night = NEW.night) "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
)
POSTGRESQL = (
    "CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$",
    "CREATE TRIGGER journal_no_change BEFORE UPDATE OR DELETE ON journal "
    "FOR EACH ROW EXECUTE FUNCTION journal_refuse()",
    "CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal "
    "FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()",
)


def upgrade() -> None:
    """Everything at once."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("key", name="uq_players_key"),
    )
    op.create_table(
        "nights",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("stake_minor", sa.BigInteger),
        sa.Column("stake_currency", sa.String(3)),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("started_at", moment, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("closed_at", moment),
        sa.Column("recorded_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nights"),
        sa.UniqueConstraint("uuid", name="uq_nights_uuid"),
        sa.ForeignKeyConstraint(["dealer"], ["players.id"], name="fk_nights_dealer_players"),
    )
    op.create_table(
        "seats",
        sa.Column("night", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("chair", sa.Integer),
        sa.Column("option", sa.Text),
        sa.Column("credit", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("night", "player", name="pk_seats"),
        sa.UniqueConstraint("night", "chair", name="uq_seats_night_chair"),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_seats_night_nights"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player_players"),
    )
    op.create_table(
        "journal",
        sa.Column("night", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("recorded_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("night", "sequence", name="pk_journal"),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_journal_night_nights"),
        sa.CheckConstraint("sequence >= 1", name=op.f("ck_journal_sequence")),
    )
    op.create_table(
        "ledger",
        sa.Column("night", sa.Integer, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("payer", sa.Integer, nullable=False),
        sa.Column("payee", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("night", "entry", "line", name="pk_ledger"),
        sa.ForeignKeyConstraint(
            ["night", "entry"], ["journal.night", "journal.sequence"], name="fk_ledger_night_entry_journal"
        ),
        sa.ForeignKeyConstraint(["payer"], ["players.id"], name="fk_ledger_payer_players"),
        sa.ForeignKeyConstraint(["payee"], ["players.id"], name="fk_ledger_payee_players"),
        sa.CheckConstraint("points > 0", name=op.f("ck_ledger_points")),
        sa.CheckConstraint("payer <> payee", name=op.f("ck_ledger_two_people")),
    )
    op.create_table(
        "drafts",
        sa.Column("night", sa.Integer, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("amended", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("night", "client", "amended", name="pk_drafts"),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_drafts_night_nights"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """An empty database."""
    for table in ("drafts", "ledger", "journal", "seats", "nights", "players"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA application_id = 0")
    else:
        op.execute("DROP FUNCTION journal_refuse()")
