"""Tables of exact answers that many dice games share: the law of a number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from simkit.model.solution import Bounds, Sheet, SheetColumn, Solution

__all__ = ["exactly", "law_sheet", "moments_sheet"]

_LEAST = 5e-9
"""Chance that is left out of a table: it would be printed as 0."""


def exactly(value: Fraction | float) -> Solution:
    """A value that is known but for rounding."""
    return Solution(Bounds(float(value), float(value)), {})


def law_sheet(name: str, title: str, number: SheetColumn, law: Mapping[int, Fraction | float]) -> Sheet:
    """The chance of each value of a number."""
    rows = tuple((value, float(chance)) for value, chance in sorted(law.items()) if chance > _LEAST)
    return Sheet(name, title, (number, SheetColumn("chance", "chance", "share")), rows)


def moments_sheet(name: str, title: str, laws: Mapping[str, Mapping[int, Fraction | float]]) -> Sheet:
    """Mean and standard deviation of numbers, by what they are."""
    rows = []
    for told, law in laws.items():
        mean = float(sum(value * chance for value, chance in law.items()))
        square = float(sum((value - mean) ** 2 * float(chance) for value, chance in law.items()))
        rows.append((told, mean, math.sqrt(square)))
    columns = (
        SheetColumn("number", "number", "text"), SheetColumn("mean", "mean", "number"),
        SheetColumn("sd", "standard deviation", "number"),
    )  # fmt: skip
    return Sheet(name, title, columns, tuple(rows))
