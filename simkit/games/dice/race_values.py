"""Solves races to a target, alone and of two seats, with bounds of their values."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

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

    A seat that keeps to the play found makes at most as many turns with points as there are scores, and the others of
    its turns are lost with at most the largest chance found. So the game lasts a bounded number of turns in the mean,
    each of which adds the largest residual at most.

    Parameters
    ----------
    race
        The race.
    wins
        Its ``first`` and ``second`` are filled; where they are one array, both seats have the same chances.
    tell
        Takes the share that is done.
    """
    scores = len(race.minimum)
    is_symmetric = wins.first is wins.second
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    room = [(scratch_for(race, wins.finish_first.shape[1] - 1), np.zeros(2)) for _ in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        for total in range(2 * (scores - 1), -1, -1):
            low = (total + 1) // 2 if is_symmetric else max(0, total - scores + 1)
            edges = np.linspace(low, min(total, scores - 1) + 1, workers + 1).astype(int).tolist()
            tasks = [
                pool.submit(diagonal, race, wins, Pairs(total, *edges[worker : worker + 2]), *room[worker])
                for worker in range(workers)
            ]
            for task in tasks:
                task.result()
            tell(1 - total / (2 * scores))
    residual, stays = np.max([worst for _, worst in room], axis=0)
    turns: Any = 2 * scores / (1 - stays) if residual else 0.0
    return float(residual * turns)
