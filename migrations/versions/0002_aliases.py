"""Two names that are one person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table more."""
    op.create_table(
        "aliases",
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("merged_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_aliases"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_aliases_player_players"),
        sa.ForeignKeyConstraint(["person"], ["players.id"], name="fk_aliases_person_players"),
        sa.CheckConstraint("player <> person", name=op.f("ck_aliases_two_people")),
    )


def downgrade() -> None:
    """Every name is a person of its own again."""
    op.drop_table("aliases")
