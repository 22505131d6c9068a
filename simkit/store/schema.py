"""What an outcome table looks like on disk: one declared column after another, each as narrow as its range allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from simkit.model.cell import Cell
from simkit.model.columns import Column, Table

__all__ = ["FORMAT", "StoredColumn", "narrow_dtype", "schema", "stored_columns"]

FORMAT = 1
"""Version of the run directory's layout and of the tables in it."""

_WIDTHS = (np.int8, np.int16, np.int32, np.int64)


@dataclass(frozen=True)
class StoredColumn:
    """One column on disk: its name, its declaration, and the row of the kernel's buffer that it is read from."""

    name: str
    column: Column
    row: int


def stored_columns(table: Table, seats: int) -> list[StoredColumn]:
    """List the columns of ``table`` on disk, in order, when ``seats`` seats are taken.

    A per-seat column is one column a seat; buffer rows of seats that are not taken are left out.
    """
    columns, row = [], 0
    for column in table.columns:
        columns += [StoredColumn(name, column, row + seat) for seat, name in enumerate(column.names(seats))]
        row += column.height()
    return columns


def narrow_dtype(column: Column) -> np.dtype[np.signedinteger]:
    """Smallest integer type that holds the column's range: its low and high, its codes, or a card set (int64).

    >>> narrow_dtype(Column("dice_left", "dice left", high=6)).name
    'int8'
    """
    low, high = value_range(column)
    return np.dtype(next(width for width in _WIDTHS if np.iinfo(width).min <= low and high <= np.iinfo(width).max))


def value_range(column: Column) -> tuple[int, int]:
    """Least and greatest number that the column's buffer row may hold, missing values aside."""
    if column.kind == "flag":
        return 0, 1
    if column.kind == "enum":
        return 0, len(column.labels) - 1
    if column.kind == "cards":
        return -(2**63) + 1, 2**63 - 1
    return column.low, column.high


def _arrow_type(column: Column) -> pa.DataType:
    if column.kind == "flag":
        return pa.bool_()
    narrow = pa.from_numpy_dtype(narrow_dtype(column))
    return pa.dictionary(narrow, pa.string()) if column.kind == "enum" else narrow  # type: ignore[call-overload]


def _field(stored: StoredColumn) -> pa.Field[Any]:
    column = stored.column
    about = {"meaning": column.meaning} | ({"unit": column.unit} if column.unit else {})
    return pa.field(stored.name, _arrow_type(column), nullable=column.nullable, metadata=about)


def schema(columns: Sequence[StoredColumn], cell: Cell) -> pa.Schema:
    """Arrow schema of a table of ``cell``.

    Every field carries its unit and meaning, the table its format, game, game version and cell id.
    """
    about: dict[str | bytes, str | bytes] = {
        "simkit.format": str(FORMAT),
        "simkit.game": cell.game,
        "simkit.version": str(cell.version),
        "simkit.cell": cell.id,
    }
    return pa.schema([_field(column) for column in columns], metadata=about)
