"""A book: every night of its players, in one database. One action of the user is one transaction."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Self

from sqlalchemy import Connection, Engine, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.book import checking, drafts, lists, migrate, people, reading, sqlite, tab, taking, writing
from scorekeeper.book.connect import address, is_duplicate, is_sqlite, make_engine, translated
from scorekeeper.book.errors import BookError
from scorekeeper.book.model import Draft, Finding, NightLine, PlayerLine, Stored, Tab, Taken
from scorekeeper.book.schema import nights
from scorekeeper.table.journal import Entry, Paid, Reopened
from scorekeeper.table.night import Night
from scorekeeper.table.standing import Opening

MAIN = "main"
"""The client whose drafts are meant when none is named."""


class Book:
    """An open book; `close` it, or use it in a `with` statement. Several threads may share one.

    Every method may raise BookError `locked`, `read_only`, `disk_full`, `disk_error` or `damaged`.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(sqlite_begin="DEFERRED")
        self._lock = threading.RLock()
        self._writer = engine.connect()  # only this one writes, so that `data_version` tells others' writes
        self._seen = 0

    @classmethod
    def open(cls, where: str | os.PathLike[str], *, create: bool = True) -> Self:
        """The book at a path, or at a database address (with "://"); migrated if need be, and created if it may be.

        Raises BookError `cannot_open`, `folder`, `bad_address`, `no_driver`, `not_a_book`, `newer`, `migration` and
        those above; `no_book` where there is none and none is to be made.
        """
        engine = make_engine(address(where), create=create)
        try:
            try:
                return cls._opened(engine, create=create)
            except BookError as error:
                # A book in WAL mode, in a folder that cannot be written.
                quiet = sqlite.unchanging(engine.url) if is_sqlite(engine) else None
                if quiet is None or error.code not in ("read_only", "cannot_open"):
                    raise
            engine.dispose()
            engine = make_engine(quiet, create=False)
            return cls._opened(engine, create=False)
        except BaseException:
            engine.dispose()
            raise

    @classmethod
    def _opened(cls, engine: Engine, *, create: bool) -> Self:
        with translated(engine):
            migrate.bring_up(engine, create=create)
            return cls(engine)

    def close(self) -> None:
        """Let go of the database. Using the book afterwards is an error."""
        with self._lock:
            self._writer.close()
            self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(self._engine), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self, night: int = 0) -> Iterator[Connection]:
        with translated(self._engine), self._lock:
            try:
                with self._writer.begin():
                    yield self._writer
            except IntegrityError as error:
                if is_duplicate(error):
                    raise BookError("conflict", night=night) from error
                raise

    # --- nights: read -----------------------------------------------------

    def nights(self, *, hidden: bool = False) -> tuple[NightLine, ...]:
        """Every night that is not hidden (or, asked so, that is), the one that began last first."""
        with self._reading() as connection:
            return lists.lines(connection, hidden=hidden)

    def resolve(self, reference: str) -> int:
        """The number of the night called by its number, its uuid or "last". BookError `unknown_night`.

        A hidden night is found by number and uuid; it is never the last.
        """
        with self._reading() as connection:
            return lists.resolve(connection, reference)

    def load(self, number: int) -> Stored:
        """A night, replayed from its journal. BookError `unknown_night`, `damaged`."""
        with self._reading() as connection:
            return reading.load(connection, number)

    def last_open(self) -> int | None:
        """The open night in which something was written last."""
        with self._reading() as connection:
            return lists.last_open(connection)

    def data_version(self) -> int:
        """A number that changes when somebody else has written: another process, or another `Book`.

        Only equal or not equal means something. While this book is writing, the last answer is given again.
        """
        if not self._lock.acquire(blocking=False):
            return self._seen
        try:
            with translated(self._engine):
                self._seen = self._version()
        finally:
            self._lock.release()
        return self._seen

    def _version(self) -> int:
        if is_sqlite(self._engine):
            return sqlite.data_version(self._writer)
        with self._reading() as connection:
            return reading.count_entries(connection)

    # --- nights: write ----------------------------------------------------

    def create(self, opening: Opening) -> Stored:
        """A new night; a uuid, the moment and the zone are filled in, names take the book's spelling.

        RuleError, FormatError; BookError `empty_name`, `conflict` (the uuid is there already).
        """
        with self._writing() as connection:
            roll = people.Roll(connection)
            return writing.new_night(connection, Night.begin(writing.completed(opening, roll)), roll)

    def append(self, stored: Stored, entry: Entry, *, at: datetime | None = None) -> Stored:
        """One entry more, on disk when this returns; it happened `at` (now) unless it says itself.

        RuleError as from `Night.append`, FormatError for what this night cannot hold (credit on record).
        BookError `conflict` when another writer was faster: load the night again; `closed_night`, `not_closed`.
        """
        moment = entry.at or at or writing.now().replace(microsecond=0)
        with self._writing(stored.number) as connection:
            return _append(connection, stored, replace(entry, at=moment))

    def append_all(self, stored: Stored, entries: Sequence[Entry], *, at: datetime | None = None) -> Stored:
        """Several entries that are one action: all of them, or none. Else like `append`."""
        moment = at or writing.now().replace(microsecond=0)
        with self._writing(stored.number) as connection:
            for entry in entries:
                stored = _append(connection, stored, replace(entry, at=entry.at or moment))
            return stored

    def append_fresh(self, night: Stored | int, entry: Entry, *, at: datetime | None = None) -> Stored:
        """Like `append`, to the night as it is by now: when another writer was faster, it is loaded and tried again."""
        stored = night if isinstance(night, Stored) else self.load(night)
        while True:
            try:
                return self.append(stored, entry, at=at)
            except BookError as error:
                if error.code != "conflict":
                    raise
            stored = self.load(stored.number)

    def take(self, files: Sequence[taking.Given], *, dry_run: bool = False) -> tuple[Taken, ...]:
        """Store nights from files, all or none: opening, journal and uuid of each.

        A uuid that the book has: what is beyond its own journal is appended; anything else must be the same, or
        BookError `different` tells the `file` (from 1) and `what` is, and if another file has just written that, which
        (`beside`). RuleError and FormatError tell of all files;
        every place begins with ("file", number). `dry_run`: everything is done, then rolled back.
        """
        with self._writing() as connection:
            taken = taking.take(connection, files)
            if dry_run:
                connection.rollback()
            return taken

    def close_night(self, number: int) -> None:
        """The night is over: it is not `last_open` any more. BookError `unknown_night`."""
        with self._writing() as connection:
            _set(connection, number, closed_at=writing.now())

    def reopen(self, number: int, reason: str) -> None:
        """The closed night goes on, and its journal says why. BookError `unknown_night`, `no_reason`.

        Does nothing to a night that is open.
        """
        with self._writing(number) as connection:
            stored = reading.load(connection, number)
            if stored.closed:
                moment = writing.now().replace(microsecond=0)
                writing.append(connection, stored, Reopened(reason=reason, at=moment))

    def hide(self, number: int, *, hidden: bool = True) -> None:
        """Leave a night out of every list and of the tab, or bring it back. Nothing is ever deleted.

        BookError `unknown_night`.
        """
        with self._writing() as connection:
            _set(connection, number, hidden=hidden)

    # --- players ----------------------------------------------------------

    def players(self) -> tuple[PlayerLine, ...]:
        """Everybody who ever played, by name."""
        with self._reading() as connection:
            return people.lines(connection)

    def called(self, name: str) -> str:
        """The name of the person who is known by this one too, as one merged into it. BookError `unknown_player`."""
        with self._reading() as connection:
            return people.Roll(connection).known(name)

    def rename(self, player: int, name: str) -> None:
        """Change how a person is called, in every night. BookError `empty_name`, `name_taken`, `unknown_player`."""
        with self._writing() as connection:
            people.rename(connection, player, name)

    def merge(self, player: int, into: int) -> None:
        """Two names are one person: from now on `player` is called as `into` is, everywhere. `unmerge` undoes it.

        BookError `unknown_player`, `same_person`; `same_night` where both sat in one night.
        """
        with self._writing() as connection:
            people.merge(connection, player, into, writing.now())

    def unmerge(self, player: int) -> None:
        """`player` is a person of its own again, in the nights played under that name. BookError `not_merged`."""
        with self._writing() as connection:
            people.unmerge(connection, player)

    # --- over many nights -------------------------------------------------

    def tabs(self, player: str | None = None) -> tuple[Tab, ...]:
        """What everybody, or one person, won and has open over all nights, by name and currency.

        Every night that is not hidden is replayed. BookError `unknown_player`, `damaged`.
        """
        with self._reading() as connection:
            return tab.tabs(connection, player)

    def overview(self) -> tab.Overview:
        """The tab of everybody, by currency the fewest payments that settle it, and what was paid over it last.

        In minor units of the currency, or in points. BookError `damaged`.
        """
        with self._reading() as connection:
            return tab.overview(connection)

    def pay_over(self, payment: tab.PaidOver, *, at: datetime | None = None, dry_run: bool = False) -> tab.Action:
        """One payment for all nights of a currency: it settles the oldest first, in one transaction.

        Returns what was written. RuleError `currency`, `amount`, `not_owed`, `overpaid` (by what is due over all
        these nights), `not_joined` (the two have no nights in common, be it by way of others); BookError
        `unknown_player`, `damaged`. `dry_run`: everything is done, then rolled back.
        """
        with self._writing() as connection:
            made = tab.pay(connection, payment, at or writing.now().replace(microsecond=0))
            if dry_run:
                connection.rollback()
            return made

    def set_off(self, currency: str | None, *, at: datetime | None = None) -> tab.Action | None:
        """What cancels over the nights of a currency is cleared in them, in one transaction; no money moves.

        Returns what was written; None when nothing cancels. RuleError `currency`; BookError `damaged`.
        """
        with self._writing() as connection:
            return tab.clear(connection, currency, at or writing.now().replace(microsecond=0))

    def take_back_over(self, action: str) -> tab.Action | None:
        """Void what `pay_over` or `set_off` wrote, in every night where it holds, in one transaction.

        Returns what was taken back; None if nothing held. BookError `damaged`.
        """
        with self._writing() as connection:
            return tab.take_back(connection, action, writing.now().replace(microsecond=0))

    def bring_back_over(self, action: str) -> tab.Action | None:
        """Undo `take_back_over`, and return what was brought back. RuleError; BookError `damaged`."""
        with self._writing() as connection:
            return tab.bring_back(connection, action, writing.now().replace(microsecond=0))

    # --- drafts -----------------------------------------------------------

    def draft(self, night: int, amended: int | None, *, client: str = MAIN) -> Draft | None:
        """What was half typed for a new round, or (`amended`) for the correction of that entry."""
        with self._reading() as connection:
            return drafts.find(connection, night, amended, client)

    def save_draft(self, night: int, amended: int | None, data: str, *, client: str = MAIN) -> None:
        """Keep `data` in place of what was there. BookError `unknown_night`."""
        with self._writing(night) as connection:
            drafts.save(connection, night, amended, data, client)

    def drop_draft(self, night: int, amended: int | None, *, client: str = MAIN) -> None:
        """Forget the draft, if there is one."""
        with self._writing(night) as connection:
            drafts.drop(connection, night, amended, client)

    # --- the whole book ---------------------------------------------------

    def check(self) -> tuple[Finding, ...]:
        """Everything that is wrong with the book; nothing when it is sound. Reads only, and reads everything."""
        with self._reading() as connection:
            return checking.check(connection)


def _append(connection: Connection, stored: Stored, entry: Entry) -> Stored:
    """One entry that somebody wrote into this night alone. As `writing.append`; RuleError as from `tab.check_part`,
    BookError `not_closed`."""
    if isinstance(entry, Reopened) and not stored.closed:
        raise BookError("not_closed", night=stored.number)
    if isinstance(entry, Paid) and entry.across:
        tab.check_part(connection, stored, entry)
    return writing.append(connection, stored, entry)


def _set(connection: Connection, night: int, **values: datetime | bool | None) -> None:
    done = connection.execute(update(nights).where(nights.c.id == night).values(values))
    if not done.rowcount:
        raise BookError("unknown_night", reference=str(night))
