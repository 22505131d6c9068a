"""The digest of a table's logical content: the same under any library version and any size of row groups."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simkit.store.schema import StoredColumn

__all__ = ["TableDigest"]


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
