"""Values made of sums, and what each block of deals adds to them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simkit.stats.intervals import Point, deviation_point, ratio_point
from simkit.stats.moments import Floats

__all__ = ["influence", "point_of", "rounded", "significant"]


def point_of(totals: Floats) -> Point | None:
    """Make the value of a metric of its totals (of two, a ratio; of three, a standard deviation over games) or means.

    Returns
    -------
    The value and its gradient by totals of a deal, if ``totals`` are means by deal; None when nothing counts.
    """
    if not totals[-1]:
        return None
    return ratio_point(totals) if len(totals) == 2 else deviation_point(totals) or Point(0.0, np.zeros(3))


def influence(sums: Floats, point: Point, size: int) -> Floats:
    """What each unit adds to a value, to first order: ``float64[units]``, of mean 0.

    ``sums`` is ``float64[2 or 3, units]``, ``size`` the deals of a unit; the value's error is about the mean of them.
    """
    means = sums / size
    found: Floats = point.gradient @ (means - means.mean(axis=1, keepdims=True))
    return found


def rounded(value: float, se: float | None) -> float:
    """Round a value to four significant digits of its standard error, for people to read; 10 digits without one."""
    if not se:
        return float(f"{value:.10g}")
    return round(value, 3 - math.floor(math.log10(se)))


def significant(number: Any, digits: int) -> float:
    """Round to so many significant digits."""
    return float(f"{number:.{digits}g}")
