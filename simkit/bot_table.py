"""A table that a bot carries: numbers of a NumPy file, looked up by index in plain Python as in compiled code."""

from __future__ import annotations

import hashlib
import stat
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.errors import UsageError
from simkit.model.columns import MAX_SEATS

__all__ = ["BotTable", "load_table"]

_MOST_DIMENSIONS = 4

_KINDS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64")
"""Kinds of numbers of which each is an int64 or a float64 as well."""


class BotTable:
    """What a bot is given: ``table[i]``, ``table[i, j]`` and so on, and ``table.shape``; it cannot be written.

    A look-up gives a bool, an int or a float, however narrow the numbers of the file are, so that arithmetic on it is
    the same in plain Python and in compiled code.

    >>> table = BotTable(np.array([[100, 101], [102, 103]], np.int8))
    >>> table[1, -1] + table[0, 0], table.shape
    (203, (2, 2))
    """

    def __init__(self, cells: npt.NDArray[Any]) -> None:
        self._cells = cells
        self.shape: tuple[int, ...] = cells.shape

    def __getitem__(self, index: int | tuple[int, ...]) -> float:
        at = index if isinstance(index, tuple) else (index,)
        if len(at) != len(self.shape):
            raise IndexError(f"a table of {len(self.shape)} dimensions takes as many indices, not {len(at)}")
        found: float = self._cells.item(*at)
        return found

    @property
    def kind(self) -> str:
        """Kind of its numbers, as NumPy calls it."""
        return self._cells.dtype.name

    @cached_property
    def hash(self) -> str:
        """Hash of kind, shape and numbers: 16 hex digits."""
        digest = hashlib.sha256(f"{self._cells.dtype.str} {self.shape}\0".encode())
        digest.update(self._cells.data)
        return digest.hexdigest()[:16]

    @cached_property
    def header(self) -> npt.NDArray[np.int64]:
        """Address of its numbers, and its shape: what compiled code reads."""
        return np.array([self._cells.ctypes.data, *self.shape], np.int64)


def load_table(path: Path) -> BotTable:
    """Read a table, or find it among those read last while its file stays as it is.

    It is held in memory: in a file that were mapped, what is saved there later would change a run under way.

    Raises
    ------
    UsageError
        The file cannot be read, or is no ``.npy`` file of numbers in 1 to 4 dimensions.
    """
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise UsageError("cannot be read: not a file")
        return _load(path.absolute(), (about.st_ino, about.st_mtime_ns, about.st_size))
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}") from error
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"cannot be read: {error}") from error


@lru_cache(MAX_SEATS)  # those of a line-up; whoever plays keeps its own
def _load(path: Path, version: tuple[int, ...]) -> BotTable:  # noqa: ARG001 (a changed file is another one)
    with path.open("rb") as file:
        try:
            found = np.lib.format.read_array(file, allow_pickle=False)
        except Exception as error:  # a damaged header raises whatever its Python does
            raise _no_table(str(error).partition("\n")[0]) from error
        if file.read(1):
            raise _no_table("more follows the array")
    if found.dtype.name not in _KINDS:
        raise UsageError(f"holds {found.dtype.name}; a table holds {', '.join(_KINDS[:-1])} or {_KINDS[-1]}")
    if not 1 <= found.ndim <= _MOST_DIMENSIONS or not found.size:
        raise UsageError(f"has the shape {found.shape}; a table has 1 to {_MOST_DIMENSIONS} dimensions, none of them 0")
    return BotTable(np.ascontiguousarray(found, found.dtype.newbyteorder("<")))


def _no_table(why: str) -> UsageError:
    return UsageError(f"must be a .npy file of numbers, whole, as numpy.save writes it: {why}")
