"""Every command: its name, what it is given, and what runs it. Nothing is imported before it is asked for."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.i18n import Lazy

Options = argparse.Namespace


class Argument(NamedTuple):
    """An argument of a command: its flags (none: it is given by its place), and what it is."""

    name: str
    help: str
    metavar: str
    flags: tuple[str, ...] = ()
    many: bool = False
    needed: bool = True
    choices: tuple[str, ...] = ()
    """The values that it may have; the first is the default."""


class Command(NamedTuple):
    """A command; `run` imports what it needs."""

    name: str
    summary: str
    run: Callable[[Options], int]
    arguments: tuple[Argument, ...] = ()


# --- what the commands do -----------------------------------------------------


def _book(options: Options) -> str:
    """Where the book is: a database's address, or a path."""
    from scorekeeper.settings import book_path

    return options.book or os.environ.get("SCOREKEEPER_DATABASE_URL") or book_path()


def _app(options: Options) -> int:
    from scorekeeper.commands import app

    return app.run(_book(options))


def _demo(_options: Options) -> int:
    from scorekeeper.commands import app

    return app.run_demo()


def _nights(options: Options) -> int:
    from scorekeeper.commands import nights

    return nights.run_list(_book(options), hidden=options.hidden)


def _show(options: Options) -> int:
    from scorekeeper.commands import nights

    return nights.run_show(_book(options), options.night, follow=options.follow)


def _score(options: Options) -> int:
    from scorekeeper.commands import score

    return score.run(options.file, options.format)


def _import(options: Options) -> int:
    from scorekeeper.commands import importing

    return importing.run(_book(options), options.files, dry_run=options.dry_run)


def _export(options: Options) -> int:
    from scorekeeper.commands import exporting

    wanted = exporting.Wanted(
        night=options.night,
        form=options.format,
        path=options.output,
        player=options.player,
        whole_book=options.whole_book,
        template=options.template,
        separator=options.separator,
        decimal=options.decimal,
        no_bom=options.no_bom,
    )
    return exporting.run(_book(options), wanted)


def _append(options: Options) -> int:
    from scorekeeper.commands import append

    return append.run(_book(options), options.night, options.file or "-")


def _settle(options: Options) -> int:
    from scorekeeper.commands import settle

    given = (options.night, options.plan or "fewest", options.coin, options.format)
    return settle.run(_book(options), *given, accept=options.accept)


def _pay(options: Options) -> int:
    from scorekeeper.commands import paying

    given = (options.night, options.payer, options.payee, options.amount)
    return paying.run_pay(_book(options), *given, forgiven=options.forgiven, note=options.note or "")


def _credit(options: Options) -> int:
    from scorekeeper.commands import paying

    return paying.run_credit(_book(options), options.night, options.player, options.points)


def _tab(options: Options) -> int:
    from scorekeeper.commands import tab

    return tab.run(_book(options), options.player, options.format, set_off=options.set_off)


def _check(options: Options) -> int:
    from scorekeeper.commands import check

    return check.run(_book(options))


# Translators: leave the words in capitals in capitals; they stand for what the user puts there.
_NIGHT = Argument("night", Lazy("the number of a night, its UUID, or “last”"), "NIGHT")
_TEXT_OR_JSON = Argument(
    "format",
    Lazy("text for people (the default) or JSON for scripts"),
    "FORMAT",
    ("--format",),
    choices=("text", "json"),
)

COMMANDS = (
    Command("demo", Lazy("open the app on a throw-away book with a sample night"), _demo),
    Command(
        "nights",
        Lazy("list the nights in the book"),
        _nights,
        (Argument("hidden", Lazy("those that were hidden instead"), "", ("--hidden",)),),
    ),
    Command(
        "show",
        Lazy("print a night as plain text"),
        _show,
        (_NIGHT, Argument("follow", Lazy("go on with what is added to it"), "", ("--follow",), needed=False)),
    ),
    Command(
        "score",
        Lazy("compute a night file, without a book"),
        _score,
        (Argument("file", Lazy("a night file; - is standard input"), "FILE"), _TEXT_OR_JSON),
    ),
    Command(
        "import",
        Lazy("take night files and workbooks into the book, all or none"),
        _import,
        (
            Argument("files", Lazy("night files or workbooks; - is standard input"), "FILE", many=True),
            Argument("dry_run", Lazy("only say what would happen"), "", ("--dry-run",)),
        ),
    ),
    Command(
        "export",
        Lazy("write a night as a workbook, a table or a night file; or many nights as a workbook"),
        _export,
        (
            _NIGHT._replace(needed=False),
            Argument(
                "format",
                Lazy("xlsx (a workbook), csv (a table) or json (a night file); by default as the output's name says"),
                "FORMAT",
                ("--format",),
                choices=("", "xlsx", "csv", "json"),
            ),
            Argument(
                "output",
                Lazy(
                    "where to; - is standard output. By default a file in exports/, if there is such a folder, or here"
                ),
                "PATH",
                ("-o", "--output"),
            ),
            Argument("player", Lazy("instead of a night: how one player did over all nights"), "NAME", ("--player",)),
            Argument("whole_book", Lazy("instead of a night: all nights and everybody"), "", ("--whole-book",)),
            Argument(
                "template", Lazy("instead of a night: an empty workbook for nights on paper"), "", ("--template",)
            ),
            Argument(
                "separator",
                Lazy("between the fields of csv: comma, semicolon or tab; by default as your language has it"),
                "NAME",
                ("--separator",),
                choices=("", "comma", "semicolon", "tab"),
            ),
            Argument(
                "decimal",
                Lazy("the decimal mark of csv: point or comma; by default as your language has it"),
                "NAME",
                ("--decimal",),
                choices=("", "point", "comma"),
            ),
            Argument("no_bom", Lazy("csv without the mark by which Excel knows UTF-8"), "", ("--no-bom",)),
        ),
    ),
    Command(
        "append",
        Lazy("add journal entries to a night, one JSON object a line"),
        _append,
        (_NIGHT, Argument("file", Lazy("where the lines are; standard input by default"), "FILE", needed=False)),
    ),
    Command(
        "settle",
        Lazy("say who pays whom"),
        _settle,
        (
            _NIGHT,
            Argument(
                "plan",
                Lazy("fewest (transfers; the default), pairs (pair by pair) or banker:NAME (all through one player)"),
                "PLAN",
                ("--plan",),
            ),
            Argument(
                "coin",
                Lazy("round all payments to this coin of the night's currency (10), or to so many points"),
                "COIN",
                ("--coin",),
            ),
            Argument("accept", Lazy("the table agrees on this plan: it is written down"), "", ("--accept",)),
            _TEXT_OR_JSON,
        ),
    ),
    Command(
        "pay",
        Lazy("note what somebody paid, or what was forgiven"),
        _pay,
        (
            Argument(
                "night",
                Lazy("the number of a night, its UUID, or “last”; “all” pays for all nights, the oldest first"),
                "NIGHT",
            ),
            Argument("payer", Lazy("who paid"), "PAYER"),
            Argument("payee", Lazy("who was paid"), "PAYEE"),
            Argument("amount", Lazy("whole points (50), or money with its currency (12.50 EUR)"), "AMOUNT"),
            Argument("forgiven", Lazy("nothing was handed over: the debt is forgiven"), "", ("--forgiven",)),
            Argument("note", Lazy("a word on it"), "TEXT", ("--note",)),
        ),
    ),
    Command(
        "tab",
        Lazy("say what is open over all nights, and how to settle it"),
        _tab,
        (
            Argument("player", Lazy("only of this player"), "PLAYER", needed=False),
            Argument("set_off", Lazy("first clear in single nights what cancels over all of them"), "", ("--set-off",)),
            _TEXT_OR_JSON,
        ),
    ),
    Command(
        "credit",
        Lazy("note that somebody put more points on the table, in cash play"),
        _credit,
        (
            _NIGHT,
            Argument("player", Lazy("who"), "PLAYER"),
            Argument("points", Lazy("how many points more"), "POINTS"),
        ),
    ),
    Command("check", Lazy("check the whole book; silent when all is well"), _check),
)
"""Besides the app itself, which opens when no command is named."""

APP = Command("", Lazy("Keeps score at the card table. Without a command it opens the app."), _app)
