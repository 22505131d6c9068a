"""From the ``games`` table to the sums of every statistic, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats.game_turns import Turns
from simkit.stats.grouped import MOST_GROUPS
from simkit.stats.moments import Distribution, Floats, Moments, blocks, sums_to
from simkit.stats.subjects import Subject, subjects

__all__ = [
    "Sums",
    "collect",
    "collect_to",
    "expressions",
    "needed_columns",
    "numbers_of",
    "part_of",
    "totals_of",
    "values_of",
]


class Sums(NamedTuple):
    """All that the games say about a statistic, for one subject and one value of the column grouped by."""

    statistic: Statistic
    subject: Subject
    group: Any
    found: Moments | Distribution


def collect(
    frame: pl.LazyFrame,
    cell: Cell,
    statistics: Sequence[Statistic],
    by: str | None = None,
    turns: Turns | None = None,
) -> list[Sums]:
    """Sum up every statistic, in the order of statistics, then groups, then subjects.

    ``frame`` is read once, a bounded number of whole deals at a time; ``by`` is a column to group its games by, and
    ``turns`` the cell's turns, for columns made of them.

    Raises
    ------
    UsageError
        There is no such column, or it has more than ``MOST_GROUPS`` values.
    StoreError
        The rows are not whole deals in order.
    """
    series = [expressions(cell, statistic) for statistic in statistics]
    whom = [subjects(cell, statistic) for statistic in statistics]
    found: dict[tuple[int, Any, int], Any] = {}
    for block in blocks(frame, cell, needed_columns(frame, series, by), turns=turns):
        groups = list(_groups(block, by))
        for i, statistic in enumerate(statistics):
            numbers = numbers_of(block, series[i])
            for group, mask in groups:
                values, trials = _masked(numbers, mask)
                for j, subject in enumerate(whom[i]):
                    new = _sum(statistic.kind, subject, values, trials)
                    old = found.get((i, group, j))
                    found[i, group, j] = new if old is None else old + new
        _check_groups(by, len({group for _, group, _ in found}))
    keys = sorted(found, key=lambda key: (key[0], key[1] is not None, 0 if key[1] is None else key[1], key[2]))
    return [Sums(statistics[i], whom[i][j], group, found[i, group, j]) for i, group, j in keys]


def collect_to(
    frame: pl.LazyFrame,
    cell: Cell,
    statistics: Sequence[Statistic],
    first: int,
    ends: Sequence[int],
    turns: Turns | None = None,
) -> Iterator[list[Sums]]:
    """Sum up every statistic over consecutive deals, anew after each of ``ends``; in the order of ``collect``.

    Deals ``first .. ends[-1] - 1`` are read once. ``StoreError`` as ``collect`` raises it.
    """
    series = [expressions(cell, statistic) for statistic in statistics]
    whom = [(i, subject) for i, statistic in enumerate(statistics) for subject in subjects(cell, statistic)]
    seatings = len(cell.arrangements)

    def summing(block: pl.DataFrame) -> tuple[int, Callable[[slice], list[Moments | Distribution]]]:
        numbers = [numbers_of(block, one) for one in series]

        def sum_of(deals: slice) -> list[Moments | Distribution]:
            parts = [part_of(one, deals, seatings) for one in numbers]
            return [_sum(statistics[i].kind, subject, *parts[i]) for i, subject in whom]

        return len(block) // seatings, sum_of

    read = blocks(frame, cell, needed_columns(frame, series, None), ends[-1], turns=turns, first=first)
    for found in sums_to(first, ends, map(summing, read)):
        yield [Sums(statistics[i], subject, None, one) for (i, subject), one in zip(whom, found, strict=True)]


def part_of(
    numbers: tuple[list[Floats], list[Floats]], deals: slice, seatings: int
) -> tuple[list[Floats], list[Floats]]:
    """Values and trials of some deals of a block."""
    games = slice(deals.start * seatings, deals.stop * seatings)
    values, trials = numbers
    return [one[games] for one in values], [one[games] for one in trials]


def expressions(cell: Cell, statistic: Statistic) -> list[tuple[pl.Expr, pl.Expr]]:
    """Value and trials of every series: the game's, or one for each seat; both NULL where it does not count."""
    series: list[tuple[pl.Expr, pl.Expr]] = []
    for argument in range(cell.seats) if statistic.by != "game" else [cell.seats]:
        value = statistic.value(argument).cast(pl.Float64)
        denominator = pl.lit(1.0) if statistic.denominator is None else statistic.denominator(argument).cast(pl.Float64)
        series.append((value, pl.when(value.is_not_null()).then(denominator)))
    return series


def needed_columns(
    frame: pl.LazyFrame, series: Iterable[Iterable[tuple[pl.Expr, pl.Expr]]], by: str | None
) -> set[str]:
    """Columns that the expressions read, and the one grouped by."""
    needed = {name for pairs in series for pair in pairs for one in pair for name in one.meta.root_names()}
    if by is None:
        return needed
    names = frame.collect_schema().names()
    if by not in names:
        raise UsageError(f"--by {by}: the games table has no such column; it has {', '.join(names)}")
    return needed | {by}


def _check_groups(by: str | None, groups: int) -> None:
    if groups > MOST_GROUPS:
        raise UsageError(f"--by {by}: the column has more than {MOST_GROUPS} values; choose one with few")


def _groups(block: pl.DataFrame, by: str | None) -> Iterator[tuple[Any, Floats | None]]:
    """Values of the column grouped by, each with 1 for the games that have it; one group where none is asked for."""
    if by is None:
        yield None, None
        return
    column = block[by]
    _check_groups(by, column.n_unique())
    for value in column.unique():
        yield value, column.eq_missing(pl.Series([value], dtype=column.dtype)).cast(pl.Float64).to_numpy()


def numbers_of(block: pl.DataFrame, series: Sequence[tuple[pl.Expr, pl.Expr]]) -> tuple[list[Floats], list[Floats]]:
    """Values and trials of the series, both 0 where a game does not count."""
    wanted = [one.fill_null(0.0).alias(f"{i} {j}") for i, pair in enumerate(series) for j, one in enumerate(pair)]
    arrays = [column.to_numpy() for column in block.select(wanted)]
    return arrays[::2], arrays[1::2]


def _masked(numbers: tuple[list[Floats], list[Floats]], mask: Floats | None) -> tuple[list[Floats], list[Floats]]:
    """Values and trials, 0 outside the mask."""
    values, trials = numbers
    return numbers if mask is None else ([one * mask for one in values], [one * mask for one in trials])


def totals_of(kind: str, subject: Subject, values: Sequence[Floats], trials: Sequence[Floats]) -> tuple[Floats, int]:
    """Sum by deal: value and trials, of an ``sd`` squares before them; ``float64[2 or 3, deals]``, and the games."""
    denominator, games = subject.totals(trials)
    rows = [subject.totals(values)[0], denominator]
    if kind == "sd":
        rows.insert(0, subject.totals([value * value for value in values])[0])
    return np.stack(rows), games


def values_of(subject: Subject, values: Sequence[Floats], trials: Sequence[Floats]) -> Floats:
    """Gather the subject's values, ``float64[deals, values]``; NaN where a game does not count."""
    return np.where(subject.values(trials) != 0, subject.values(values), np.nan)


def _sum(kind: str, subject: Subject, values: Sequence[Floats], trials: Sequence[Floats]) -> Moments | Distribution:
    if kind == "quantiles":
        return Distribution.of(values_of(subject, values, trials))
    totals, games = totals_of(kind, subject, values, trials)
    counts = totals[-1] != 0
    return Moments.of(totals if counts.all() else totals[:, counts], games)
