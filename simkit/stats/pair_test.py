"""Sequential test of two bots by pairs of games: both seatings of a deal are one pair with five possible scores.

The generalised sequential probability ratio test that fishtest runs for Stockfish: Van den Bergh 2020, "The generalized
SPRT"; Li, Liu and Ying 2014, "Generalized sequential probability ratio test for separate families of hypotheses",
Sequential Analysis 33, 539-563. Bounds are Wald's (Annals of Mathematical Statistics 16, 1945, 117-186).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.stop import Found, SequentialTest, StopRule, Verdict, ahead
from simkit.stats.common import WIN_RATE, win_share
from simkit.stats.intervals import Interval
from simkit.stats.moments import Floats, blocks
from simkit.stats.sequences import Bernstein, block_ends
from simkit.stats.subjects import Subject, subjects
from simkit.stats.sums import expressions, needed_columns, numbers_of

if TYPE_CHECKING:
    from simkit.store.read import StoredRun

__all__ = ["FIRST_PAIRS", "STEP", "PairTest", "elo_of", "log_ratios", "score_of", "why_no_pairs"]

FIRST_PAIRS, STEP = 500, 100
"""Pairs at the first look, and between looks."""

SCORES = np.arange(5) / 4
"""What a bot has of a pair: nothing, a tie and a loss, as much as the other, a win and a tie, everything."""

_UNSEEN = 1e-3
"""Pairs that a score not seen yet counts for, as in fishtest: without it the estimated chances would rule it out."""

Counts = NDArray[np.int64]


def score_of(elo: float) -> float:
    """Expected share of a game of a bot that is so many Elo points better.

    >>> round(score_of(100), 4)
    0.6401
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """Elo points of an expected share of a game; infinite for 0 and 1.

    >>> round(elo_of(0.5), 1), round(elo_of(score_of(-30)), 6)
    (0.0, -30.0)
    """
    if score in (0, 1):
        return math.inf * (score - 0.5)
    return 400 * math.log10(score / (1 - score))


def why_no_pairs(cell: Cell) -> str | None:
    """Say why the cell's deals are no pairs of games between two bots that change places; None when they are."""
    bots = len(set(cell.lineup))
    if bots != 2:
        there = "is one bot" if bots == 1 else f"are {bots} bots"
        return f"a sequential test is of two bots that change places; there {there}"
    lineups = [[cell.lineup[place] for place in seating] for seating in cell.arrangements]
    if len(lineups) != 2 or any(one == other for one, other in zip(*lineups, strict=True)):
        return (
            "a sequential test is of two bots, each of which has the seats of the other in the other game of a deal: "
            f'seatings = "rotate", and seats that alternate; here the games of a deal are {len(lineups)}'
        )
    return None


class PairTest:
    """Judges a ``test`` after every ``STEP`` pairs, from ``FIRST_PAIRS`` on.

    Parameters
    ----------
    rule
        With a test in it.
    cells
        One cell, of which ``why_no_pairs`` has nothing to say.

    Raises
    ------
    UsageError
        There are several cells, or its deals are no pairs.
    """

    first = FIRST_PAIRS

    def __init__(self, rule: StopRule, cells: Sequence[Cell]) -> None:
        assert rule.test is not None
        if len(cells) != 1:
            raise UsageError(f"a sequential test needs one cell with two bots; there are {len(cells)} cells")
        why = why_no_pairs(cells[0])
        if why is not None:
            raise UsageError(why)
        self.rule, self.test, self._cell = rule, rule.test, cells[0]
        self._steps: Counts = np.zeros((0, len(SCORES)), np.int64)
        """Pairs of each score in each step so far."""

    def ask(self, run: StoredRun, deals: int) -> Found | None:
        """Look after every step up to ``deals``; see ``simkit.model.stop.Judge``."""
        looked = len(self._steps)
        self._read(run.table(self._cell, "games"), deals // STEP * STEP)
        totals = np.cumsum(self._steps, axis=0)
        fresh = max(looked, FIRST_PAIRS // STEP - 1)
        if len(totals) <= fresh:
            return None
        low, high = bounds_of(self.test)
        ratios = log_ratios(totals[fresh:], score_of(self.test.elo0), score_of(self.test.elo1))
        ended = (ratios <= low) | (ratios >= high)
        if not ended.any():
            return None
        look = fresh + int(ended.argmax())
        self._steps = self._steps[: look + 1]
        ratio = float(ratios[look - fresh])
        verdict: Verdict = "H1" if ratio >= high else "H0"
        elo, other = (self.test.elo1, self.test.elo0)[:: 1 if verdict == "H1" else -1]
        says = f"sequential test: {verdict} accepted ({elo:g} Elo, not {other:g}) after {self._pairs:,} pairs"
        return Found(self._pairs, (f"{says}; {self._ratio_text(ratio)}", *self._facts()), verdict)

    def next(self, deals: int) -> int:
        """Find the look at which the test may end: the ratio grows with the number of pairs."""
        if self._pairs < FIRST_PAIRS:
            return FIRST_PAIRS
        low, high = bounds_of(self.test)
        ratio = self._ratio()
        return -(-ahead(deals, (high if ratio > 0 else low) / (ratio or 1e-9)) // STEP) * STEP

    def unmet(self) -> tuple[str, ...]:
        """Tell how far the test has come, and how many pairs it takes."""
        if self._pairs < FIRST_PAIRS:
            return (f"sequential test: undecided; it takes {FIRST_PAIRS} pairs at least",)
        low, high = bounds_of(self.test)
        score0, score1 = score_of(self.test.elo0), score_of(self.test.elo1)
        # between both hypotheses the ratio has no drift, and leaves its bounds after -low · high / variance on average
        steps = -low * high * self._variance() / (score1 - score0) ** 2
        says = f"sequential test: undecided after {self._pairs:,} pairs; {self._ratio_text(self._ratio())}"
        takes = f"half-way between both hypotheses it takes {round(steps, -2):,.0f} pairs on average, else fewer"
        return (says, takes, *self._facts())

    def _ratio(self) -> float:
        counts = self._steps.sum(axis=0)[None]
        return float(log_ratios(counts, score_of(self.test.elo0), score_of(self.test.elo1))[0])

    @property
    def _pairs(self) -> int:
        return len(self._steps) * STEP

    def _variance(self) -> float:
        chances = self._steps.sum(axis=0) / self._pairs
        return float(chances @ SCORES**2 - (chances @ SCORES) ** 2)

    def _ratio_text(self, ratio: float) -> str:
        low, high = bounds_of(self.test)
        return f"log-likelihood ratio {round(ratio, 2) + 0.0:.2f}, bounds {low:.2f} and {high:.2f}"

    def _facts(self) -> tuple[str, ...]:
        ours = self._cell.lineup[self.test.seat - 1]
        theirs = next(bot for bot in self._cell.lineup if bot != ours)
        value, low, high = (elo_of(one) for one in self.score()[:3] if one is not None)
        counts = ", ".join(f"{2 * score:g}: {n:,}" for score, n in zip(SCORES, self._steps.sum(axis=0), strict=True))
        elo = f"{value:+.1f} Elo, from {low:+.1f} to {high:+.1f} ({100 * self.rule.level:g} % confidence sequence)"
        return (f"{ours.label()} against {theirs.label()}: {elo}", f"points of a pair: {counts}")

    def score(self) -> Interval:
        """Mean share of a game so far, with its confidence sequence at the rule's level."""
        sequence, first = Bernstein(0, 1), 0
        for end in dict.fromkeys(-(-one // STEP) for one in block_ends(self._pairs)):
            counts = self._steps[first:end].sum(axis=0)
            pairs = int(counts.sum())
            mean = float(counts @ SCORES) / pairs
            sequence, first = sequence.after(pairs, mean, float(counts @ (SCORES - mean) ** 2)), end
        return sequence.interval(self.rule.level)

    def _read(self, frame: pl.LazyFrame, deals: int) -> None:
        """Count the pairs of every further step."""
        ours = self._cell.lineup[self.test.seat - 1]
        whom = next(one for one in subjects(self._cell, _POINTS) if one.seat is None and one.bot == ours)
        series = expressions(self._cell, _points_among(self._cell.seats))
        read = blocks(frame, self._cell, needed_columns(frame, [series], None), deals, first=self._pairs)
        found = [_quarters(whom, numbers_of(block, series)[0]) for block in read]
        pairs = np.concatenate([np.zeros(0, np.int64), *found]).reshape(-1, STEP)
        steps = (pairs[:, :, None] == np.arange(len(SCORES))).sum(axis=1)
        self._steps = np.concatenate([self._steps, steps])


_POINTS = replace(WIN_RATE, name="points")


def _points_among(seats: int) -> Any:
    """Share of the win of every seat; a game cut short is shared by all."""
    share = 1 / seats
    return replace(
        _POINTS,
        value=lambda seat: pl.when(pl.col("winners") == 0).then(share).otherwise(win_share(pl.lit(seat + 1))),
    )


def _quarters(whom: Subject, values: Sequence[Floats]) -> Counts:
    """Quarters of the two games of every deal that the bot has."""
    total = 2 * whom.totals(values)[0]
    found = np.rint(total).astype(np.int64)
    if np.abs(total - found).max(initial=0) > 1e-9:
        raise UsageError("a sequential test needs wins, losses and ties of two sides; here wins are shared otherwise")
    return found


def bounds_of(test: SequentialTest) -> tuple[float, float]:
    """Wald's bounds of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1."""
    return math.log(test.beta / (1 - test.alpha)), math.log((1 - test.beta) / test.alpha)


def log_ratios(counts: Counts, score0: float, score1: float) -> Floats:
    """Logarithm of how much likelier pairs are with a mean score of ``score1`` than with ``score0``.

    Parameters
    ----------
    counts
        ``int64[looks, 5]``: pairs of each of ``SCORES``.
    score0, score1
        Mean scores in (0, 1). The chances of the five scores are, for each, the likeliest that have that mean.

    Returns
    -------
    Floats
        ``float64[looks]``.
    """
    weights = np.maximum(counts.astype(np.float64), _UNSEEN)
    tilts = [_tilted(weights, score) for score in (score0, score1)]
    result: Floats = (weights * (np.log(tilts[0]) - np.log(tilts[1]))).sum(axis=1)
    return result


def _tilted(weights: Floats, score: float) -> Floats:
    """Find 1 + x (SCORES - score), x such that weights over it have the mean ``score``: the likeliest chances.

    Owen 1988, Biometrika 75, 237-249. The condition falls in x between the ends where some chance would be infinite.
    """
    off = SCORES - score
    low, high = np.full(len(weights), -1 / off[-1]), np.full(len(weights), -1 / off[0])
    for _ in range(60):
        middle = (low + high) / 2
        rises = (weights * off / (1 + middle[:, None] * off)).sum(axis=1) > 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    tilted: Floats = 1 + ((low + high) / 2)[:, None] * off
    return tilted
