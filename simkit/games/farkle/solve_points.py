"""The most points a turn that play in the Farkle family can bring, alone in an endless game, with bounds.

Nothing of other seats or of the target counts: no topping, taking over, challenging or endgame.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.games.dice.turn_values import Worth, longest, turn_values
from simkit.games.farkle.graph import FamilyTurn, family_turn
from simkit.games.farkle.rules import Rules
from simkit.model.solution import Bounds, Solution

__all__ = ["after_bust", "best_turn", "solve_points", "thresholds"]

_ROLLS = 12
"""Rolls over which the chance to survive them bounds what a turn may bring."""

_CLOSE = 1e-10
_DOUBLINGS, _FIRST_CAP = 6, 16
_PASSES = 500

Numbers = npt.NDArray[np.float64]


class _Turn(NamedTuple):
    """A turn, and totals up to which it is worked out."""

    family: FamilyTurn
    minimum: int
    """Least total that may be banked, in steps."""
    cap: int
    """The highest total, in steps."""
    beyond: float
    """Points that bound what all totals from the cap on are worth."""


def solve_points(rules: Rules) -> Solution:
    """Find the highest mean of points a turn in the long run, of a seat that has banked before.

    Relative value iteration over busts in a row, where they cost a penalty: the mean lies between the least and the
    largest gain of a pass (Odoni's bounds). ``values`` are ``float64[busts in a row, totals, states]``: what rolling on
    is worth, in points, against a turn that begins without busts in a row.
    """
    return _solve(rules, rules.bank_min)


def best_turn(rules: Rules, minimum: int) -> Bounds:
    """Bound the highest mean of one turn with another minimum, penalties for busts in a row left out."""
    return _solve(rules.model_copy(update={"streak_busts": 0, "streak_penalty": 0}), minimum).value


def _solve(rules: Rules, minimum: int) -> Solution:
    family = family_turn(rules)
    most = int(family.graph.choices[:, 0].max())
    gain = _most_gain(family)
    cap = _FIRST_CAP * most
    for _ in range(_DOUBLINGS):
        turn = _Turn(family, -(-minimum // family.step), cap, (cap + most) * family.step + gain)
        solution = _long_run(rules, turn)
        if solution.value.high - solution.value.low < _CLOSE * max(1.0, solution.value.high):
            break
        cap *= 2
    return solution


def _most_gain(family: FamilyTurn) -> float:
    """Bound the points that a turn may still bring, none of them lost by a bust.

    Some rolls bring at most ``most`` points and are survived with a chance of at most ``alive``, from any state on;
    so do as many more, and so on.
    """
    points = np.zeros((_ROLLS + 1, len(family.states)))
    chance = np.ones_like(points)
    longest(family.graph, _ROLLS, points, chance)
    most, alive = points[-1].max() * family.step, chance[-1].max()
    assert alive < 1, "whatever is set aside, some number of dice left may score nothing"
    return float(most / (1 - alive))


def _long_run(rules: Rules, turn: _Turn) -> Solution:
    relative = np.zeros(max(rules.streak_busts, 1))
    for _ in range(_PASSES):
        low = _by_streak(turn, after_bust(rules, relative), is_high=False)
        gains = low[:, 0, 0] - relative
        if rules.streak_busts == 0 or np.ptp(gains) < _CLOSE / 2:
            break
        relative = low[:, 0, 0] - low[0, 0, 0]
    high = _by_streak(turn, after_bust(rules, relative), is_high=True)
    return Solution(Bounds(float(gains.min()), float((high[:, 0, 0] - relative).max())), {"values": low})


def _by_streak(turn: _Turn, lost: list[float], *, is_high: bool) -> Numbers:
    return np.stack([_values(turn, bust, is_high=is_high) for bust in lost])


def after_bust(rules: Rules, relative: Any) -> list[float]:
    """What a bust is worth, by busts in a row before it; ``relative`` is what the turns after it are worth by such."""
    if not rules.streak_busts:
        return [0.0]
    return [*relative[1:], relative[0 if rules.streak_reset else -1] - rules.streak_penalty]


def _values(turn: _Turn, bust: float, *, is_high: bool) -> Numbers:
    """Bound from one side what rolling on is worth, ``float64[totals, states]``."""
    totals = np.arange(turn.cap + 1) * float(turn.family.step)
    banked = np.where(np.arange(turn.cap + 1) >= turn.minimum, totals, -np.inf)
    values = np.zeros((turn.cap + 1, len(turn.family.states)))
    values[-1] = min(bust, 0.0)  # at worst a turn with so much is lost
    if is_high:
        values[-1] = banked[-1] = turn.beyond + max(bust, 0.0)
    turn_values(turn.family.graph, Worth(banked, 0.0, bust), values, np.zeros_like(values))
    return values


def thresholds(values: Numbers, minimum: int, step: int) -> list[int | None]:
    """Find the turn total from which to bank, by state; None where that is never best.

    ``values`` are what rolling on is worth, in points; banking is worth the total.
    """
    first = -(-minimum // step)
    rolls = values[:-1] > (np.arange(len(values) - 1) * float(step))[:, None]
    last = np.where(rolls.any(axis=0), len(rolls) - rolls[::-1].argmax(axis=0), 0)
    return [None if total == len(rolls) else int(max(total, first)) * step for total in last]
