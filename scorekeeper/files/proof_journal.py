"""The proof of the journal: its numbers, what each entry is by its own JSON, which of them hold, and who names whom."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.files import workbook_journal as told
from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import Formula
from scorekeeper.files.proof import Areas, Line
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View
from scorekeeper.files.workbook_summary import OWED_POINTS
from scorekeeper.i18n import _
from scorekeeper.messages import reason_label
from scorekeeper.table.journal import Amend, Void
from scorekeeper.table.settling_entries import RESTORED


def journal_lines(view: View, areas: Areas) -> Iterator[Line]:
    """Lines for the totals of the night."""
    journal, entries = areas.journal, view.night.journal
    numbers, kinds, names, holds, texts = (
        journal.column(column) for column in (told.NUMBER, told.KIND, told.NAMES, told.HOLDS, told.JSON)
    )
    last = len(entries)
    counted = Formula(f"COUNT({numbers})*(COUNT({numbers})-1)/2", last * (last + 1) // 2)
    stated = Formula(f"SUM({numbers})", last * (last + 1) // 2)
    yield Line(_("Numbers of the entries, added up"), counted, stated)
    known = dict.fromkeys([told.BEGINNING, *(entry.kind for entry in entries)])
    by_json = "+".join(
        f"SUMPRODUCT(({kinds}={literal(told.kind_word(kind))})*{_begins(texts, kind)})" for kind in known
    )
    yield Line(_("Entries that are what their JSON says"), Formula(by_json, last + 1), last + 1)
    naming = sum(isinstance(entry, Amend | Void) for entry in entries)
    if naming:
        named = f'FIND("""entry"":"&{names}&",",SUBSTITUTE({texts},"}}",","))'
        found = Formula(f'SUMPRODUCT(({names}<>"")*ISNUMBER({named}))', naming)
        yield Line(_("Entries that name the one in their JSON"), found, naming)
    taken_back = f"COUNTIFS({names},{numbers},{kinds},{literal(told.kind_word(Void.kind))},{holds},1)"
    right = f"({taken_back}=0)=({holds}=1)" if any(isinstance(entry, Void) for entry in entries) else f"{holds}=1"
    yield Line(_("Entries that hold, or are taken back"), Formula(f"SUMPRODUCT(--({right}))", last + 1), last + 1)
    yield from _paid_lines(view, areas)
    if view.standing.restored:
        yield from _restored_lines(view, areas)


def _begins(texts: str, kind: str) -> str:
    """The condition that a JSON begins with this kind of entry."""
    text = f'{{"{kind}":'
    return f"(LEFT({texts},{len(text)})={literal(text)})"


def _paid_lines(view: View, areas: Areas) -> Iterator[Line]:
    """What was paid stands in the journal, at the same time."""
    made, journal = areas.settlement.made, areas.journal
    if made is None:
        return
    entries, times = (made.column(OWED_POINTS + 1 + (view.stake is not None) + more) for more in (1, 0))
    kinds, holds, numbers, at_times = (
        journal.column(column) for column in (told.KIND, told.HOLDS, told.NUMBER, told.TIME)
    )
    paid = literal(told.kind_word("paid"))
    there = f"SUMPRODUCT(COUNTIFS({numbers},{entries},{kinds},{paid},{holds},1))"
    same_time = f"ROUND(SUM({times})-SUMPRODUCT(SUMIF({numbers},{entries},{at_times})),5)=0"
    same_entries = f"SUMIFS({numbers},{kinds},{paid},{holds},1)=SUM({entries})"
    yield Line(
        _("Payments made, by the journal"),
        Formula(there, made.rows),
        made.rows,
        also=f"AND({same_time},{same_entries})",
    )


def _restored_lines(view: View, areas: Areas) -> Iterator[Line]:
    """Payments of no round belong to entries that restore balances, and are numbered without a gap."""
    payments, journal = areas.payments, areas.journal
    rounds, steps, entries, reasons = (
        payments.column(column) for column in (at.ROUND, at.STEP, at.ENTRY, at.reason_at(view))
    )
    kinds, holds, numbers = (journal.column(column) for column in (told.KIND, told.HOLDS, told.NUMBER))
    word = literal(told.kind_word("restore"))
    known = f"COUNTIFS({numbers},{entries},{kinds},{word},{holds},1)"
    label = literal(reason_label(RESTORED))
    counts = [len(one.transfers) for one in view.standing.restored]
    found = f'SUMPRODUCT(({rounds}="")*EXACT({reasons},{label})*{known})'
    yield Line(_("Payments that restore balances"), Formula(found, sum(counts)), sum(counts))
    each = f"COUNTIF({entries},{numbers})"
    total = sum(count * (count + 1) // 2 for count in counts)
    computed = Formula(f"SUMPRODUCT(({kinds}={word})*({holds}=1)*{each}*({each}+1)/2)", total)
    stated = Formula(f'SUMPRODUCT(({rounds}="")*{steps})', total)
    yield Line(_("Their steps, added up"), computed, stated)
    balances = areas.balances
    there = f"COUNTIFS({numbers},{balances.column(at.BALANCE_ENTRY)},{kinds},{word},{holds},1)"
    named = f"EXACT({balances.column(len(balances.labels) - 1)},{label})"
    found = f'SUMPRODUCT(({balances.column(0)}="")*{named}*{there})'
    yield Line(_("Balances that were restored, by the journal"), Formula(found, len(counts)), len(counts))
