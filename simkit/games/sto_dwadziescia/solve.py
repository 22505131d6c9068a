"""Exact answers for Sto dwadzieścia, which asks for no decisions: how long it takes, and which seat wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from simkit.games.dice.laws import Law, mean, turns_to_reach
from simkit.games.dice.sheets import exactly, law_sheet, moments_sheet
from simkit.games.sto_dwadziescia.exact import turn_law
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.model.columns import MAX_SEATS
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER", "seat_wins"]

_TURNS = Goal("turns", "the turns to the target, alone", "turns", is_least=True, bots="none")


def seat_wins(turns: Law, seats: int) -> list[Fraction]:
    """Find the chance of each seat to be the first at the target; ``turns`` is the law of the turns that each needs."""
    wins, left = [Fraction(0)] * seats, Fraction(1)
    for _, chance in sorted(turns.items()):
        later = left - chance  # chance that a seat needs more turns than this
        for seat in range(seats):
            wins[seat] += later**seat * chance * left ** (seats - seat - 1)
        left = later
    return wins


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    return exactly(mean(turns_to_reach(turn_law(rules), rules.target)))


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    return _odds(rules)


def _odds(rules: Rules) -> Sequence[Sheet]:
    points = turn_law(rules)
    turns = turns_to_reach(points, rules.target)
    return [
        law_sheet("turns", "Turns to the target", SheetColumn("turns", "turns", "count"), turns),
        law_sheet("points", "Points of a turn", SheetColumn("points", "points", "count"), points),
        moments_sheet("moments", "On average", {"points of a turn": points, "turns to the target": turns}),
        *_winners(rules, turns),
    ]


def _winners(rules: Rules, turns: Law) -> Iterator[Sheet]:
    """Tell which seat wins, where the first at the target does."""
    if rules.final_round != "none":
        return
    rows = []
    for seats in range(2, MAX_SEATS + 1):
        wins: list[float | None] = [float(chance) for chance in seat_wins(turns, seats)]
        rows.append((seats, *wins, *[None] * (MAX_SEATS - seats)))
    columns = tuple(SheetColumn(f"seat_{seat}", f"seat {seat}", "share") for seat in range(1, MAX_SEATS + 1))
    told = "The chance of each seat to win, by the number of seats; seat 1 begins"
    yield Sheet("winners", told, (SheetColumn("seats", "seats", "count"), *columns), tuple(rows))


SOLVER = Solver((_TURNS,), _solve, _digest, _odds)
