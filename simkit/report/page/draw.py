"""Draws figures as SVG inside a page: colours are the page's, text is text, and the same numbers give the same bytes.

matplotlib draws; of its SVG only the picture itself is kept. It is imported when something is drawn.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from simkit.report.page.model import Chart, Curves, Dots, Figure, Forest, Histogram, Mark, Series, Timeline

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["COLOURS", "draw"]

COLOURS = 6
"""Series that have a colour of their own; dashes and markers tell all apart, colours or not."""

_WIDTH = 400
"""Width of a drawing in points, about the width of a phone: what is larger is scaled up, text and all."""
_INK, _MUTED, _GRID = "#010101", "#010102", "#010103"
_SERIES = [f"#0102{place:02x}" for place in range(1, COLOURS + 1)]
_VARIABLES = {_INK: "ink", _MUTED: "muted", _GRID: "line"} | {
    colour: f"c{place}" for place, colour in enumerate(_SERIES, 1)
}
_DASHES: Sequence[Any] = ("solid", (0, (5, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)), (0, (3, 1)), (0, (9, 3)))
_MARKERS = "osD^vP"
_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "simkit",
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "axes.labelsize": 12,
    "xtick.labelsize": 11,
    "ytick.labelsize": 11,
    "legend.fontsize": 11,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _MUTED,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "grid.color": _GRID,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "path.simplify": False,
}


def draw(chart: Chart) -> str:
    """Draw a chart as one ``<svg>`` element with a title and a description."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    plot, height = _plan(chart.figure)
    settings: Any = {**mpl.rcParamsDefault, **_SETTINGS}
    with mpl.rc_context(settings):
        canvas = Canvas(figsize=(_WIDTH / 72, height / 72), layout="constrained")
        canvas.patch.set_visible(False)
        axes = canvas.add_subplot()
        axes.patch.set_visible(False)
        plot(axes)
        written = io.StringIO()
        writer: Any = FigureCanvasSVG(canvas)
        writer.print_svg(written)
    return _inline(written.getvalue(), chart)


def _plan(figure: Figure) -> tuple[Callable[[Axes], None], float]:
    """How a figure is drawn, and how high."""
    if isinstance(figure, Forest):
        return lambda axes: _forest(axes, figure), 74 + 21 * len(figure.marks)
    if isinstance(figure, Dots):
        lines = len(figure.groups) * (len(figure.series) + 0.8)
        return lambda axes: _dots(axes, figure), 96 + 17 * lines + 15 * _legend_rows(figure.series)
    if isinstance(figure, Histogram):
        return lambda axes: _histogram(axes, figure), 215 + 15 * _legend_rows(figure.series)
    if isinstance(figure, Timeline):
        return lambda axes: _timeline(axes, figure), 200
    return lambda axes: _curves(axes, figure), 215 + 15 * _legend_rows(figure.series)


def _colour(place: int) -> str:
    return _SERIES[place % COLOURS]


def _mark(axes: Axes, mark: Mark, at: float, place: int) -> None:
    colour = _colour(place)
    if mark.low is not None and mark.high is not None:
        axes.plot([mark.low, mark.high], [at, at], color=colour, linewidth=2, solid_capstyle="butt")
        axes.plot([mark.low, mark.high], [at, at], "|", color=colour, markersize=7)
    axes.plot([mark.value], [at], _MARKERS[place % COLOURS], color=colour, markersize=5.5)


def _forest(axes: Axes, figure: Forest) -> None:
    for line, mark in enumerate(figure.marks):
        if mark.band is not None:
            axes.fill_betweenx([line - 0.36, line + 0.36], -mark.band, mark.band, color=_GRID, linewidth=0)
        _mark(axes, mark, line, 0)
    axes.axvline(0, color=_MUTED, linewidth=1)
    axes.set_yticks(range(len(figure.marks)), [mark.label for mark in figure.marks])
    axes.set_ylim(len(figure.marks) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(figure.unit)
    axes.margins(x=0.06)
    axes.spines["left"].set_visible(False)


def _dots(axes: Axes, figure: Dots) -> None:
    step = len(figure.series) + 0.8
    for place, (name, marks) in enumerate(figure.series):
        for group, mark in enumerate(marks):
            _mark(axes, mark, group * step + place, place)
        axes.plot([], [], f"-{_MARKERS[place % COLOURS]}", color=_colour(place), markersize=5.5, label=name)
    if figure.reference is not None:
        axes.axvline(figure.reference, color=_MUTED, linewidth=1, linestyle=(0, (4, 3)))
    middle = (len(figure.series) - 1) / 2
    axes.set_yticks([group * step + middle for group in range(len(figure.groups))], figure.groups)
    axes.set_ylim(len(figure.groups) * step - 0.9, -0.9)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(figure.unit)
    axes.grid(axis="x", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines["left"].set_visible(False)
    _legend(axes, len(figure.series))


def _histogram(axes: Axes, figure: Histogram) -> None:
    for place, series in enumerate(figure.series):
        style = {"color": _colour(place), "linewidth": 1.8, "linestyle": _DASHES[place % COLOURS], "label": series.name}
        if place == 0:
            axes.stairs(series.y, series.x, fill=True, color=_colour(0), alpha=0.16, linewidth=0)
        axes.stairs(series.y, series.x, baseline=None, **style)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(figure.unit)
    axes.set_ylabel("% of games")
    axes.grid(axis="y", linewidth=0.7)
    axes.set_axisbelow(True)
    _thousands(axes)
    _legend(axes, len(figure.series))


def _curves(axes: Axes, figure: Curves) -> None:
    if figure.is_log:
        axes.set_xscale("log")
    for place, series in enumerate(figure.series):
        _curve(axes, series, place, has_markers=not figure.is_log)
    bounds = [bound for series in figure.series for bound in (*series.low, *series.high)]
    if figure.zero and min(bounds, default=1.0) <= 0 <= max(
        bounds, default=0.0
    ):  # far from 0, it would be all there is
        axes.axhline(0, color=_MUTED, linewidth=1)
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(figure.unit)
    axes.grid(axis="y", linewidth=0.7)
    axes.set_axisbelow(True)
    if figure.is_log:
        _powers(axes)
    else:
        _thousands(axes)
    _legend(axes, len(figure.series))


def _curve(axes: Axes, series: Series, place: int, *, has_markers: bool) -> None:
    colour = _colour(place)
    if series.low:
        axes.fill_between(series.x, series.low, series.high, color=colour, alpha=0.2, linewidth=0)
    axes.plot(
        series.x,
        series.y,
        color=colour,
        linewidth=1.8,
        linestyle=_DASHES[place // COLOURS if has_markers else place % COLOURS],
        marker=_MARKERS[place % COLOURS] if has_markers else None,
        markersize=4.5,
        label=series.name,
    )


def _timeline(axes: Axes, figure: Timeline) -> None:
    from matplotlib import dates

    tools: Any = dates
    days = [float(tools.date2num(time)) for time in figure.times]
    axes.axhspan(*figure.band, color=_GRID, linewidth=0)
    axes.plot(days, [mark.value for mark in figure.marks], color=_colour(0), linewidth=1.2)
    for place, (day, mark) in enumerate(zip(days, figure.marks, strict=True)):
        style = int(place in figure.odd)
        if mark.low is not None and mark.high is not None:
            axes.plot([day, day], [mark.low, mark.high], color=_colour(style), linewidth=1.5, solid_capstyle="butt")
        axes.plot([day], [mark.value], _MARKERS[style * 2], color=_colour(style), markersize=5.5)
    if days[0] == days[-1]:
        axes.set_xticks(days[:1], [f"{figure.times[0]:%Y-%m-%d}"])
    else:
        locator = tools.AutoDateLocator(minticks=2, maxticks=5)
        axes.xaxis.set_major_locator(locator)
        axes.xaxis.set_major_formatter(tools.ConciseDateFormatter(locator))
    axes.set_xlabel("date of the check")
    axes.set_ylabel(figure.unit)
    axes.grid(axis="y", linewidth=0.7)
    axes.set_axisbelow(True)


def _thousands(axes: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")))


def _powers(axes: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _legend_rows(series: Sequence[Any]) -> int:
    return 0 if len(series) < 2 else -(-len(series) // 2)


def _legend(axes: Axes, count: int) -> None:
    if count > 1:
        axes.figure.legend(loc="outside lower center", ncols=2, frameon=False, handlelength=3)


def _inline(svg: str, chart: Chart) -> str:
    """Keep the picture of an SVG file: no address, no style of its own, no name that another drawing may have."""
    svg = svg[svg.index("<svg") :]
    view = re.search(r'viewBox="([^"]*)"', svg)
    assert view is not None
    body = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    body = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", body, flags=re.DOTALL)
    body = body.replace("xlink:href", "href")
    used = set(re.findall(r"url\(#([^)]*)\)|href=\"#([^\"]*)\"", body))
    names = {address or reference for address, reference in used}
    body = re.sub(r' id="([^"]*)"', lambda match: f' id="{chart.key}-{match[1]}"' if match[1] in names else "", body)
    body = re.sub(r"(url\(#|href=\"#)", rf"\g<1>{chart.key}-", body)
    body = body.replace("font-family: 'DejaVu Sans'; ", "")
    body = re.sub(r' transform="rotate\(-0 [^"]*"', "", body)
    body = re.sub(r"\d+\.\d{3,}", lambda match: f"{float(match[0]):.2f}", body)
    body = re.sub(r"#0102\d\d|#01010\d", lambda match: f"var(--{_VARIABLES[match[0]]})", body)
    body = re.sub(r"\n\s*", "\n", body).strip()
    return (
        f'<svg viewBox="{view[1]}" role="img" aria-labelledby="{chart.key}-title {chart.key}-desc">\n'
        f'<title id="{chart.key}-title">{escape(chart.title)}</title>\n'
        f'<desc id="{chart.key}-desc">{escape(chart.told)}</desc>\n{body}\n</svg>'
    )
