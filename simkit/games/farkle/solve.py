"""Exact answers for the Farkle family: odds of rolls, the best play, and what given bots make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simkit.bots import Player
from simkit.games.farkle.digest import points_digest
from simkit.games.farkle.graph import family_turn
from simkit.games.farkle.odds import family_odds
from simkit.games.farkle.race_digest import turns_digest, win_digest
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.solve_points import solve_points
from simkit.games.farkle.solve_race import race_of, solve_turns, solve_win
from simkit.games.farkle.turn_bots import BotTurns
from simkit.model.solution import Goal, Sheet, Solution, Solver

__all__ = ["SOLVER"]

_GOALS = (
    Goal("points", "the most points a turn, alone in an endless game", "points a turn", bots="all"),
    Goal("turns", "the fewest turns to the target, alone", "turns", is_least=True, bots="lineup"),
    Goal("win", "the chance of the first of two seats to win, both playing their best", "of games", bots="none"),
)


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:
    if goal == "points":
        return solve_points(rules)
    return solve_turns(rules, family_turn(rules)) if goal == "turns" else solve_win(rules, family_turn(rules), tell)


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:
    if goal == "points":
        return points_digest(rules, solution)
    return (turns_digest if goal == "turns" else win_digest)(rules, family_turn(rules), solution)


def _evaluate(rules: Rules, goal: str, player: Player) -> float:
    turns = BotTurns(rules, player)
    if goal == "points":
        return turns.long_run()
    family = family_turn(rules)
    return turns.turns_alone(race_of(rules, family), family.step)


SOLVER = Solver(_GOALS, _solve, _digest, family_odds, _evaluate)
