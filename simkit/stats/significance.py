"""p-values: Student's tail, and Holm's adjustment for a family of tests."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["holm", "t_tail"]

_NORMAL_FROM = 100_000
"""Degrees of freedom from which Student's tail is taken as the normal one: at t = 5 they differ by 0.2 % of p."""


def holm(p_values: Sequence[float | None], family: int) -> list[float | None]:
    """Adjust p-values so that rejecting those at most alpha keeps the chance of any false rejection at most alpha.

    Holm (1979), Scandinavian Journal of Statistics 6, 65-70: the i-th smallest is multiplied by (family - i + 1), and
    none is smaller than one before it. It holds however the tests depend on each other.

    Parameters
    ----------
    p_values
        Raw p-values; None stays None.
    family
        Number of comparisons; those without a p-value count as if theirs were 1.

    >>> holm([0.01, None, 0.04, 0.03], 3)
    [0.03, None, 0.06, 0.06]
    """
    given = [i for i, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    least = 0.0
    for rank, i in enumerate(sorted(given, key=lambda i: p_values[i] or 0.0)):
        least = max(least, min(1.0, (p_values[i] or 0.0) * (family - rank)))
        adjusted[i] = least
    return adjusted


def t_tail(t: float, freedom: float) -> float:
    """Find P(abs(T) > abs(t)) for Student's t with ``freedom`` degrees, which need not be whole.

    The regularised incomplete beta function by its continued fraction: Abramowitz and Stegun (1964), Handbook of
    Mathematical Functions, 26.7.1 and 26.5.8, with Lentz's recurrence.

    >>> round(t_tail(2.2281388519649385, 10), 9), t_tail(0.0, 10)
    (0.05, 1.0)
    """
    if freedom >= _NORMAL_FROM:
        return math.erfc(abs(t) / math.sqrt(2))
    return _beta_ratio(freedom / 2, 0.5, freedom / (freedom + t * t), t * t / (freedom + t * t))


def _beta_ratio(a: float, b: float, x: float, rest: float) -> float:
    """Regularised incomplete beta function I_x(a, b), ``rest`` being 1 - x without its rounding."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    )  # fmt: skip
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, rest) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Continued fraction of the incomplete beta function, to 1e-14; it takes some √a steps."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / ((1 + step * d) or tiny)
            c = (1 + step / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return value
