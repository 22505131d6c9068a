"""Ratings of bots by how their games ended: Plackett and Luce's model with ties, and a bootstrap over deals."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simkit.stats.finishes import Choice, Results
from simkit.stats.moments import Floats

__all__ = ["ELO", "Ratings", "fit", "rate"]

ELO = 400 / math.log(10)
"""Elo points of a unit of log strength: 400 points are odds of 10 to 1."""

REPLICATES = 1_000
"""Times that deals are drawn: an end of a 95 % interval is then known to about a twelfth of a standard error."""


@dataclass(frozen=True)
class Ratings:
    """Elo ratings of a field whose mean is 0, and what the bootstrap says of them.

    ``elo`` is ``float64[bots]``; ``replicates`` is ``float64[replicates, bots]``. Both are empty where some bots never
    finish level with or before the others: no finite ratings fit then.
    """

    elo: Floats
    replicates: Floats

    def interval(self, bot: int, level: float) -> tuple[float, float] | None:
        """Percentile interval of a rating; None without replicates."""
        if not len(self.replicates):
            return None
        low, high = np.quantile(self.replicates[:, bot], [(1 - level) / 2, (1 + level) / 2])
        return float(low), float(high)

    def se(self, bot: int) -> float | None:
        """Standard error of a rating."""
        return float(self.replicates[:, bot].std(ddof=1)) if len(self.replicates) else None

    def superiority(self, one: int, other: int) -> float | None:
        """Likelihood of superiority: share of replicates in which one is rated above the other, equal ones halved."""
        if not len(self.replicates):
            return None
        off = self.replicates[:, one] - self.replicates[:, other]
        return float(np.mean((off > 0) + 0.5 * (off == 0)))


def rate(results: Results, seed: int) -> Ratings:
    """Rate a field, and again from groups of deals drawn with replacement, the same for all tables.

    Drawing whole deals keeps what the tables share: they are played with the same dice.

    Parameters
    ----------
    seed
        Of the draws.
    """
    none = Ratings(np.zeros(0), np.zeros((0, results.bots)))
    model = _Model(results.bots, results.choices, results.counts.sum(axis=0))
    theta = model.fit(results.counts.sum(axis=0))
    if theta is None:
        return none
    groups = len(results.counts)
    if groups == 1:
        return Ratings(model.elo(theta), none.replicates)
    drawn = _weights(groups, seed) @ results.counts
    found = [model.fit(counts, theta) for counts in drawn]
    if any(one is None for one in found):
        return Ratings(model.elo(theta), none.replicates)
    return Ratings(model.elo(theta), np.stack([model.elo(one) for one in found if one is not None]))


def _weights(groups: int, seed: int) -> Floats:
    """How often each group is drawn, ``float64[replicates, groups]``; the same with any version of NumPy.

    NumPy promises that the raw words of a bit generator never change, but not what its distributions make of them
    (NEP 19). A group's chance is off by 2^-32 at the most.
    """
    words = np.random.PCG64(seed).random_raw(REPLICATES * groups).reshape(REPLICATES, groups)
    drawn = ((words >> np.uint64(32)) * np.uint64(groups) >> np.uint64(32)).astype(np.int64)
    return np.stack([np.bincount(row, minlength=groups) for row in drawn]).astype(np.float64)


def fit(bots: int, choices: Sequence[Choice], counts: Floats) -> Floats | None:
    """Fit Elo ratings with mean 0 to steps of finishing orders, ``float64[choices]`` of them; None when none fit.

    Plackett and Luce's model with the ties of Davidson and Luce (Firth, Kosmidis and Turner 2019, arXiv:1909.07123;
    Turner and others 2020, Computational Statistics 35, 1027-1057): a game is a sequence of choices; of the bots left,
    those of a set S finish next, level with each other, in proportion to v(size of S) times the geometric mean of
    their strengths, v(1) = 1. Of two bots it is Davidson's model (1970, Journal of the American Statistical Association
    65, 317-328), and without ties Bradley and Terry's (1952).
    """
    model = _Model(bots, choices, counts)
    theta = model.fit(counts)
    return None if theta is None else model.elo(theta)


class _Model:
    """The likelihood of steps, in log strengths and the logs of v(2), v(3), ...; it is concave in them.

    One row for each set of bots that can finish next and each set that is left: ``vectors``, ``float64[rows, theta]``,
    is the gradient of its log weight; rows of one set left stand together from ``starts`` on. Sets larger than any that
    finished level are left out.
    """

    def __init__(self, bots: int, choices: Sequence[Choice], counts: Floats) -> None:
        self.bots = bots
        self.most_level = max((len(one.taken) for one, n in zip(choices, counts, strict=True) if n), default=1)
        width = bots + self.most_level - 1
        rows: dict[Choice, int] = {}
        self.starts = []
        for among in dict.fromkeys(choice.among for choice in choices):
            self.starts.append(len(rows))
            for size in range(1, min(self.most_level, len(among)) + 1):
                for taken in itertools.combinations(among, size):
                    rows[Choice(among, taken)] = len(rows)
        self.rows = np.array([rows.get(choice, -1) for choice in choices])
        self.sizes = np.array([len(row.taken) for row in rows])
        self.lengths = np.diff([*self.starts, len(rows)])
        self.leads = np.zeros((len(choices), bots, bots), np.float32)
        for number, choice in enumerate(choices):
            self.leads[number][np.ix_(choice.taken, choice.among)] = 1.0
        self.vectors = np.zeros((len(rows), width))
        for number, row in enumerate(rows):
            self.vectors[number, list(row.taken)] = 1 / len(row.taken)
            if len(row.taken) > 1:
                self.vectors[number, bots + len(row.taken) - 2] = 1.0

    def fit(self, counts: Floats, start: Floats | None = None) -> Floats | None:
        """Maximise the likelihood by Newton's method; None where no finite strengths do."""
        if not self._is_connected(counts):
            return None
        kept = self.rows >= 0
        seen = np.bincount(self.rows[kept], counts[kept], len(self.vectors))
        level = np.bincount(self.sizes, seen, self.most_level + 1) > 0
        level[1] = True
        possible = level[self.sizes].astype(np.float64)
        games = np.repeat(np.add.reduceat(seen, self.starts), self.lengths)
        theta = np.zeros(self.vectors.shape[1]) if start is None else start.copy()
        for _ in range(100):
            chances = self._chances(theta, possible)
            mean = np.add.reduceat(chances[:, None] * self.vectors, self.starts)
            off = self.vectors - np.repeat(mean, self.lengths, axis=0)
            gradient = (seen - games * chances) @ self.vectors
            information = (off * (games * chances)[:, None]).T @ off
            step = np.linalg.lstsq(information, gradient, rcond=1e-12)[0]
            theta += step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < 1e-10:
                break
        return theta

    def _chances(self, theta: Floats, possible: Floats) -> Floats:
        """Chance of each row among those of its set."""
        weights = self.vectors @ theta
        weights -= np.repeat(np.maximum.reduceat(weights, self.starts), self.lengths)
        chances = np.exp(weights) * possible
        found: Floats = chances / np.repeat(np.add.reduceat(chances, self.starts), self.lengths)
        return found

    def elo(self, theta: Floats) -> Floats:
        """Ratings with mean 0."""
        strengths = theta[: self.bots]
        elo: Floats = np.round(ELO * (strengths - strengths.mean()), 8)  # what Newton's method leaves is not a spread
        return elo + 0.0

    def _is_connected(self, counts: Floats) -> bool:
        """Whether finishing before or level leads from each bot to each other one: only then are ratings finite.

        Ford (1957), American Mathematical Monthly 64, 28-33; of orders Hunter (2004), Annals of Statistics 32, 384-406.
        """
        beats = np.tensordot((counts > 0).astype(np.float32), self.leads, axes=1) + np.eye(self.bots)
        return bool((np.linalg.matrix_power(beats > 0, self.bots) > 0).all())
