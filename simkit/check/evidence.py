"""What old and new games say about the difference of one metric: an interval that holds at every look.

Three kinds, each by itself honest at the level asked for, and put together where one alone would not be:

* on common deals, an asymptotic confidence sequence of the differences of blocks (or of deals, where these were kept);
* where few blocks differ, a bound on how many deals can differ at all, times the most that a deal can change;
* where deals are not common, an asymptotic sequence of independent values; for shares of few events, and for shares
  against an exact value, empirical-Bernstein sequences, which are exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.check.estimators import influence, point_of
from simkit.stats.intervals import Interval, Point, t_quantile
from simkit.stats.moments import Floats
from simkit.stats.sequences import ASYMPTOTIC, BERNSTEIN, FIRST_LOOK, TOO_FEW, Bernstein, asymptotic_factor

__all__ = ["RARE", "Evidence", "Side", "against_exact", "most_changed_share", "paired", "unpaired"]

FEW_UNITS = 128
"""Blocks (or deals) that differ, half of them at most, up to which the number of deals that may differ is bounded.

Of fewer, what is rare among the changes may not have been seen: with 1 % of 10,000 deals changed, nineteen in twenty a
little up and one far down, asymptotic sequences alone missed the truth six times as often as they should at 0.001."""

FEW_EVENTS = 100
"""Wins and the like, on the rarer side, below which a share is not taken for normal."""

LARGEST_CHANGE = 2.0
"""Standard deviations of a deal that the mean of deals which change is taken to move by at most, where nothing bounds
it. Deals played anew with other dice move by 1.1 each, but up as often as down."""

RARE = "rare changes"


class Evidence(NamedTuple):
    """Values, their difference (new less old), its bounds and standard error, the kind of interval, and what it takes.

    ``changed`` is the number of units whose sums differ; ``alone`` the half-width of independent runs of as many deals,
    which a change of many deals may come to; ``error`` the standard error of the new value by itself, ``old_se`` of the
    old one where they are independent; ``factor`` how many standard errors the sequence goes to either side.
    """

    old: float
    new: float
    low: float | None
    high: float | None
    se: float | None
    kind: str
    changed: int | None = None
    alone: float | None = None
    error: float | None = None
    old_se: float | None = None
    factor: float | None = None

    @property
    def difference(self) -> float:
        """New less old."""
        return self.new - self.old


@dataclass(frozen=True)
class Side:
    """What one side has of a metric, unit by unit (a unit is a block of deals, or one deal).

    Parameters
    ----------
    sums
        ``float64[2 or 3, units]``: sums over the unit's deals.
    size
        Deals of a unit.
    spread
        Standard deviation over deals of what a deal adds to the value.
    squares
        Of a share, ``float64[units]``: the sum of the squares of the deals' totals.
    games
        Games of a deal that the metric is about.
    """

    sums: Floats
    size: int
    spread: float
    squares: Floats | None = None
    games: float = 1.0

    @property
    def units(self) -> int:
        """Number of units."""
        return int(self.sums.shape[1])

    @property
    def deals(self) -> int:
        """Number of deals."""
        return self.units * self.size

    @property
    def point(self) -> Point | None:
        """Value and gradient by mean totals of a deal."""
        return point_of(self.sums.sum(axis=1) / self.deals)

    @property
    def error(self) -> float:
        """Standard error by itself."""
        return self.spread / math.sqrt(max(self.deals - 1, 1))

    @property
    def is_bounded(self) -> bool:
        """Whether the value is the mean over deals of a share in [0, 1], every deal having one."""
        return self.squares is not None and bool((self.sums[-1] == self.size * self.games).all())

    def first(self, units: int) -> Side:
        """Keep the first units."""
        squares = None if self.squares is None else self.squares[:units]
        return replace(self, sums=self.sums[:, :units], squares=squares)

    def bernstein(self) -> Bernstein:
        """Sequence of the mean share."""
        assert self.squares is not None
        sequence = Bernstein(0.0, 1.0)
        for total, square in zip(self.sums[0] / self.games, self.squares / self.games**2, strict=True):
            mean = float(total) / self.size
            sequence = sequence.after(self.size, mean, max(float(square) - self.size * mean * mean, 0.0))
        return sequence

    def events(self, value: float) -> float:
        """Events on the rarer side of a share, by deals."""
        return min(value, 1 - value) * self.deals


def _largest_change(old: Side, new: Side, point: Point) -> float:
    """Most that the value can change by if every deal changed, in the value's unit."""
    if new.squares is not None:
        trials = new.sums[-1].sum() / new.deals
        return float(1.0 if old.is_bounded and new.is_bounded else 2 * new.games / trials)
    spread = max(old.spread, new.spread)
    return LARGEST_CHANGE * spread if spread > 0 else max(1.0, abs(point.value))


def most_changed_share(changed: int, units: int, size: int, alpha: float) -> float:
    """Upper bound, at 1 - alpha, of the share of deals that differ, when ``changed`` of ``units`` equal units do.

    A unit is unchanged with chance (1 - q)^size; of how many are, Chernoff's bound tells (Chernoff 1952, Annals of
    Mathematical Statistics 23, 493-507). With none changed it is -ln(alpha)/deals.

    >>> round(most_changed_share(0, 256, 100, 0.001) * 25_600, 3)
    6.907
    """
    same = (units - changed) / units
    low, high = 0.0, same
    for _ in range(200):
        middle = (low + high) / 2
        if units * _divergence(same, middle) > -math.log(alpha):
            low = middle
        else:
            high = middle
    return -math.expm1(math.log(low) / size) if low > 0 else 1.0


def _divergence(seen: float, truth: float) -> float:
    """Kullback-Leibler divergence of two chances."""
    if truth <= 0 or truth >= 1:
        return 0.0 if seen == truth else math.inf
    first = seen * math.log(seen / truth) if seen > 0 else 0.0
    return first + ((1 - seen) * math.log((1 - seen) / (1 - truth)) if seen < 1 else 0.0)


def paired(old: Side, new: Side, changed: NDArray[np.bool_] | None, level: float) -> Evidence | None:
    """Evidence of common deals: unit u of one is unit u of the other.

    Parameters
    ----------
    changed
        ``bool[units]``: in which units an outcome differs; None where only sums can tell.
    level
        Confidence level of the metric.

    Returns
    -------
    None where one side has nothing to count.
    """
    ours, theirs = new.point, old.point
    if ours is None or theirs is None:
        return None
    here = int(_sums_differ(old, new).sum())
    anywhere = here if changed is None else int(changed.sum())
    units, alone = new.units, math.hypot(old.error, new.error)
    few = min(FEW_UNITS, units // 2)
    # Digests tell for certain; where they differ all over, sums that hardly do are taken to hide no more.
    count = anywhere if anywhere <= few else here
    by_unit = influence(new.sums, ours, new.size) - influence(old.sums, theirs, old.size)
    value = ours.value - theirs.value
    se = math.sqrt(float(by_unit @ by_unit) / (units * max(units - 1, 1)))
    factor = asymptotic_factor(1.0, level, 1.0)
    found = Evidence(theirs.value, ours.value, None, None, se, TOO_FEW, here, factor * alone, new.error, factor=factor)
    half = t_quantile(math.erf(factor / math.sqrt(2)), units - 1) * se
    reach = most_changed_share(count, units, new.size, 1 - level) * _largest_change(old, new, ours)
    if count <= few and (new.deals >= FIRST_LOOK or (old.is_bounded and new.is_bounded)):
        return found._replace(low=min(value - half, -reach), high=max(value + half, reach), kind=RARE)
    if new.size == 1 and old.is_bounded and new.is_bounded:
        return _bounded_pairs(found, old, new, level)
    if new.deals < FIRST_LOOK:
        return found
    return found._replace(low=value - half, high=value + half, kind=ASYMPTOTIC)


def _bounded_pairs(found: Evidence, old: Side, new: Side, level: float) -> Evidence:
    """Empirical-Bernstein sequence of the differences of deals, in blocks."""
    each = (new.sums[0] - old.sums[0]) / new.games
    sequence = Bernstein(-1.0, 1.0)
    for block in np.array_split(each, min(len(each), 256)):
        sequence = sequence.after(len(block), float(block.mean()), float(((block - block.mean()) ** 2).sum()))
    interval = sequence.interval(level)
    return found._replace(low=interval.low, high=interval.high, kind=interval.kind)


def _sums_differ(old: Side, new: Side) -> NDArray[np.bool_]:
    """In which units sums differ by more than rounding."""
    return np.asarray((np.abs(new.sums - old.sums) > 1e-9 * np.maximum(1.0, np.abs(old.sums))).any(axis=0))


def unpaired(old: Side, new: Side, level: float, first: int) -> Evidence | None:
    """Evidence of independent deals; ``first`` is the number of new deals at the first look."""
    ours, theirs = new.point, old.point
    if ours is None or theirs is None:
        return None
    value, se = ours.value - theirs.value, math.hypot(old.error, new.error)
    begun = math.hypot(old.error, new.spread / math.sqrt(max(first - 1, 1)))
    # information, the inverse of the variance, is what time is to the sequence: new deals add to it, old ones are given
    factor = asymptotic_factor(max((begun / se) ** 2, 1.0) if se else 1.0, level, 1.0)
    found = Evidence(theirs.value, ours.value, None, None, se or None, TOO_FEW, None, factor * se, factor=factor)
    found = found._replace(old_se=old.error, error=new.error)
    bounded = old.is_bounded and new.is_bounded
    if bounded and min(old.events(theirs.value), new.events(ours.value)) < FEW_EVENTS:
        return _few_events(found, old, new, level)
    if min(old.deals, new.deals) < FIRST_LOOK:
        return found
    half = factor * se
    if not se:
        half = _largest_change(old, new, ours) * math.log(4 / (1 - level)) / min(old.deals, new.deals)
    return found._replace(low=value - half, high=value + half, kind=ASYMPTOTIC)


def _few_events(found: Evidence, old: Side, new: Side, level: float) -> Evidence:
    """Exact bounds of a share whose events are few; of none at all on either side, (1 - q)^deals ≥ alpha/4.

    The other half of alpha is that of the empirical-Bernstein sequences. With as many deals on both sides these are
    combined, which holds at that look; else each is taken by itself.
    """
    if found.old == found.new and found.old in (0.0, 1.0):
        reach = math.log(4 / (1 - level)) / min(old.deals, new.deals)
        return found._replace(low=-reach, high=reach, kind=RARE)
    half_level = (1 + level) / 2
    mine, other = (side.bernstein().interval((1 + half_level) / 2) for side in (new, old))
    low, high = _less(mine, other)
    return found._replace(low=low, high=high, kind=BERNSTEIN)


def _less(mine: Interval, other: Interval) -> tuple[float, float]:
    assert mine.low is not None
    assert mine.high is not None
    assert other.low is not None
    assert other.high is not None
    return mine.low - other.high, mine.high - other.low


def against_exact(value: float, new: Side, level: float, first: int) -> Evidence | None:
    """Evidence against a value without sampling error; ``first`` is the number of deals at the first look."""
    point = new.point
    if point is None:
        return None
    factor = asymptotic_factor(max(new.deals, first), level, first)
    found = Evidence(
        value, point.value, None, None, new.error or None, TOO_FEW, None, factor * new.error, factor=factor
    )
    found = found._replace(old_se=0.0, error=new.error)
    if new.is_bounded:
        interval = new.bernstein().interval(level)
        low, high = _less(interval, Interval(value, value, value, None, ""))
        return found._replace(low=low, high=high, kind=BERNSTEIN)
    if new.deals < FIRST_LOOK:
        return found
    half = factor * new.error
    return found._replace(low=point.value - value - half, high=point.value - value + half, kind=ASYMPTOTIC)
