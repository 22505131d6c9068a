"""Exact values of Siedemsetka: rolls by counting, one turn and whole games by dynamic programming.

Everything comes from the options that ``scoring.py`` finds among the dice, so that published values test those, and
simulations are tested against these.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.games.dice.rolls import FACES, MOST_DICE, Dice, code, multisets
from simkit.games.dice.unseen import UNSEEN_COIN
from simkit.games.siedemsetka.decisions import ROLL, Option, View
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import LEAST, options
from simkit.model.bot import Bot

__all__ = ["BestTurn", "TurnLaw", "best_turn", "first_wins", "lying", "turn_law", "turns_to"]

CAP = 800
"""Turn totals from here on are banked at once: 22 rolls without a bust at least, of which no digit shows."""

NEGLIGIBLE = 1e-13
"""Chance below which a state of a turn is left out."""


def lying() -> list[Dice]:
    """List all sets of dice that may lie on the table while the others are rolled: none to three."""
    return [dice for number in range(MOST_DICE - LEAST + 1) for dice, _ in multisets(number)]


class _Roll(NamedTuple):
    """A roll with its chance, and what may be taken after it."""

    chance: float
    choices: tuple[Option, ...]


def _law_of_rolls(rules: Rules) -> dict[int, list[_Roll]]:
    """Every roll by the code of the dice on the table."""
    return {
        code(table): [
            _Roll(number / FACES ** (MOST_DICE - len(table)), options(rules, table, roll))
            for roll, number in multisets(MOST_DICE - len(table))
        ]
        for table in lying()
    }


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


def turn_law(rules: Rules, bot: Bot, params: Any, to_target: int = 2**20) -> TurnLaw:
    """Find the law of a turn of a bot that looks at nothing but its turn total, the dice and what it may take.

    ``params`` are its parameters as its class; the target is ``to_target`` points away.
    """
    law = _law_of_rolls(rules)
    waiting = {(0, 0, MOST_DICE): 1.0}  # by turn total, dice on the table, dice to roll
    points: dict[int, float] = defaultdict(float)
    mean_rolls = 0.0
    while waiting:
        total, table, dice = state = min(waiting)  # every roll adds points, so no state comes back
        chance = waiting.pop(state)
        if chance < NEGLIGIBLE:
            points[total] += chance
            continue
        mean_rolls += chance
        for roll in law[table]:
            if not roll.choices:
                points[0] += chance * roll.chance
                continue
            option = _taken(bot, params, _view(total, table, dice, to_target), roll.choices)
            reached = total + option.points
            if _rolls_on(bot, params, _view(reached, option.lying, option.dice, to_target)):
                after = reached, option.lying, option.dice
                waiting[after] = waiting.get(after, 0.0) + chance * roll.chance
            else:
                points[reached] += chance * roll.chance
    return TurnLaw(points, mean_rolls)


def _view(total: int, table: int, dice: int, to_target: int) -> View:
    return View(UNSEEN_COIN, total, dice, table, 0, 0, to_target, 0, 1, 1)


def _taken(bot: Bot, params: Any, view: View, choices: Sequence[Option]) -> Option:
    choose = bot.decide.get("combination")
    return choices[0] if choose is None else max(choices, key=lambda option: float(choose(view, option, params)))


def _rolls_on(bot: Bot, params: Any, view: View) -> bool:
    decide = bot.decide.get("roll_again")
    return decide is not None and int(decide(view, params)) == ROLL


@dataclass(frozen=True)
class BestTurn:
    """The play that makes the most points in a turn.

    ``value[total, place]`` is the mean of the points banked when the dice that do not lie on the table are rolled at
    that turn total; ``place`` holds the place of each code of dice on the table.
    """

    value: npt.NDArray[np.float64]
    place: Mapping[int, int]

    def mean(self) -> float:
        """Find the highest mean of the points banked in a turn."""
        return float(self.value[0, self.place[0]])

    def after(self, total: int, option: Option) -> float:
        """Find the mean of the points banked when that is taken at that turn total, and the best done after it."""
        reached = total + option.points
        return max(reached, self.roll_on(reached, option.lying))

    def roll_on(self, total: int, table: int) -> float:
        """Find the mean of the points banked when the other dice are rolled at that turn total."""
        return float(self.value[total, self.place[table]])


def best_turn(rules: Rules) -> BestTurn:
    """Maximise the mean of the points banked in one turn: dynamic programming over turn totals from ``CAP`` down."""
    law = _law_of_rolls(rules)
    place = {table: number for number, table in enumerate(law)}
    scoring = [(place[table], roll) for table, rolls in law.items() for roll in rolls if roll.choices]
    points, table = np.array([(o.points, place[o.lying]) for _, roll in scoring for o in roll.choices]).T
    begins = np.cumsum([0, *(len(roll.choices) for _, roll in scoring[:-1])])
    before = np.array([number for number, _ in scoring])
    chance = np.array([roll.chance for _, roll in scoring])
    value = np.repeat(np.arange(CAP + int(points.max()) + 1, dtype=np.float64)[:, None], len(place), axis=1)
    for total in range(CAP - 1, -1, -1):
        reached = total + points
        best = np.maximum.reduceat(np.maximum(reached, value[reached, table]), begins)
        value[total] = np.bincount(before, best * chance, len(place))
    return BestTurn(value, place)


def turns_to(law: TurnLaw, target: int, turns: int) -> npt.NDArray[np.float64]:
    """Find the chance that a seat has reached the target after 0, 1, ..., ``turns`` turns of that law."""
    most = max(points for points, chance in law.points.items() if chance > 0)
    of_points = np.zeros(most + 1)
    for points, chance in law.points.items():
        of_points[points] += chance
    short, reached = np.zeros(target), [0.0]  # the chances of the scores below the target
    short[0] = 1.0
    for _ in range(turns):
        short = np.convolve(short, of_points)[:target]
        reached.append(1.0 - float(short.sum()))
    return np.array(reached)


def first_wins(reached: npt.NDArray[np.float64]) -> float:
    """Find the chance that the first of two equal seats is the first to reach the target; see ``turns_to``."""
    return float((np.diff(reached) * (1.0 - reached[:-1])).sum())
