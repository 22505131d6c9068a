"""Confidence sequences: intervals that hold at all looks together, so that a run may stop when they are narrow enough.

They are made from sums over blocks of deals in deal order, and need no more. Fixed-n intervals never stand beside them:
after a stop those cover less than they say.

=====================================  ==========================================================================
``Bernstein``                          mean over deals of values in a known range: win shares in [0, 1], differences
                                       of them in [-1, 1]. Exact at every n, whatever the distribution
``asymptotic``                         everything that is normal for large n: means, ratios, standard deviations and
                                       their differences, linearised by deal. From ``FIRST_LOOK`` deals on
``Bernstein.less``, ``unpaired``          differences of independent cells
=====================================  ==========================================================================

There is none for quantiles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from simkit.stats.intervals import CONSTANT, ROUNDING, UNDEFINED, Interval

__all__ = [
    "ASYMPTOTIC",
    "BERNSTEIN",
    "FIRST_LOOK",
    "TOO_FEW",
    "Bernstein",
    "asymptotic",
    "asymptotic_factor",
    "asymptotic_p",
    "block_ends",
    "look_from",
    "looks",
    "unpaired",
    "widened",
]

FIRST_LOOK = 10_000
"""Deals before anything is decided, and from which asymptotic sequences are used."""

BERNSTEIN = "empirical-Bernstein sequence"
ASYMPTOTIC = "asymptotic sequence"
TOO_FEW = f"none: an asymptotic sequence begins at {FIRST_LOOK:,} deals"


def looks(most: int) -> list[int]:
    """Deal counts at which a run is looked at: ceil(10,000 x 1.25^k) for k = 0, 1, ..., up to ``most``.

    >>> looks(20_000)
    [10000, 12500, 15625, 19532]
    """
    found: list[int] = []
    while (look := _grid(len(found))) <= most:
        found.append(look)
    return found


def look_from(deals: int) -> int:
    """Find the first look at that many deals or more.

    >>> look_from(1), look_from(10_001)
    (10000, 12500)
    """
    k = 0
    while _grid(k) < deals:
        k += 1
    return _grid(k)


def _grid(k: int) -> int:
    """ceil(10,000 x 1.25^k), exactly; k may be negative."""
    over, under = (5, 4) if k >= 0 else (4, 5)
    return math.ceil(Fraction(over, under) ** abs(k) * FIRST_LOOK)


def block_ends(most: int) -> list[int]:
    """Deal counts that end the blocks whose sums sequences are made from, the last being ``most``.

    The looks, and the same grid down to 1 before the first of them: the sooner the first blocks end, the less does an
    empirical-Bernstein sequence lose by not knowing the mean yet.

    >>> block_ends(16)
    [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 16]
    """
    if most < 1:
        return []
    k, found = -42, [0]  # 10,000 x 1.25^-42 < 1
    while (end := _grid(k)) < most:
        found += [end] if end > found[-1] else []
        k += 1
    return [*found[1:], most]


_SCALES = 0.9 * 1.5 ** -np.arange(25.0)
"""Bets of the mixture. The largest serves where nothing varies, the smallest a sum of squares of some 10^9."""

_COSTS = -np.log1p(-_SCALES) - _SCALES
_LOG_WEIGHT = -math.log(len(_SCALES))


def _log_mixture(excess: float, variation: float) -> tuple[float, float]:
    """Logarithm of the mean over the bets b of exp(b excess - cost(b) variation), and its derivative by ``excess``."""
    exponents = _SCALES * excess - _COSTS * variation + _LOG_WEIGHT
    top = float(exponents.max())
    parts = np.exp(exponents - top)
    total = float(parts.sum())
    return top + math.log(total), float(parts @ _SCALES) / total


def _boundary(variation: float, log_bound: float) -> float:
    """Excess at which the mixture reaches exp(``log_bound``).

    The logarithm is convex and increasing, so Newton's steps from above come down to the root and never pass it.
    """
    excess = float(((log_bound - _LOG_WEIGHT + _COSTS * variation) / _SCALES).min())
    for _ in range(100):
        value, slope = _log_mixture(excess, variation)
        step = (value - log_bound) / slope
        excess -= step
        if step <= 1e-12 * excess:
            break
    return excess


@dataclass(frozen=True)
class Bernstein:
    """Confidence sequence for the mean over deals of a value in ``[low, high]``, exact at every number of deals.

    Parameters
    ----------
    low, high
        Range that no value can leave: 0 and 1 for a share, -1 and 1 for a difference of shares.
    deals, mean
        Deals so far, and the mean of their values.
    variation
        Sum over them of (value - centre)², the centre of each block being known before the block.

    Notes
    -----
    With values scaled to a range of width 1 and b in (0, 1),

        exp(b S - (-ln(1 - b) - b) V),   S the sum of value - truth, V that of (value - centre)²,

    is a supermartingale: Fan, Grama and Liu 2015, Electronic Journal of Probability 20, 1-22; Howard, Ramdas, McAuliffe
    and Sekhon 2021, Annals of Statistics 49, 1055-1080, theorem 4; Waudby-Smith and Ramdas 2024, Journal of the Royal
    Statistical Society B 86, 1-27, theorem 2. So is its mean over several b, which by Ville's inequality reaches
    2/alpha with a chance of at most alpha/2, and the same holds for -S. b runs over 25 values a factor of 1.5 apart: no
    number of deals is favoured. Deals need not even be alike in distribution, only in mean.

    >>> sequence = Bernstein(0, 1).after(10_000, 0.5, 2_500.0)
    >>> [round(bound, 3) for bound in sequence.interval(0.95)[:3]]
    [0.5, 0.482, 0.518]
    """

    low: float
    high: float
    deals: int = 0
    mean: float = 0.0
    variation: float = 0.0

    def after(self, deals: int, mean: float, co: float) -> Bernstein:
        """Add the next block of deals, in deal order.

        Parameters
        ----------
        deals, mean, co
            Deals of the block, at least 0; the mean of their values; the sum of squared deviations from that mean. Of
            a linear combination g of totals these are ``moments.deals``, ``g @ moments.mean`` and
            ``g @ moments.co @ g``.
        """
        if not deals:
            return self
        centre = (self.mean * self.deals + (self.low + self.high) / 2) / (self.deals + 1)
        variation = self.variation + max(co, 0.0) + deals * (mean - centre) ** 2
        total = self.deals + deals
        return Bernstein(self.low, self.high, total, self.mean + (mean - self.mean) * deals / total, variation)

    @property
    def _width(self) -> float:
        return self.high - self.low

    def interval(self, level: float) -> Interval:
        """Interval of the sequence after these deals: at the level for all numbers of deals together."""
        if not self.deals:
            return Interval(None, None, None, None, UNDEFINED)
        half = self._width * _boundary(self.variation / self._width**2, math.log(2 / (1 - level))) / self.deals
        return Interval(self.mean, max(self.mean - half, self.low), min(self.mean + half, self.high), None, BERNSTEIN)

    def p(self, truth: float = 0.0) -> float:
        """Two-sided p-value of that truth, valid whenever one looks: the least alpha whose interval leaves it out."""
        excess = self.deals * abs(self.mean - truth) / self._width
        return _p_of(_log_mixture(excess, self.variation / self._width**2)[0])

    def less(self, other: Bernstein, level: float) -> Interval:
        """Interval of this mean less that of an independent sequence.

        Where both have as many deals their bets are made together, and the half-width is about the root of the sum of
        the squares of both; else it is their sum (``unpaired``).
        """
        if self.deals != other.deals or self._width != other._width:
            return unpaired(self.interval((1 + level) / 2), other.interval((1 + level) / 2))
        if not self.deals:
            return Interval(None, None, None, None, UNDEFINED)
        variation = (self.variation + other.variation) / self._width**2
        half = self._width * _boundary(variation, math.log(2 / (1 - level))) / self.deals
        value, most = self.mean - other.mean, self.high - other.low
        return Interval(value, max(value - half, -most), min(value + half, most), None, BERNSTEIN)

    def p_less(self, other: Bernstein) -> float | None:
        """Two-sided p-value for no difference to an independent sequence of as many deals; None with other numbers."""
        if self.deals != other.deals or self._width != other._width:
            return None
        excess = self.deals * abs(self.mean - other.mean) / self._width
        return _p_of(_log_mixture(excess, (self.variation + other.variation) / self._width**2)[0])


def _p_of(log_mixture: float) -> float:
    return min(1.0, 2 * math.exp(-min(max(log_mixture, 0.0), 700.0)))


_TUNING = -2 * math.log(0.05) + math.log(1 - 2 * math.log(0.05))
"""Makes the sequence narrowest at its first look, at 95 %: the paper's equation for rho² times deals. The same at other
levels, so that intervals of rising level contain each other and p-values follow from them."""


def asymptotic_factor(deals: float, level: float, first: float = FIRST_LOOK) -> float:
    """Standard errors to either side in an asymptotic sequence: 3.0 at the first look, 3.6 at a hundred times it.

    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Annals of Statistics 52, 2613-2640, theorem 2.2: Robbins's
    normal mixture, with the estimated variance for the true one. It covers at the level as ``first`` grows.

    Parameters
    ----------
    deals
        Independent units so far.
    level
        Confidence level for all looks together.
    first
        Units at the first look; with other units than deals, such as blocks, that many of those.

    >>> [round(asymptotic_factor(10_000 * 10**k, 0.95), 2) for k in range(3)]
    [3.04, 3.24, 3.56]
    """
    time = _TUNING * deals / first
    return math.sqrt((1 + 1 / time) * (math.log1p(time) - 2 * math.log(1 - level)))


def asymptotic_p(errors: float, deals: float, first: float = FIRST_LOOK) -> float:
    """Two-sided p-value of an estimate that is so many standard errors off, valid whenever one looks.

    The least alpha whose interval leaves it out; 1 before the first look.
    """
    if deals < first:
        return 1.0
    time = _TUNING * deals / first
    return math.exp(min(0.0, max((math.log1p(time) - errors**2 / (1 + 1 / time)) / 2, -700.0)))


def asymptotic(value: float, spread: float, deals: int, level: float, first: int = FIRST_LOOK) -> Interval:
    """Interval of an asymptotic sequence for a smooth function of mean totals.

    Parameters
    ----------
    value
        The estimate after ``deals`` deals.
    spread
        Standard deviation over deals of what a deal adds to it, linearised; of a difference of independent cells with
        as many deals each the root of the sum of squares. Units are those of the value.
    deals, level, first
        As ``asymptotic_factor`` takes them.

    Returns
    -------
    Interval
        Without bounds before the first look, and where nothing is seen of the spread.

    >>> [round(bound, 2) for bound in asymptotic(27.0, 5.0, 10_000, 0.95)[:3]]
    [27.0, 26.85, 27.15]
    """
    if deals < first:
        return Interval(value, None, None, None, TOO_FEW)
    if spread <= ROUNDING * abs(value):
        return Interval(value, None, None, None, CONSTANT)
    se = spread / math.sqrt(deals - 1)
    half = asymptotic_factor(deals, level, first) * se
    return Interval(value, value - half, value + half, se, ASYMPTOTIC)


def widened(interval: Interval, deals: int, level: float) -> Interval:
    """Put an asymptotic sequence in the place of a fixed-n interval with a standard error; one without stays as it is.

    Parameters
    ----------
    interval
        Value, standard error and, where nothing is known, the reason.
    deals, level
        As ``asymptotic`` takes them.
    """
    if interval.value is None or interval.low is None:
        return interval
    if interval.se is None:
        return Interval(interval.value, None, None, None, CONSTANT)
    return asymptotic(interval.value, interval.se * math.sqrt(max(deals - 1, 1)), deals, level)


def unpaired(ours: Interval, theirs: Interval) -> Interval:
    """Difference of two intervals that each hold at (1 + level)/2, which then holds at the level, whatever they are.

    For independent cells with different numbers of deals, or for a new run against one that was stored at a fixed
    number of deals. Half-widths add up, so play cells that are compared to equal numbers where that can be had.
    """
    if ours.value is None or theirs.value is None:
        return Interval(None, None, None, None, UNDEFINED)
    value = ours.value - theirs.value
    for one in (ours, theirs):
        if one.low is None or one.high is None:
            return Interval(value, None, None, None, one.kind)
    assert ours.low is not None
    assert ours.high is not None
    assert theirs.low is not None
    assert theirs.high is not None
    kind = ours.kind if ours.kind == theirs.kind else f"{ours.kind} less {theirs.kind}"
    return Interval(value, ours.low - theirs.high, ours.high - theirs.low, None, kind)
