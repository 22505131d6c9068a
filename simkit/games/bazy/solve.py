"""Exact answers for Bazy: the points of a turn, the best choice of a base, and how long a seat stays in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from simkit.bots import Player
from simkit.games.bazy.decisions import DECISIONS, Option, View
from simkit.games.bazy.exact import turn_law
from simkit.games.bazy.rules import Rules
from simkit.games.dice.laws import Law, mean, turns_to_reach
from simkit.games.dice.sheets import exactly, law_sheet, moments_sheet
from simkit.games.dice.unseen import Unseen
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_POINTS = Goal("points", "the fewest points a turn", "points a turn", is_least=True)

_HIDDEN: dict[str, Any] = {
    "coin": Unseen("its coin"),
    "score": Unseen("its score"),
    "fewest_other": Unseen("the points of the others"),
    "room": Unseen("the points that it may still take"),
    "seats_left": Unseen("the number of seats"),
    "turn": Unseen("the number of its turn"),
}


def _fewest(choices: Sequence[Option], option: Option) -> Fraction:  # noqa: ARG001 (as every law's)
    return Fraction(option.place == 0)  # the fewest points come first


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    return exactly(mean(turn_law(_fewest)))


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    return _sheets(rules, turn_law(_fewest))


def _evaluate(rules: Rules, goal: str, player: Player) -> float:  # noqa: ARG001 (every solver's)
    def chance(choices: Sequence[Option], option: Option) -> Fraction:
        if len(choices) == 1 or not player.decides(DECISIONS[0]):
            return _fewest(choices, option)
        dice = sum(one.number << 3 * (one.face - 1) for one in choices)
        return Fraction(player.choose(DECISIONS[0], View(**_HIDDEN, dice=dice), choices) == option.place)

    return float(mean(turn_law(chance)))


def _sheets(rules: Rules, points: Law) -> list[Sheet]:
    turns = turns_to_reach(points, rules.limit + 1)
    return [
        law_sheet("points", "Points of a turn, the best base named", SheetColumn("points", "points", "count"), points),
        law_sheet("turns", "Turns until a seat is out", SheetColumn("turns", "turns", "count"), turns),
        moments_sheet("moments", "On average", {"points of a turn": points, "turns until out": turns}),
    ]


def _odds(rules: Rules) -> Sequence[Sheet]:
    return _sheets(rules, turn_law(_fewest))


SOLVER = Solver((_POINTS,), _solve, _digest, _odds, _evaluate)
