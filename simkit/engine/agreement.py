"""Whether a bot plays the same deals alike: in plain Python and compiled, and a second time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.chunk import Buffers, CellKernel
from simkit.model.columns import Table
from simkit.model.game import Outcome

__all__ = ["Games", "compiled_games", "first_difference", "rows_of"]

Rows = Sequence[Mapping[str, int]]
Games = Mapping[tuple[int, int], Rows]
"""Rows of a game and of its turns, by deal and seating (from 0)."""


def rows_of(outcome: Outcome) -> Rows:
    """Rows of a game that the reference has played."""
    return [outcome.game, *outcome.turns]


def compiled_games(kernel: CellKernel, deals: int) -> Games:
    """Play the first deals of a cell with its kernel.

    Raises
    ------
    ContractError
        A bot answered what is not allowed or raised, or a game did not end.
    """
    buffers = Buffers(kernel.game, kernel.game.tables, len(kernel.cell.arrangements))
    games: dict[tuple[int, int], list[Mapping[str, int]]] = {}
    first = 0
    while first < deals:
        done, filled = kernel.play(first, min(deals - first, buffers.most_deals), buffers)
        for table in kernel.game.tables:
            for row in _rows(table, kernel.cell.seats, filled[table.name]):
                games.setdefault((row.pop("deal"), row.pop("seating") - 1), []).append(row)
        first += done
    return games


def _rows(table: Table, seats: int, block: npt.NDArray[Any]) -> Iterator[dict[str, int]]:
    names: dict[str, int] = {}
    row = 0
    for column in table.columns:
        names |= {name: row + offset for offset, name in enumerate(column.names(seats))}
        row += column.height()
    for values in np.asarray(block)[list(names.values())].T.tolist():
        yield dict(zip(names, values, strict=True))


def first_difference(games: Games, others: Games) -> tuple[int, int, str] | None:
    """Deal, seating and column of the first game of ``games`` that is another one in ``others``, and both values.

    >>> first_difference({(0, 1): [{"turns": 3}]}, {(0, 1): [{"turns": 4}]})
    (0, 1, 'turns is 3 and 4')
    """
    for (deal, seating), rows in games.items():
        theirs = others[deal, seating]
        for row, other in zip(rows, theirs, strict=False):
            for name, value in row.items():
                if other[name] != value:
                    return deal, seating, f"{name} is {value} and {other[name]}"
        if len(rows) != len(theirs):
            return deal, seating, f"the game has {len(rows) - 1} and {len(theirs) - 1} turns"
    return None
