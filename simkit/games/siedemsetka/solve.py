"""Exact answers for Siedemsetka: the odds of a roll beside the dice on the table, and the most points of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from simkit.bots import Player
from simkit.games.dice.rolls import FACES, MOST_DICE, code, multisets
from simkit.games.dice.sheets import exactly
from simkit.games.dice.unseen import plain_bot
from simkit.games.siedemsetka.exact import CAP, best_turn, lying, turn_law
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import options
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_POINTS = Goal("points", "the most points a turn, whatever the score", "points a turn")

_SHOWN = 12
_TABLE = SheetColumn("table", "on the table", "text")


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    return exactly(best_turn(rules).mean())


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    best = best_turn(rules)
    rows = []
    for table in lying():
        rolls = np.flatnonzero(best.value[:CAP, best.place[code(table)]] > np.arange(CAP))
        rows.append((_told(table), int(rolls[-1]) + 1 if len(rolls) else 0))
    told = "Turn total from which to bank, by the dice on the table"
    return [Sheet("bank_from", told, (_TABLE, SheetColumn("bank_from", "bank from", "count")), tuple(rows), _SHOWN)]


def _told(table: tuple[int, ...]) -> str:
    return "-".join(map(str, table)) or "nothing"


def _evaluate(rules: Rules, goal: str, player: Player) -> float:  # noqa: ARG001 (every solver's)
    return turn_law(rules, plain_bot(player), player.params).mean()


def _odds(rules: Rules) -> Sequence[Sheet]:
    rows = []
    for table in lying():
        dice = MOST_DICE - len(table)
        found = [(ways, options(rules, table, roll)) for roll, ways in multisets(dice)]
        lost = sum(ways for ways, choices in found if not choices)
        points = sum(ways * choices[0].points for ways, choices in found if choices)
        whole = FACES**dice
        rows.append((_told(table), dice, f"{lost}/{whole}", lost / whole, float(Fraction(points, whole))))
    columns = (
        _TABLE, SheetColumn("dice", "dice rolled", "count"), SheetColumn("busts", "busts", "text"),
        SheetColumn("chance", "chance", "share"), SheetColumn("mean", "mean of the best", "number"),
    )  # fmt: skip
    told = "One roll, by the dice on the table: the chance of a bust, and the mean of what is worth most"
    return [Sheet("rolls", told, columns, tuple(rows), _SHOWN)]


SOLVER = Solver((_POINTS,), _solve, _digest, _odds, _evaluate)
