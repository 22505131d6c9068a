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
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.scoring import options

__all__ = ["TurnLaw", "best_chance", "best_long_run", "best_mean", "best_roll_mean", "busts", "turn_law"]

CAP = 40_000
"""Turn totals from here on are banked at once; dozens of hot dice lie on the way, so no digit of a value changes."""

_ITERATIONS, _CLOSE = 100, 1e-9  # a penalty's influence fades by the chance of a bust, about 0.3 a turn

NEGLIGIBLE = 1e-17
"""Chance below which a state of a turn is left out."""


def busts(rules: Rules, dice: int) -> int:
    """Count the ordered rolls of ``dice`` dice that end the turn: nothing scores, and there is no bonus for that."""
    return sum(number for roll, number in multisets(dice) if not _after(rules, roll))


def best_roll_mean(rules: Rules, dice: int) -> Fraction:
    """Find the mean of the most points that a roll of ``dice`` dice is worth, 0 where nothing scores."""
    total = sum(
        number * max((after.points for after in _after(rules, roll)), default=0) for roll, number in multisets(dice)
    )
    return Fraction(total, FACES**dice)


class _After(NamedTuple):
    """What a set-aside leads to, but for the turn total."""

    points: int
    left: int
    must_roll: bool


def _after(rules: Rules, roll: Dice) -> list[_After]:
    """List what each set-aside of a roll leads to, or the bonus for none, the one with the most points first.

    Dice of different rolls do not combine here, and the bonus may come after hot dice.
    """
    must = rules.hot_dice == "must"
    choices = options(rules, roll)
    if not choices and rules.none_first and len(roll) == rules.dice:
        return [_After(rules.none_first, rules.dice, must_roll=True)]
    return [_After(option.points, option.left, must and option.dice == len(roll)) for option in choices]


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


def turn_law(rules: Rules, bank_at: int, minimum: int = 0) -> TurnLaw:
    """Find the law of a turn of a bot that takes the most points of each roll and banks at a total of ``bank_at``.

    The bot does not look at the target; ``minimum`` is the least turn total that may be banked.
    """
    taken = {dice: _most_points(rules, dice) for dice in range(1, rules.dice + 1)}
    waiting = {(0, rules.dice): 1.0}
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


def _most_points(rules: Rules, dice: int) -> Mapping[_After | None, float]:
    """Probability of what the set-aside with the most points of a roll leads to; None where nothing scores."""
    chances: dict[_After | None, float] = defaultdict(float)
    for roll, number in multisets(dice):
        chances[next(iter(_after(rules, roll)), None)] += number / FACES**dice
    return chances


def best_mean(rules: Rules, minimum: int = 0) -> float:
    """Find the highest expected points of one turn, of which at least ``minimum`` have to be banked."""
    return _best(rules, minimum, np.arange(CAP + _most(rules) + 1, dtype=np.float64))


def best_chance(rules: Rules, points: int) -> float:
    """Find the highest chance to bank at least so many points in one turn."""
    return _best(rules, points, np.ones(CAP + _most(rules) + 1))


def _most(rules: Rules) -> int:
    return max(option.points for roll, _ in multisets(rules.dice) for option in options(rules, roll)[:1])


def best_long_run(rules: Rules) -> float:
    """Find the highest mean of points a turn in an endless game alone, penalties for busts in a row counted.

    The minimum is ``bank_min``. Relative value iteration over the number of busts in a row.
    """
    points = np.arange(CAP + _most(rules) + 1, dtype=np.float64)
    relative = np.zeros(max(rules.streak_busts, 1))
    for _ in range(_ITERATIONS):
        paid = relative[0 if rules.streak_reset else -1] - rules.streak_penalty
        after_bust = [*relative[1:], paid] if rules.streak_busts else [0.0]
        value = np.array([_best(rules, rules.bank_min, points, bust) for bust in after_bust])
        before, relative = relative, value - value[0]
        if np.abs(relative - before).max() < _CLOSE:
            break
    return float(value[0])


def _best(rules: Rules, minimum: int, worth: npt.NDArray[np.float64], bust: float = 0.0) -> float:
    """Maximise the expected worth of one turn: ``worth[t]`` for a banked turn total ``t`` of ``minimum`` or more.

    A bust is worth ``bust``.

    Dynamic programming over turn totals from ``CAP`` down, for every set-aside adds points.
    """
    scoring = [
        (dice, number / FACES**dice, choices)
        for dice in range(1, rules.dice + 1)
        for roll, number in multisets(dice)
        if (choices := _after(rules, roll))
    ]
    points, left, must_roll = np.array([choice for _, _, choices in scoring for choice in choices]).T
    begins = np.cumsum([0, *(len(choices) for _, _, choices in scoring[:-1])])
    dice = np.array([dice for dice, _, _ in scoring])
    chance = np.array([chance for _, chance, _ in scoring])
    step = int(np.gcd.reduce(points))
    banked = np.where(np.arange(len(worth)) >= minimum, worth, -np.inf)[::step]  # by turn total, in steps
    lost = bust * (1 - np.bincount(dice, chance, MOST_DICE + 1))
    value = np.repeat(banked[:, None], MOST_DICE + 1, axis=1)  # of rolling on, by turn total and number of dice
    for total in range(CAP // step - 1, -1, -1):
        reached = total + points // step
        best = np.maximum(np.where(must_roll, -np.inf, banked[reached]), value[reached, left])
        value[total] = np.bincount(dice, np.maximum.reduceat(best, begins) * chance, MOST_DICE + 1) + lost
    return float(value[0, rules.dice])
