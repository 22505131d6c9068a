"""Coverage of the intervals by simulation: how often they hold the truth that the simulated games were drawn with.

Run ``python -m tests.stats.coverage`` for the table in docs/statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from simkit.stats import intervals
from simkit.stats.intervals import Interval
from simkit.stats.moments import Distribution, Moments

Floats = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], Floats]

LEVEL = 0.95


def latent(correlation: float, seatings: int) -> Draw:
    """Standard normal numbers, ``float64[deals, seatings]``, with this correlation within a deal."""
    chol = np.linalg.cholesky(np.full((seatings, seatings), correlation) + np.eye(seatings) * (1 - correlation))
    return lambda rng, deals: rng.standard_normal((deals, seatings)) @ chol.T


def wins(p: float, correlation: float, seatings: int = 2) -> Draw:
    """0 or 1 a game: a latent normal below the quantile of p."""
    normals, bound = latent(correlation, seatings), NormalDist().inv_cdf(p)
    return lambda rng, deals: (normals(rng, deals) < bound).astype(np.float64)


def shares(p_win: float, p_tie: float, correlation: float = 0.0, seatings: int = 1) -> Draw:
    """1, 1/2 or 0 a game."""
    normals = latent(correlation, seatings) if seatings > 1 else lambda rng, deals: rng.standard_normal((deals, 1))
    won, tied = NormalDist().inv_cdf(p_win), NormalDist().inv_cdf(p_win + p_tie)

    def draw(rng: np.random.Generator, deals: int) -> Floats:
        x = normals(rng, deals)
        return np.where(x < won, 1.0, np.where(x < tied, 0.5, 0.0))

    return draw


def splits(apart: float, up: float) -> Draw:
    """Two games a deal, one won and one lost; but in a share ``apart`` of deals both won, chance ``up``, or lost."""

    def draw(rng: np.random.Generator, deals: int) -> Floats:
        u = rng.random(deals)
        won = np.where(u < apart * up, 2, np.where(u < apart, 0, 1))
        return np.stack([won > 0, won > 1], axis=1).astype(np.float64)

    return draw


def proportion_of(games: Floats) -> Interval:
    """Share of wins."""
    totals = np.stack([games.sum(axis=1), np.full(len(games), float(games.shape[1]))])
    return intervals.proportion(Moments.of(totals, games.size), LEVEL, games.size)


def naive_proportion_of(games: Floats) -> Interval:
    """The same as if all games were independent: for comparison."""
    p = float(games.mean())
    return Interval(p, *intervals.wilson(p, games.size, LEVEL), None, "naive")


def mean_of(games: Floats) -> Interval:
    """Mean over games."""
    totals = np.stack([games.sum(axis=1), np.full(len(games), float(games.shape[1]))])
    return intervals.ratio(Moments.of(totals, games.size), LEVEL)


def sd_of(games: Floats) -> Interval:
    """Standard deviation over games."""
    totals = np.stack([(games**2).sum(axis=1), games.sum(axis=1), np.full(len(games), float(games.shape[1]))])
    return intervals.deviation(Moments.of(totals, games.size), LEVEL)


def ratio_of(games: Floats) -> Interval:
    """Sum of the first half of the columns over that of the second."""
    half = games.shape[1] // 2
    return intervals.ratio(Moments.of(np.stack([games[:, :half].sum(1), games[:, half:].sum(1)]), len(games)), LEVEL)


def quantile_of(q: float) -> Callable[[Floats], Interval]:
    """Quantile over games."""
    return lambda games: intervals.quantile(Distribution.of(games), q, LEVEL)


def lengths(correlation: float) -> Draw:
    """Whole numbers with a long tail, two games a deal: 20 + floor(8 exp(latent / 2))."""
    normals = latent(correlation, 2)
    return lambda rng, deals: 20 + np.floor(8 * np.exp(normals(rng, deals) / 2))


def lengths_quantile(q: float) -> float:
    """The q-quantile of ``lengths``: floor is monotone, so it is that of the latent number, floored."""
    return 20 + math.floor(8 * math.exp(NormalDist().inv_cdf(q) / 2))


def lengths_moments() -> tuple[float, float]:
    """Mean and standard deviation of ``lengths``, by summing its probabilities."""
    cut = np.arange(0, 4000)
    below = np.array([NormalDist().cdf(2 * math.log(k / 8)) if k else 0.0 for k in cut])
    weight = np.diff(below)
    mean = float(weight @ cut[:-1])
    return 20 + mean, math.sqrt(float(weight @ cut[:-1] ** 2) - mean**2)


def points_and_turns(rng: np.random.Generator, deals: int) -> Floats:
    """Points and turns of a deal: turns geometric from 5 on, 50 points times a Poisson number for each; ratio 300."""
    turns = 5 + rng.geometric(0.1, deals)
    return np.stack([50.0 * rng.poisson(6 * turns), turns.astype(np.float64)], axis=1)


@dataclass(frozen=True)
class Case:
    """What is estimated, from what, and its true value."""

    name: str
    draw: Draw
    truth: float
    interval: Callable[[Floats], Interval]

    def covered(self, deals: int, times: int, seed: int) -> float:
        """Share of ``times`` batches of so many deals whose interval holds the truth; an open bound counts as held."""
        rng = np.random.default_rng(seed)
        held = 0
        for _ in range(times):
            found = self.interval(self.draw(rng, deals))
            low = -math.inf if found.low is None else found.low
            high = math.inf if found.high is None else found.high
            held += low <= self.truth <= high
        return held / times


def cases() -> list[Case]:
    """All cases of the table."""
    mean, sd = lengths_moments()
    found = [
        Case(f"win rate {p}, latent correlation {r:+.1f}", wins(p, r), p, proportion_of)
        for p in (0.5, 0.05)
        for r in (-0.9, 0.0, 0.5, 0.9)
    ]
    found += [
        Case(f"as if independent: {p}, {r:+.1f}", wins(p, r), p, naive_proportion_of)
        for p in (0.5,)
        for r in (-0.9, 0.5)
    ]
    found += [
        Case("win rate 0.5, one game a deal", lambda rng, deals: wins(0.5, 0.0)(rng, deals)[:, :1], 0.5, proportion_of),
        Case("win rate 0.5, half of the games tied", shares(0.25, 0.5), 0.5, proportion_of),
        Case("win rate 0.5, 98 % of the games tied", shares(0.01, 0.98), 0.5, proportion_of),
        Case("win rate 0.54, one each but in 10 % of deals", splits(0.1, 0.9), 0.54, proportion_of),
        Case("win rate 0.25, 4 games a deal, -0.3", wins(0.25, -0.3, 4), 0.25, proportion_of),
        Case("win rate 0.5, 2 games a deal, ties, +0.9", shares(0.25, 0.5, 0.9, 2), 0.5, proportion_of),
        Case("win rate 0.25, 4 games a deal, +0.5", wins(0.25, 0.5, 4), 0.25, proportion_of),
    ]
    for r in (-0.9, 0.5):
        found += [
            Case(f"mean length, {r:+.1f}", lengths(r), mean, mean_of),
            Case(f"sd of length, {r:+.1f}", lengths(r), sd, sd_of),
            Case(f"median length, {r:+.1f}", lengths(r), lengths_quantile(0.5), quantile_of(0.5)),
            Case(f"95 % quantile of length, {r:+.1f}", lengths(r), lengths_quantile(0.95), quantile_of(0.95)),
        ]
    return [*found, Case("points per turn", points_and_turns, 300.0, ratio_of)]


def print_table(rows: Sequence[Case], sizes: Mapping[int, int]) -> None:
    """Print the coverage of every case, by number of deals, each with so many batches."""
    print("| what | " + " | ".join(f"{deals:,} deals" for deals in sizes) + " |")
    print("| --- |" + " ---: |" * len(sizes))
    for case in rows:
        row = [f"{100 * case.covered(deals, times, seed=1):.1f}" for deals, times in sizes.items()]
        print(f"| {case.name} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    print_table(cases(), {20: 20_000, 100: 20_000, 1_000: 10_000, 10_000: 4_000})
