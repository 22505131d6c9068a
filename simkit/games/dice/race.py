"""Races to a target by turns of a ``TurnGraph``: the fewest turns alone, and the chance of two seats to win; compiled.

Scores count steps of points. A turn is worked out for one score, or one pair of scores, at a time, the highest ones
first; a turn that is lost leads back to the same scores, and that loop is solved by policy iteration.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from simkit.games.dice.turn_values import GRAPH_TYPE, TABLE_TYPE, Worth, fill_row
from simkit.jit import helper, kernel
from simkit.kernel import tuple_type

__all__ = ["Pairs", "Race", "Scratch", "Wins", "alone_turn", "alone_turns", "diagonal", "first_turn", "last_turns"]

_PASSES, _CLOSE = 200, 1e-14
_TOP_PASSES, _TOP_CLOSE = 10_000, 1e-16


class Race(NamedTuple):
    """What a turn of a race depends on."""

    graph: Any
    minimum: Any
    """``int64[scores]``: least total that may be banked, by own score below the target."""
    is_exact: Any
    """Whether a total beyond the target is lost."""
    one_roll: Any
    """``float64[scores]``: chance that the turn finishes, where it is one roll without choices; elsewhere -1."""


class Scratch(NamedTuple):
    """Room for one turn: ``float64[totals]``, and twice ``float64[totals, states]``."""

    banked: Any
    values: Any
    busts: Any


class Wins(NamedTuple):
    """Chances of two seats to win, each when it is to move; one array twice where both seats have the same."""

    first: Any
    """``float64[scores, scores]``: of the first seat, by its own score and the other's."""
    second: Any
    """The same of the second seat."""
    finish_first: Any
    """``float64[scores, more + 1]``: of the first seat when it banks the target or so many steps more, by the other's
    score; the last column stands for all above."""
    finish_second: Any
    """The same of the second seat."""


class Pairs(NamedTuple):
    """Pairs of scores whose sum is ``total``: first scores from ``low`` up to, not including, ``high``."""

    total: Any
    low: Any
    high: Any


_SCORES, _CHANCES = types.Array(types.int64, 1, "C"), types.Array(types.float64, 1, "C")
_RACE = tuple_type(Race, GRAPH_TYPE, _SCORES, types.int64, _CHANCES)
_SCRATCH = tuple_type(Scratch, _CHANCES, TABLE_TYPE, TABLE_TYPE)
_WINS = tuple_type(Wins, TABLE_TYPE, TABLE_TYPE, TABLE_TYPE, TABLE_TYPE)
_PAIRS = tuple_type(Pairs, types.int64, types.int64, types.int64)


@helper
def _fill(race, top, lost, scratch):
    """Work a turn out whose ends are worth ``scratch.banked`` and, where it is lost, ``lost``.

    Returns its worth and the chance that it is lost under the best choices.
    """
    worth = Worth(scratch.banked[: top + 1], lost, lost)
    values, busts = scratch.values, scratch.busts
    for state in range(race.graph.bust.size):
        values[top, state], busts[top, state] = lost, 1.0
    for _ in range(0 if race.is_exact else _TOP_PASSES):  # hot dice that must be rolled lead back to the last row
        before = values[top].sum()
        fill_row(race.graph, worth, top, values, busts)
        if abs(values[top].sum() - before) <= _TOP_CLOSE * abs(before):
            break
    for total in range(top - 1, -1, -1):
        fill_row(race.graph, worth, total, values, busts)
    return values[0, 0], busts[0, 0]


@helper
def _top(race, score, more):
    """The last total of a turn: that which finishes, with ``more`` steps above; or the first one over the target."""
    need = race.minimum.size - score
    return need + 1 if race.is_exact else max(need + more, race.minimum[score])


@helper
def _turn_alone(race, turns, score, lost, scratch):
    """The turn of a seat alone, in turns to come as a negative number, this one left out."""
    scores = race.minimum.size
    if race.one_roll[score] >= 0:
        return (1 - race.one_roll[score]) * lost, 1 - race.one_roll[score]
    top = _top(race, score, 0)
    for total in range(top + 1):
        reached = score + total
        scratch.banked[total] = -turns[reached] if reached < scores else 0.0
        if total < race.minimum[score] or (race.is_exact and reached > scores):
            scratch.banked[total] = -np.inf
    return _fill(race, top, lost, scratch)


@kernel(types.float64(_RACE, _CHANCES, _SCRATCH))
def alone_turns(race, turns, scratch):
    """Fill the mean of turns still needed under the best play, by score; returns the largest residual."""
    worst = 0.0
    for score in range(race.minimum.size - 1, -1, -1):
        lost = -1.0 - (turns[score + 1] if score + 1 < race.minimum.size else 0.0)
        for _ in range(_PASSES):
            value, stays = _turn_alone(race, turns, score, lost, scratch)
            residual = abs(value - 1 - lost)
            if residual <= -_CLOSE * lost:
                break
            lost = (value - stays * lost - 1) / (1 - stays)
        turns[score] = -lost
        worst = max(worst, residual)
    return worst


@kernel(types.void(_RACE, _CHANCES, types.int64, _SCRATCH))
def alone_turn(race, turns, score, scratch):
    """Work out the turn at one score, the means of turns being known: into the scratch memory."""
    _turn_alone(race, turns, score, -turns[score], scratch)


@helper
def _turn_against(race, score, others, finish, lost, scratch):
    """The turn of a seat: ``others`` are the other's chances to win by this seat's score, ``finish`` its own above."""
    scores, more = race.minimum.size, finish.size - 1
    if race.one_roll[score] >= 0:
        return race.one_roll[score] + (1 - race.one_roll[score]) * lost, 1 - race.one_roll[score]
    top = _top(race, score, more)
    for total in range(top + 1):
        reached = score + total
        scratch.banked[total] = 1 - others[reached] if reached < scores else finish[min(reached - scores, more)]
        if total < race.minimum[score] or (race.is_exact and reached > scores):
            scratch.banked[total] = -np.inf
    return _fill(race, top, lost, scratch)


@helper
def _pair(race, wins, one, other, scratch):
    """Solve a pair of scores, the first seat's and the second's: writes both chances.

    Returns how far they may be off if all higher scores are right: the residual of both turns, times the turns that are
    lost before one of the seats gets on.
    """
    scores = race.minimum.size
    first = wins.first[one + 1, other] if one + 1 < scores else 1.0  # a guess: one step more
    second = wins.second[other + 1, one] if other + 1 < scores else 1.0
    residual, stays_first, stays_second = 0.0, 0.0, 0.0
    for _ in range(_PASSES):
        value_first, stays_first = _turn_against(
            race, one, wins.second[other], wins.finish_first[other], 1 - second, scratch
        )
        value_second, stays_second = _turn_against(
            race, other, wins.first[one], wins.finish_second[one], 1 - first, scratch
        )
        residual = max(abs(value_first - first), abs(value_second - second))
        if residual <= _CLOSE:
            break
        # Both policies kept: first = a + s (1 - second) and second = b + t (1 - first).
        gain_first = value_first - stays_first * (1 - second)
        gain_second = value_second - stays_second * (1 - first)
        leaves = 1 - stays_first * stays_second
        first, second = value_first, value_second
        if leaves > 0:
            first = (gain_first + stays_first * (1 - gain_second - stays_second)) / leaves
            second = gain_second + stays_second * (1 - first)
    wins.first[one, other], wins.second[other, one] = first, second
    leaves = 1 - stays_first * stays_second
    return 2 * residual / leaves if leaves > 0 else np.inf


@kernel(types.float64(_RACE, _WINS, _PAIRS, _SCRATCH))
def diagonal(race, wins, pairs, scratch):
    """Fill the chances of pairs of scores with one sum, higher ones being filled; returns the largest error."""
    worst = 0.0
    for one in range(pairs.low, pairs.high):
        worst = max(worst, _pair(race, wins, one, pairs.total - one, scratch))
    return worst


@kernel(types.void(_RACE, _WINS, types.int64, types.int64, _SCRATCH))
def first_turn(race, wins, own, other, scratch):
    """Work out the first seat's turn at a pair of scores, all chances being known: into the scratch memory."""
    _turn_against(race, own, wins.second[other], wins.finish_first[other], 1 - wins.second[other, own], scratch)


@kernel(types.void(_RACE, types.int64, types.float64, _CHANCES, _SCRATCH))
def last_turns(race, minimum, tie, chances, scratch):
    """Fill the chance that one turn brings more than so many steps, for 0, 1, ... steps.

    At least ``minimum`` must be banked; just so many steps are worth ``tie``.
    """
    for need in range(chances.size):
        top = max(need + 1, minimum)
        for total in range(top + 1):
            worth = 1.0 if total > need else (tie if total == need else 0.0)
            scratch.banked[total] = worth if total >= minimum else -np.inf
        chances[need], _ = _fill(race, top, 0.0, scratch)
