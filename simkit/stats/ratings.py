"""Ratings of bots by how their games ended: Plackett and Luce's model, ties halved, and a bootstrap over deals."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    model = _Model(results.bots, results.choices)
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

    Plackett and Luce's model: a game is a sequence of choices, and of the bots left each finishes next in proportion to
    its strength. Bots that finish level count as the mean of all their orders, so that a tie of two is half a win of
    each. Two bots are rated by their expected score: the rating difference d is the one whose 1 / (1 + 10^(-d / 400))
    is the share of wins, ties halved. Games of several pairs are rated by Bradley and Terry's model (1952).
    """
    model = _Model(bots, choices)
    theta = model.fit(counts)
    return None if theta is None else model.elo(theta)


class _Model:
    """The likelihood of steps, in log strengths; it is concave in them.

    One row for each set of bots left and each of them that can finish next: ``vectors``, ``float64[rows, bots]``, is
    the gradient of its log weight; rows of one set stand together from ``starts`` on. ``singles`` are choice, row and
    how often that choice counts as that row; ``leads`` are row, its bot and a bot that it finishes before.
    """

    def __init__(self, bots: int, choices: Sequence[Choice]) -> None:
        self.bots = bots
        split = [(number, *single) for number, choice in enumerate(choices) for single in _singles(choice)]
        rows: dict[tuple[tuple[int, ...], int], int] = {}
        self.starts = []
        for among in dict.fromkeys(among for _, among, _, _ in split):
            self.starts.append(len(rows))
            for bot in among:
                rows[among, bot] = len(rows)
        self.lengths = np.diff([*self.starts, len(rows)])
        self.singles = _columns((number, rows[among, bot], share) for number, among, bot, share in split)
        self.leads = _columns((row, bot, other) for (among, bot), row in rows.items() for other in among)
        self.vectors = np.zeros((len(rows), bots))
        self.vectors[range(len(rows)), [bot for _, bot in rows]] = 1.0

    def fit(self, counts: Floats, start: Floats | None = None) -> Floats | None:
        """Maximise the likelihood by Newton's method; None where no finite strengths do."""
        choice, row, share = self.singles
        seen: Floats = np.bincount(row, counts[choice] * share, len(self.vectors)).astype(np.float64)
        if not self._is_connected(seen):
            return None
        games = np.repeat(np.add.reduceat(seen, self.starts), self.lengths)
        theta = np.zeros(self.bots) if start is None else start.copy()
        for _ in range(100):
            chances = self._chances(theta)
            mean = np.add.reduceat(chances[:, None] * self.vectors, self.starts)
            off = self.vectors - np.repeat(mean, self.lengths, axis=0)
            gradient = (seen - games * chances) @ self.vectors
            information = (off * (games * chances)[:, None]).T @ off
            step = np.linalg.lstsq(information, gradient, rcond=1e-12)[0]
            theta += step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < 1e-10:
                break
        return theta

    def _chances(self, theta: Floats) -> Floats:
        """Chance of each row among those of its set."""
        weights = self.vectors @ theta
        weights -= np.repeat(np.maximum.reduceat(weights, self.starts), self.lengths)
        chances = np.exp(weights)
        found: Floats = chances / np.repeat(np.add.reduceat(chances, self.starts), self.lengths)
        return found

    def elo(self, theta: Floats) -> Floats:
        """Ratings with mean 0."""
        elo: Floats = np.round(ELO * (theta - theta.mean()), 8)  # what Newton's method leaves is not a spread
        return elo + 0.0

    def _is_connected(self, seen: Floats) -> bool:
        """Whether finishing before or level leads from each bot to each other one: only then are ratings finite.

        Ford (1957), American Mathematical Monthly 64, 28-33; of orders Hunter (2004), Annals of Statistics 32, 384-406.
        """
        row, bot, other = self.leads
        occurs = seen[row] > 0
        beats = np.eye(self.bots)
        beats[bot[occurs], other[occurs]] = 1.0
        return bool((np.linalg.matrix_power(beats > 0, self.bots) > 0).all())


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[NDArray[Any]]:
    return [np.array(column) for column in zip(*rows, strict=True)]


def _singles(choice: Choice) -> Iterator[tuple[tuple[int, ...], int, float]]:
    """Split a step into steps of one bot (who is left, who finishes next), each with its share of the orders.

    After ``gone`` of k level bots each of the C(k, gone) sets of them is gone equally often, and so is each of the
    others next. Nobody ends a game that is cut short, which is level for all. The last bot left makes no step.

    >>> list(_singles(Choice((0, 1), (0, 1))))
    [((0, 1), 0, 0.5), ((0, 1), 1, 0.5)]
    """
    level = choice.taken or choice.among
    for count in range(min(len(level), len(choice.among) - 1)):
        share = 1 / (math.comb(len(level), count) * (len(level) - count))
        for gone in itertools.combinations(level, count):
            left = tuple(bot for bot in choice.among if bot not in gone)
            yield from ((left, bot, share) for bot in level if bot not in gone)
