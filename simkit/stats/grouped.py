"""Statistics within the values of a column: each value makes a statistic of its own that counts nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.registry import find_game

__all__ = ["MOST_GROUPS", "ROW_SHARE", "group_values", "within_games", "within_turns"]

MOST_GROUPS = 64
"""Most values of a column to group by: each costs as much as the whole summary."""

ROW_SHARE = Statistic(
    "share_of_turns",
    "rows of the turns table that have the value grouped by, over all rows",
    "share of rows",
    "proportion",
    lambda _: pl.lit(1.0),
)
"""How often a value occurs: its trials are all turns, whatever group they are in."""


def group_values(frames: Sequence[pl.LazyFrame], cell: Cell, by: str, table: str) -> list[Any]:
    """List the values of a column in any of the frames, in order, labels as declared; NULL, if there is any, first.

    Raises
    ------
    UsageError
        The table has no such column, or it has more than ``MOST_GROUPS`` values.
    """
    values: set[Any] = set()
    for frame in frames:
        names = frame.collect_schema().names()
        if by not in names:
            raise UsageError(f"--by {by}: the {table} table has no such column; it has {', '.join(names)}")
        values.update(frame.select(pl.col(by).unique()).collect(engine="streaming")[by].to_list())
        if len(values) > MOST_GROUPS:
            raise UsageError(f"--by {by}: the column has more than {MOST_GROUPS} values; choose one with few")
    declared = next((column for column in find_game(cell.game).table(table).columns if column.name == by), None)
    rank = {} if declared is None else {label: place for place, label in enumerate(declared.labels)}
    return sorted(values, key=lambda value: (value is not None, 0 if value is None else rank.get(value, value)))


def _is(by: str, group: Any) -> pl.Expr:
    return pl.col(by).is_null() if group is None else pl.col(by) == group


def within_games(statistic: Statistic, by: str, group: Any) -> Statistic:
    """Make the statistic of the games whose column ``by`` has the value ``group``."""
    return replace(statistic, value=lambda argument: pl.when(_is(by, group)).then(statistic.value(argument)))


def within_turns(
    statistic: Statistic, seats: int, by: str, group: Any, number: int
) -> tuple[Statistic, dict[str, pl.Expr]]:
    """Make the statistic of the turns whose column ``by`` has the value ``group``, as one of games.

    Returns
    -------
    tuple[Statistic, dict[str, polars.Expr]]
        The statistic, and the two columns that it needs, for ``Turns.sums``; ``number`` keeps their names apart.
    """
    value = statistic.value(seats)
    denominator = pl.lit(1.0) if statistic.denominator is None else statistic.denominator(seats)
    trial = pl.when(value.is_not_null()).then(denominator)
    names = (f"value {number}", f"denominator {number}")
    inside = _is(by, group)
    sums: dict[str, pl.Expr] = {
        names[0]: pl.when(inside).then(value),
        names[1]: trial if statistic is ROW_SHARE else pl.when(inside).then(trial),
    }
    made = replace(statistic, value=lambda _: pl.col(names[0]), denominator=lambda _: pl.col(names[1]))
    return made, sums
