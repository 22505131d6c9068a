"""What the charts of a page need beside the comparison: values by cell, distributions, and what cells vary in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.report.comparison import Contrast, is_source, settings_of
from simkit.report.page.model import Histogram, Series
from simkit.report.summary import CellSummary, PlayedRun, game_of, summarize
from simkit.stats.comparison import DIFFERENCE_PATH_SCHEMA, difference_path
from simkit.stats.distribution import count_values
from simkit.stats.estimates import row_meanings
from simkit.stats.measures import statistics_of
from simkit.stats.pairs import Side
from simkit.stats.running import path_stops

__all__ = ["Axis", "Distribution", "axis_of", "distributions_of", "histogram", "running_of", "summaries_of"]

MOST_BINS = 40
"""Bins of a histogram at the most."""
FEWEST_POINTS = 3
"""Values of a setting at the least that make an axis."""
_TAIL = 0.0005
"""Share of games at either end that is not drawn, so that a few odd ones do not squeeze the rest."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """A quantity with how often each of its values occurs, by the name of the cell."""

    title: str
    unit: str
    counts: Mapping[str, pl.DataFrame]


def distributions_of(cells: Sequence[tuple[PlayedRun, Cell, str]]) -> list[Distribution]:
    """Count the lengths, winning margins and final scores of cells of one game, each with its name on the page."""
    first = cells[0][1]
    distributions = []
    for title, unit, values in _quantities(first):
        counts = {name: count_values(run.table(cell, "games"), values(cell)) for run, cell, name in cells}
        kept = {name: rows for name, rows in counts.items() if rows is not None and len(rows)}
        if len(kept) == len(cells) and any(len(rows) > 1 for rows in kept.values()):
            distributions.append(Distribution(title, unit, kept))
    return distributions


def _quantities(cell: Cell) -> Iterable[tuple[str, str, Any]]:
    game = game_of(cell)
    statistics = [measure for measure in game.statistics() if measure.seats <= cell.seats and measure.by == "game"]
    lengths = [measure for measure in statistics if measure.kind == "quantiles"][:1]
    margins = [measure for measure in statistics if measure.name == "winning_margin"]
    for statistic, title in [(measure, "Length of a game") for measure in lengths] + [
        (measure, "Winning margin") for measure in margins
    ]:
        yield title, statistic.unit, _of_game(statistic)
    for column in game.table("games").columns:
        if column.name == "score" and column.per_seat:
            yield (
                "Final score of a seat",
                column.unit,
                lambda of, column=column: [pl.col(name) for name in column.names(of.seats)],
            )


def _of_game(statistic: Statistic) -> Any:
    return lambda cell: [statistic.value(cell.seats)]


def histogram(distribution: Distribution) -> Histogram:
    """Put values into bins of equal width, the same for all cells: whole numbers of the values' own steps."""
    values = np.unique(np.concatenate([rows["value"].to_numpy() for rows in distribution.counts.values()]))
    low, high = _drawn(distribution)
    steps = np.diff(values)
    step = _step(steps)
    width = step * _nice(math.ceil(((high - low) / step + 1) / MOST_BINS))
    first = math.floor(low / width) * width
    bins = max(math.floor((high - first) / width) + 1, 1)
    edges = [first + width * place for place in range(bins + 1)]
    return Histogram(distribution.unit, tuple(_binned(name, rows, edges) for name, rows in distribution.counts.items()))


def _binned(name: str, rows: pl.DataFrame, edges: Sequence[float]) -> Series:
    counts, _ = np.histogram(
        rows["value"].to_numpy(), [*edges[:-1], np.nextafter(edges[-1], -np.inf)], weights=rows["count"]
    )
    return Series(name, tuple(edges), tuple(float(count) for count in 100 * counts / rows["count"].sum()))


def _drawn(distribution: Distribution) -> tuple[float, float]:
    """Least and largest value that is drawn."""
    lows, highs = [], []
    for rows in distribution.counts.values():
        share = rows["count"].cum_sum() / rows["count"].sum()
        lows.append(rows["value"][int((share > _TAIL).arg_max() or 0)])
        highs.append(rows["value"][int((share >= 1 - _TAIL).arg_max() or 0)])
    return min(lows), max(highs)


def _step(steps: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The step that all values share, where they are whole numbers."""
    if not len(steps):
        return 1.0
    if not np.all(steps == np.round(steps)):
        return float(steps.min())
    return float(math.gcd(*map(int, steps)))


def _nice(least: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50, ... that is not below.

    >>> [_nice(number) for number in (1, 3, 7, 11, 21)]
    [1, 5, 10, 20, 50]
    """
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10


def summaries_of(runs: Sequence[tuple[str, PlayedRun]], level: float, names: Sequence[str]) -> dict[str, CellSummary]:
    """Summarize every cell, of those of these statistics that its game has; by the cell's id."""
    by_id: dict[str, CellSummary] = {}
    for _, run in runs:
        statistics = [statistic for cell in run.cells for statistic in statistics_of(game_of(cell), run.log)]
        known = {name for statistic in statistics for name in (statistic.name, *row_meanings(statistic))}
        for cell in summarize(run, level=level, names=[name for name in names if name in known]).cells:
            by_id.setdefault(cell.cell.id, cell)
    return by_id


def running_of(
    contrast: Contrast, homes: Mapping[str, tuple[PlayedRun, Cell]], level: float, names: Sequence[str]
) -> pl.DataFrame:
    """Running differences of these statistics, each by itself, at every look; no rows with fewer than two looks."""
    sides = []
    for cell in (contrast.cell, contrast.against):
        run, own = homes[cell.id]
        statistics = [
            measure for measure in game_of(cell).statistics() if measure.name in names and measure.kind != "quantiles"
        ]
        sides.append(Side(run.table(own, "games"), cell, statistics))
    deals = min(contrast.deals)
    asked = {row for side in sides for measure in side.statistics for row in row_meanings(measure) if row in names}
    if len(path_stops(deals)) < 2 or not asked:
        return pl.DataFrame(schema=DIFFERENCE_PATH_SCHEMA)
    return difference_path([(sides[0], sides[1])], deals, level, asked=asked)


class Axis(NamedTuple):
    """A setting that cells vary in, a number: its key, and by the cell's id its value and the name of its curve."""

    key: str
    places: Mapping[str, tuple[float, str]]


def axis_of(cells: Sequence[Cell]) -> Axis | None:
    """Find the setting with the most different numbers; what else differs tells curves apart.

    None where there are fewer than ``FEWEST_POINTS`` of them, or most cells stand alone on their curves.
    """
    settings = dict(zip((cell.id for cell in cells), settings_of(cells), strict=True))
    keys = list(dict.fromkeys(key for of_cell in settings.values() for key in of_cell))
    varied = {key: [of_cell.get(key) for of_cell in settings.values()] for key in keys}
    varied = {key: values for key, values in varied.items() if len(set(values)) > 1}
    numbers = {
        key: len(set(values))
        for key, values in varied.items()
        if key.startswith(("rules.", "seats.")) and all(map(_is_number, values))
    }
    key = max(numbers, key=lambda other: numbers[other], default="")
    if numbers.get(key, 0) < FEWEST_POINTS:
        return None
    rest = [other for other in varied if not _follows(varied[other], varied[key]) and not is_source(other)]
    places = {
        name: (float(of_cell[key]), ", ".join(f"{_end(other)} = {of_cell.get(other)}" for other in rest))
        for name, of_cell in settings.items()
    }
    curves = Counter(name for _, name in places.values())
    is_sweep = 2 * sum(count for count in curves.values() if count > 1) > len(cells)
    return Axis(key, places) if is_sweep else None


def _follows(values: Sequence[Any], axis: Sequence[Any]) -> bool:
    """Whether each value of the axis goes with one value only."""
    return len(set(zip(axis, values, strict=True))) == len(set(axis))


def _end(key: str) -> str:
    return key.removeprefix("rules.")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
