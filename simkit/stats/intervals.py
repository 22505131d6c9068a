"""Intervals from moments: each a small pure function with the source of its formula; none ever gives NaN or inf.

Where no interval can be had, the bounds are None and ``kind`` says why.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from simkit.errors import UsageError
from simkit.model.statistic import Statistic
from simkit.stats.moments import Distribution, Floats, Moments

__all__ = [
    "CONSTANT",
    "ONE_DEAL",
    "OPEN",
    "ROUNDING",
    "UNDEFINED",
    "Interval",
    "Point",
    "check_level",
    "deviation",
    "deviation_point",
    "effective_games",
    "games_behind",
    "most_games",
    "normal_quantile",
    "proportion",
    "quantile",
    "ratio",
    "ratio_point",
    "t_quantile",
    "trials_of",
    "wilson",
]

CONSTANT = "none: the same in every deal"
ONE_DEAL = "none: one deal"
UNDEFINED = "none: nothing to count"
OPEN = "open: too few deals to bound it on that side"

DEVIATING = 20
"""Deals that must differ from the rest before their variance is taken as it is; with 10 some intervals at 95 % cover
93.4 %."""

EQUAL = 0.1
"""Deals count as equally large when the standard deviation of their trials is a tenth of the mean at the most."""

ROUNDING = 1e-10
"""A spread between deals below this, relative to the value, is rounding: moments are exact to about 1e-15, while one
deal in 10^12 that differs by a thousandth part would show as 1e-9."""


class Interval(NamedTuple):
    """An estimate, its bounds and its standard error, and the kind of interval, or why there is none."""

    value: float | None
    low: float | None
    high: float | None
    se: float | None
    kind: str


def check_level(level: float) -> None:
    """Raise a UsageError for a confidence level that is not in (0, 1)."""
    if not 0 < level < 1:
        raise UsageError(f"level = {level}: must lie between 0 and 1, such as 0.95")


def normal_quantile(level: float) -> float:
    """Find z with P(-z < Z < z) = level.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    return -NormalDist().inv_cdf((1 - level) / 2)


def t_quantile(level: float, freedom: int) -> float:
    """Find t with P(-t < T < t) = level for Student's t.

    Exact for 1 and 2 degrees of freedom; else Hill's Algorithm 396 (Communications of the ACM 13, 1970, 619-620), whose
    relative error is below 1e-5 here, and falls fast with the degrees of freedom.

    >>> round(t_quantile(0.95, 10), 4)
    2.2281
    """
    p = 1 - level
    if freedom == 1:
        return 1 / math.tan(p * math.pi / 2)
    if freedom == 2:
        return math.sqrt(2 / (p * (2 - p)) - 2)
    a = 1 / (freedom - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * freedom
    y = (d * p) ** (2 / freedom)
    y = _hill_middle(normal_quantile(level), a, b, c, d, freedom) if y > 0.05 + a else _hill_tail(y, d, freedom)
    return math.sqrt(freedom * y)


def _hill_middle(x: float, a: float, b: float, c: float, d: float, freedom: int) -> float:
    y = x * x
    if freedom < 5:
        c += 0.3 * (freedom - 4.5) * (-x + 0.6)
    c += (((0.05 * d * -x - 5) * -x - 7) * -x - 2) * -x + b
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
    return math.expm1(a * y * y)


def _hill_tail(y: float, d: float, freedom: int) -> float:
    inner = (1 / ((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) / (freedom + 2) / 3 + 0.5 / (freedom + 4)) * y - 1
    return inner * (freedom + 1) / (freedom + 2) + 1 / y


def wilson(p: Any, n: Any, level: float) -> tuple[Any, Any]:
    """Bounds of a proportion ``p`` seen in ``n`` independent trials; numbers or arrays (``n`` need not be whole).

    Wilson (1927), Journal of the American Statistical Association 22, 209-212: the values that the score test at this
    level does not reject.

    >>> [round(bound, 4) for bound in wilson(0.5, 100, 0.95)]
    [0.4038, 0.5962]
    """
    z = normal_quantile(level)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2) / (1 + z * z / n)
    low, high = np.clip(centre - half, 0, p), np.clip(centre + half, p, 1)  # but for rounding they are there anyway
    return (low, high) if low.ndim else (float(low), float(high))


def effective_games(p: Any, variance: Any, deals: float, most: Any) -> Any:
    """Independent games that would know ``p`` as well: p(1 - p)/variance, numbers or arrays.

    Never above ``most``, for which see ``most_games``, so that a variance that is small by chance does not count as
    knowledge; where ``p`` is 0 or 1 nothing is seen of the variance, and each deal counts once. With the Wilson
    interval: Korn and Graubard (1998), Survey Methodology 24, 193-201; Dean and Pagano (2015), Journal of Survey
    Statistics and Methodology 3, 484-503.
    """
    p, variance = np.asarray(p, np.float64), np.asarray(variance, np.float64)
    binomial = p * (1 - p)
    n = np.divide(binomial, variance, out=np.full_like(binomial, np.inf), where=variance > 0)
    n = np.where(binomial > 0, np.minimum(n, most), np.minimum(deals, most))
    return n if n.ndim else float(n)


def most_games(p: Any, deals: int, games: float) -> Any:
    """Games that a share may count as: at the most all of them, or as many as if 20 deals were as far off as can be.

    Where the games of a deal go opposite ways, or many wins are shared, most deals have much the same share: their
    variance is small, and rightly so, as long as enough deals deviate for it to be known. So it is never taken to be
    smaller than that of ``DEVIATING`` deals at 0 or 1, whichever is further, all others having the share itself, unless
    independent games would have a smaller one.

    >>> float(most_games(0.5, 1_000, 2_000)), float(most_games(0.5, 100, 200))
    (50000.0, 500.0)
    """
    p = np.asarray(p, np.float64)
    return np.maximum(games, deals**2 * p * (1 - p) / (DEVIATING * np.maximum(p, 1 - p) ** 2))


def _linearised(moments: Moments, gradient: Floats) -> float:
    """Find the standard deviation over deals (divisor: deals) of a smooth function of their totals, by its gradient.

    Taylor linearisation, in which a deal adds ``gradient @ (totals - mean)``: Cochran (1977), Sampling Techniques, 3rd
    edition, 6.3 for ratios; Woodruff (1971), Journal of the American Statistical Association 66, 411-414 in general.
    """
    square = float(gradient @ moments.co @ gradient)
    terms = float(np.abs(gradient) @ np.abs(moments.co) @ np.abs(gradient))
    return math.sqrt(square / moments.deals) if square > 1e-13 * terms else 0.0  # less is the rounding of its terms


class Point(NamedTuple):
    """A value made of mean totals of a deal, and its gradient by them, ``float64[totals]``."""

    value: float
    gradient: Floats


def ratio_point(mean: Floats) -> Point | None:
    """Divide the first mean total by the second; None when the second is 0."""
    if mean[1] == 0:
        return None
    value = float(mean[0] / mean[1])
    return Point(value, np.array([1, -value]) / mean[1])


def deviation_point(mean: Floats) -> Point | None:
    """Make the standard deviation over games of mean totals of squares, values and games; None when it is 0."""
    squares, values, games = mean
    average, mean_square = values / games, squares / games
    variance = float(mean_square - average**2)
    if variance <= 1e-13 * mean_square:  # the rounding of mean_square is about 1e-15 of it
        return None
    sd = math.sqrt(variance)
    return Point(sd, np.array([1, -2 * average, 2 * average**2 - mean_square]) / (2 * sd * games))


def _student(value: float, spread: float, deals: int, level: float, kind: str) -> Interval:
    """Make the interval value ± t · se, deals - 1 degrees of freedom; none where nothing is seen of the variance."""
    if deals == 1:
        return Interval(value, None, None, None, ONE_DEAL)
    if spread <= ROUNDING * abs(value):
        return Interval(value, None, None, None, CONSTANT)
    se = spread / math.sqrt(deals - 1)
    half = t_quantile(level, deals - 1) * se
    return Interval(value, value - half, value + half, se, kind)


def _sum_over_sum(moments: Moments) -> tuple[float, float] | None:
    """Divide the first total by the second, and find the spread of the linearised deals; None when over nothing."""
    found = ratio_point(moments.mean) if moments.deals else None
    return None if found is None else (found.value, _linearised(moments, found.gradient))


def ratio(moments: Moments, level: float, kind: str = "linearised") -> Interval:
    """Estimate a sum over a sum, or with games as the second total a mean over games; Student's t by deal."""
    found = _sum_over_sum(moments)
    if found is None:
        return Interval(None, None, None, None, UNDEFINED)
    return _student(*found, moments.deals, level, kind)


def trials_of(moments: Moments, statistic: Statistic) -> float:
    """Trials of a proportion: its games, or the sum of what it is over."""
    return moments.games if statistic.denominator is None else moments.deals * float(moments.mean[1])


def games_behind(p: float, variance: float, moments: Moments, most: float) -> float:
    """Effective number of games behind a proportion; ``most`` is its number of trials.

    Where deals are equally large they may count as more than their trials (``most_games``).
    """
    if moments.co[1, 1] <= moments.deals * (EQUAL * moments.mean[1]) ** 2:
        most = float(most_games(p, moments.deals, most))
    return float(effective_games(p, variance, moments.deals, most))


def proportion(moments: Moments, level: float, most: float) -> Interval:
    """Successes over trials, ``most`` of them: Wilson's interval with the effective number of games.

    With one game a deal and no shares, that number is the number of deals.
    """
    found = _sum_over_sum(moments)
    if found is None:
        return Interval(None, None, None, None, UNDEFINED)
    p, spread = min(max(found[0], 0.0), 1.0), found[1]
    if spread <= ROUNDING * p:
        spread = 0.0
    low, high = wilson(p, games_behind(p, spread**2 / moments.deals, moments, most), level)
    se = spread / math.sqrt(moments.deals - 1) if spread and moments.deals > 1 else None
    return Interval(p, low, high, se, "wilson")


def deviation(moments: Moments, level: float) -> Interval:
    """Estimate the standard deviation over games from the totals of squares, values and games; Student's t by deal."""
    if moments.deals == 0:
        return Interval(None, None, None, None, UNDEFINED)
    point = deviation_point(moments.mean)
    if point is None:
        alone = moments.deals == 1
        return Interval(None if alone else 0.0, None, None, None, ONE_DEAL if alone else CONSTANT)
    found = _student(point.value, _linearised(moments, point.gradient), moments.deals, level, "linearised")
    return found._replace(low=max(found.low, 0.0)) if found.low is not None else found


def quantile(distribution: Distribution, q: float, level: float) -> Interval:
    """Estimate the least value v with F(v) >= q.

    Its bounds are the least v for which the upper, and the lower, bound of F(v) is at least q.
    Inversion of Wilson intervals for F with its variance by deal: Woodruff (1952), Journal of the American Statistical
    Association 47, 635-646. A bound is None where the games cannot give it (few games, q near 0 or 1).
    """
    games, deals = distribution.games, distribution.deals
    if not games:
        return Interval(None, None, None, None, UNDEFINED)
    values, count, squares, cross = (distribution.table[name].to_numpy() for name in distribution.table.columns)
    below = np.cumsum(count) / games
    summed = np.cumsum(squares) - 2 * below * np.cumsum(cross) + below**2 * distribution.square_sizes
    # square_sizes - games²/deals is the sum of squared deviations of the deals' sizes
    is_equal = distribution.square_sizes - games**2 / deals <= deals * (EQUAL * games / deals) ** 2
    most = most_games(below, deals, games) if is_equal else games
    low, high = wilson(below, effective_games(below, np.maximum(summed, 0) / games**2, deals, most), level)
    is_bounded = wilson(0.0, deals, level)[1] < q  # else a value below all that were seen is possible too
    bounds = _first(values, high >= q) if is_bounded else None, _first(values, low >= q)
    return Interval(_first(values, below >= q - 1e-12), *bounds, None, OPEN if None in bounds else "inverted")


def _first(values: Floats, holds: Any) -> float | None:
    return float(values[int(np.argmax(holds))]) if holds.any() else None
