"""The digest of a table's logical content: the same under any library version and any size of row groups."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.model.columns import MISSING
from simkit.store.schema import StoredColumn

__all__ = ["TableDigest", "digest_of", "numbers_of"]


class TableDigest:
    """Hash of decoded values, column by column.

    Each column is hashed as little-endian int64 in row order: numbers as they are, flags as 0 and 1, labels by their
    place among the declared labels, ``MISSING`` for a missing value. The digest of the table is SHA-256 over the names,
    kinds, labels and hashes of its columns.
    """

    def __init__(self, columns: Sequence[StoredColumn]) -> None:
        self._columns = columns
        self._hashes = [hashlib.sha256() for _ in columns]

    def update(self, place: int, values: npt.NDArray[np.int64]) -> None:
        """Take in the next values of column number ``place``: ``int64[rows]``."""
        self._hashes[place].update(np.ascontiguousarray(values, dtype="<i8").data)

    def hexdigest(self) -> str:
        """SHA-256 of all that was taken in: 64 hex digits."""
        content = [
            [stored.name, stored.column.kind, stored.column.labels, hashed.hexdigest()]
            for stored, hashed in zip(self._columns, self._hashes, strict=True)
        ]
        return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def numbers_of(rows: pl.DataFrame, stored: StoredColumn) -> npt.NDArray[np.int64]:
    """Read a column's values as the kernel gave them: flags 0 and 1, labels by their place, ``MISSING`` for none."""
    column = pl.col(stored.name)
    if stored.column.kind == "enum":
        column = column.cast(pl.Enum(list(stored.column.labels))).to_physical()
    found = rows.select(column.cast(pl.Int64).fill_null(MISSING)).to_series()
    return found.to_numpy().astype(np.int64)


def digest_of(rows: pl.DataFrame, columns: Sequence[StoredColumn]) -> str:
    """Digest rows that were read back."""
    digest = TableDigest(columns)
    for place, stored in enumerate(columns):
        digest.update(place, numbers_of(rows, stored))
    return digest.hexdigest()
