"""The charts of a page about a comparison, as numbers with words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from simkit.model.cell import Cell
from simkit.report.comparison import Comparison, Contrast
from simkit.report.comparison_render import letters_of
from simkit.report.page.evidence import Axis, Distribution, histogram
from simkit.report.page.model import Chart, Curves, Dots, Forest, Mark, Series
from simkit.report.page.words import spoken_unit, who_of
from simkit.report.rows import bot_letters, decimal_text, decimals_for, scale_of, scaled, unit_text
from simkit.report.summary import CellSummary

__all__ = ["curve_charts", "difference_charts", "distribution_charts", "forests", "running_charts", "seat_chart"]

MOST_MARKS, MOST_LINES, MOST_SUBJECTS, MOST_RUNNING = 16, 6, 4, 3
"""Lines of a forest, curves of a chart, seats or bots with a chart of their own, running statistics, at the most."""

_Row = dict[str, Any]


def label_of(row: _Row, letters: Mapping[tuple[str, str], str]) -> str:
    """Statistic and whom it is about, as a chart writes it."""
    who = who_of(row, dict(letters))
    name: str = row["statistic"].replace("_", " ")
    return name + (f", {who}" if who else "")


def forests(comparison: Comparison, main: Sequence[str]) -> Iterator[Chart]:
    """Standardised effects of every contrast, what matters most to a reader first."""
    for place, contrast in enumerate(comparison.contrasts, 1):
        letters = letters_of(contrast)
        rows = _bots_or_seats(contrast.rows.to_dicts())
        rows = [row for row in rows if row["effect"] and row["low_all"] is not None]
        rows.sort(key=lambda row: main.index(row["statistic"]) if row["statistic"] in main else len(main))
        marks = [_effect(row, label_of(row, letters)) for row in rows[:MOST_MARKS]]
        if marks:
            yield Chart(
                f"effects{place}",
                f"Effects of {contrast.cell.name} against {contrast.against.name}",
                _told(marks, "standard deviations"),
                "The difference in standard deviations of single games (Cohen's d; of shares Cohen's h), with the "
                f"interval that holds for all {comparison.family} together. Grey: what would not matter.",
                Forest("standardised effect", tuple(marks)),
                is_folded=True,
            )


def _effect(row: _Row, label: str) -> Mark:
    """Scale the bounds of a difference as its value is scaled to the effect."""
    scale = row["effect"] / row["value"]
    band = None if row["margin"] is None else abs(row["margin"] * scale)
    low, high = sorted((row["low_all"] * scale, row["high_all"] * scale))
    return Mark(label, row["effect"], low, high, band)


def difference_charts(comparison: Comparison, main: Sequence[str]) -> Iterator[Chart]:
    """Forests of one statistic over many cells, in its own unit."""
    by_label: dict[str, list[tuple[Contrast, _Row]]] = {}
    for contrast in comparison.contrasts:
        for row in _main_rows(contrast.rows.to_dicts(), main):
            if row["low_all"] is not None and row["value"] is not None:
                by_label.setdefault(label_of(row, letters_of(contrast)), []).append((contrast, row))
    shown = {label: rows for label, rows in by_label.items() if any(row["value"] for _, row in rows)}
    for place, (label, rows) in enumerate(shown.items(), 1):
        if place > 2 * MOST_SUBJECTS:
            return
        marks = [_difference(row, contrast.cell.name) for contrast, row in rows[: 2 * MOST_MARKS]]
        rest = f" The first {len(marks)} of {len(rows)} cells." if len(rows) > len(marks) else ""
        yield Chart(
            f"differences{place}",
            f"Difference of {label}",
            _told(marks, spoken_unit(rows[0][1])),
            f"With the interval that holds for all {comparison.family} differences together. "
            f"Grey: what would not matter.{rest}",
            Forest(spoken_unit(rows[0][1]), tuple(marks)),
        )


def _difference(row: _Row, label: str) -> Mark:
    value, *rest = scaled(row, "value", "low_all", "high_all", "margin")
    assert value is not None
    return Mark(label, value, *rest)


def seat_chart(cells: Sequence[Cell], summaries: Mapping[str, CellSummary], interval: str) -> Iterator[Chart]:
    """Win rate by seat and bot, cells beside each other, where all have the same seats."""
    wins = {cell.id: summaries[cell.id].estimates.filter(statistic="win_rate").to_dicts() for cell in cells}
    if len({cell.seats for cell in cells}) > 1 or not all(wins.values()):
        return
    groups = list(dict.fromkeys(_seat_or_place(row, cell) for cell in cells for row in wins[cell.id]))
    series = []
    for cell in cells:
        by_group = {_seat_or_place(row, cell): row for row in wins[cell.id]}
        if list(by_group) != groups:
            return
        series.append((cell.name, tuple(_estimate(by_group[group], group) for group in groups)))
    fair = 100 / cells[0].seats
    yield Chart(
        "seats",
        "Who wins",
        "; ".join(f"{name}: {_told(marks, '%')}" for name, marks in series),
        f"Share of games won; dashed: {fair:.4g} %, an equal share. Bars: {interval}.",
        Dots("% of games won", tuple(groups), tuple(series), fair),
    )


def _seat_or_place(row: _Row, cell: Cell) -> str:
    """A seat, or a bot by its first place in the line-up, so that bots of equal places stand beside each other."""
    if row["seat"]:
        return f"seat {row['seat']}"
    return f"bot {bot_letters(cell)[row['bot']]}"


def _estimate(row: _Row, label: str) -> Mark:
    value, low, high = scaled(row, "value", "low", "high")
    assert value is not None
    return Mark(label, value, low, high)


def distribution_charts(distributions: Sequence[Distribution]) -> Iterator[Chart]:
    """Histograms, cells over each other."""
    for place, distribution in enumerate(distributions, 1):
        figure = histogram(distribution)
        told = "; ".join(
            f"{name}: median {_median(rows):g}, from {rows['value'][0]:g} to {rows['value'][-1]:g}"
            for name, rows in distribution.counts.items()
        )
        width = figure.series[0].x[1] - figure.series[0].x[0]
        yield Chart(
            f"distribution{place}",
            distribution.title,
            f"{told} {distribution.unit}",
            f"Share of games by {distribution.unit}" + (f", {width:,g} to a step" if width != 1 else "") + ".",
            figure,
        )


def _median(rows: Any) -> float:
    reached = 2 * rows["count"].cum_sum() >= rows["count"].sum()
    return float(rows["value"][int(reached.arg_max() or 0)])


def running_charts(
    paths: Sequence[tuple[Contrast, pl.DataFrame]], main: Sequence[str], level: float
) -> Iterator[Chart]:
    """Differences as the deals came in, a chart a statistic, with what can be said at every look."""
    curves: dict[str, dict[str, list[_Row]]] = {}
    for contrast, path in paths:
        for row in path.filter(pl.col("low").is_not_null()).iter_rows(named=True):
            who = who_of(row, letters_of(contrast))
            name = ", ".join(filter(None, ("" if len(paths) == 1 and who else contrast.cell.name, who)))
            curves.setdefault(row["statistic"], {}).setdefault(name, []).append(row)
    names = [
        name for name in main if name in curves and any(row["value"] for rows in curves[name].values() for row in rows)
    ]
    for place, name in enumerate(names[:MOST_RUNNING], 1):
        lines = {label: rows for label, rows in list(curves[name].items())[:MOST_LINES] if len(rows) > 1}
        if lines:
            series = tuple(_running(label, rows) for label, rows in lines.items())
            unit = spoken_unit(next(iter(lines.values()))[0])
            yield Chart(
                f"running{place}",
                f"{name[:1].upper()}{name[1:].replace('_', ' ')}: the difference as deals came in",
                "; ".join(f"{line.name}: {_band(line, 0)} at first, {_band(line, -1)} at last" for line in series)
                + f" {unit}",
                f"Bands: {100 * level:g} % confidence sequences, which hold at every look at once, each by itself.",
                Curves("deals", unit, series, is_log=True, zero=True),
                is_folded=True,
            )


def _running(name: str, rows: Sequence[_Row]) -> Series:
    scale = scale_of(rows[0]["unit"])
    numbers = [tuple(scale * row[key] for row in rows) for key in ("value", "low", "high")]
    return Series(name, tuple(row["look"] for row in rows), *numbers)


def _band(series: Series, place: int) -> str:
    return _mark_text(Mark("", series.y[place], series.low[place], series.high[place])).strip()


def curve_charts(
    axis: Axis, cells: Sequence[Cell], summaries: Mapping[str, CellSummary], main: Sequence[str], interval: str
) -> Iterator[Chart]:
    """Statistics along the axis of a sweep, with bands."""
    curves: dict[str, dict[str, list[tuple[float, _Row]]]] = {}
    for cell in cells:
        x, name = axis.places[cell.id]
        for row in _main_rows(summaries[cell.id].estimates.to_dicts(), main):
            if row["value"] is not None:
                who = _seat_or_place(row, cell) if row["seat"] or row["bot"] else ""
                label = row["statistic"].replace("_", " ") + (f", {who}" if who else "")
                curves.setdefault(label, {}).setdefault(name, []).append((x, row))
    for place, (label, by_name) in enumerate(curves.items(), 1):
        lines = {name: points for name, points in list(by_name.items())[:MOST_LINES] if len(points) > 1}
        is_constant = len({row["value"] for points in lines.values() for _, row in points}) < 2
        if not is_constant and place <= 3 * MOST_SUBJECTS:
            yield _curve_chart(f"curve{place}", label, axis.key, lines, len(by_name), interval)


def _bots_or_seats(rows: Sequence[_Row]) -> list[_Row]:
    """Leave out rows of seats where bots, who change seats, have some of the same statistic."""
    with_bots = {row["statistic"] for row in rows if row["seat"] is None and row["bot"]}
    return [row for row in rows if not (row["seat"] and row["statistic"] in with_bots)]


def _main_rows(rows: Sequence[_Row], main: Sequence[str]) -> list[_Row]:
    """Rows of the main statistics in their order."""
    kept = [row for row in _bots_or_seats(rows) if row["statistic"] in main]
    return sorted(kept, key=lambda row: main.index(row["statistic"]))


def _curve_chart(
    key: str, label: str, axis: str, lines: Mapping[str, list[tuple[float, _Row]]], count: int, interval: str
) -> Chart:
    series = tuple(_line(name or label, points) for name, points in lines.items())
    rest = f" {len(lines)} of {count} curves." if len(lines) < count else ""
    told = "; ".join(f"{line.name}: from {_ends(line, 0)} to {_ends(line, -1)}" for line in series)
    row = next(iter(lines.values()))[0][1]
    unit = unit_text(row["unit"])
    return Chart(
        key,
        f"{label[:1].upper()}{label[1:]} by {axis}",
        f"{told} {unit}",
        f"Bands: {interval}.{rest}",
        Curves(axis, unit, series),
    )


def _ends(series: Series, place: int) -> str:
    return f"{decimal_text(series.y[place], 3).rstrip('0').rstrip('.')} at {series.x[place]:g}"


def _line(name: str, points: list[tuple[float, _Row]]) -> Series:
    points = sorted(points, key=lambda point: point[0])
    scale = scale_of(points[0][1]["unit"])
    rows = [row for _, row in points]
    bounds = [
        tuple(scale * (row["value"] if row[key] is None else row[key]) for row in rows) for key in ("low", "high")
    ]
    return Series(name, tuple(x for x, _ in points), tuple(scale * row["value"] for row in rows), *bounds)


def _told(marks: Sequence[Mark], unit: str) -> str:
    return "; ".join(_mark_text(mark) for mark in marks) + f" {unit}"


def _mark_text(mark: Mark) -> str:
    bounds = [] if mark.low is None or mark.high is None else [mark.low, mark.high]
    decimals = min(decimals_for(mark.value, bounds), 6)
    texts = [decimal_text(number, decimals) for number in (mark.value, *bounds)]
    return f"{mark.label} {texts[0]}" + (f" ({texts[1]} to {texts[2]})" if bounds else "")
