"""The difference of a statistic between two cells: its value, its interval at any level, its p-value and its price.

On common deals everything comes from differences by deal; otherwise the two cells are independent.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from simkit.model.statistic import Statistic
from simkit.stats import intervals
from simkit.stats.effects import FEW_DIFFER, NO_EFFECT, EffectBounds, effect_size, recovered, welch
from simkit.stats.intervals import (
    CONSTANT,
    ONE_DEAL,
    OPEN,
    ROUNDING,
    UNDEFINED,
    Interval,
    Point,
    deviation_point,
    effective_games,
    ratio_point,
    t_quantile,
    wilson,
)
from simkit.stats.moments import Distribution, Floats, Moments
from simkit.stats.pairs import PairSums
from simkit.stats.significance import t_tail

__all__ = ["FEW_DIFFER", "Bounds", "Difference", "difference", "is_share", "quantile_difference"]


class Bounds(NamedTuple):
    """Bounds of a difference at some level, and the kind of interval, or why there is none."""

    low: float | None
    high: float | None
    kind: str


@dataclass(frozen=True)
class Difference:
    """Our value, theirs, and ours less theirs; what is not known is None.

    ``bounds`` gives the interval at a level; ``p`` is two-sided, for no difference; ``reduction`` is the variance of
    independent runs of as many deals over that achieved; ``effect`` is the standardised effect size, ``effect_bounds``
    its interval at a level.
    """

    ours: float | None
    theirs: float | None
    value: float | None
    bounds: Callable[[float], Bounds]
    se: float | None = None
    p: float | None = None
    reduction: float | None = None
    effect: float | None = None
    effect_bounds: Callable[[float], EffectBounds] = NO_EFFECT


def difference(sums: PairSums) -> Difference:
    """Estimate the difference of a proportion, mean, ratio or standard deviation; ours less theirs."""
    assert isinstance(sums.ours, Moments)
    assert isinstance(sums.theirs, Moments)
    kind, size = sums.statistic.kind, len(sums.ours.mean)
    means = (sums.ours.mean, sums.theirs.mean)
    if sums.joint is not None:
        means = (sums.joint.mean[:size], sums.joint.mean[size : 2 * size])
    ours, theirs = (_point(kind, mean) for mean in means)
    if ours is None or theirs is None:
        return Difference(ours and ours.value, theirs and theirs.value, None, lambda _: Bounds(None, None, UNDEFINED))
    found = _unpaired(sums, ours, theirs) if sums.joint is None else _paired(sums, ours, theirs)
    value, effect = ours.value - theirs.value, effect_size(sums, means)
    found_difference = Difference(ours.value, theirs.value, value, found.bounds, found.se, found.p, found.reduction)
    return replace(found_difference, effect=effect.value, effect_bounds=effect.bounds) if effect else found_difference


class _Found(NamedTuple):
    bounds: Callable[[float], Bounds]
    se: float | None = None
    p: float | None = None
    reduction: float | None = None


def _none(why: str, p: float | None = None) -> _Found:
    return _Found(lambda _: Bounds(None, None, why), p=p)


def _point(kind: str, mean: Floats) -> Point | None:
    """Value of a cell and its gradient by all of its mean totals; None when nothing counts."""
    if not mean[-1]:
        return None
    if kind == "sd":
        return deviation_point(mean) or Point(0.0, np.zeros(3))
    point = ratio_point(mean[-2:])
    return None if point is None else point._replace(gradient=np.array([*[0.0] * (len(mean) - 2), *point.gradient]))


def _paired(sums: PairSums, ours: Point, theirs: Point) -> _Found:
    """From linearised deals: e = gradient · totals of ours less the same of theirs; Student's t by deal.

    A difference cannot have a p-value below 2^(1 - k) when only k deals differ: that of the sign test if all k go one
    way.
    """
    joint, differ = sums.joint, sums.differ
    assert joint is not None
    assert differ is not None
    value, deals = ours.value - theirs.value, joint.deals
    shares = is_share(sums.statistic, joint)
    if not differ:
        return _unchanged(deals, shares)
    if deals == 1 and not shares:
        return _none(ONE_DEAL)
    spread, reduction = _joint_spread(joint, ours.gradient, theirs.gradient)
    is_constant = spread <= ROUNDING * max(abs(ours.value), abs(theirs.value))
    if is_constant and not shares:
        return _none(CONSTANT)
    se = None if is_constant else spread / math.sqrt(deals - 1)
    p = min(1.0, max(0.0 if se is None else t_tail(value / se, deals - 1), 2.0 ** (1 - min(differ, 1000))))
    if se is None or shares:
        return _Found(lambda level: _share_bounds(joint, differ, level), se, p, reduction)
    if differ < min(FEW_DIFFER, deals):
        return _none(f"none: only {differ} deals differ", p)
    return _Found(_student(value, se, deals - 1, "t of pairs"), se, p, reduction)


def is_share(statistic: Statistic, joint: Moments) -> bool:
    """Whether each deal has a share in [0, 1] of its own in both cells: a proportion over games, all of which count."""
    return statistic.kind == "proportion" and statistic.denominator is None and joint.co[1, 1] == 0 == joint.co[3, 3]


def _joint_spread(joint: Moments, ours: Floats, theirs: Floats) -> tuple[float, float | None]:
    """Standard deviation over deals of the linearised difference; variance of independent cells over that of pairs."""
    size = len(ours)
    gradient = np.concatenate([ours, -theirs])
    co = joint.co[: 2 * size, : 2 * size]
    together = max(float(gradient @ co @ gradient), 0.0)
    unpaired = float(ours @ co[:size, :size] @ ours + theirs @ co[size:, size:] @ theirs)
    return math.sqrt(together / joint.deals), unpaired / together if together > 0 else None


def _unchanged(deals: int, is_share: bool) -> _Found:
    """No deal differs: were a share q of deals to differ, n deals all alike had the chance (1 - q)^n <= exp(-qn)."""
    if not is_share:
        return _none("none: no deal differs", 1.0)

    def bounds(level: float) -> Bounds:
        most = min(1.0, -math.log(1 - level) / deals)  # a share changes by 1 at the most
        return Bounds(-most, most, "no deal differs")

    return _Found(bounds, p=1.0)


def _student(value: float, se: float, freedom: int, kind: str) -> Callable[[float], Bounds]:
    def bounds(level: float) -> Bounds:
        half = t_quantile(level, freedom) * se
        return Bounds(value - half, value + half, kind)

    return bounds


def _share_bounds(joint: Moments, differ: int, level: float) -> Bounds:
    """Interval of a mean difference of shares, which holds where few deals differ as well.

    The difference is the mean rise less the mean fall. Each has a Wilson interval, with the effective number of deals;
    they are put together, with their correlation, by the method of variance estimates recovery: Zou and Donner (2008),
    Statistics in Medicine 27, 1693-1702.
    """
    # a variance between so few deals may be small by chance only
    most = joint.deals if differ < FEW_DIFFER else math.inf
    parts = [_wilson_of(float(joint.mean[row]), float(joint.co[row, row]), joint.deals, most, level) for row in (4, 5)]
    scale = math.sqrt(float(joint.co[4, 4] * joint.co[5, 5]))
    correlation = float(joint.co[4, 5]) / scale if scale > 0 else 0.0
    low, high = recovered(parts[0], parts[1], correlation)
    return Bounds(max(low, -1.0), min(high, 1.0), "score of pairs")


def _wilson_of(p: float, co: float, deals: int, most: float, level: float) -> Interval:
    n = effective_games(p, co / deals**2, deals, most)
    return Interval(p, *wilson(p, n, level), None, "wilson")


def _unpaired(sums: PairSums, ours: Point, theirs: Point) -> _Found:
    """Independent cells: Welch's t, and for proportions the recovery of two Wilson intervals."""
    assert isinstance(sums.ours, Moments)
    assert isinstance(sums.theirs, Moments)
    both = [sums.ours, sums.theirs]
    value = ours.value - theirs.value
    if sums.statistic.kind == "proportion":
        return _unpaired_proportions(sums.statistic, both, value)
    if any(moments.deals == 1 for moments in both):
        return _none(ONE_DEAL)
    se, freedom = welch((ours.gradient, theirs.gradient), (sums.ours, sums.theirs))
    if se <= ROUNDING * max(abs(ours.value), abs(theirs.value)):
        return _none(CONSTANT)
    return _Found(_student(value, se, freedom, "Welch"), se, t_tail(value / se, freedom), 1.0)


def _unpaired_proportions(statistic: Statistic, both: list[Moments], value: float) -> _Found:
    """Newcombe (1998), Statistics in Medicine 17, 873-890, method 10; the p-value is that of pooled proportions."""

    def each(level: float) -> list[Interval]:
        return [intervals.proportion(one, level, intervals.trials_of(one, statistic)) for one in both]

    def bounds(level: float) -> Bounds:
        ours, theirs = each(level)
        return Bounds(*recovered(ours, theirs), "Newcombe")

    found = each(0.95)
    sizes = [_size(one, moments, statistic) for one, moments in zip(found, both, strict=True)]
    pooled = sum((one.value or 0.0) * size for one, size in zip(found, sizes, strict=True)) / sum(sizes)
    spread = math.sqrt(pooled * (1 - pooled) * sum(1 / size for size in sizes))
    p = math.erfc(abs(value) / spread / math.sqrt(2)) if spread > 0 else 1.0
    se = None if any(one.se is None for one in found) else math.hypot(*(one.se or 0.0 for one in found))
    return _Found(bounds, se, p, 1.0)


def _size(interval: Interval, moments: Moments, statistic: Statistic) -> float:
    """Effective number of games behind a Wilson interval."""
    variance = (interval.se or 0.0) ** 2 * (moments.deals - 1) / moments.deals
    return intervals.games_behind(interval.value or 0.0, variance, moments, intervals.trials_of(moments, statistic))


def quantile_difference(ours: Distribution, theirs: Distribution, q: float, *, paired: bool) -> Difference:
    """Estimate the difference of a quantile by the recovery of each cell's interval.

    Values are whole numbers, so that quantiles move in steps, which on common deals they do not take together; how far
    they go together is not used then, and the interval allows for the worst, that they go opposite ways.
    """
    here, there = (intervals.quantile(one, q, 0.95).value for one in (ours, theirs))
    if here is None or there is None:
        return Difference(here, there, None, lambda _: Bounds(None, None, UNDEFINED))

    def bounds(level: float) -> Bounds:
        one, other = (intervals.quantile(distribution, q, level) for distribution in (ours, theirs))
        if None in one[:3] or None in other[:3]:
            return Bounds(None, None, OPEN)
        return Bounds(*recovered(one, other, -1.0 if paired else 0.0), "inverted, worst case" if paired else "inverted")

    return Difference(here, there, here - there, bounds)
