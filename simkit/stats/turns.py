"""Estimates from the ``turns`` table: means and proportions over turns (in card games hands), grouped by a column.

The deal is the unit here as well: turns of one deal are summed before anything is squared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats import intervals
from simkit.stats.estimates import SCHEMA, group_text, row_meanings
from simkit.stats.grouped import ROW_SHARE, group_values
from simkit.stats.intervals import check_level
from simkit.stats.moments import Floats, Moments
from simkit.stats.running import within_range
from simkit.stats.sequences import widened
from simkit.stats.subjects import means_anything

__all__ = ["estimate_turns"]

_BLOCK_ROWS = 2**18
"""Turns read at a time."""


def estimate_turns(
    frame: pl.LazyFrame,
    cell: Cell,
    statistics: Sequence[Statistic],
    level: float = 0.95,
    by: str | None = None,
    *,
    sequences: bool = False,
) -> pl.DataFrame:
    """Estimate statistics of a cell from its ``turns`` table.

    Parameters
    ----------
    frame
        The table, deals in order; read in bounded memory.
    cell
        The cell it belongs to.
    statistics
        What to estimate: ``ROW_SHARE``, proportions, ratios and standard deviations, all ``by = "game"``, of a value a
        turn. A turn whose value is NULL does not count.
    level
        Confidence level of each interval by itself, in (0, 1).
    by
        Column of the table to group the turns by; turns where it is NULL are a group as well.
    sequences
        Whether intervals are to hold at all looks together, as those of a run that was stopped must.

    Returns
    -------
    polars.DataFrame
        Rows of ``simkit.stats.estimates.SCHEMA``, in the order of ``statistics``, then groups; ``games`` counts those
        that have a turn that counts.

    Raises
    ------
    UsageError
        The level is not in (0, 1); there is no such column, or it has too many values.
    """
    check_level(level)
    statistics = [one for one in statistics if means_anything(one, cell)]
    groups = [None] if by is None else group_values([frame], cell, by, "turns")
    found: dict[tuple[int, int], Moments] = {}
    for block in _blocks(frame, cell, statistics, by):
        for place, group in enumerate(groups):
            inside = np.ones(len(block)) if by is None else _is(block[by], group)
            for index, statistic in enumerate(statistics):
                new = _sum(block, index, statistic, inside)
                old = found.get((index, place))
                found[index, place] = new if old is None else old + new
    rows = [
        _row(
            cell,
            statistics[index],
            None if by is None else f"{by} = {group_text(groups[place])}",
            moments,
            level,
            sequences=sequences,
        )
        for (index, place), moments in sorted(found.items())
    ]
    return pl.DataFrame(rows, schema=SCHEMA)


def _blocks(frame: pl.LazyFrame, cell: Cell, statistics: Sequence[Statistic], by: str | None) -> Iterator[pl.DataFrame]:
    """Read whole deals: where they are (``deal`` and ``game`` from 0), values and trials, and the column grouped by."""
    numbers = []
    for index, statistic in enumerate(statistics):
        value = statistic.value(cell.seats).cast(pl.Float64)
        denominator = (
            pl.lit(1.0) if statistic.denominator is None else statistic.denominator(cell.seats).cast(pl.Float64)
        )
        numbers += [
            value.fill_null(0.0).alias(f"value {index}"),
            pl.when(value.is_not_null()).then(denominator).fill_null(0.0).alias(f"denominator {index}"),
        ]
    wanted = frame.select("deal", "seating", *([] if by is None else [by]), *numbers)
    rows = frame.select(pl.len()).collect().item()
    carried: pl.DataFrame | None = None
    for first in range(0, rows, _BLOCK_ROWS):
        block = wanted.slice(first, _BLOCK_ROWS).collect(engine="streaming")
        block = block if carried is None else pl.concat([carried, block])
        is_last = first + _BLOCK_ROWS >= rows
        ends = len(block) if is_last else int((block["deal"] != block["deal"][-1]).sum())
        carried = block[ends:]
        if ends:
            yield block[:ends].with_columns(
                pl.col("deal").rle_id(), pl.struct("deal", "seating").rle_id().alias("game")
            )


def _is(column: pl.Series, value: Any) -> Floats:
    """1 where the column has the value."""
    return column.eq_missing(pl.Series([value], dtype=column.dtype)).cast(pl.Float64).to_numpy()


def _sum(block: pl.DataFrame, index: int, statistic: Statistic, inside: Floats) -> Moments:
    """Moments of a statistic's totals by deal, over the turns inside the group; of an ``sd`` squares come first."""
    is_share = statistic is ROW_SHARE
    deal, game = block["deal"].to_numpy(), block["game"].to_numpy()
    value = block[f"value {index}"].to_numpy() * inside
    denominator = block[f"denominator {index}"].to_numpy() * (1.0 if is_share else inside)
    columns = [*([value * value] if statistic.kind == "sd" else []), value, denominator]
    totals = np.stack([np.bincount(deal, column) for column in columns]).astype(np.float64)
    return Moments.of(totals[:, totals[-1] != 0], int(np.count_nonzero(np.bincount(game, denominator))))


def _row(
    cell: Cell, statistic: Statistic, group: str | None, moments: Moments, level: float, *, sequences: bool
) -> dict[str, Any]:
    (name,) = row_meanings(statistic)
    if statistic.kind == "sd":
        interval = intervals.deviation(moments, level)
    elif statistic.kind == "proportion":
        interval = intervals.proportion(moments, level, moments.deals * float(moments.mean[1]))
    else:
        interval = intervals.ratio(moments, level)
    if sequences:
        interval = within_range(statistic.kind, widened(interval, moments.deals, level))
    return {
        "statistic": name,
        "cell": cell.name,
        "by": group,
        "value": interval.value,
        "low": interval.low,
        "high": interval.high,
        "se": interval.se,
        "deals": moments.deals,
        "games": moments.games,
        "level": level,
        "interval": interval.kind,
        "unit": statistic.unit,
        "margin": statistic.margin,
    }
