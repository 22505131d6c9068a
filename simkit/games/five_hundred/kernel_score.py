"""Points of a hand and the end of a game, compiled: the same names and the same order as ``scoring.py``."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.five_hundred.cards import MISERE
from simkit.games.five_hundred.columns import BACK_DOOR, CUT_SHORT, MADE, POINTS
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import PASSED_OUT_POINTS
from simkit.jit import helper
from simkit.model.game import code_of

__all__ = ["ending", "score_hand", "score_sides"]

_TRICKS = 10
_ZERO: Any = np.int64(0)
_ANY_POINTS = code_of(Rules, "win_by", "any_points")


@helper
def score_hand(rules, worth, level, strain, side_tricks):
    """Whether the contract was made, whether by a slam, and the points of contractors and of a defenders' trick."""
    if strain == MISERE:
        made = side_tricks == 0
        return made, False, worth if made else -worth, _ZERO
    made, slam = side_tricks >= level, side_tricks == _TRICKS
    # rules.slam_min, rules.defender_trick_points
    won = max(worth, rules.slam_min) if slam else worth
    return made, slam, won if made else -worth, rules.defender_trick_points


@helper
def score_sides(rules, seats, sides, scores, contractors, tricks, own, each):
    """Add points to ``scores``: ``own`` to the ``contractors`` (a mask of sides), ``each`` a trick to other sides.

    What tricks count does not lift a score past the cap, nor lower it.
    """
    for side in range(sides):
        if contractors >> side & 1:
            scores[side] += own
            continue
        points = _ZERO
        for seat in range(side, seats, sides):
            points += each * tricks[seat]
        score = scores[side]  # rules.defender_cap
        scores[side] = (
            score + points if rules.defender_cap == 0 else max(score, min(rules.defender_cap, score + points))
        )


@helper
def passed_out(rules, seats, sides, scores, tricks):
    """The same for a hand that was played after all had passed."""
    score_sides(rules, seats, sides, scores, _ZERO, tricks, _ZERO, PASSED_OUT_POINTS + _ZERO)


@helper
def ending(rules, sides, made, scores, contractors):
    """Mask of the sides that have won, and by what; ``CUT_SHORT`` while the game goes on."""
    # rules.target: out by a contract that was made comes before all else.
    if made:
        winners = _ZERO
        for side in range(sides):
            if contractors >> side & 1 and scores[side] >= rules.target:
                winners |= 1 << side
        if winners:
            return winners, MADE
    out, others = _ZERO, _ZERO
    for side in range(sides):
        # rules.lose_at, rules.win_by = any_points
        if rules.lose_at < 0 and scores[side] <= rules.lose_at:
            out |= 1 << side
        if rules.win_by == _ANY_POINTS and scores[side] >= rules.target and not contractors >> side & 1:
            others |= 1 << side
    everybody = (1 << sides) - 1
    if out:
        return _best(sides, scores, everybody & ~out), BACK_DOOR
    if others:
        return _best(sides, scores, everybody & ~contractors), POINTS
    return _ZERO, CUT_SHORT


@helper
def _best(sides, scores, among):
    """Those of the sides that have most points."""
    best, most = _ZERO, _ZERO
    for side in range(sides):
        if among >> side & 1 and (best == 0 or scores[side] >= most):
            best = 1 << side | (best if best and scores[side] == most else _ZERO)
            most = scores[side]
    return best
