"""Words for how a night is settled: plans and what is certain of them, payments, counted cash."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.i18n import Lazy, _, ngettext
from scorekeeper.table.journal import Paid
from scorekeeper.table.money import show_points
from scorekeeper.table.settlement import Method, Plan
from scorekeeper.table.settling import Made

_METHODS: Mapping[Method, str] = {
    Method.FEWEST: Lazy("fewest transfers"),
    Method.PAIRS: Lazy("pair by pair"),
    Method.BANKER: Lazy("through a banker"),
}


def method_label(method: Method) -> str:
    """How a plan was made, in a word or two."""
    return str(_METHODS[method])


def unexplained_cash(points: int) -> str:
    """What a count found that nobody bears, in a sentence."""
    if points < 0:
        return _("Missing by the count, and borne by nobody: %(points)s") % {"points": show_points(-points)}
    return _("Counted beyond the book, and nobody's: %(points)s") % {"points": show_points(points)}


def paid_how(made: Made) -> str:
    """Forgiven or set off, in a word; empty where money was handed over."""
    return _("forgiven") if made.forgiven else _("set off") if made.set_off else ""


def over_nights(entry: Paid | Made) -> str:
    """That what was handed over is part of a payment over several nights; empty where it is not."""
    return _("one payment over several nights") if entry.across and not entry.set_off else ""


def guarantee(plan: Plan) -> str:
    """What is certain about the number of payments of a plan; empty when it has none."""
    count = len(plan.payments)
    if plan.proved and count:
        said = ngettext("%(n)s transfer is enough", "Fewer than %(n)s transfers is impossible", count)
        return said % {"n": count}
    if plan.method is Method.FEWEST and count:
        return _("Whether fewer transfers would do is not proved")
    return _("With another plan there may be fewer transfers") if count else ""
