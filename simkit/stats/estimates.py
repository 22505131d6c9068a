"""Estimate rows: every statistic of a cell with its interval, number of deals and games, and unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import polars as pl

from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats import intervals
from simkit.stats.game_turns import Turns
from simkit.stats.intervals import Interval, check_level
from simkit.stats.moments import Distribution
from simkit.stats.subjects import means_anything
from simkit.stats.sums import Sums, collect

__all__ = [
    "QUANTILES",
    "SCHEMA",
    "SYMMETRY",
    "best_rows",
    "estimate",
    "fixed_intervals",
    "group_text",
    "row_meanings",
    "rows_of",
]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

SYMMETRY = "exact: equal by symmetry"
"""Kind of interval of a number that must come out as it does: one bot, alone in the line-up, shares the wins."""

SCHEMA = pl.Schema(
    {
        "statistic": pl.String,
        "cell": pl.String,
        "against": pl.String,
        "seat": pl.Int64,
        "bot": pl.String,
        "by": pl.String,
        "value": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "se": pl.Float64,
        "deals": pl.Int64,
        "games": pl.Int64,
        "level": pl.Float64,
        "interval": pl.String,
        "unit": pl.String,
        "margin": pl.Float64,
        "p": pl.Float64,
        "p_adjusted": pl.Float64,
    }
)
"""Columns of estimate rows. ``seat`` counts from 1; NULL is not applicable or, as ``interval`` then says, not known."""


def fixed_intervals(sums: Sums, level: float) -> list[Interval]:
    """Intervals of a statistic for a number of deals that was fixed beforehand; as many as it has ``row_meanings``."""
    statistic, found = sums.statistic, sums.found
    if isinstance(found, Distribution):
        return [intervals.quantile(found, q, level) for q in QUANTILES]
    if statistic.kind == "sd":
        return [intervals.deviation(found, level)]
    if statistic.kind == "proportion":
        return [intervals.proportion(found, level, intervals.trials_of(found, statistic))]
    return [intervals.ratio(found, level, "t" if statistic.denominator is None else "linearised")]


def estimate(
    frame: pl.LazyFrame,
    cell: Cell,
    statistics: Sequence[Statistic],
    level: float = 0.95,
    by: str | None = None,
    turns: Turns | None = None,
    make: Callable[[Sums, float], Sequence[Interval]] = fixed_intervals,
) -> pl.DataFrame:
    """Estimate every statistic of a cell from its ``games`` table.

    Parameters
    ----------
    frame
        The table: deals in order, the seatings of a deal together. It is read once, in bounded memory.
    cell
        The cell it belongs to.
    statistics
        What to estimate; those that need more seats than the cell has, or other rules, are left out.
    level
        Confidence level of each interval by itself, in (0, 1).
    by
        Column of the table to group the games by.
    turns
        The cell's turns, for measures of the path.
    make
        What makes the intervals of a statistic at a level.

    Returns
    -------
    polars.DataFrame
        Rows of ``SCHEMA``, in the order of ``statistics``, then groups, seats and bots. A statistic with nothing to
        count has a NULL value; no games give no rows. No number is ever NaN or infinite.

    Raises
    ------
    UsageError
        The level is not in (0, 1); there is no such column, or it has too many values.
    StoreError
        The rows are not whole deals in order.
    """
    check_level(level)
    fitting = [statistic for statistic in statistics if means_anything(statistic, cell)]
    rows = [
        row
        for sums in collect(frame, cell, fitting, by, turns)
        for row in rows_of(cell, sums, make(sums, level), level, by)
    ]
    return pl.DataFrame(best_rows(rows, fitting), schema=SCHEMA)


def best_rows(rows: Sequence[dict[str, Any]], statistics: Sequence[Statistic]) -> Iterator[dict[str, Any]]:
    """Keep of statistics of the best bot the row with the highest value, in each group; the first among equals."""
    names = {name for one in statistics if one.by == "best" for name in row_meanings(one)}
    best: dict[tuple[str, str | None], float] = {}
    for row in rows:
        if row["statistic"] in names and row["value"] is not None:
            key = (row["statistic"], row["by"])
            best[key] = max(best.get(key, row["value"]), row["value"])
    for row in rows:
        key = (row["statistic"], row["by"])
        if row["statistic"] not in names:
            yield row
        elif key in best and best[key] == row["value"]:
            del best[key]
            yield row


def row_meanings(statistic: Statistic) -> dict[str, str]:
    """Names of the estimate rows of a statistic, with what each says; ``_sd``, ``_p05``, ``_p50``, ... tell them apart.

    >>> from simkit.stats.common import distribution_of
    >>> mean, sd, quantiles = distribution_of("turns", "length", "turns", "turns")
    >>> row_meanings(mean) | row_meanings(sd)
    {'turns': 'length', 'turns_sd': 'length: standard deviation'}
    >>> list(row_meanings(quantiles))
    ['turns_p05', 'turns_p25', 'turns_p50', 'turns_p75', 'turns_p95']
    """
    name, meaning = statistic.name, statistic.meaning
    if statistic.kind == "quantiles":
        return {f"{name}_p{round(100 * q):02d}": f"{meaning}: {100 * q:g} % quantile over games" for q in QUANTILES}
    if statistic.kind == "sd":
        return {f"{name}_sd": f"{meaning}: standard deviation"}
    return {name: meaning}


def _is_symmetric(cell: Cell, sums: Sums, interval: Interval) -> bool:
    """Whether the number had to come out as it did: the one bot of the line-up, in all seats, divides every win."""
    alone = sums.subject.seat is None and sums.subject.bot is not None and len(set(cell.lineup)) == 1
    return sums.statistic.shares_win and alone and interval.se is None and bool(interval.value)


def _less(interval: Interval, less: float) -> Interval:
    value, low, high = (None if number is None else number - less for number in interval[:3])
    return interval._replace(value=value, low=low, high=high)


def group_text(group: Any) -> str:
    """Write a value of the column grouped by."""
    return "NULL" if group is None else str(group).lower() if isinstance(group, bool) else str(group)


def rows_of(
    cell: Cell, sums: Sums, found: Sequence[Interval], level: float, by: str | None = None
) -> Iterator[dict[str, Any]]:
    """Estimate rows of a statistic with these intervals, one for each of its ``row_meanings``."""
    statistic, subject = sums.statistic, sums.subject
    for name, interval in zip(row_meanings(statistic), found, strict=True):
        if _is_symmetric(cell, sums, interval):
            interval = interval._replace(low=None, high=None, kind=SYMMETRY)
        if statistic.offset is not None:
            interval = _less(interval, statistic.offset(cell.seats))
        yield {
            "statistic": name,
            "cell": cell.name,
            "seat": None if subject.seat is None else subject.seat + 1,
            "bot": None if subject.bot is None else subject.bot.label(),
            "by": None if by is None else f"{by} = {group_text(sums.group)}",
            "value": interval.value,
            "low": interval.low,
            "high": interval.high,
            "se": interval.se,
            "deals": sums.found.deals,
            "games": sums.found.games,
            "level": level,
            "interval": interval.kind,
            "unit": statistic.unit,
            "margin": statistic.margin,
        }
