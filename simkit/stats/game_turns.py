"""From the ``turns`` table to columns of the ``games`` table: sums over a game's turns, measures of its path."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell
from simkit.registry import find_game
from simkit.stats.game_path import PATH_COLUMNS, path_inputs, path_of

__all__ = ["Turns", "columns_of_turns", "with_turns"]

_BLOCK_DEALS = 2**13
"""Deals whose turns are held at a time."""

_BATCH = 8
"""Columns of turns that are made at a time."""


class Turns(NamedTuple):
    """A cell's whole ``turns`` table, in order, and what more may be asked of it.

    ``sums`` are columns that a game can have: the sum over its turns of an expression, where it is not NULL.
    """

    frame: pl.LazyFrame
    sums: Mapping[str, pl.Expr] = MappingProxyType({})


def columns_of_turns(turns: Turns | None, asked: Collection[str]) -> list[str]:
    """Which of the columns asked for are not in the ``games`` table, but made by ``with_turns``."""
    known = [*PATH_COLUMNS, *(() if turns is None else turns.sums)]
    return [name for name in known if name in asked]


def with_turns(games: pl.DataFrame, turns: Turns | None, cell: Cell, asked: Collection[str]) -> pl.DataFrame:
    """Add columns to games of whole deals.

    Parameters
    ----------
    games
        Rows of the ``games`` table with ``deal``, ``seating`` and ``winners``, in order.
    turns
        Their turns, of which those of a bounded number of deals are held at a time.
    asked
        Which columns, of ``PATH_COLUMNS`` and ``turns.sums``.

    Raises
    ------
    UsageError
        There is no ``turns`` table.
    StoreError
        The turns are not those of the games.
    """
    if turns is None:
        raise UsageError(f"cell {cell.name}: measures of the path of a game need its turns table")
    size = _BLOCK_DEALS * len(cell.arrangements)
    empty = pl.DataFrame(schema=dict.fromkeys(asked, pl.Float64))
    return games.hstack(pl.concat([empty, *(_added(part, turns, cell, asked) for part in games.iter_slices(size))]))


def _added(games: pl.DataFrame, turns: Turns, cell: Cell, asked: Collection[str]) -> pl.DataFrame:
    if games.is_empty():
        return pl.DataFrame(schema=dict.fromkeys(asked, pl.Float64))
    path = find_game(cell.game).path if not set(asked) <= set(turns.sums) else None
    sums = {name: turns.sums[name].cast(pl.Float64).fill_null(0.0) for name in asked if name in turns.sums}
    read = {name for one in sums.values() for name in one.meta.root_names()}
    read |= set(path_inputs(path, cell.seats) if path else ())
    inside = turns.frame.filter(pl.col("deal").is_between(games["deal"][0], games["deal"][-1]))
    rows = inside.select("deal", "seating", *sorted(read - {"deal", "seating"})).collect(engine="streaming")
    first = np.flatnonzero(np.diff(rows.select(pl.struct("deal", "seating").rle_id()).to_series(), prepend=-1))
    if not rows.select("deal", "seating")[first].equals(games.select("deal", "seating")):
        raise StoreError(f"cell {cell.name}: the turns table does not have the turns of the same games, in order")
    found: dict[str, Any] = {}
    for start in range(0, len(sums), _BATCH):
        some = list(sums)[start : start + _BATCH]
        made = rows.select("deal", *(sums[name].alias(name) for name in some))
        found |= {name: np.add.reduceat(made[name].to_numpy(), first) for name in some}
    if path:
        found |= path_of(rows, first, games["winners"].to_numpy(), path, cell.seats)
    return pl.DataFrame({name: found[name] for name in asked}).fill_nan(None)
