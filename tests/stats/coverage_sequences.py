"""How often confidence sequences miss at any look, and fixed-n intervals that are looked at as often, by simulation.

Run ``python -m tests.stats.coverage_sequences`` for the table in docs/statistics.md. Deals take few values, so that a
block is one draw of how often each occurs, and long paths cost no more than short ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simkit.stats.intervals import normal_quantile
from simkit.stats.moments import Floats, Moments
from simkit.stats.sequences import FIRST_LOOK, Bernstein, asymptotic_p, block_ends

ALPHA = 0.05


@dataclass(frozen=True)
class Source:
    """What deals are drawn from: ``float64[values, quantities]`` and the chance of each value."""

    values: Floats
    chances: Floats
    truth: float = field(init=False)

    def __post_init__(self) -> None:
        mean = self.chances @ self.values
        object.__setattr__(self, "truth", float(mean[0] / mean[1] if len(mean) > 1 else mean[0]))

    def blocks(self, rng: np.random.Generator, ends: Sequence[int]) -> Iterator[tuple[int, Moments]]:
        """Moments of one block after the other, each with its end."""
        sizes = np.diff([0, *ends])
        for end, counts in zip(ends, rng.multinomial(sizes, self.chances), strict=True):
            yield end, self._moments(counts)

    def _moments(self, counts: NDArray[np.int64]) -> Moments:
        deals = int(counts.sum())
        mean = counts @ self.values / deals
        off = self.values - mean
        return Moments(deals, deals, mean, (off * counts[:, None]).T @ off)


def of(*pairs: tuple[float, float]) -> Source:
    """Values with their chances; the rest of the chance is 0."""
    values, chances = zip(*pairs, strict=True)
    rest = 1 - sum(chances)
    return Source(np.array([*values, 0.0])[:, None], np.array([*chances, rest]))


def lengths() -> Source:
    """Lengths of games, skewed: 20 + floor(8 exp(normal/2)), the normal cut at 4."""
    normal = np.linspace(-4, 4, 2_001)
    weights = np.exp(-(normal**2) / 2)
    values, place = np.unique(20 + np.floor(8 * np.exp(normal / 2)), return_inverse=True)
    chances = np.bincount(place, weights) / weights.sum()
    return Source(values[:, None], chances)


def heavy() -> Source:
    """0, or 2^k with chance 2^-3k/2 for k up to 20: the third moment grows with the largest value."""
    k = np.arange(1, 21)
    return of(*zip(2.0**k, 2.0 ** (-3 * k) / 2, strict=True))


def points_per_turn() -> Source:
    """Points and turns of a deal, the fewer turns the more points."""
    pairs = np.array([(10_000.0 + 50 * extra, turns) for turns in range(15, 60) for extra in range(4)])
    weights = np.exp(-(((pairs[:, 1] - 28) / 6) ** 2) / 2)
    return Source(pairs, weights / weights.sum())


@dataclass(frozen=True)
class Case:
    """A line of the table; ``p_value`` gives an always-valid p of the truth after each look of a path."""

    name: str
    source: Source
    path: Callable[[Source, np.random.Generator, int], Iterator[float]]

    def missed(self, paths: int, most: int, seed: int = 1) -> int:
        """Paths, of so many, that miss the truth at any look up to ``most`` deals."""
        rng = np.random.default_rng([seed, len(self.name)])
        return sum(any(p < ALPHA for p in self.path(self.source, rng, most)) for _ in range(paths))


def bernstein(low: float, high: float, first: int = FIRST_LOOK) -> Callable[..., Iterator[float]]:
    """The empirical-Bernstein sequence of values in this range, looked at from ``first`` deals on."""

    def path(source: Source, rng: np.random.Generator, most: int) -> Iterator[float]:
        sequence = Bernstein(low, high)
        for end, block in source.blocks(rng, block_ends(most)):
            sequence = sequence.after(block.deals, float(block.mean[0]), float(block.co[0, 0]))
            if end >= first:
                yield sequence.p(source.truth)

    return path


def _errors(source: Source, rng: np.random.Generator, most: int) -> Iterator[tuple[int, float]]:
    """Deals, and standard errors off the truth, look by look."""
    moments = Moments.of(np.zeros((source.values.shape[1], 0)), 0)
    for end, block in source.blocks(rng, [e for e in block_ends(most) if e >= FIRST_LOOK]):
        moments = moments + block
        over = moments.mean[1] if len(moments.mean) > 1 else 1.0
        value = float(moments.mean[0] / over)
        gradient = np.array([1, -value] if len(moments.mean) > 1 else [1]) / over
        spread = math.sqrt(max(float(gradient @ moments.co @ gradient), 0.0) / moments.deals)
        if spread > 0:
            yield end, abs(value - source.truth) / spread * math.sqrt(end - 1)


def asymptotic_path(source: Source, rng: np.random.Generator, most: int) -> Iterator[float]:
    """The asymptotic sequence."""
    return (asymptotic_p(errors, deals) for deals, errors in _errors(source, rng, most))


def fixed(source: Source, rng: np.random.Generator, most: int) -> Iterator[float]:
    """The interval for a fixed number of deals at every look: 0 where it misses."""
    z = normal_quantile(1 - ALPHA)
    return (0.0 if errors > z else 1.0 for _, errors in _errors(source, rng, most))


def cases() -> list[Case]:
    """All lines of the table."""
    return [
        Case("win rate 0.5", of((1, 0.5)), bernstein(0, 1)),
        Case("win rate 0.5, from the first deal on", of((1, 0.5)), bernstein(0, 1, first=1)),
        Case("win rate 0.001", of((1, 0.001)), bernstein(0, 1)),
        Case("win rate 0.9999", of((1, 0.9999)), bernstein(0, 1)),
        Case("win rate 0.5, 90 % of deals tied", of((1, 0.05), (0.5, 0.9)), bernstein(0, 1)),
        Case("difference, 1 % up, 1 % down", of((1, 0.01), (-1, 0.01)), bernstein(-1, 1)),
        Case("difference, 0.01 % up, none down", of((1, 0.0001)), bernstein(-1, 1)),
        Case("mean length", lengths(), asymptotic_path),
        Case("mean with a heavy tail", heavy(), asymptotic_path),
        Case("mean difference, 1 % of deals differ", of((9, 0.003), (-4, 0.007)), asymptotic_path),
        Case("points per turn", points_per_turn(), asymptotic_path),
        Case("fixed-n interval at every look: win rate 0.5", of((1, 0.5)), fixed),
        Case("fixed-n interval at every look: mean length", lengths(), fixed),
    ]


def main() -> None:
    """Print the table."""
    sizes = (100_000, 1_000_000, 10_000_000, 1_000_000_000)
    print("| what | " + " | ".join(f"{size:,}" for size in sizes) + " |")
    print("| --- |" + " ---: |" * len(sizes))
    for case in cases():
        shares = [f"{100 * case.missed(4_000, size) / 4_000:.2f}" for size in sizes]
        print(f"| {case.name} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
