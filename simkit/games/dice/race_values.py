"""Solves races to a target, alone and of two seats, with bounds of their values."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import numpy.typing as npt

from simkit.games.dice.race import Pairs, Race, Scratch, Wins, alone_turns, diagonal
from simkit.model.solution import Bounds

__all__ = ["fewest_turns", "scratch_for", "win_chances"]

Numbers = npt.NDArray[np.float64]


def scratch_for(race: Race, more: int = 0) -> Scratch:
    """Room for any turn of a race, where totals up to ``more`` steps above the target are told apart."""
    totals = 2 * len(race.minimum) + more + int(race.minimum.max()) + 2
    states = len(race.graph.bust)
    return Scratch(np.zeros(totals), np.zeros((totals, states)), np.zeros((totals, states)))


def fewest_turns(race: Race) -> tuple[Numbers, Bounds]:
    """Find the least mean of turns that a seat alone needs, by score, and bounds of that from the start.

    If one more turn changes the means by ``e`` at most, the means of a policy differ from them by ``e`` times the turns
    that it takes: so the least mean lies between ``turns / (1 + e)`` and ``turns / (1 - e)``.
    """
    turns = np.zeros(len(race.minimum))
    residual = alone_turns(race, turns, scratch_for(race))
    return turns, Bounds(turns[0] / (1 + residual), turns[0] / (1 - residual))


def win_chances(race: Race, wins: Wins, tell: Callable[[float], None]) -> float:
    """Fill the chances of two seats to win, and return how far they may be from the true ones.

    An error of the chances at higher scores is no larger at lower ones, to which each pair of scores adds its own: so
    the largest errors of all sums of scores add up.

    Parameters
    ----------
    race
        The race.
    wins
        Its ``first`` and ``second`` are filled; where they are one array, both seats have the same chances.
    tell
        Takes the share that is done.
    """
    scores, error = len(race.minimum), 0.0
    is_symmetric = wins.first is wins.second
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    room = [scratch_for(race, wins.finish_first.shape[1] - 1) for _ in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        for total in range(2 * (scores - 1), -1, -1):
            low = (total + 1) // 2 if is_symmetric else max(0, total - scores + 1)
            edges = np.linspace(low, min(total, scores - 1) + 1, workers + 1).astype(int).tolist()
            pairs = [Pairs(total, *between) for between in itertools.pairwise(edges)]
            error += max(pool.map(partial(diagonal, race, wins), pairs, room))
            tell(1 - total / (2 * scores))
    return float(error)
