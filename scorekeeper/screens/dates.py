"""Dates as people write them, without a library: two languages, two forms."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.i18n import _, language, pgettext


def _month(moment: datetime) -> str:
    # Spelled out, so that the catalogue finds them; in Russian in the genitive: 27 ноября.
    return (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )[moment.month - 1]


def _weekday(moment: datetime) -> str:
    return (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))[moment.weekday()]


def long_date(moment: datetime) -> str:
    """Such as `Fri, 27 November` or `пт, 27 ноября`."""
    return pgettext("date", "%(weekday)s, %(day)d %(month)s") % {
        "weekday": _weekday(moment),
        "day": moment.day,
        "month": _month(moment),
    }


def short_date(moment: datetime, *, narrow: bool = False) -> str:
    """Such as `27.11.2026`; without the year where there is no room."""
    if language() == "ru":
        return f"{moment:%d.%m}" if narrow else f"{moment:%d.%m.%Y}"
    return f"{moment:%d/%m}" if narrow else f"{moment:%Y-%m-%d}"


def duration(seconds: int) -> str:
    """Such as `4 h 10 min`."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min") % {"minutes": minutes}
