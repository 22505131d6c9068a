"""Estimates with confidence sequences, at one number of deals or at every look of a run.

``estimate_path`` here and ``simkit.stats.comparison.difference_path`` give the running estimates of a stored run: a row
a look, a statistic and a subject, with value, low and high.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats.estimates import SCHEMA, best_rows, estimate, fixed_intervals, rows_of
from simkit.stats.game_turns import Turns
from simkit.stats.intervals import Interval, check_level
from simkit.stats.moments import Distribution, Moments
from simkit.stats.sequences import Bernstein, block_ends, looks, widened
from simkit.stats.subjects import means_anything
from simkit.stats.sums import Sums, collect_to

__all__ = [
    "NO_QUANTILES",
    "PATH_SCHEMA",
    "EstimatePath",
    "ends_after",
    "estimate_path",
    "estimate_sequences",
    "path_stops",
    "sequence_intervals",
    "share_after",
    "within_range",
]

NO_QUANTILES = "none: quantiles have no confidence sequence"

PATH_SCHEMA = pl.Schema([("look", pl.Int64), *SCHEMA.items()])
"""Columns of running estimates: ``look`` is the number of deals played, ``deals`` of those that count."""


def sequence_intervals(sums: Sums, level: float, shares: Bernstein | None = None) -> list[Interval]:
    """Intervals of a statistic that hold at all looks, as many as it has rows.

    Parameters
    ----------
    sums
        Sums from the first deal on.
    level
        Confidence level for all looks together.
    shares
        The sequence of the deals' shares, where each deal has one; None for an asymptotic sequence.
    """
    found = fixed_intervals(sums, level)
    if sums.statistic.kind == "quantiles":
        return [Interval(one.value, None, None, None, NO_QUANTILES) for one in found]
    if shares is not None:
        return [shares.interval(level)._replace(value=one.value, se=one.se) for one in found]
    wider = [widened(one, sums.found.deals, level) for one in found]
    return [within_range(sums.statistic.kind, one) for one in wider]


def within_range(kind: str, interval: Interval) -> Interval:
    """Cut an interval off where a statistic of this kind cannot be."""
    if kind not in ("proportion", "sd"):
        return interval
    return _within(interval, 0.0, 1.0 if kind == "proportion" else float("inf"))


def _within(interval: Interval, least: float, most: float) -> Interval:
    if interval.low is None or interval.high is None:
        return interval
    return interval._replace(low=max(interval.low, least), high=min(interval.high, most))


def ends_after(deals: int, to: int) -> list[int]:
    """Ends of blocks above ``deals``, the last being ``to``."""
    return [end for end in block_ends(to) if end > deals]


@dataclass(frozen=True)
class _Estimated:
    """Sums so far, and the sequence of shares as long as every deal has had one, of equally many games."""

    sums: Sums
    shares: Bernstein | None

    @classmethod
    def before_any(cls, sums: Sums) -> _Estimated:
        """Begin with no deals."""
        statistic = sums.statistic
        return cls(sums, Bernstein(0, 1) if statistic.kind == "proportion" and statistic.denominator is None else None)


def share_after(shares: Bernstein, block: Moments, deals: int, games: float | None) -> Bernstein | None:
    """Add a block of deals whose first total is won and whose second is the games; None when not each has a share."""
    each = float(block.mean[1]) if block.deals else 0.0
    if block.deals != deals or block.co[1, 1] or games not in (None, each):
        return None
    return shares.after(block.deals, float(block.mean[0]) / each, float(block.co[0, 0]) / each**2)


class EstimatePath:
    """Every statistic of a cell as its deals come in.

    Parameters
    ----------
    cell
        The cell.
    statistics
        What to estimate; those that need more seats than the cell has, or other rules, are left out.
    """

    def __init__(self, cell: Cell, statistics: Sequence[Statistic]) -> None:
        self.cell = cell
        self.statistics = [one for one in statistics if means_anything(one, cell)]
        self.deals = 0
        """Deals read so far."""
        self._found: list[_Estimated] = []

    def advance(self, frame: pl.LazyFrame, deals: int, turns: Turns | None = None) -> None:
        """Read on, up to this number of deals, of the cell's ``games`` table; ``turns`` is for measures of the path.

        Raises
        ------
        StoreError
            There are fewer deals, or the rows are not whole deals in order.
        """
        ends = ends_after(self.deals, deals)
        if not ends:
            return
        read = collect_to(frame, self.cell, self.statistics, self.deals, ends, turns)
        for end, new in zip(ends, read, strict=False):
            before: list[_Estimated | None] = [*self._found] or [None] * len(new)
            self._found = [_estimated(old, one, end - self.deals) for old, one in zip(before, new, strict=True)]
            self.deals = end
        if self.deals < deals:
            raise StoreError(f"cell {self.cell.name}: fewer than {deals:,} deals")

    def rows(self, level: float) -> list[dict[str, Any]]:
        """Rows of ``simkit.stats.estimates.SCHEMA`` as they stand; intervals hold at all looks together."""
        rows = [
            row
            for one in self._found
            for row in rows_of(self.cell, one.sums, sequence_intervals(one.sums, level, one.shares), level)
        ]
        return list(best_rows(rows, self.statistics))


def _estimated(old: _Estimated | None, block: Sums, deals: int) -> _Estimated:
    """Add the sums of the next deals."""
    old = old or _Estimated.before_any(block._replace(found=_nothing(block.found)))
    found: Any = old.sums.found
    shares = None
    if old.shares is not None and isinstance(block.found, Moments):
        shares = share_after(old.shares, block.found, deals, float(found.mean[1]) if found.deals else None)
    return _Estimated(block._replace(found=found + block.found), shares)


def _nothing(found: Moments | Distribution) -> Moments | Distribution:
    if isinstance(found, Moments):
        return Moments(0, 0, 0 * found.mean, 0 * found.co)
    return Distribution(0, 0, 0.0, found.table.clear())


def estimate_path(
    frame: pl.LazyFrame,
    cell: Cell,
    statistics: Sequence[Statistic],
    deals: int,
    level: float = 0.95,
    turns: Turns | None = None,
) -> pl.DataFrame:
    """Running estimates of a cell with their confidence sequences: at every look, and after the last deal.

    Parameters
    ----------
    frame
        The cell's ``games`` table, ``run.table(cell, "games")``; read once, in bounded memory.
    cell, statistics
        The cell, and what to estimate.
    deals
        Up to which number of deals: ``run.deals(cell)``.
    level
        Confidence level of each sequence by itself, for all looks together.
    turns
        The cell's ``turns`` table, for measures of the path.

    Returns
    -------
    polars.DataFrame
        Rows of ``PATH_SCHEMA``, look by look, then in the order of ``simkit.stats.estimates.estimate``.
    """
    check_level(level)
    path = EstimatePath(cell, statistics)
    rows: list[dict[str, Any]] = []
    for look in path_stops(deals):
        path.advance(frame, look, turns)
        rows += [{"look": look, **row} for row in path.rows(level)]
    return pl.DataFrame(rows, schema=PATH_SCHEMA)


def estimate_sequences(
    frame: pl.LazyFrame,
    cell: Cell,
    statistics: Sequence[Statistic],
    level: float = 0.95,
    by: str | None = None,
    turns: Turns | None = None,
) -> pl.DataFrame:
    """Estimate as ``simkit.stats.estimates.estimate`` does, with confidence sequences: for a run that was stopped.

    Where games are grouped by a column all sequences are asymptotic.
    """
    check_level(level)
    if by is not None:
        return estimate(frame, cell, statistics, level, by, turns, sequence_intervals)
    path = EstimatePath(cell, statistics)
    games: int = frame.select(pl.len()).collect().item()
    path.advance(frame, games // len(cell.arrangements), turns)
    return pl.DataFrame(path.rows(level), schema=SCHEMA)


def path_stops(deals: int) -> list[int]:
    """The looks, and the last deal."""
    return sorted({*looks(deals), deals} - {0})
