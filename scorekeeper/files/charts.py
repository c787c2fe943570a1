"""Native charts, on the cells of a table."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.chart.data_source import AxDataSource, NumData, NumDataSource, NumRef, NumVal, StrData, StrRef, StrVal
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.utils import get_column_letter

from scorekeeper.files.cells import SIGNED_POINTS
from scorekeeper.files.sheet import Area, Sheet
from scorekeeper.files.sheet_text import safe_text

_CHART_WIDTH, _CHART_HEIGHT = 17, 10  # centimetres: it prints beside its table
_NAME_HEIGHT, _MOST_NAMES = 0.6, 60  # centimetres a name, and names for which there is room
_IN_LEGEND, _BESIDE_BARS = 8, 13  # names that need no more height
_LONGEST_NAME = 16
"""Letters; longer names would lie over each other in a legend."""
_MOST_CACHED = 2000
"""Points of a line for which a chart carries its own copy, for previews that read no cells."""
_BAR = "1F4D36"
_LINES = ("1F77B4", "D62728", "2CA02C", "9467BD", "FF7F0E", "17BECF", "8C564B", "7F7F7F", "E377C2", "BCBD22")


def line_chart(
    page: Sheet, area: Area, title: str, labels: Sequence[str], lines: Sequence[Sequence[int | None]], *, first: int = 1
) -> None:
    """A line for each of these columns, from `first` on; the column 0 holds what the lines run over, and `lines` are
    their values."""
    chart = LineChart()
    chart.legend = Legend(legendPos="b")
    over = NumRef(f=area.column(0))
    for at, (label, values) in enumerate(zip(labels, lines, strict=True), start=first):
        series = _series(area, at, label, values)
        series.cat = AxDataSource(numRef=over)
        series.smooth = False
        series.marker = Marker(symbol="circle" if area.rows == 1 else "none")
        series.graphicalProperties.line.solidFill = _LINES[(at - first) % len(_LINES)]
        series.graphicalProperties.line.width = 22000  # a little under two points
        chart.series.append(series)
    _place(page, chart, area, title, len(area.labels) + 1, len(labels) - _IN_LEGEND)


def bar_chart(page: Sheet, area: Area, title: str, names: int, points: int) -> None:
    """A bar for each row: the column of names, which may be folded away, and that of points."""
    chart = BarChart(barDir="bar")
    chart.legend = None
    chart.x_axis.scaling.orientation, chart.y_axis.crosses = "maxMin", "max"  # from the top, and the points below
    chart.x_axis.tickLblSkip = 1 if area.rows <= _MOST_NAMES else None
    series = _series(area, points, title, ())
    series.cat = AxDataSource(strRef=StrRef(f=area.column(names)))
    chart.visible_cells_only = not names
    series.graphicalProperties.solidFill = _BAR
    series.invertIfNegative = False
    chart.series.append(series)
    _place(page, chart, area, title, len(area.labels) + 1, area.rows - _BESIDE_BARS)


def _place(page: Sheet, chart: LineChart | BarChart, area: Area, title: str, column: int, more: int) -> None:
    """With room for so many names more than usual."""
    chart.title, chart.width = safe_text(title), _CHART_WIDTH
    chart.height = _CHART_HEIGHT + _NAME_HEIGHT * min(max(more, 0), _MOST_NAMES)
    chart.y_axis.number_format = SIGNED_POINTS
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.tickLblPos = "low"
    chart.display_blanks = "gap"
    if area.rows:
        page.worksheet.add_chart(chart, f"{get_column_letter(column + 1)}2")


def _series(area: Area, column: int, label: str, values: Sequence[int | None]) -> Series:
    """The cells of a column, with a copy of the values for previews that read no cells."""
    series: Series = SeriesFactory(Reference(range_string=area.column(column)))
    series.tx = _label(area, column, label)
    series.val = NumDataSource(numRef=NumRef(f=area.column(column), numCache=_cached(values)))
    return series


def short_names(names: Sequence[str]) -> list[str]:
    """The names as a chart has room for them; none where all of them are short."""
    return list(map(_short, names)) if max(map(len, names), default=0) > _LONGEST_NAME else []


def _short(name: str) -> str:
    return safe_text(name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…")


def _label(area: Area, column: int, label: str) -> SeriesLabel:
    if len(label) > _LONGEST_NAME:
        return SeriesLabel(v=_short(label))
    name = StrData(ptCount=1, pt=[StrVal(idx=0, v=safe_text(label))])
    return SeriesLabel(strRef=StrRef(f=area.part(column, 1, area.top - 1, area.top - 1), strCache=name))


def _cached(values: Sequence[int | None]) -> NumData | None:
    if not 0 < len(values) <= _MOST_CACHED:
        return None
    points = [NumVal(idx=at, v=str(value)) for at, value in enumerate(values) if value is not None]
    return NumData(formatCode=SIGNED_POINTS, ptCount=len(values), pt=points)
