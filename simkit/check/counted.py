"""From the ``games`` table of a cell to what a check needs of it, in one pass: sums by block of deals, and digests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from simkit.check.digest import BlockDigests, Digests, deal_digests
from simkit.check.metrics import Metric
from simkit.model.cell import Cell
from simkit.stats.moments import Floats, Moments, blocks
from simkit.stats.sums import expressions, needed_columns, numbers_of, totals_of
from simkit.store.schema import StoredColumn

__all__ = ["BLOCKS", "Counted", "Counter", "count"]

BLOCKS = 256
"""Blocks of a baseline."""


@dataclass(frozen=True)
class Counted:
    """What the games of a cell say, block of deals by block of deals, and metric by metric.

    Parameters
    ----------
    deals, block_deals
        Deals in all, and in each block but perhaps a last, short one.
    digests
        ``uint64[blocks]``.
    sums
        By metric ``float64[2 or 3, blocks]``: sums over the block's deals of value and trials, for an sd of squares
        before them.
    squares
        By metric ``float64[blocks]``: the sum over the block's deals of the square of the deal's value; None unless it
        is a share.
    moments
        By metric, over single deals; what is not counted in a deal is left out, as in a summary. None where only sums
        are known.
    each_digest, each_sums
        The digest of every deal, and by metric the sums of every deal, ``float64[2 or 3, deals]``; None unless asked
        for.
    """

    deals: int
    block_deals: int
    digests: Digests
    sums: tuple[Floats, ...]
    squares: tuple[Floats | None, ...]
    moments: tuple[Moments | None, ...]
    each_digest: Digests | None = None
    each_sums: tuple[Floats, ...] | None = None

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return len(self.digests)

    def only(self, metrics: Sequence[int]) -> Counted:
        """Keep these metrics."""
        each = self.each_sums
        return replace(
            self,
            sums=tuple(self.sums[i] for i in metrics),
            squares=tuple(self.squares[i] for i in metrics),
            moments=tuple(self.moments[i] for i in metrics),
            each_sums=None if each is None else tuple(each[i] for i in metrics),
        )

    def spread(self, metric: int, gradient: Floats) -> float | None:
        """Standard deviation over deals of the linearised totals of a metric; None where moments are not known."""
        found = self.moments[metric]
        return None if found is None else math.sqrt(max(float(gradient @ found.co @ gradient), 0.0) / found.deals)


class Counter:
    """Counts a cell's games as they come, deals in order.

    Parameters
    ----------
    cell, metrics, columns
        What is counted, and the columns that digests are over.
    block_deals
        Deals of a block.
    each
        Whether sums and digests of every deal are kept.
    """

    def __init__(
        self,
        cell: Cell,
        metrics: Sequence[Metric],
        columns: Sequence[StoredColumn],
        block_deals: int,
        *,
        each: bool = False,
    ) -> None:
        self._cell, self._metrics, self._columns, self._each = cell, metrics, columns, each
        self._block_deals, self._deals = block_deals, 0
        self._digests = BlockDigests(block_deals)
        self._sums: list[Floats] = [np.zeros((0, 0)) for _ in metrics]
        self._moments: list[Moments | None] = [None for _ in metrics]
        self._each_digest: list[Digests] = []
        self._each_sums: list[list[Floats]] = [[] for _ in metrics]
        self._series = {_series(metric): expressions(cell, metric.statistic) for metric in metrics}

    def add(self, frame: pl.LazyFrame) -> None:
        """Take in the deals of the table that have not been taken in yet.

        Raises
        ------
        StoreError
            The rows are not whole deals in order.
        """
        rest = frame.slice(self._deals * len(self._cell.arrangements))
        needed = needed_columns(rest, self._series.values(), None) | {one.name for one in self._columns}
        for block in blocks(rest, self._cell, needed):
            self._add(block)

    def _add(self, block: pl.DataFrame) -> None:
        seatings = len(self._cell.arrangements)
        if self._columns:
            digests = deal_digests(block, self._columns, seatings)
            self._digests.add(digests)
            if self._each:
                self._each_digest.append(digests)
        numbers = {key: numbers_of(block, series) for key, series in self._series.items()}
        for i, metric in enumerate(self._metrics):
            totals, games = totals_of(metric.statistic.kind, metric.subject, *numbers[_series(metric)])
            counts = totals[-1] != 0
            new = Moments.of(totals if counts.all() else totals[:, counts], games)
            old = self._moments[i]
            self._moments[i] = new if old is None else old + new
            rows = np.vstack([totals, totals[:1] ** 2]) if metric.is_share else totals
            self._sums[i] = self._accumulated(self._sums[i], rows)
            if self._each:
                self._each_sums[i].append(totals)
        self._deals += len(block) // seatings

    def _accumulated(self, sums: Floats, rows: Floats) -> Floats:
        """Add the totals of the next deals to the sums by block, ``float64[rows, blocks]``."""
        size, deals = self._block_deals, self._deals + rows.shape[1]
        grown = np.zeros((len(rows), -(-deals // size)))
        grown[:, : sums.shape[1]] = sums if sums.size else 0.0
        first = self._deals // size
        starts = np.maximum(np.arange(first, grown.shape[1]) * size - self._deals, 0)
        grown[:, first:] += np.add.reduceat(rows, starts, axis=1)
        return grown

    def counted(self) -> Counted:
        """Tell what was counted so far."""
        digests = self._digests.found() if self._columns else np.zeros(-(-self._deals // self._block_deals), np.uint64)
        shares = [metric.is_share for metric in self._metrics]
        return Counted(
            deals=self._deals,
            block_deals=self._block_deals,
            digests=digests,
            sums=tuple(one[:-1] if share else one for one, share in zip(self._sums, shares, strict=True)),
            squares=tuple(one[-1] if share else None for one, share in zip(self._sums, shares, strict=True)),
            moments=tuple(self._moments),
            each_digest=np.concatenate(self._each_digest) if self._each_digest else None,
            each_sums=tuple(np.concatenate(parts, axis=1) for parts in self._each_sums) if self._each else None,
        )


def _series(metric: Metric) -> tuple[str, str]:
    return metric.statistic.name, metric.statistic.kind


def count(
    frame: pl.LazyFrame,
    cell: Cell,
    metrics: Sequence[Metric],
    columns: Sequence[StoredColumn],
    block_deals: int,
    *,
    each: bool = False,
) -> Counted:
    """Count a whole table; see ``Counter``."""
    counter = Counter(cell, metrics, columns, block_deals, each=each)
    counter.add(frame)
    return counter.counted()
