"""Files that commands read: their bytes, the nights in them, and everything that can be wrong with them."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

from scorekeeper.commands.stopping import Stopped
from scorekeeper.files.incoming import read_file
from scorekeeper.files.night_file import NightFile
from scorekeeper.messages import line
from scorekeeper.table.errors import Fault, Faulty
from scorekeeper.table.night import Night

STDIN = "-"
"""The name that stands for standard input."""
MOST_MEGABYTES = 64
"""Of a file, or of a line that is read by itself. A night of ten thousand rounds takes a tenth of it."""


def read_bytes(name: str) -> bytes:
    """What is in a file, or on standard input. Raises Stopped."""
    try:
        with contextlib.ExitStack() as stack:
            content = binary(name, stack).read(MOST_MEGABYTES * 2**20 + 1)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None
    return bounded(content, name)


def binary(name: str, stack: contextlib.ExitStack) -> BinaryIO:
    """The bytes of a file, open until `stack` ends, or those of standard input. Raises OSError, ValueError."""
    if name != STDIN:
        return stack.enter_context(Path(name).open("rb"))
    if sys.stdin is None:  # closed by whoever started the program
        raise OSError(os.strerror(errno.EBADF))
    return sys.stdin.buffer


def bounded(content: bytes, name: str) -> bytes:
    """The content, unless it is more than any night holds: then Stopped."""
    if len(content) > MOST_MEGABYTES * 2**20:
        raise Stopped([line(Fault("too_large", (), {"most": MOST_MEGABYTES}), name)])
    return content


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
