"""Exact laws of numbers: probabilities as fractions, by value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

__all__ = ["Law", "mean", "turns_to_reach", "variance"]

Law = Mapping[int, Fraction]
"""Probabilities by value."""

NEGLIGIBLE = Fraction(1, 10**15)
"""Chance of still being short of the target from which on ``turns_to_reach`` looks no further."""


def mean(law: Law) -> Fraction:
    """Find the mean of a law.

    >>> mean({1: Fraction(1, 2), 4: Fraction(1, 2)})
    Fraction(5, 2)
    """
    return sum((value * chance for value, chance in law.items()), Fraction(0))


def variance(law: Law) -> Fraction:
    """Find the variance of a law."""
    return sum((value**2 * chance for value, chance in law.items()), Fraction(0)) - mean(law) ** 2


def turns_to_reach(turn: Law, target: int) -> Law:
    """Find the law of the number of independent turns whose points first add up to the target or more.

    Parameters
    ----------
    turn
        Law of the points of a turn, none of them negative.
    target
        Least total.

    Returns
    -------
    Law
        Where a turn may bring nothing it never ends; there the last 1e-15 or less is left out.
    """
    whole = math.lcm(*(chance.denominator for chance in turn.values()))
    ways = {points: int(chance * whole) for points, chance in turn.items() if chance}
    law: dict[int, Fraction] = {}
    short = {0: 1}  # ways to each total, while it is short of the target
    while short and (0 not in ways or sum(short.values()) > NEGLIGIBLE * whole ** len(law)):
        after: dict[int, int] = {}
        for total, number in short.items():
            for points, part in ways.items():
                after[total + points] = after.get(total + points, 0) + number * part
        reached = sum(number for total, number in after.items() if total >= target)
        law[len(law) + 1] = Fraction(reached, whole ** (len(law) + 1))
        short = {total: number for total, number in after.items() if total < target}
    return law
