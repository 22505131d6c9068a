"""Standardised effect sizes of differences, with intervals: Cohen's d of means and h of proportions.

Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, 2nd edition, chapters 2 and 6.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from simkit.model.statistic import Statistic
from simkit.stats import intervals
from simkit.stats.intervals import ROUNDING, Interval, ratio_point, t_quantile
from simkit.stats.moments import Floats, Moments
from simkit.stats.pairs import PairSums

__all__ = ["FEW_DIFFER", "NO_EFFECT", "Effect", "EffectBounds", "effect_size", "recovered", "welch"]

FEW_DIFFER = 10
"""Deals that must differ before a mean or ratio of unbounded numbers gets an interval: of fewer nothing can be said
about how large a rare difference may be."""

EffectBounds = tuple[float | None, float | None]


def NO_EFFECT(_: float) -> EffectBounds:  # noqa: N802 (a constant that is a function)
    """No interval at any level."""
    return None, None


class Effect(NamedTuple):
    """An effect size, and its interval at a level."""

    value: float
    bounds: Callable[[float], EffectBounds]


def effect_size(sums: PairSums, means: tuple[Floats, Floats]) -> Effect | None:
    """Estimate the effect size of a difference of means or proportions; None for other kinds, and without any spread.

    Parameters
    ----------
    sums
        Of both cells.
    means
        Mean totals of a deal that the difference is made of, ours and theirs.
    """
    if sums.statistic.kind == "proportion":
        return _h(sums, means)
    return _d(sums, means) if sums.statistic.kind == "mean" else None


def _d(sums: PairSums, means: tuple[Floats, Floats]) -> Effect | None:
    """Cohen's d: the difference over the root of the two cells' mean variance of games; linearised by deal."""
    squares, averages = ([float(mean[i] / mean[-1]) for mean in means] for i in (0, 1))
    variances = [square - average**2 for square, average in zip(squares, averages, strict=True)]
    variance = sum(variances) / 2
    if variance <= 1e-13 * sum(squares) / 2:
        return None
    d = (averages[0] - averages[1]) / math.sqrt(variance)
    gradients = [
        (sign * _of_average(average) / math.sqrt(variance) - d / (4 * variance) * _of_variance(average, own)) / mean[-1]
        for sign, average, own, mean in zip((1, -1), averages, variances, means, strict=True)
    ]
    spread = _spread(sums, gradients[0], gradients[1])
    if spread is None or spread[0] <= ROUNDING:
        return Effect(d, NO_EFFECT)
    se, freedom = spread

    def bounds(level: float) -> EffectBounds:
        half = t_quantile(level, freedom) * se
        return d - half, d + half

    return Effect(d, bounds)


def _of_average(average: float) -> Floats:
    """Gradient of an average by the mean totals of squares, values and games, times the games of a deal."""
    return np.array([0.0, 1.0, -average])


def _of_variance(average: float, variance: float) -> Floats:
    """The same of a variance of games."""
    return np.array([1.0, -2 * average, average**2 - variance])


def _spread(sums: PairSums, ours: Floats, theirs: Floats) -> tuple[float, int] | None:
    """Standard error of a smooth function of both cells' mean totals by its gradient, and degrees of freedom."""
    assert isinstance(sums.ours, Moments)
    assert isinstance(sums.theirs, Moments)
    if sums.joint is None:
        if min(sums.ours.deals, sums.theirs.deals) < 2:
            return None
        return welch((ours, theirs), (sums.ours, sums.theirs))
    deals = sums.joint.deals
    if deals < 2 or (sums.differ or 0) < min(FEW_DIFFER, deals):
        return None
    gradient = np.concatenate([ours, theirs])
    size = len(gradient)
    variance = max(float(gradient @ sums.joint.co[:size, :size] @ gradient), 0.0) / deals / (deals - 1)
    return math.sqrt(variance), deals - 1


def welch(gradients: tuple[Floats, Floats], both: tuple[Moments, Moments]) -> tuple[float, int]:
    """Standard error of a function of two independent cells, and Satterthwaite's degrees of freedom, rounded down.

    Welch (1947), Biometrika 34, 28-35. Each cell has two deals or more.
    """
    parts = [
        max(float(gradient @ moments.co @ gradient), 0.0) / moments.deals / (moments.deals - 1)
        for gradient, moments in zip(gradients, both, strict=True)
    ]
    weighed = sum(part**2 / (moments.deals - 1) for part, moments in zip(parts, both, strict=True))
    return math.sqrt(sum(parts)), math.floor(sum(parts) ** 2 / weighed) if weighed else 1


def _h(sums: PairSums, means: tuple[Floats, Floats]) -> Effect:
    """Cohen's h: 2 asin √p of ours less that of theirs, the transformed Wilson intervals of both put together."""
    assert isinstance(sums.ours, Moments)
    assert isinstance(sums.theirs, Moments)
    ours, theirs = sums.ours, sums.theirs
    h = _angle(float(means[0][0] / means[0][-1])) - _angle(float(means[1][0] / means[1][-1]))
    if sums.joint is not None and (sums.differ or 0) < min(FEW_DIFFER, sums.joint.deals):
        return Effect(h, NO_EFFECT)
    correlation = _correlation(sums, means)

    def bounds(level: float) -> EffectBounds:
        return recovered(_angles(ours, sums.statistic, level), _angles(theirs, sums.statistic, level), correlation)

    return Effect(h, bounds)


def _angle(p: float) -> float:
    return 2 * math.asin(math.sqrt(min(max(p, 0.0), 1.0)))


def _angles(moments: Moments, statistic: Statistic, level: float) -> Interval:
    found = intervals.proportion(moments, level, intervals.trials_of(moments, statistic))
    value, low, high = (_angle(number or 0.0) for number in found[:3])
    return Interval(value, low, high, None, found.kind)


def _correlation(sums: PairSums, means: tuple[Floats, Floats]) -> float:
    """How far the proportions of both cells go together, by deal; 0 for independent cells."""
    points = [ratio_point(mean) for mean in means]
    if sums.joint is None or None in points:
        return 0.0
    ours, theirs = (point.gradient for point in points if point is not None)
    co = sums.joint.co
    scale = math.sqrt(max(float(ours @ co[:2, :2] @ ours) * float(theirs @ co[2:4, 2:4] @ theirs), 0.0))
    return float(ours @ co[:2, 2:4] @ theirs) / scale if scale > 0 else 0.0


def recovered(ours: Interval, theirs: Interval, correlation: float = 0.0) -> tuple[float, float]:
    """Bounds of a difference from those of its two terms: the method of variance estimates recovery.

    Zou and Donner (2008), Statistics in Medicine 27, 1693-1702.
    """
    ours_low, ours_high = _arms(ours)
    theirs_low, theirs_high = _arms(theirs)
    value = (ours.value or 0.0) - (theirs.value or 0.0)
    low = ours_low**2 + theirs_high**2 - 2 * correlation * ours_low * theirs_high
    high = ours_high**2 + theirs_low**2 - 2 * correlation * ours_high * theirs_low
    return value - math.sqrt(max(low, 0.0)), value + math.sqrt(max(high, 0.0))


def _arms(interval: Interval) -> tuple[float, float]:
    """How far the bounds are from the value."""
    value, low, high = interval[:3]
    assert value is not None
    assert low is not None
    assert high is not None
    return value - low, high - value
