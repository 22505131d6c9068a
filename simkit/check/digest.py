"""Digests of outcomes, 64 bits a deal and a block: equal outcomes have equal ones, and others with chance 2^-64 a pair.

They are over decoded values, so that they are the same under any version of any library.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.model.cell import Cell
from simkit.model.columns import MISSING
from simkit.registry import find_game
from simkit.store.schema import StoredColumn, stored_columns

__all__ = ["BlockDigests", "Digests", "deal_digests", "digested_columns"]

Digests = NDArray[np.uint64]

_FIRST, _SECOND = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT = np.uint64(33)

_NOT_OUTCOMES = ("deal", "seating")


def digested_columns(cell: Cell) -> list[StoredColumn]:
    """List the columns of the ``games`` table that are outcomes."""
    columns = stored_columns(find_game(cell.game).table("games"), cell.seats)
    return [column for column in columns if column.name not in _NOT_OUTCOMES]


def _mixed(into: Digests, values: Digests) -> Digests:
    """Mix values into digests: for each digest a bijection of the value, and the other way round.

    The finalizer of MurmurHash3 (Appleby 2011, public domain), whose every input bit flips each output bit half of the
    time.
    """
    mixed = into ^ values
    for factor in (_FIRST, _SECOND):
        mixed ^= mixed >> _SHIFT
        mixed *= factor
    mixed ^= mixed >> _SHIFT
    return mixed


def _salt(stored: StoredColumn) -> np.uint64:
    """Number of a column, from its name, kind and labels."""
    text = "\0".join((stored.name, stored.column.kind, *stored.column.labels))
    return np.uint64(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little"))


def _numbers(block: pl.DataFrame, stored: StoredColumn) -> Digests:
    """Values as numbers: flags 0 and 1, labels by their place among the declared ones, ``MISSING`` for none."""
    column = pl.col(stored.name)
    if stored.column.kind == "enum":
        column = column.cast(pl.Enum(list(stored.column.labels))).to_physical()
    found = block.select(column.cast(pl.Int64).fill_null(MISSING)).to_series()
    return found.to_numpy().astype(np.int64).view(np.uint64)


def deal_digests(block: pl.DataFrame, columns: Sequence[StoredColumn], seatings: int) -> Digests:
    """Digest each deal of a block of whole deals: every column of its games, in order; ``uint64[deals]``."""
    games = np.zeros(len(block), np.uint64)
    for stored in columns:
        games = _mixed(games + _salt(stored), _numbers(block, stored))
    by_seating = games.reshape(-1, seatings)
    found = np.zeros(len(by_seating), np.uint64)
    for seating in range(seatings):
        found = _mixed(found + np.uint64(1), by_seating[:, seating])
    return found


class BlockDigests:
    """Digests of blocks of ``size`` deals, from the digests of deals that come in order.

    A block's is the first 64 bits of SHA-256 over those of its deals.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._hashes: list[hashlib._Hash] = []
        self._deals = 0

    def add(self, deals: Digests) -> None:
        """Take in the next deals."""
        taken = 0
        while taken < len(deals):
            if self._deals % self._size == 0:
                self._hashes.append(hashlib.sha256())
            step = min(self._size - self._deals % self._size, len(deals) - taken)
            self._hashes[-1].update(deals[taken : taken + step].astype("<u8").tobytes())
            taken += step
            self._deals += step

    def found(self) -> Digests:
        """Digest every block so far, ``uint64[blocks]``."""
        return np.array([int.from_bytes(one.digest()[:8], "little") for one in self._hashes], np.uint64)
