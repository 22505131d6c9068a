"""Exact answers for Skreślanka 2: the most numbers crossed off in the turns of a game."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence

from simkit.bots import Player
from simkit.errors import UsageError
from simkit.games.dice.sheets import exactly
from simkit.games.dice.unseen import plain_bot
from simkit.games.skreslanka_2.columns import NUMBERS
from simkit.games.skreslanka_2.exact import bot_numbers, most_numbers
from simkit.games.skreslanka_2.rules import Rules
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_POINTS = Goal("points", "the most numbers crossed off in the turns of a game, alone", "numbers", bots="lineup")


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    _check(rules)
    return exactly(most_numbers(rules, rules.turns)[-1])


def _check(rules: Rules) -> None:
    if rules.mode != "turns":
        raise UsageError(
            f'rules.mode = "{rules.mode}": only games of a fixed number of turns are solved, mode = "turns"'
        )


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    rows = tuple(enumerate(most_numbers(rules, rules.turns), start=1))
    columns = (SheetColumn("turns", "turns", "count"), SheetColumn("numbers", "numbers", "number"))
    return [Sheet("by_turns", "The most numbers crossed off in so many turns, on average", columns, rows)]


def _evaluate(rules: Rules, goal: str, player: Player) -> float:  # noqa: ARG001 (every solver's)
    return bot_numbers(rules, plain_bot(player), player.params, rules.turns)


def _odds(rules: Rules) -> Sequence[Sheet]:
    rows = []
    counts = [Counter(map(sum, itertools.product(range(1, 7), repeat=rules.first_dice + more))) for more in range(3)]
    for number in NUMBERS:
        row = [(found[number], 6 ** (rules.first_dice + more)) for more, found in enumerate(counts)]
        rows.append((number, *(ways / whole for ways, whole in row)))
    columns = tuple(
        SheetColumn(f"dice_{rules.first_dice + more}", f"sum of {rules.first_dice + more} dice", "share")
        for more in range(3)
    )
    told = "The chance of each sum, by the dice thrown in the turn"
    return [Sheet("sums", told, (SheetColumn("number", "number", "count"), *columns), tuple(rows))]


SOLVER = Solver((_POINTS,), _solve, _digest, _odds, _evaluate)
