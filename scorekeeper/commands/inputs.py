"""Files that commands read: their bytes, the nights in them, and everything that can be wrong with them."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from scorekeeper.commands.stopping import Stopped
from scorekeeper.files.incoming import read_file
from scorekeeper.files.night_file import NightFile
from scorekeeper.messages import line
from scorekeeper.table.errors import Fault, Faulty
from scorekeeper.table.night import Night

STDIN = "-"
"""The name that stands for standard input."""


def read_bytes(name: str) -> bytes:
    """What is in a file, or on standard input. Raises Stopped."""
    try:
        if name == STDIN:
            require_stdin()
            return sys.stdin.buffer.read()
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def require_stdin() -> None:
    """Raises OSError when whoever started the program closed standard input."""
    if sys.stdin is None:
        raise OSError(os.strerror(errno.EBADF))


def unreadable(name: str, error: OSError | ValueError) -> Stopped:
    """The line for a file that could not be read."""
    if isinstance(error, FileNotFoundError):
        fault = Fault("no_such_file")
    elif name != STDIN and os.path.isdir(name):  # noqa: PTH112 - Path.is_dir raises for a name too long
        fault = Fault("folder")
    else:
        fault = Fault("unreadable", (), {"detail": getattr(error, "strerror", None) or str(error)})
    return Stopped([line(fault, name)])


def night_file(content: bytes, name: str) -> NightFile:
    """An opening and its journal from a night file or a workbook. Raises Stopped with every fault."""
    try:
        return read_file(content)
    except Faulty as error:
        raise stopped(error, name) from None


def replayed(read: NightFile, name: str) -> Night:
    """The night that was read, if it is legal. Raises Stopped with every fault."""
    try:
        return Night.replay(*read)
    except Faulty as error:
        raise stopped(error, name) from None


def stopped(error: Faulty, name: str) -> Stopped:
    """A line for each fault of the file `name`."""
    return Stopped(line(fault, name) for fault in error.faults)
