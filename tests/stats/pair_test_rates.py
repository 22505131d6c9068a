"""Error rates and lengths of the sequential test of two bots, by simulation.

Run ``python -m tests.stats.pair_test_rates`` for the table in docs/stopping.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from simkit.model.stop import SequentialTest
from simkit.stats.moments import Floats
from simkit.stats.pair_test import FIRST_PAIRS, SCORES, STEP, bounds_of, log_ratios, score_of


@dataclass(frozen=True)
class Rates:
    """Share of tests that accepted H1, H0 and neither, and the mean number of pairs of those that ended."""

    h1: float
    h0: float
    open: float
    pairs: float


@dataclass(frozen=True)
class Case:
    """Chances of the five scores of a pair, up to their mean, and a test."""

    name: str
    chances: tuple[float, ...]
    test: SequentialTest

    def tilted(self, elo: float) -> Floats:
        """Chances with the mean of that many Elo points, the nearest to those given by Kullback and Leibler."""
        weights = np.array(self.chances) / sum(self.chances)

        def at(x: float) -> Floats:
            found: Floats = weights * np.exp(x * SCORES)
            return found / found.sum()

        return at(brentq(lambda x: float(at(x) @ SCORES) - score_of(elo), -50, 50, xtol=1e-12))

    def rates(self, elo: float, paths: int, most: int, seed: int = 1) -> Rates:
        """Simulate so many tests of up to ``most`` pairs, one bot being ``elo`` better."""
        rng, chances = np.random.default_rng(seed), self.tilted(elo)
        low, high = bounds_of(self.test)
        scores = score_of(self.test.elo0), score_of(self.test.elo1)
        counts, pairs = rng.multinomial(FIRST_PAIRS, chances, paths), FIRST_PAIRS
        ends: list[tuple[int, int]] = []
        while len(counts):
            ratios = log_ratios(counts, *scores)
            ended = (ratios <= low) | (ratios >= high) | (pairs >= most)
            verdicts = np.where(ratios >= high, 1, np.where(ratios <= low, -1, 0))
            ends += [(int(verdict), pairs) for verdict in verdicts[ended]]
            counts = counts[~ended] + rng.multinomial(STEP, chances, int((~ended).sum()))
            pairs += STEP
        found, lengths = np.array(ends).T
        mean = float(lengths[found != 0].mean()) if (found != 0).any() else float("nan")
        return Rates(float((found == 1).mean()), float((found == -1).mean()), float((found == 0).mean()), mean)


PLAIN = (0.06, 0.2, 0.48, 0.2, 0.06)
TIED = (0.004, 0.05, 0.892, 0.05, 0.004)
NO_TIES = (0.2, 0.0, 0.6, 0.0, 0.2)


def cases() -> list[Case]:
    """All lines of the table."""
    return [
        Case("0 against 10 Elo", PLAIN, SequentialTest(elo0=0, elo1=10)),
        Case("-5 against 5 Elo", PLAIN, SequentialTest(elo0=-5, elo1=5)),
        Case("0 against 10 Elo, 0.01 and 0.1", PLAIN, SequentialTest(elo0=0, elo1=10, alpha=0.01, beta=0.1)),
        Case("0 against 15 Elo, no ties", NO_TIES, SequentialTest(elo0=0, elo1=15)),
        Case("0 against 3 Elo, nine pairs in ten even", TIED, SequentialTest(elo0=0, elo1=3)),
        Case("0 against 30 Elo: done at the first look", PLAIN, SequentialTest(elo0=0, elo1=30)),
    ]


def main() -> None:
    """Print the table."""
    print("| test | alpha | H1 at elo0 | beta | H0 at elo1 | pairs at elo0 | half-way | at elo1 |")
    print("| --- |" + " ---: |" * 7)
    for case in cases():
        test = case.test
        elos = (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1)
        at0, between, at1 = (case.rates(elo, 20_000, 20_000) for elo in elos)
        errors = f"{100 * test.alpha:g} | {100 * at0.h1:.2f} | {100 * test.beta:g} | {100 * at1.h0:.2f}"
        print(f"| {case.name} | {errors} | {at0.pairs:,.0f} | {between.pairs:,.0f} | {at1.pairs:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
