"""What estimates are made of: means and co-moments of totals by deal, and distributions; merged by addition.

The deal is the unit: the games of one deal are summed before anything is squared, so that no formula downstream needs
to know how they depend on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.stats.game_turns import Turns, columns_of_turns, with_turns

__all__ = ["Distribution", "Floats", "Moments", "blocks", "sums_to"]

Floats = NDArray[np.float64]

BLOCK_GAMES = 2**17
"""Games read at a time: few enough to hold, and enough that opening the files again does not count."""


@dataclass(frozen=True)
class Moments:
    """Totals by deal of one or more quantities, summed up.

    ``deals`` and ``games`` count those that have a say; ``mean`` is ``float64[quantities]``, the mean total of a deal;
    ``co`` is ``float64[quantities, quantities]``, the sum over deals of products of deviations from it.
    """

    deals: int
    games: int
    mean: Floats
    co: Floats

    @classmethod
    def of(cls, totals: Floats, games: int) -> Moments:
        """Moments of ``totals``, ``float64[quantities, deals]``; all zero when there is no deal."""
        deals = totals.shape[1]
        mean = totals.mean(axis=1) if deals else np.zeros(len(totals))
        off = totals - mean[:, None]
        return cls(deals, games, mean, np.einsum("id,jd->ij", off, off))

    def __add__(self, other: Moments) -> Moments:
        """Moments of both sets of deals together (Chan, Golub and LeVeque 1983: no cancellation of large sums)."""
        deals = self.deals + other.deals
        step, weight = other.mean - self.mean, other.deals / max(deals, 1)
        co = self.co + other.co + np.outer(step, step) * (self.deals * weight)
        return Moments(deals, self.games + other.games, self.mean + step * weight, co)


@dataclass(frozen=True)
class Distribution:
    """How often each value occurs, and what the variance of its distribution function by deal takes.

    ``table`` has a row a ``value``, in order: ``games`` with it, ``squares`` and ``cross``. With c the number of the
    deal's games at or below v, and n that of its games, the sum of c² over deals is the sum of ``squares`` over the
    values up to v, since the r-th smallest game of a deal adds r² - (r - 1)² = 2r - 1; that of cn is the sum of
    ``cross``. ``square_sizes`` is the sum of n².
    """

    deals: int
    games: int
    square_sizes: float
    table: pl.DataFrame

    @classmethod
    def of(cls, values: Floats) -> Distribution:
        """Distribution of ``values``, ``float64[deals, games of a deal]``; NaN is a game that does not count."""
        ranked = np.sort(values, axis=1)
        sizes = np.count_nonzero(~np.isnan(ranked), axis=1)
        odd = np.broadcast_to(2.0 * np.arange(values.shape[1]) + 1, values.shape)
        rows = pl.DataFrame(
            {
                "value": ranked.ravel(),
                "games": np.ones(values.size, np.int64),
                "squares": odd.ravel(),
                "cross": np.repeat(sizes.astype(np.float64), values.shape[1]),
            }
        ).filter(pl.col("value").is_not_nan())
        sums = sizes.astype(np.float64)
        return cls(int(np.count_nonzero(sizes)), int(sizes.sum()), float(sums @ sums), _by_value(rows))

    def __add__(self, other: Distribution) -> Distribution:
        """Distribution of both sets of deals together."""
        return Distribution(
            self.deals + other.deals,
            self.games + other.games,
            self.square_sizes + other.square_sizes,
            _by_value(pl.concat([self.table, other.table])),
        )


def _by_value(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.group_by("value").agg(pl.col("games", "squares", "cross").sum()).sort("value")


def blocks(
    frame: pl.LazyFrame,
    cell: Cell,
    columns: Iterable[str],
    most: int | None = None,
    size: int | None = None,
    turns: Turns | None = None,
    first: int = 0,
) -> Iterator[pl.DataFrame]:
    """Read columns of the ``games`` table a bounded number of whole deals at a time.

    Parameters
    ----------
    frame
        The table, deals in order and each deal's seatings together, as it is stored.
    cell
        Its cell: says how many games a deal has.
    columns
        Columns that are needed besides ``deal`` and ``seating``; some may be made of turns.
    most
        Number of the deal to end before; None for all.
    size
        Deals of a block; None for as many as make about ``BLOCK_GAMES`` games.
    turns
        The cell's turns, where columns made of them are asked for.
    first
        Deal to begin with.

    Yields
    ------
    polars.DataFrame
        The next games: a whole number of deals.

    Raises
    ------
    StoreError
        The rows are not whole deals in order, or lack a column, as those of an older version of the game may.
    """
    seatings = len(cell.arrangements)
    step = (size or max(BLOCK_GAMES // seatings, 1)) * seatings
    rows = frame.select(pl.len()).collect().item()
    if rows % seatings:
        raise StoreError(f"cell {cell.name}: {rows} games are not whole deals of {seatings} games")
    if most is not None:
        rows = min(rows, most * seatings)
    asked = set(columns)
    made = columns_of_turns(turns, asked)
    stored = {"deal", "seating", *(["winners"] if made else []), *asked} - {*made}
    _check_columns(frame, cell, stored)
    wanted = frame.select(sorted(stored))
    for row in range(first * seatings, rows, step):
        block = wanted.slice(row, min(step, rows - row)).collect(engine="streaming")
        _check_order(block, cell)
        yield with_turns(block, turns, cell, made) if made else block


def _check_columns(frame: pl.LazyFrame, cell: Cell, wanted: set[str]) -> None:
    missing = sorted(wanted - set(frame.collect_schema().names()))
    if missing:
        raise StoreError(
            f"cell {cell.name}: its games have no {', '.join(missing)}: another version of simkit played them; play "
            "them again into another directory, or ask for other statistics with --statistic"
        )


def _check_order(block: pl.DataFrame, cell: Cell) -> None:
    shape = (-1, len(cell.arrangements))
    deals, seatings = (block[name].to_numpy().reshape(shape) for name in ("deal", "seating"))
    if (deals != deals[:, :1]).any() or (seatings != np.arange(1, shape[1] + 1)).any():
        raise StoreError(f"cell {cell.name}: the games of a deal do not stand together, seating by seating")


def sums_to(
    first: int, ends: Sequence[int], blocks: Iterable[tuple[int, Callable[[slice], list[Any]]]]
) -> Iterator[list[Any]]:
    """Add up sums of consecutive deals, anew after each of ``ends``.

    Parameters
    ----------
    first
        The deal that the first block begins with.
    ends
        Numbers of deals, rising and above ``first``.
    blocks
        The number of deals of each block, and what sums a slice of them; sums are added with ``+``.

    Yields
    ------
    list
        The sums from the end before up to the next one, as far as there are deals.
    """
    left = iter(ends)
    end, held = next(left, None), None
    for deals, sum_of in blocks:
        done = 0
        while done < deals and end is not None:
            step = min(end - first, deals - done)
            new = sum_of(slice(done, done + step))
            held = new if held is None else [one + other for one, other in zip(held, new, strict=True)]
            first, done = first + step, done + step
            if first == end:
                yield held
                end, held = next(left, None), None
