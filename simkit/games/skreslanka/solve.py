"""Exact answers for Skreślanka: the fewest turns to complete a card alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simkit.bots import Player
from simkit.games.dice.sheets import exactly
from simkit.games.dice.unseen import plain_bot
from simkit.games.skreslanka.columns import FULL_CARD, NUMBERS
from simkit.games.skreslanka.exact import bot_turns, fewest_turns, mean_turns
from simkit.games.skreslanka.reference import ways_to_cross
from simkit.games.skreslanka.rules import Rules
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_TURNS = Goal("turns", "the fewest turns to complete a card, alone", "turns", is_least=True, bots="lineup")


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    return exactly(fewest_turns(rules))


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    rows = []

    def choose(card: int, dice: Sequence[int], ways: list[int], after: list[float]) -> int:
        best = after.index(min(after))
        if card == FULL_CARD:
            crossed = [number for number in NUMBERS if ways[best] >> number - NUMBERS[0] & 1]
            rows.append(("-".join(map(str, dice)), " and ".join(map(str, crossed)), after[best]))
        return best

    mean_turns(rules, choose)
    columns = (
        SheetColumn("roll", "roll", "text"), SheetColumn("cross", "cross off", "text"),
        SheetColumn("turns", "turns left then", "number"),
    )  # fmt: skip
    return [Sheet("first_turn", "What to cross off of a full card", columns, tuple(sorted(rows)))]


def _evaluate(rules: Rules, goal: str, player: Player) -> float:  # noqa: ARG001 (every solver's)
    return bot_turns(rules, plain_bot(player), player.params)


def _odds(rules: Rules) -> Sequence[Sheet]:
    rolls = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    rows = []
    for number in NUMBERS:
        ways = sum(any(number in way for way in ways_to_cross(rules, NUMBERS, roll)) for roll in rolls)
        rows.append((number, f"{ways}/36", ways / 36))
    columns = (
        SheetColumn("number", "number", "count"), SheetColumn("rolls", "rolls", "text"),
        SheetColumn("chance", "chance", "share"),
    )  # fmt: skip
    return [Sheet("numbers", "Rolls that may cross off a number of a full card", columns, tuple(rows))]


SOLVER = Solver((_TURNS,), _solve, _digest, _odds, _evaluate)
