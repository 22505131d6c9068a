"""Scratch memory of a bot that searches: numbers that it may write while it decides."""

from __future__ import annotations

__all__ = ["Scratch"]

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1


class Scratch:
    """So many whole numbers: ``scratch[i]``, ``scratch[i] = n`` and ``len(scratch)``; all are 0 when a bot is asked.

    >>> scratch = Scratch(3)
    >>> scratch[-1] = 7
    >>> scratch[2], scratch[0], len(scratch)
    (7, 0, 3)
    """

    def __init__(self, length: int) -> None:
        self._cells = [0] * length

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, index: int) -> int:
        if not isinstance(index, int):
            raise TypeError("scratch takes one whole number as its index")
        return self._cells[index]

    def __setitem__(self, index: int, value: int) -> None:
        if not isinstance(index, int) or not isinstance(value, int):
            raise TypeError("scratch holds whole numbers, each at one index")
        if not _LOWEST <= value <= _HIGHEST:
            raise OverflowError(f"scratch holds numbers from -2^63 to 2^63 - 1, not {value}")
        self._cells[index] = int(value)
