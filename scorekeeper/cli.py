"""The command line: which command is meant, what it is given, and how it ends.

The only place that writes to standard error and chooses the exit status: 0 done, 1 `check` found something, 2 bad
input, bad usage or unwritable output, 3 the book cannot be opened. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterable, Sequence

from scorekeeper import __version__, i18n
from scorekeeper.commands import output
from scorekeeper.commands.catalogue import APP, COMMANDS, Command, Options
from scorekeeper.commands.stopping import BAD_INPUT, DONE, ReaderGone, Stopped
from scorekeeper.i18n import _

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    output.prepare()
    i18n.set_language(_language())
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except Stopped as stop:
        _complain(stop.lines)
        return stop.status
    except ReaderGone:
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED


def _language() -> str:
    from scorekeeper import settings

    return settings.load().language or i18n.detect(os.environ)


def _complain(lines: Iterable[str]) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody is left to be told
        for line in lines:
            print(line, file=sys.stderr)


# --- what was typed -----------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Speaks the user's language; leaves the printing to others."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Only for what `_parsed` does not see first."""
        raise _usage(message, self.prog)


def _run(argv: Sequence[str]) -> int:
    command, rest = _command_of(argv)
    parser = _parser(command)
    options = _parsed(parser, command, rest)
    if options.help:
        output.write(_help(parser, command))
        return DONE
    if options.version:
        output.write(f"scorekeeper {__version__}\n")
        return DONE
    return command.run(options)


def _command_of(argv: Sequence[str]) -> tuple[Command, list[str]]:
    """The command: the first word that is no option and not the value of one. The app when there is none."""
    at = 0
    while at < len(argv) and argv[at].startswith("-"):
        at += 2 if argv[at] == "--book" else 1
    if at >= len(argv):
        return APP, list(argv)
    for command in COMMANDS:
        if command.name == argv[at]:
            return command, [*argv[:at], *argv[at + 1 :]]
    _parsed(_parser(APP), APP, argv[:at])  # an option that is not known may be why
    names = tuple(command.name for command in COMMANDS)
    raise _unknown(_("There is no command “%(word)s”"), argv[at], names, "scorekeeper")


def _parser(command: Command) -> _Parser:
    prog = f"scorekeeper {command.name}".strip()
    parser = _Parser(prog=prog, add_help=False, allow_abbrev=False, exit_on_error=False, usage=_synopsis(command))
    given = parser.add_argument_group(_("Arguments"))
    chosen = parser.add_argument_group(_("Options"))
    for argument in command.arguments:
        if not argument.flags:
            nargs = "*" if argument.many else "?"
            given.add_argument(argument.name, nargs=nargs, metavar=argument.metavar, help=argument.help)
        elif not argument.metavar:
            chosen.add_argument(*argument.flags, dest=argument.name, action="store_true", help=argument.help)
        else:
            chosen.add_argument(*argument.flags, dest=argument.name, metavar=argument.metavar, help=argument.help)
    chosen.add_argument("--book", metavar="PATH", help=_("another book than your own"))
    chosen.add_argument("-h", "--help", action="store_true", help=_("show this help"))
    chosen.add_argument("--version", action="store_true", help=_("show the version"))
    return parser


def _synopsis(command: Command) -> str:
    words = ["scorekeeper", command.name or "[COMMAND]"]
    for argument in command.arguments:
        word = " ".join([*argument.flags[:1], argument.metavar + ("…" if argument.many else "")]).strip()
        words.append(word if argument.needed and not argument.flags else f"[{word}]")
    return " ".join([*words, "[--book PATH]"])


def _help(parser: _Parser, command: Command) -> str:
    """Usage, what the command does, and a line for each thing it takes. argparse's own formatter wraps lines, which
    terminals do too, and takes as long as all the rest of `--help`."""
    lines = [_("Usage: ") + str(parser.usage), "", f"{command.summary[:1].upper()}{command.summary[1:]}"]
    if command is APP:
        lines += ["", _("Commands"), *(_entry(other.name, other.summary) for other in COMMANDS)]
    for group in parser._action_groups:
        if group._group_actions:
            taken = (_entry(_flags(action), str(action.help)) for action in group._group_actions)
            lines += ["", str(group.title), *taken]
    if command is APP:
        lines += ["", _("More on a command: scorekeeper COMMAND --help")]
    return "\n".join([*lines, ""])


def _entry(name: str, summary: str) -> str:
    return f"  {name:<20}  {summary}" if len(name) <= 20 else f"  {name}\n{'':24}{summary}"


def _flags(action: argparse.Action) -> str:
    return " ".join(filter(None, [", ".join(action.option_strings), str(action.metavar or "")]))


def _parsed(parser: _Parser, command: Command, words: Sequence[str]) -> Options:
    try:
        options, others = parser.parse_known_args(words)
    except argparse.ArgumentError as error:
        flag = str(error.argument_name).split("/")[-1]
        takes_none = any(flag in argument.flags and not argument.metavar for argument in command.arguments)
        message = _("%(option)s takes no value") if takes_none else _("%(option)s needs a value")
        raise _usage(message % {"option": flag}, parser.prog) from None
    plain = words[words.index("--") :] if "--" in words else ()  # no options, whatever they look like
    for word in () if options.help else others:
        if word == "--":
            continue
        if word.startswith("-") and word != "-" and word not in plain:
            flags = tuple(flag for action in parser._actions for flag in action.option_strings)
            raise _unknown(_("There is no option “%(word)s”"), word.partition("=")[0], flags, parser.prog)
        raise _usage(_("“%(word)s” is one argument too many") % {"word": _shown(word)}, parser.prog)
    if not (options.help or options.version):
        _check_values(options, command, parser.prog)
    return options


def _check_values(options: Options, command: Command, prog: str) -> None:
    if options.book == "":
        raise _usage(_("%(option)s needs a value") % {"option": "--book"}, prog)
    for argument in command.arguments:
        value = getattr(options, argument.name)
        empty = value == "" or (argument.many and "" in value)
        if not argument.flags and (empty or (argument.needed and not value)):
            raise _usage(_("%(argument)s is missing") % {"argument": argument.metavar}, prog)
        if argument.flags and empty:
            raise _usage(_("%(option)s needs a value") % {"option": argument.flags[-1]}, prog)
        if value is None and argument.choices:
            value = argument.choices[0]
            setattr(options, argument.name, value)
        if argument.choices and value not in argument.choices:
            allowed = {"option": argument.flags[0], "values": ", ".join(filter(None, argument.choices))}
            raise _usage(_("%(option)s must be one of: %(values)s") % allowed, prog)


def _unknown(message: str, word: str, known: tuple[str, ...], prog: str) -> Stopped:
    from scorekeeper.table.reading import nearest

    said = message % {"word": _shown(word)}
    if near := nearest(word, known):
        said = _("%(said)s; did you mean “%(nearest)s”?") % {"said": said, "nearest": near}
    return _usage(said, prog)


def _shown(word: str) -> str:
    from scorekeeper.messages import printable

    return printable(word)


def _usage(said: str, prog: str) -> Stopped:
    return Stopped([f"scorekeeper: {said}", _("See: %(command)s --help") % {"command": prog}], BAD_INPUT)
