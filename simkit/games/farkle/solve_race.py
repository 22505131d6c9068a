"""Races of the Farkle family: the fewest turns to the target alone, and the chance to win of two seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.errors import UsageError
from simkit.games.dice.race import Race, Wins, last_turns
from simkit.games.dice.race_values import fewest_turns, scratch_for, win_chances
from simkit.games.dice.rolls import FACES
from simkit.games.farkle.graph import FamilyTurn, TurnState, counted_rolls, listed
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.tables import OptionField, build
from simkit.model.solution import Bounds, Solution

__all__ = ["race_of", "solve_turns", "solve_win", "wins_of"]

Numbers = npt.NDArray[np.float64]

_MOST_SCORES = 1_000
"""Scores of a race of two seats: time grows with their third power, from some 15 s for 200."""

_MORE = 100
"""Steps above the target that are told apart at least, where a last round follows."""


def solve_turns(rules: Rules, family: FamilyTurn) -> Solution:
    """Find the fewest turns to the target alone: ``turns``, ``float64[scores]``, are those still needed."""
    turns, value = fewest_turns(race_of(rules, family))
    return Solution(Bounds(float(value.low), float(value.high)), {"turns": turns})


def solve_win(rules: Rules, family: FamilyTurn, tell: Callable[[float], None]) -> Solution:
    """Find the chance of the seat that begins to win against one that plays as well.

    ``first`` and ``second`` are ``float64[scores, scores]``: the chances of the seat to move, by its own score and the
    other's. With a last round, scores far above the target are taken for less than they are worth in these, and for a
    sure win in a second calculation, which bounds them from above.
    """
    _check_seats(rules)
    race = race_of(rules, family)
    scores = len(race.minimum)
    if scores > _MOST_SCORES:
        told = f"rules.target: points come in steps of {family.step}, so {scores:,} scores lie below the target"
        raise UsageError(f"{told}; two seats are solved for {_MOST_SCORES:,} at most")
    is_symmetric = rules.final_round != "rest_of_round" and (rules.final_round == "none" or rules.tie != "seat_order")
    first = np.full((scores, scores), 0.5)
    wins = wins_of(rules, race, first, first if is_symmetric else first.copy())
    has_last_round = wins.finish_first.shape[1] > 1
    error = win_chances(race, wins, lambda share: tell(share / 2 if has_last_round else share))
    low = high = float(first[0, 0])
    if has_last_round:
        higher = _sure_above(wins, is_symmetric)
        error = max(error, win_chances(race, higher, lambda share: tell((1 + share) / 2)))
        high = float(higher.first[0, 0])
    value = Bounds(max(0.0, min(low, high) - error), min(1.0, max(low, high) + error))
    return Solution(value, {"first": wins.first, "second": wins.second})


def _check_seats(rules: Rules) -> None:
    """Refuse rules under which a turn depends on more than both scores."""
    for name, allowed in (("topping", "off"), ("piggyback", False), ("challenge", "off")):
        if getattr(rules, name) != allowed:
            raise UsageError(f"rules.{name}: a turn would depend on more than both scores; it is solved without only")
    if rules.final_round == "none":
        return
    if rules.tie == "turn":
        raise UsageError('rules.tie = "turn": more turns after a last round are not solved; use "shared" or "roll"')
    if rules.exact_target or rules.endgame != "none":
        raise UsageError("rules.final_round: a last round is not solved together with exact_target or an endgame")


def race_of(rules: Rules, family: FamilyTurn) -> Race:
    """Describe a race to the target.

    Raises
    ------
    UsageError
        There is no such race, or it depends on more than the score.
    """
    if not rules.target:
        raise UsageError("rules.target = 0: there is no target to race to")
    if rules.streak_busts or rules.rounds:
        name = "streak_busts" if rules.streak_busts else "rounds"
        raise UsageError(f"rules.{name}: a race is solved without only; --set rules.{name}=0 leaves it out")
    scores = -(-(rules.target + rules.target_strict) // family.step)
    minima = [-(-_minimum(rules, score * family.step) // family.step) for score in range(scores)]
    one_roll = np.array([_one_roll(rules, score * family.step) for score in range(scores)])
    return Race(family.graph, np.array(minima), int(rules.exact_target), one_roll)


def _missing(rules: Rules, score: int) -> int:
    return rules.target + rules.target_strict - score


def _minimum(rules: Rules, score: int) -> int:
    """Least turn total with which a seat with that score may bank: open_min until it has points, then bank_min."""
    least = rules.bank_min if score else max(rules.open_min, rules.bank_min)
    if rules.exact_target:
        least = min(least, _missing(rules, score))
    is_endgame = rules.endgame == "single_turn" and score >= rules.endgame_from
    return max(least, _missing(rules, score)) if is_endgame else least


def _one_roll(rules: Rules, score: int) -> float:
    """Chance to finish where a seat with that score has single rolls for it: rules.endgame; elsewhere -1."""
    if rules.endgame != "single_roll" or score < rules.endgame_from:
        return -1.0
    tables, missing, enough = build(rules), _missing(rules, score), 0
    for rolled, ways in counted_rolls(rules.dice):
        begin, end = listed(tables, TurnState(0, rules.dice), rolled)
        points = int(tables.options[begin, OptionField.POINTS]) if begin < end else 0
        enough += ways * (points == missing if rules.exact_target else points >= missing)
    if not enough:
        raise UsageError(
            f"rules.endgame_from: {missing:,} points cannot be made in one roll, so the race may never end"
        )
    return float(1 - (1 - enough / FACES**rules.dice) ** rules.endgame_tries)


def wins_of(rules: Rules, race: Race, first: Numbers, second: Numbers) -> Wins:
    """Put chances to win together with what it is worth to bank the target or more."""
    scores = len(race.minimum)
    sure: Numbers = np.ones((scores, 1))
    if rules.final_round == "none":
        return Wins(first, second, sure, sure)
    last = _last_turns(rules, race, 0.0 if rules.tie == "seat_order" else 0.5)
    if rules.final_round == "rest_of_round":
        return Wins(first, second, 1 - last, np.ones_like(last))
    second_last = _last_turns(rules, race, 1.0) if rules.tie == "seat_order" else last
    return Wins(first, second, 1 - last, 1 - second_last)


def _last_turns(rules: Rules, race: Race, tie: float) -> Numbers:
    """Chance of a last turn to win, by its score and by steps of the other's above the target; a tie counts ``tie``."""
    scores, more = len(race.minimum), max(len(race.minimum), _MORE)
    scratch, by_need = scratch_for(race, more + 1), np.zeros((2, scores + more + 1))
    for row, score in zip(by_need, (0, scores - 1), strict=True):  # before the seat has banked, and after that
        last_turns(race, int(race.minimum[score]) if rules.final_min else 0, tie, row, scratch)
    need = scores - np.arange(scores)[:, None] + np.arange(more + 1)
    chances: Numbers = np.where(np.arange(scores)[:, None] == 0, by_need[0][need], by_need[1][need])
    return chances


def _sure_above(wins: Wins, is_symmetric: bool) -> Wins:
    """Take the highest scores for a sure win."""
    finishes: list[Any] = []
    for finish in (wins.finish_first, wins.finish_second):
        finishes.append(finish.copy())
        finishes[-1][:, -1] = 1.0
    first = wins.first.copy()
    return Wins(first, first if is_symmetric else wins.second.copy(), *finishes)
