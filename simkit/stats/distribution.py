"""How often each value of a quantity occurs: counted by Polars in streams, one row a value."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

__all__ = ["MOST_VALUES", "count_values"]

MOST_VALUES = 200_000
"""Most different values that are counted; a quantity with more is no count of anything a game has."""


def count_values(frame: pl.LazyFrame, values: Sequence[pl.Expr]) -> pl.DataFrame | None:
    """Count the values of expressions over games, all expressions together.

    Parameters
    ----------
    frame
        A ``games`` table; it is read once, in streams.
    values
        Numbers a game each, such as the final score of every seat; where one is NULL, it does not count.

    Returns
    -------
    polars.DataFrame or None
        ``value`` (float, rising) and ``count``; None where there are more than ``MOST_VALUES`` values.
    """
    counted = pl.concat(
        frame.select(one.cast(pl.Float64).alias("value")).group_by("value").agg(pl.len().alias("count"))
        for one in values
    )
    found = counted.group_by("value").agg(pl.col("count").sum()).drop_nulls("value").sort("value")
    rows = found.head(MOST_VALUES + 1).collect(engine="streaming")
    return None if len(rows) > MOST_VALUES else rows
