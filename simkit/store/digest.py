"""The digest of a table's logical content: the same under any library version and any size of row groups."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from simkit.model.columns import MISSING
from simkit.store.schema import StoredColumn

__all__ = ["TableDigest", "file_digest"]


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


def file_digest(file: pq.ParquetFile, columns: Sequence[StoredColumn]) -> str:
    """Digest of a stored table, from its values as they are read back: that of the rows it was written from."""
    digest = TableDigest(columns)
    for batch in file.iter_batches():
        for place, stored in enumerate(columns):
            digest.update(place, _values(batch.column(place), stored))
    return digest.hexdigest()


def _values(array: pa.Array[Any], stored: StoredColumn) -> npt.NDArray[np.int64]:
    if stored.column.kind == "enum":
        array = pc.index_in(array.cast(pa.string()), value_set=pa.array(list(stored.column.labels), pa.string()))
    return array.cast(pa.int64()).fill_null(MISSING).to_numpy()
