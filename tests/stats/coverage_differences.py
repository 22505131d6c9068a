"""Coverage of the intervals of differences by simulation, as in ``coverage``.

Run ``python -m tests.stats.coverage_differences`` for the table in docs/statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
import polars as pl

from simkit.model.statistic import Statistic
from simkit.stats import comparison, pairs
from simkit.stats.differences import Difference, difference, quantile_difference
from simkit.stats.intervals import Interval
from simkit.stats.moments import Distribution
from simkit.stats.subjects import Subject
from tests.stats.coverage import (
    LEVEL,
    Case,
    Draw,
    Floats,
    latent,
    lengths_moments,
    print_table,
)

PROPORTION = Statistic("share", "", "share of games", "proportion", lambda _: pl.lit(0))
MEAN = Statistic("mean", "", "turns", "mean", lambda _: pl.lit(0))
SD = Statistic("sd", "", "turns", "sd", lambda _: pl.lit(0))
RATIO = Statistic("ratio", "", "points/turn", "ratio", lambda _: pl.lit(0), denominator=lambda _: pl.lit(1))


def of(statistic: Statistic, *, paired: bool = True) -> Callable[[Floats], Interval]:
    """Interval of a difference from ``float64[deals, 2 x games]``: our games of a deal, then theirs."""
    return lambda games: _interval(_difference(statistic, games, paired=paired))


def effect_of(statistic: Statistic, *, paired: bool = True) -> Callable[[Floats], Interval]:
    """Interval of the effect size of such a difference."""

    def interval(games: Floats) -> Interval:
        found = _difference(statistic, games, paired=paired)
        return Interval(found.effect, *found.effect_bounds(LEVEL), None, "")

    return interval


def verdict(statistic: Statistic, margin: float, *, is_within: bool) -> Callable[[Floats], Interval]:
    """An interval that holds everything, but nothing where this is said of a difference and its margin."""

    def interval(games: Floats) -> Interval:
        bounds = _difference(statistic, games, paired=True).bounds(LEVEL)
        end = math.inf if comparison._within(bounds, margin) is is_within else None
        return Interval(None, end, end, None, "")

    return interval


def _difference(statistic: Statistic, games: Floats, *, paired: bool) -> Difference:
    half = games.shape[1] // 2
    one = Subject(None, None, np.ones((1, 1 if statistic is RATIO else half)))
    totals = [_totals(statistic, side) for side in (games[:, :half], games[:, half:])]
    return difference(pairs._pair(statistic, (one, one), *totals, paired))


def _totals(statistic: Statistic, games: Floats) -> pairs._Totals:
    if statistic is RATIO:
        return pairs._Totals(games.T, len(games))
    rows = [games.sum(axis=1), np.full(len(games), float(games.shape[1]))]
    if statistic in (MEAN, SD):
        rows.insert(0, (games**2).sum(axis=1))
    return pairs._Totals(np.stack(rows), games.size)


def _interval(found: Difference) -> Interval:
    low, high, kind = found.bounds(LEVEL)
    return Interval(found.value, low, high, found.se, kind)


def quantile_of(q: float, *, paired: bool) -> Callable[[Floats], Interval]:
    """Interval of a difference of quantiles, one game a deal each."""

    def interval(games: Floats) -> Interval:
        ours, theirs = (Distribution.of(games[:, i : i + 1]) for i in (0, 1))
        return _interval(quantile_difference(ours, theirs, q, paired=paired))

    return interval


def changes(up: float, down: float, share: float = 1.0) -> Draw:
    """Wins of two cells that agree but for some deals: ours only with chance ``up``, theirs only with ``down``."""

    def draw(rng: np.random.Generator, deals: int) -> Floats:
        u, both = rng.random(deals), rng.integers(0, 2, deals) * share
        rise, fall = u < up, (u >= up) & (u < up + down)
        ours = np.where(rise, share, np.where(fall, 0.0, both))
        theirs = np.where(rise, 0.0, np.where(fall, share, both))
        return np.stack([ours, theirs], axis=1)

    return draw


def two_wins(ours: float, theirs: float, correlation: float) -> Draw:
    """Wins of two cells whose latent normals correlate."""
    normals, bounds = latent(correlation, 2), [NormalDist().inv_cdf(p) for p in (ours, theirs)]
    return lambda rng, deals: (normals(rng, deals) < bounds).astype(np.float64)


def four_shares(correlation: float) -> Draw:
    """Two seatings in each of two cells, a fifth of the games tied; ours won with 0.45, theirs with 0.4."""
    normals = latent(correlation, 4)
    won, tied = ([NormalDist().inv_cdf(p) for p in row] for row in ([0.45, 0.45, 0.4, 0.4], [0.65, 0.65, 0.6, 0.6]))

    def draw(rng: np.random.Generator, deals: int) -> Floats:
        x = normals(rng, deals)
        return np.where(x < won, 1.0, np.where(x < tied, 0.5, 0.0))

    return draw


def two_lengths(correlation: float) -> Draw:
    """Lengths with a long tail in both cells: 20 + floor(8 exp(latent / 2)), ours two longer."""
    normals = latent(correlation, 2)
    return lambda rng, deals: 20 + np.floor(8 * np.exp(normals(rng, deals) / 2)) + np.array([2.0, 0.0])


def rare_lengths(rng: np.random.Generator, deals: int) -> Floats:
    """One deal in fifty is longer in our cell, by 1 to 9: 0.1 on average."""
    longer = np.where(rng.random(deals) < 0.02, rng.integers(1, 10, deals), 0)
    base = rng.integers(20, 40, deals)
    return np.stack([base + longer, base], axis=1).astype(np.float64)


def two_ratios(rng: np.random.Generator, deals: int) -> Floats:
    """Points and turns of two cells with the same turns: 300 and 290 points a turn."""
    turns = 5.0 + rng.geometric(0.1, deals)
    common = rng.poisson(5 * turns)
    ours, theirs = (50.0 * (common + rng.poisson(mean * turns)) for mean in (1.0, 0.8))
    return np.stack([ours, turns, theirs, turns], axis=1)


def angle(p: float) -> float:
    """What Cohen's h is a difference of."""
    return 2 * math.asin(math.sqrt(p))


def cases() -> list[Case]:
    """All cases of the table."""
    share, apart = of(PROPORTION), of(PROPORTION, paired=False)
    _, sd = lengths_moments()
    h, h_apart = effect_of(PROPORTION), effect_of(PROPORTION, paired=False)
    shares_within = verdict(PROPORTION, 0.02, is_within=True)
    return [
        Case("win rate 0.52 less 0.5, latent +0.9", two_wins(0.52, 0.5, 0.9), 0.02, share),
        Case("win rate 0.52 less 0.5, latent -0.5", two_wins(0.52, 0.5, -0.5), 0.02, share),
        Case("win rate, 10 % up, 5 % down", changes(0.1, 0.05), 0.05, share),
        Case("win rate, 1 % up, 0.5 % down", changes(0.01, 0.005), 0.005, share),
        Case("win rate, 0.1 % up, none down", changes(0.001, 0.0), 0.001, share),
        Case("half wins, 1 % up, 1 % down", changes(0.01, 0.01, 0.5), 0.0, share),
        Case("2 games a deal, ties, 0.55 less 0.5, +0.6", four_shares(0.6), 0.05, share),
        Case("mean length, latent +0.9", two_lengths(0.9), 2.0, of(MEAN)),
        Case("mean length, 2 % of deals differ", rare_lengths, 0.1, of(MEAN)),
        Case("sd of length, latent +0.9", two_lengths(0.9), 0.0, of(SD)),
        Case("median length, latent +0.9", two_lengths(0.9), 2.0, quantile_of(0.5, paired=True)),
        Case("95 % quantile of length, latent +0.9", two_lengths(0.9), 2.0, quantile_of(0.95, paired=True)),
        Case("median length, latent -0.9", two_lengths(-0.9), 2.0, quantile_of(0.5, paired=True)),
        Case("points per turn", two_ratios, 10.0, of(RATIO)),
        Case("independent win rates 0.52 less 0.5", two_wins(0.52, 0.5, 0.0), 0.02, apart),
        Case("independent win rates 0.05 less 0.01", two_wins(0.05, 0.01, 0.0), 0.04, apart),
        Case("independent mean lengths", two_lengths(0.0), 2.0, of(MEAN, paired=False)),
        Case("d of lengths, latent +0.9", two_lengths(0.9), 2.0 / sd, effect_of(MEAN)),
        Case("d of independent lengths", two_lengths(0.0), 2.0 / sd, effect_of(MEAN, paired=False)),
        Case("h of 0.52 and 0.5, latent +0.9", two_wins(0.52, 0.5, 0.9), angle(0.52) - angle(0.5), h),
        Case("h of 0.05 and 0.01, latent +0.5", two_wins(0.05, 0.01, 0.5), angle(0.05) - angle(0.01), h),
        Case("h of independent 0.05 and 0.01", two_wins(0.05, 0.01, 0.0), angle(0.05) - angle(0.01), h_apart),
        Case("not said: within 0.02, of win rates 0.02 apart", two_wins(0.52, 0.5, 0.9), 0.0, shares_within),
        Case("not said: within 2, of lengths 2 apart", two_lengths(0.9), 0.0, verdict(MEAN, 2.0, is_within=True)),
        Case("not said: beyond 2, of lengths 2 apart", two_lengths(0.9), 0.0, verdict(MEAN, 2.0, is_within=False)),
        Case("independent median lengths", two_lengths(0.0), 2.0, quantile_of(0.5, paired=False)),
    ]


if __name__ == "__main__":
    print_table(cases(), {20: 5_000, 100: 5_000, 1_000: 5_000, 10_000: 2_500})
