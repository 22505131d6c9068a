"""Ratings of bots that play each other in pairs: Bradley and Terry's model with ties, and a bootstrap over deals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.engine.cell import Cell
from simkit.stats.moments import Floats, blocks

__all__ = ["ELO", "Pairing", "Ratings", "Results", "collect_results", "fit", "rate"]

ELO = 400 / math.log(10)
"""Elo points of a unit of log strength: 400 points are odds of 10 to 1."""

GROUPS = 1_000
"""Groups of deals that are drawn again and again: sums of independent deals are independent."""

REPLICATES = 1_000
"""Times that they are drawn: an end of a 95 % interval is then known to about a twelfth of a standard error."""


class Pairing(NamedTuple):
    """A cell with the places of its two bots in the field, and its ``games`` table."""

    cell: Cell
    one: int
    other: int
    frame: pl.LazyFrame


@dataclass(frozen=True)
class Results:
    """Outcomes of all pairings, by group of deals.

    ``counts`` is ``float64[groups, pairings, 3]``: games won by the first bot, by the second, and tied; games cut short
    are in none. ``pairs`` has the two places in the field of each pairing; ``deals`` are common to all pairings.
    """

    bots: int
    pairs: tuple[tuple[int, int], ...]
    counts: Floats
    deals: int


@dataclass(frozen=True)
class Ratings:
    """Elo ratings of a field whose mean is 0, and what the bootstrap says of them.

    ``elo`` is ``float64[bots]``; ``replicates`` is ``float64[replicates, bots]``. Both are empty where some bots never
    win or tie against the others: no finite ratings fit then.
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


def collect_results(bots: int, pairings: Sequence[Pairing]) -> Results:
    """Count wins and ties by pairing and group of deals; deals that a pairing lacks are left out of all.

    Raises
    ------
    StoreError
        Rows are not whole deals in order.
    """
    deals = min(int(one.frame.select(pl.len()).collect().item()) // len(one.cell.arrangements) for one in pairings)
    groups = max(1, min(GROUPS, deals))
    counts = np.zeros((groups, len(pairings), 3))
    for number, pairing in enumerate(pairings):
        for first, outcome in _outcomes(pairing, deals):
            group = (np.arange(first, first + len(outcome)) * groups) // deals
            np.add.at(counts[:, number], group, outcome)
    return Results(bots, tuple((one.one, one.other) for one in pairings), counts, deals)


def _outcomes(pairing: Pairing, deals: int) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """First deal of a block, and ``float64[deals, 3]``: games that the first bot won, the second, and ties."""
    cell, first = pairing.cell, 0
    for block in blocks(pairing.frame, cell, ["winners"], deals):
        winners = block["winners"].to_numpy().astype(np.int64).reshape(-1, len(cell.arrangements))
        seat = np.array([arrangement.index(0) for arrangement in cell.arrangements])
        won = [(winners == 1 << place).sum(axis=1) for place in (seat, 1 - seat)]
        yield first, np.stack([*won, (winners == 3).sum(axis=1)], axis=1).astype(np.float64)
        first += len(winners)


def rate(results: Results, seed: int) -> Ratings:
    """Rate a field, and again from groups of deals drawn with replacement, the same for all pairings.

    Drawing whole deals keeps what the pairings share: they are played with the same dice.

    Parameters
    ----------
    seed
        Of the draws.
    """
    none = Ratings(np.zeros(0), np.zeros((0, results.bots)))
    elo = fit(results.bots, results.pairs, results.counts.sum(axis=0))
    if elo is None:
        return none
    groups = len(results.counts)
    if groups == 1:
        return Ratings(elo, none.replicates)
    rng = np.random.Generator(np.random.PCG64(seed))
    weights = rng.multinomial(groups, np.full(groups, 1 / groups), REPLICATES)
    drawn = np.tensordot(weights.astype(np.float64), results.counts, axes=1)
    found = [fit(results.bots, results.pairs, counts) for counts in drawn]
    if any(one is None for one in found):
        return Ratings(elo, none.replicates)
    return Ratings(elo, np.stack([one for one in found if one is not None]))


def fit(bots: int, pairs: Sequence[tuple[int, int]], counts: Floats) -> Floats | None:
    """Fit Elo ratings with mean 0 to wins and ties, ``float64[pairings, 3]``; None when none fit.

    Davidson (1970), Journal of the American Statistical Association 65, 317-328: with strengths a and b, the first
    wins, the second wins and nobody wins in proportion a : b : v √(ab). Maximum likelihood by Newton's method; the
    logarithm of the likelihood is concave. Without ties it is Bradley and Terry's model.
    """
    if not _is_connected(bots, pairs, counts):
        return None
    has_ties = bool(counts[:, 2].sum())
    vectors = np.stack([_score_vectors(bots, pair, has_ties=has_ties) for pair in pairs])
    open_outcomes = np.array([1.0, 1.0, float(has_ties)])
    games = counts.sum(axis=1)
    theta = np.zeros(bots + has_ties)
    for _ in range(100):
        weights = vectors @ theta
        chances = np.exp(weights - weights.max(axis=1, keepdims=True)) * open_outcomes
        chances /= chances.sum(axis=1, keepdims=True)
        off = vectors - np.einsum("po,pot->pt", chances, vectors)[:, None]
        gradient = np.einsum("po,pot->t", counts - games[:, None] * chances, vectors)
        information = np.einsum("po,pot,pou->tu", games[:, None] * chances, off, off)
        step = np.linalg.lstsq(information, gradient, rcond=1e-12)[0]
        theta += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-10:
            break
    strengths: Floats = theta[:bots]
    elo: Floats = np.round(ELO * (strengths - strengths.mean()), 8)  # what Newton's method leaves is not a spread
    return elo + 0.0


def _score_vectors(bots: int, pair: tuple[int, int], *, has_ties: bool) -> Floats:
    """Gradient of each outcome's log weight by the log strengths, and by that of ties where there are any."""
    vectors = np.zeros((3, bots + has_ties))
    vectors[0, pair[0]] = vectors[1, pair[1]] = 1.0
    vectors[2, list(pair)] = 0.5
    if has_ties:
        vectors[2, -1] = 1.0
    return vectors


def _is_connected(bots: int, pairs: Sequence[tuple[int, int]], counts: Floats) -> bool:
    """Whether wins and ties lead from each bot to each other one: only then are ratings finite (Ford 1957)."""
    beats = np.eye(bots, dtype=bool)
    for (one, other), (won, lost, tied) in zip(pairs, counts, strict=True):
        beats[one, other] |= won + tied > 0
        beats[other, one] |= lost + tied > 0
    for _ in range(bots):
        beats = (beats.astype(int) @ beats.astype(int)) > 0
    return bool(beats.all())
