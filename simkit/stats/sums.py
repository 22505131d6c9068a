"""From the ``games`` table to the sums of every statistic, in one pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.engine.cell import Cell
from simkit.errors import UsageError
from simkit.games.base import Statistic
from simkit.stats.moments import Distribution, Floats, Moments, blocks
from simkit.stats.subjects import Subject, subjects

__all__ = ["MOST_GROUPS", "Sums", "collect"]

MOST_GROUPS = 64
"""Most values of a column to group by: each costs as much as the whole summary."""

_BY = "by"


class Sums(NamedTuple):
    """All that the games say about a statistic, for one subject and one value of the column grouped by."""

    statistic: Statistic
    subject: Subject
    group: Any
    found: Moments | Distribution


def collect(frame: pl.LazyFrame, cell: Cell, statistics: Sequence[Statistic], by: str | None = None) -> list[Sums]:
    """Sum up every statistic, in the order of statistics, then groups, then subjects.

    ``frame`` is read once, a bounded number of whole deals at a time; ``by`` is a column to group its games by.

    Raises
    ------
    UsageError
        There is no such column, or it has more than ``MOST_GROUPS`` values.
    StoreError
        The rows are not whole deals in order.
    """
    columns = _columns(cell, statistics)
    if by is not None:
        columns[_BY] = _existing(frame, by)
    whom = [subjects(cell, statistic) for statistic in statistics]
    found: dict[tuple[int, Any, int], Any] = {}
    for block in blocks(frame, cell, columns):
        for group, mask in _groups(block):
            for i, statistic in enumerate(statistics):
                values, trials = _series(block, i, mask)
                for j, subject in enumerate(whom[i]):
                    new = _sum(statistic.kind, subject, values, trials)
                    old = found.get((i, group, j))
                    found[i, group, j] = new if old is None else old + new
            if len(found) > MOST_GROUPS * sum(map(len, whom)):
                raise UsageError(f"--by {by}: the column has more than {MOST_GROUPS} values; choose one with few")
    keys = sorted(found, key=lambda key: (key[0], key[1] is not None, 0 if key[1] is None else key[1], key[2]))
    return [Sums(statistics[i], whom[i][j], group, found[i, group, j]) for i, group, j in keys]


def _columns(cell: Cell, statistics: Sequence[Statistic]) -> dict[str, pl.Expr]:
    """Expressions ``value_i_j`` and ``over_i_j`` of statistic i; j is a seat, or 0 where the number is the game's."""
    found = {}
    for i, statistic in enumerate(statistics):
        arguments = range(cell.seats) if statistic.by == "seat" else [cell.seats]
        for j, argument in enumerate(arguments):
            found[f"value_{i}_{j}"] = statistic.value(argument).cast(pl.Float64)
            if statistic.over is not None:
                found[f"over_{i}_{j}"] = statistic.over(argument).cast(pl.Float64)
    return found


def _existing(frame: pl.LazyFrame, by: str) -> pl.Expr:
    names = frame.collect_schema().names()
    if by not in names:
        raise UsageError(f"--by {by}: the games table has no such column; it has {', '.join(names)}")
    return pl.col(by)


def _groups(block: dict[str, pl.Series]) -> Iterator[tuple[Any, Floats | None]]:
    """Values of the column grouped by, each with 1 for the games that have it; one group if there is no such column."""
    if _BY not in block:
        yield None, None
        return
    column = block[_BY]
    for value in column.unique():
        yield value, column.eq_missing(pl.Series([value], dtype=column.dtype)).cast(pl.Float64).to_numpy()


def _series(block: dict[str, pl.Series], i: int, mask: Floats | None) -> tuple[list[Floats], list[Floats]]:
    """Values and trials of the series of statistic i; both 0 where a game does not count."""
    values: list[Floats] = []
    trials: list[Floats] = []
    while (value := block.get(f"value_{i}_{len(values)}")) is not None:
        over = block.get(f"over_{i}_{len(values)}")
        trial = np.ones(len(value)) if over is None else over.fill_null(0.0).to_numpy()
        if value.null_count():
            trial = trial * value.is_not_null().to_numpy()
        number = value.fill_null(0.0).to_numpy()
        values.append(number if mask is None else number * mask)
        trials.append(trial if mask is None else trial * mask)
    return values, trials


def _sum(kind: str, subject: Subject, values: Sequence[Floats], trials: Sequence[Floats]) -> Moments | Distribution:
    if kind == "quantiles":
        return Distribution.of(np.where(subject.values(trials) != 0, subject.values(values), np.nan))
    over, games = subject.totals(trials)
    rows = [subject.totals(values)[0], over]
    if kind == "sd":
        rows.insert(0, subject.totals([value * value for value in values])[0])
    totals = np.stack(rows)
    counts = over != 0
    return Moments.of(totals if counts.all() else totals[:, counts], games)
