"""Counting and finding the cards of a mask: plain functions that bots may call in both implementations.

Compiled code takes each as one or a few machine instructions, see ``bits.py``.
"""

from __future__ import annotations

__all__ = ["count", "highest", "lowest", "pick"]


def count(mask: int) -> int:
    """Number of cards in a mask.

    >>> count(0b1011)
    3
    """
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Number of the lowest card of a mask; -1 when there is none.

    >>> lowest(0b1100), lowest(0)
    (2, -1)
    """
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Number of the highest card of a mask; -1 when there is none.

    >>> highest(0b1100), highest(0)
    (3, -1)
    """
    return mask.bit_length() - 1


def pick(mask: int, coin: float) -> int:
    """Number of one of the cards of a mask, each with the same chance when ``coin`` is uniform in [0, 1).

    >>> pick(0b1101, 0.5)
    2
    """
    for _ in range(int(coin * count(mask))):
        mask &= mask - 1
    return lowest(mask)
