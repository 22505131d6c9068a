"""Exact values of the Farkle family: one roll by counting, one turn by dynamic programming.

Everything comes from the options that ``scoring.py`` counts from the dice, so that published values test those, and
simulations are tested against these.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.games.dice.rolls import FACES, MOST_DICE, Dice, multisets
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.scoring import options

__all__ = ["TurnLaw", "best_chance", "best_mean", "best_roll_mean", "busts", "turn_law"]

CAP = 40_000
"""Turn totals from here on are banked at once; dozens of corners lie on the way, so no digit of a value changes."""

NEGLIGIBLE = 1e-17
"""Chance below which a state of a turn is left out."""


def busts(rules: FarkleRules, dice: int) -> int:
    """Count the ordered rolls of ``dice`` dice in which nothing scores."""
    return sum(number for roll, number in multisets(dice) if not options(rules, roll))


def best_roll_mean(rules: FarkleRules, dice: int) -> Fraction:
    """Find the mean of the most points that a roll of ``dice`` dice is worth, 0 where nothing scores."""
    total = sum(
        number * max((option.points for option in options(rules, roll)), default=0) for roll, number in multisets(dice)
    )
    return Fraction(total, FACES**dice)


class _After(NamedTuple):
    """What a set-aside leads to, but for the turn total."""

    points: int
    left: int
    must_roll: bool


def _after(rules: FarkleRules, roll: Dice) -> list[_After]:
    """List what each set-aside of a roll leads to, the one with the most points first."""
    must = rules.hot_dice == "must"
    return [_After(option.points, option.left, must and option.dice == len(roll)) for option in options(rules, roll)]


@dataclass(frozen=True)
class TurnLaw:
    """The law of one turn: the probability of each number of points banked, and the mean number of rolls."""

    points: Mapping[int, float]
    rolls: float

    def mean(self) -> float:
        """Find the mean of the points banked."""
        return math.fsum(points * chance for points, chance in self.points.items())

    def sd(self) -> float:
        """Find the standard deviation of the points banked."""
        mean = self.mean()
        return math.sqrt(math.fsum((points - mean) ** 2 * chance for points, chance in self.points.items()))


def turn_law(rules: FarkleRules, bank_at: int, minimum: int = 0) -> TurnLaw:
    """Find the law of a turn of a bot that takes the most points of each roll and banks at a total of ``bank_at``.

    The bot does not look at the target; ``minimum`` is the least turn total that may be banked.
    """
    taken = {dice: _most_points(rules, dice) for dice in range(1, MOST_DICE + 1)}
    waiting = {(0, MOST_DICE): 1.0}
    points: dict[int, float] = defaultdict(float)
    mean_rolls = 0.0
    while waiting:
        total, dice = min(waiting)  # every roll adds points, so no state comes back
        chance = waiting.pop((total, dice))
        if chance < NEGLIGIBLE:
            continue
        mean_rolls += chance
        for after, part in taken[dice].items():
            reached = 0 if after is None else total + after.points
            if after is not None and (after.must_roll or reached < max(bank_at, minimum)):
                state = reached, after.left
                waiting[state] = waiting.get(state, 0.0) + chance * part
            else:
                points[reached] += chance * part
    return TurnLaw(points, mean_rolls)


def _most_points(rules: FarkleRules, dice: int) -> Mapping[_After | None, float]:
    """Probability of what the set-aside with the most points of a roll leads to; None where nothing scores."""
    found: dict[_After | None, float] = defaultdict(float)
    for roll, number in multisets(dice):
        found[next(iter(_after(rules, roll)), None)] += number / FACES**dice
    return found


def best_mean(rules: FarkleRules, minimum: int = 0) -> float:
    """Find the highest expected points of one turn, of which at least ``minimum`` have to be banked."""
    return _best(rules, minimum, np.arange(CAP + _most(rules) + 1, dtype=np.float64))


def best_chance(rules: FarkleRules, points: int) -> float:
    """Find the highest chance to bank at least so many points in one turn."""
    return _best(rules, points, np.ones(CAP + _most(rules) + 1))


def _most(rules: FarkleRules) -> int:
    return max(option.points for roll, _ in multisets(MOST_DICE) for option in options(rules, roll)[:1])


def _best(rules: FarkleRules, minimum: int, worth: npt.NDArray[np.float64]) -> float:
    """Maximise the expected worth of one turn: ``worth[t]`` for a banked turn total ``t`` of ``minimum`` or more.

    Dynamic programming over turn totals from ``CAP`` down, for every set-aside adds points.
    """
    scoring = [
        (dice, number / FACES**dice, choices)
        for dice in range(1, MOST_DICE + 1)
        for roll, number in multisets(dice)
        if (choices := _after(rules, roll))
    ]
    points, left, must_roll = np.array([choice for _, _, choices in scoring for choice in choices]).T
    begins = np.cumsum([0, *(len(choices) for _, _, choices in scoring[:-1])])
    dice = np.array([dice for dice, _, _ in scoring])
    chance = np.array([chance for _, chance, _ in scoring])
    step = int(np.gcd.reduce(points))
    banked = np.where(np.arange(len(worth)) >= minimum, worth, 0.0)[::step]  # by turn total, in steps
    value = np.repeat(banked[:, None], MOST_DICE + 1, axis=1)  # of rolling on, by turn total and number of dice
    for total in range(CAP // step - 1, -1, -1):
        reached = total + points // step
        best = np.maximum(np.where(must_roll, 0.0, banked[reached]), value[reached, left])
        value[total] = np.bincount(dice, np.maximum.reduceat(best, begins) * chance, MOST_DICE + 1)
    return float(value[0, MOST_DICE])
