"""The only place that writes to standard output: UTF-8 whatever the locale, and a closed pipe ends quietly."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from collections.abc import Iterator

from scorekeeper.commands.stopping import ReaderGone, Stopped


def prepare() -> None:
    """Speak UTF-8 on standard output and standard error, with plain line ends; nothing that is printed can fail to
    be encoded."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def is_terminal() -> bool:
    """Whether somebody sits there to read what is written, and to type."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout))


def write(text: str) -> None:
    """Write `text`, to the end: raises Stopped when it cannot be, ReaderGone when nobody reads it."""
    with _writing():
        sys.stdout.write(text)
        sys.stdout.flush()


def write_bytes(content: bytes) -> None:
    """The same for the content of a file."""
    with _writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def wait(seconds: float) -> None:
    """Wait so long; raises ReaderGone at once when nobody reads what is written any more, where the system tells."""
    import select  # which `--help` need not wait for

    try:
        watch = select.poll()
        watch.register(sys.stdout.fileno(), 0)  # of a pipe that was closed it tells unasked
    except (AttributeError, OSError, ValueError):  # Windows; a standard output that is no file
        time.sleep(seconds)
        return
    if watch.poll(seconds * 1000):
        raise ReaderGone


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        if sys.stdout is None:  # closed by whoever started the program
            raise OSError(os.strerror(9))
        yield
    except BrokenPipeError:
        _discard()
        raise ReaderGone from None
    except (OSError, ValueError) as error:
        _discard()
        from scorekeeper.messages import line
        from scorekeeper.table.errors import Fault

        detail = getattr(error, "strerror", None) or str(error)
        raise Stopped([line(Fault("unwritable", (), {"detail": detail}), "-")]) from None


def _discard() -> None:
    """Let what is still buffered go nowhere, so that Python does not complain about it at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
