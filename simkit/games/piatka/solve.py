"""Exact answers for Piątka: the chance of a bust, and the most points of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simkit.bots import Player
from simkit.games.dice.laws import mean
from simkit.games.dice.rolls import FACES, multisets
from simkit.games.dice.sheets import exactly, law_sheet
from simkit.games.dice.unseen import plain_bot
from simkit.games.piatka.exact import State, best_policy, bot_policy, turn_law
from simkit.games.piatka.reference import DICE, options
from simkit.games.piatka.rules import Rules
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_POINTS = Goal("points", "the most points a turn, whatever the score", "points a turn")


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    return exactly(mean(turn_law(rules, best_policy(rules))))


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    policy = best_policy(rules)
    rows = []
    for dice in range(DICE - 1, 0, -1):
        row: list[Any] = [dice]
        for largest in range(1, FACES + 1):
            aside = DICE - dice
            totals = range(largest + aside - 1, largest * aside + 1)  # the other dice show 1 to the largest face
            rolls = [total for total in totals if not policy.stops(State(total, largest, dice))]
            row.append("stop" if not rolls else "roll" if rolls[-1] == totals[-1] else f"stop from {rolls[-1] + 1}")
        rows.append(tuple(row))
    columns = tuple(SheetColumn(f"largest_{face}", f"largest {face}", "text") for face in range(1, FACES + 1))
    return [
        Sheet("stops", "When to stop, by dice left and the largest face set aside",
              (SheetColumn("dice", "dice left", "count"), *columns), tuple(rows)),
        law_sheet("points", "Points of a turn under the best play", SheetColumn("points", "points", "count"),
                  turn_law(rules, policy)),
    ]  # fmt: skip


def _evaluate(rules: Rules, goal: str, player: Player) -> float:  # noqa: ARG001 (every solver's)
    return float(mean(turn_law(rules, bot_policy(plain_bot(player), player.params))))


def _odds(rules: Rules) -> Sequence[Sheet]:
    rows = []
    for dice in range(DICE, 0, -1):
        for largest in range(FACES + 1) if dice < DICE else (0,):
            if largest or dice == DICE:
                lost = sum(ways for roll, ways in multisets(dice) if not options(rules, roll, largest))
                rows.append((dice, largest, f"{lost}/{FACES**dice}", lost / FACES**dice))
    columns = (
        SheetColumn("dice", "dice left", "count"), SheetColumn("largest", "largest set aside", "count"),
        SheetColumn("busts", "busts", "text"), SheetColumn("chance", "chance", "share"),
    )  # fmt: skip
    return [Sheet("rolls", "The chance of a bust, by dice left and the largest face set aside", columns, tuple(rows))]


SOLVER = Solver((_POINTS,), _solve, _digest, _odds, _evaluate)
