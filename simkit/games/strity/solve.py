"""Exact answers for Strity: the odds of one roll, and the most points of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simkit.bots import Player
from simkit.games.dice.rolls import FACES
from simkit.games.dice.sheets import exactly, law_sheet
from simkit.games.dice.unseen import plain_bot
from simkit.games.strity.decisions import DICE
from simkit.games.strity.exact import best_turn, one_roll, points_law, turn_law
from simkit.games.strity.rules import Rules
from simkit.games.strity.scoring import worth
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_POINTS = Goal("points", "the most points a turn", "points a turn")


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    return exactly(best_turn(rules)[0])


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    _, law = best_turn(rules)
    columns = (
        SheetColumn("combination", "combination", "text"), SheetColumn("rolls", "after roll", "count"),
        SheetColumn("chance", "chance", "share"),
    )  # fmt: skip
    rows = tuple((name, rolls, chance) for (name, rolls), chance in sorted(law.items()) if chance)
    return [
        law_sheet(
            "points", "Points of a turn under the best play", SheetColumn("points", "points", "count"),
            points_law(rules, law),
        ),
        Sheet("ends", "What a turn of the best play ends with", columns, rows),
    ]  # fmt: skip


def _evaluate(rules: Rules, goal: str, player: Player) -> float:  # noqa: ARG001 (every solver's)
    law = turn_law(rules, plain_bot(player).decide.get("keep"), player.params)
    return sum(points * chance for points, chance in points_law(rules, law).items())


def _odds(rules: Rules) -> Sequence[Sheet]:
    whole = FACES**DICE
    columns = (
        SheetColumn("combination", "combination", "text"), SheetColumn("rolls", "rolls", "text"),
        SheetColumn("chance", "chance", "share"), SheetColumn("points", "points", "count"),
    )  # fmt: skip
    rows = tuple(
        (name, f"{number}/{whole}", number / whole, worth(rules, name))
        for name, number in sorted(one_roll(rules).items(), key=lambda counted: counted[1])
    )
    return [Sheet("one_roll", "One roll of six dice", columns, rows)]


SOLVER = Solver((_POINTS,), _solve, _digest, _odds, _evaluate)
