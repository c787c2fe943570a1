"""`scorekeeper import`: night files into the book, all of them or none."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from scorekeeper.book import Book, BookError, Taken
from scorekeeper.commands import inputs, output
from scorekeeper.commands.books import at, nowhere, said
from scorekeeper.commands.stopping import DONE, Stopped
from scorekeeper.files.night_file import NightFile, content_uuid
from scorekeeper.files.paper import is_from_paper
from scorekeeper.i18n import _
from scorekeeper.messages import book_sentence, line, printable
from scorekeeper.table.errors import Fault, Faulty


def run(where: str, files: Sequence[str], *, dry_run: bool) -> int:
    """Take `files` into the book and say what became of each; on a dry run nothing is kept."""
    nights, notes = _read(files), list[str]()
    with said(), contextlib.ExitStack() as stack:
        book = _tried(stack, where, notes) if dry_run else stack.enter_context(Book.open(where))
        taken = _take(book, nights, files, dry_run=dry_run)
    told = [what for file, night, one in zip(files, nights, taken, strict=True) for what in _said(file, night, one)]
    output.write("".join(f"{what}\n" for what in (*told, *notes)))
    return DONE


def _tried(stack: contextlib.ExitStack, where: str, notes: list[str]) -> Book:
    """The book for a dry run, and `notes` on it; where there is none yet, an empty one that is gone afterwards."""
    try:
        book = stack.enter_context(at(where))
    except BookError as error:
        if error.code != "no_book":
            raise
        notes.append(book_sentence(error))
        book = stack.enter_context(nowhere())
    notes.append(_("A dry run: nothing was kept"))
    return book


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
        named = {key: files[int(error.params[key]) - 1] for key in ("file", "beside") if key in error.params}
        said = book_sentence(BookError(error.code, **{**error.params, **named}))
        if is_from_paper(given[int(error.params["file"]) - 1][0]):
            said = f"{said}. {_two_nights()}"
        raise Stopped([f"{printable(named['file'])}: {said} ({error.code})"]) from None


def _two_nights() -> str:
    """What to do where two nights from paper were taken for one."""
    return _("If these are two nights, give one of them a title or a time of its own")


def _line(fault: Fault, files: Sequence[str]) -> str:
    (_step, number), *inside = fault.place
    return line(Fault(fault.code, tuple(inside), fault.params), files[int(number) - 1])


def _said(file: str, night: NightFile, taken: Taken) -> Iterator[str]:
    opening, entries = night
    said = {"file": printable(file), "number": taken.number, "count": taken.added}
    if taken.new:
        yield _("%(file)s: night %(number)s, new; entries: %(count)s") % said
    elif taken.added:
        yield _("%(file)s: night %(number)s, known already; entries added: %(count)s") % said
    else:
        yield _("%(file)s: night %(number)s, known already; nothing added") % said
        if not entries and is_from_paper(opening):  # nothing tells two such nights apart
            yield f"  {_two_nights()}"
    for written, kept in taken.respelled:
        # Translators: two spellings of the name of one player.
        yield "  " + _("%(written)s is %(kept)s in the book") % {"written": written, "kept": kept}
