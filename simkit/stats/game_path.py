"""The path of a game: from its rows of the ``turns`` table to who led, when, and by how much, one number a game each.

What each measure is, and where it comes from: ``docs/measures.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath, Statistic

__all__ = ["PATH_COLUMNS", "is_of_path", "path_inputs", "path_measures", "path_of", "path_statistics"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_QUARTERS = {25: 1, 50: 2, 75: 3}

PATH_COLUMNS = (
    "path_steps",
    "path_lead_changes",
    "path_comeback",
    "path_behind",
    "path_drama",
    "path_drama_max",
    "path_decided_at",
    "path_uncertainty",
    *(f"path_leader_wins_{percent}" for percent in _QUARTERS),
)
"""Columns that ``path_of`` makes, a number a game."""


def _statistic(name: str, meaning: str, unit: str, kind: Any, margin: float) -> Statistic:
    return Statistic(name, meaning, unit, kind, lambda _: pl.col(f"path_{name}"), seats=2, margin=margin)


_STATISTICS = (
    _statistic(
        "lead_changes", "times that another seat came to be alone in the lead", "changes/game", "mean", margin=0.05
    ),
    Statistic(
        "lead_change_rate",
        "lead changes over turns after the first of a game",
        "share of turns",
        "proportion",
        lambda _: pl.col("path_lead_changes"),
        denominator=lambda _: pl.col("path_steps") - 1,
        seats=2,
        margin=0.002,
    ),
    *(
        _statistic(
            f"leader_wins_{percent}",
            f"how often the seat alone in the lead after {percent} % of the turns wins",
            "share of games",
            "proportion",
            margin=0.005,
        )
        for percent in _QUARTERS
    ),
    _statistic(
        "comeback", "how often the winner was behind after half of the turns", "share of games", "proportion", 0.005
    ),
    _statistic("behind", "turns after which the winner was behind", "share of turns", "mean", margin=0.005),
    _statistic(
        "drama",
        "mean, over the turns after which the winner was behind, of the root of how far, as a share of the range of "
        "points in the game; 0 where it never was",
        "root of range",
        "mean",
        margin=0.005,
    ),
    _statistic("drama_max", "the same at the turn after which it was furthest behind", "root of range", "mean", 0.005),
    _statistic(
        "decided_at",
        "turns, as a share of the game, before the winner was alone in the lead for good",
        "share of turns",
        "mean",
        margin=0.005,
    ),
    _statistic(
        "uncertainty",
        "mean over turns of 1 less the leader's distance from the second as a share of the range of points in the game",
        "share of range",
        "mean",
        margin=0.005,
    ),
)


def path_statistics(game: GameSpec) -> tuple[Statistic, ...]:
    """List the measures of the game's path, but for what its own statistics tell; none where the game has no path."""
    own = {one.name for one in game.statistics()}
    return () if game.path is None else tuple(one for one in _STATISTICS if one.name not in own)


def is_of_path(statistic: Statistic) -> bool:
    """Whether the statistic is read from ``PATH_COLUMNS``, and so from the ``turns`` table."""
    return statistic in _STATISTICS


def path_of(rows: pl.DataFrame, first: Ints, winners: Ints, path: GamePath, seats: int) -> Mapping[str, Floats]:
    """Compute ``PATH_COLUMNS`` of games, ``float64[games]`` each; see ``path_measures``.

    Parameters
    ----------
    rows
        The games' rows of the ``turns`` table, in order, with the columns of ``path_inputs``.
    first
        ``int64[games]``: where each game's rows begin.
    winners
        ``int64[games]``: seats that won, as a bit mask.
    """
    sides = path.sides_at(seats)
    totals = _totals(rows, first, path, sides)
    if path.by_round:
        totals, first = _at_round_ends(totals, first, rows[path.seat].to_numpy().astype(np.int64), seats)
    wins = winners.astype(np.int64)[:, None] >> np.arange(sides) & 1
    return path_measures(totals, first, wins.astype(bool))


def path_inputs(path: GamePath, seats: int) -> list[str]:
    """List the columns of the ``turns`` table that the path is read from."""
    if not path.seat:
        return [f"{path.score}_{side + 1}" for side in range(path.sides_at(seats))]
    return [path.seat, path.score, *([path.taken, path.taken_from] if path.taken else [])]


def _totals(rows: pl.DataFrame, first: Ints, path: GamePath, sides: int) -> Floats:
    """Find the points of every side after each row, ``float64[rows, sides]``; more are better."""
    sign = -1.0 if path.fewest_lead else 1.0
    if not path.seat:
        return sign * rows.select(pl.col(path_inputs(path, sides)).cast(pl.Float64)).to_numpy()
    seat, score = rows[path.seat].to_numpy(), rows[path.score].to_numpy().astype(np.float64)
    begins = np.zeros(len(rows), bool)
    begins[first] = True
    places = np.arange(len(rows))
    totals = np.empty((len(rows), sides))
    for side in range(sides):
        taken = np.zeros(len(rows))
        if path.taken:
            is_victim = (rows[path.taken_from] == side + 1).fill_null(value=False).to_numpy()
            taken = np.where(is_victim, rows[path.taken].to_numpy(), 0)
        gone = np.cumsum(taken)  # off this seat, in all games so far
        is_own = seat == side + 1
        known = np.where(is_own, score + gone, gone - taken)  # the latter where a game begins: no points
        last = np.maximum.accumulate(np.where(is_own | begins, places, 0))
        totals[:, side] = known[last] - gone
    return sign * totals


def _at_round_ends(totals: Floats, first: Ints, seat: Ints, seats: int) -> tuple[Floats, Ints]:
    """Keep the rows after which the next one is the first of a round, or of another game."""
    game = np.repeat(np.arange(len(first)), np.diff(first, append=len(seat)))
    place = (seat - seat[first][game]) % seats
    ends = np.append((place[1:] <= place[:-1]) | (game[1:] != game[:-1]), True)
    return totals[ends], np.concatenate([[0], np.cumsum(np.bincount(game[ends]))[:-1]])


def path_measures(totals: Floats, first: Ints, wins: NDArray[np.bool_]) -> Mapping[str, Floats]:
    """Compute every measure of the path.

    Parameters
    ----------
    totals
        ``float64[rows, sides]``: points after each row, more being better; at least two sides, and a row a game.
    first
        ``int64[games]``: where each game's rows begin.
    wins
        ``bool[games, sides]``: the sides that won; several share the win, none where the game was cut short.

    Returns
    -------
    Mapping[str, Floats]
        ``PATH_COLUMNS``, ``float64[games]`` each; NaN where a game has none. Those about the winner are NaN without
        one, and means over winners where several share the win.
    """
    steps = np.diff(first, append=len(totals))
    game = np.repeat(np.arange(len(first)), steps)
    best, worst = totals.max(axis=1), totals.min(axis=1)
    leads = totals == best[:, None]
    leader = np.where(leads.sum(axis=1) == 1, leads.argmax(axis=1), -1)
    span = np.maximum(np.maximum.reduceat(best, first), 0) - np.minimum(np.minimum.reduceat(worst, first), 0)
    scale = np.where(span > 0, span, 1.0)[game]
    second = np.partition(totals, -2, axis=1)[:, -2]
    found = {
        "path_steps": steps.astype(np.float64),
        "path_lead_changes": _lead_changes(leader, game, len(first)),
        "path_uncertainty": 1 - np.add.reduceat((best - second) / scale, first) / steps,
    }
    share = wins / np.maximum(wins.sum(axis=1), 1)[:, None]
    for percent, quarters in _QUARTERS.items():
        passed = steps * quarters // 4
        ahead = np.where(passed > 0, leader[first + passed - 1], -1)
        won = share[np.arange(len(first)), np.maximum(ahead, 0)]
        found[f"path_leader_wins_{percent}"] = np.where(ahead >= 0, won, np.nan)
    return found | _of_winner(best[:, None] - totals, leader, first, steps, scale, share)


def _lead_changes(leader: Ints, game: Ints, games: int) -> Floats:
    """How often a side alone in the lead was followed, at once or after a tie, by another one."""
    alone = np.flatnonzero(leader >= 0)
    who, where = leader[alone], game[alone]
    changed = (who[1:] != who[:-1]) & (where[1:] == where[:-1])
    return np.bincount(where[1:][changed], minlength=games).astype(np.float64)


def _of_winner(
    short: Floats, leader: Ints, first: Ints, steps: Ints, scale: Floats, share: Floats
) -> dict[str, Floats]:
    """Compute what is about the winner; ``short`` is how far each side is behind the best, ``float64[rows, sides]``."""
    names = ("path_comeback", "path_behind", "path_drama", "path_drama_max", "path_decided_at")
    found = {name: np.zeros(len(first)) for name in names}
    half = steps // 2
    step = np.arange(len(short)) - np.repeat(first, steps) + 1
    for side in range(short.shape[1]):
        is_behind = short[:, side] > 0
        root = np.sqrt(short[:, side] / scale)
        times = np.add.reduceat(is_behind, first, dtype=np.int64)
        values = (
            (half > 0) & is_behind[first + np.maximum(half, 1) - 1],
            times / steps,
            np.add.reduceat(root, first) / np.maximum(times, 1),
            np.maximum.reduceat(root, first),
            np.maximum.reduceat(np.where(leader == side, 0, step), first) / steps,
        )
        for name, value in zip(names, values, strict=True):
            found[name] += share[:, side] * value
    has_winner = share.any(axis=1)
    return {name: np.where(has_winner, value, np.nan) for name, value in found.items()}
