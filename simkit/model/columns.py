"""Outcome tables as data: their columns, and how kernels index the buffers of them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["MAX_SEATS", "MISSING", "Column", "Table", "column_rows"]


MAX_SEATS = 8
"""Most seats at any table; kernels' bot tuples and per-seat buffer rows are padded to it."""


MISSING = -(2**63)
"""What a kernel writes where a column has no value; it becomes NULL in the log."""


@dataclass(frozen=True)
class Column:
    """One column of an outcome table.

    Parameters
    ----------
    name
        Column name; a per-seat column is stored as ``name_1``, ``name_2``, ... one for each seat.
    meaning
        What a row's value says, in a sentence.
    kind
        ``int``; ``flag`` (0 or 1, stored as a bool); ``enum`` (index into ``labels``, stored as a dictionary);
        ``cards`` (a set of cards as an int64 mask).
    unit
        Unit of the value, such as ``points`` or ``turns``; empty for labels and flags.
    low, high
        Range of an ``int``, inclusive; it fixes the stored width.
    labels
        Labels of an ``enum``, by code.
    per_seat
        One value a seat.
    nullable
        Whether a row may hold ``MISSING``.
    """

    name: str
    meaning: str
    kind: Literal["int", "flag", "enum", "cards"] = "int"
    unit: str = ""
    low: int = 0
    high: int = 2**31 - 1
    labels: tuple[str, ...] = ()
    per_seat: bool = False
    nullable: bool = False

    def names(self, seats: int) -> list[str]:
        """Stored names of this column at a table of ``seats`` seats.

        >>> Column("score", "points at the end", per_seat=True).names(2)
        ['score_1', 'score_2']
        """
        return [f"{self.name}_{seat + 1}" for seat in range(seats)] if self.per_seat else [self.name]

    def height(self) -> int:
        """Buffer rows that the column takes: one, or one for each possible seat."""
        return MAX_SEATS if self.per_seat else 1


@dataclass(frozen=True)
class Table:
    """An outcome table: ``games`` (a row a game) or ``turns`` (a row a turn, in card games a row a hand).

    ``part_deals`` is the number of deals in a part when this is the most detailed table logged: a power of two.
    """

    name: str
    columns: tuple[Column, ...]
    part_deals: int

    def height(self) -> int:
        """Rows of the kernel's buffer ``int64[height, capacity]`` for this table."""
        return sum(column.height() for column in self.columns)


def column_rows(class_name: str, columns: Sequence[Column]) -> Any:
    """First buffer row of every column, as a NamedTuple of ints for kernels to index with.

    A per-seat column takes ``MAX_SEATS`` rows: seat ``s`` is at ``first + s``.
    """
    names = [column.name for column in columns]
    firsts, row = [], 0
    for column in columns:
        firsts.append(row)
        row += column.height()
    rows: Any = namedtuple(class_name, names)  # type: ignore[misc]
    return rows(*firsts)
