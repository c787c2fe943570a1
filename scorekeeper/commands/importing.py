"""`scorekeeper import`: night files into the book, all of them or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.book import Book, BookError, Taken
from scorekeeper.commands import inputs, output
from scorekeeper.commands.books import opened
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.night_file import NightFile, content_uuid
from scorekeeper.i18n import _
from scorekeeper.messages import book_sentence, line, printable
from scorekeeper.table.errors import Fault, Faulty


def run(where: str, files: Sequence[str], *, dry_run: bool) -> int:
    """Take `files` into the book and say what became of each; on a dry run nothing is kept."""
    nights = _read(files)
    with opened(where) as book:
        taken = _take(book, nights, files, dry_run=dry_run)
    output.write("".join(f"{said}\n" for file, one in zip(files, taken, strict=True) for said in _said(file, one)))
    if dry_run:
        output.write(_("A dry run: nothing was kept") + "\n")
    return DONE


def _read(files: Sequence[str]) -> list[NightFile]:
    """The nights in all files, each legal by itself. Raises Stopped with the faults of all of them."""
    nights, lines = [], list[str]()
    for file in files:
        try:
            night = inputs.night_file(inputs.read_bytes(file), file)
            inputs.replayed(night, file)
            nights.append(night)
        except Stopped as stop:
            lines += stop.lines
    if lines:
        raise Stopped(lines)
    return nights


def _take(book: Book, nights: Sequence[NightFile], files: Sequence[str], *, dry_run: bool) -> tuple[Taken, ...]:
    given = [(opening, entries, opening.uuid or content_uuid(opening, entries)) for opening, entries in nights]
    try:
        return book.take(given, dry_run=dry_run)
    except Faulty as error:
        raise Stopped(_line(fault, files) for fault in error.faults) from None
    except BookError as error:
        if error.code != "different":
            raise
        file = files[int(error.params["file"]) - 1]
        raise Stopped([f"{printable(file)}: {book_sentence(error)} ({error.code})"]) from None


def _line(fault: Fault, files: Sequence[str]) -> str:
    (_step, number), *inside = fault.place
    return line(Fault(fault.code, tuple(inside), fault.params), files[int(number) - 1])


def _said(file: str, taken: Taken) -> Iterator[str]:
    said = {"file": printable(file), "number": taken.number, "count": taken.added}
    if taken.new:
        yield _("%(file)s: night %(number)s, new; entries: %(count)s") % said
    elif taken.added:
        yield _("%(file)s: night %(number)s, known already; entries added: %(count)s") % said
    else:
        yield _("%(file)s: night %(number)s, known already; nothing added") % said
    for written, kept in taken.respelled:
        # Translators: two spellings of the name of one player.
        yield "  " + _("%(written)s is %(kept)s in the book") % {"written": written, "kept": kept}
