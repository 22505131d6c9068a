"""Exact answers for Generał: the odds of each box, and the highest total alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simkit.errors import UsageError
from simkit.games.dice.sheets import exactly
from simkit.games.general.boxes import ALL_BOXES, BOXES, TITLES
from simkit.games.general.exact import best_totals, single_box
from simkit.games.general.rules import Rules
from simkit.model.solution import Goal, Sheet, SheetColumn, Solution, Solver

__all__ = ["SOLVER"]

_POINTS = Goal("points", "the highest total, alone", "points", bots="none")
_BOX = SheetColumn("box", "box", "text")


def _solve(rules: Rules, goal: str, tell: Callable[[float], None]) -> Solution:  # noqa: ARG001 (every solver's)
    for name in ("first_roll_bonus", "school_bonus", "school_malus"):
        if getattr(rules, name):
            raise UsageError(f"rules.{name}: what is best would depend on more than the open boxes; 0 leaves it out")
    totals = best_totals(rules)
    return Solution(exactly(totals[ALL_BOXES]).value, {"totals": totals})


def _digest(rules: Rules, goal: str, solution: Solution) -> Sequence[Sheet]:  # noqa: ARG001 (every solver's)
    totals = solution.arrays["totals"]
    rows = tuple(
        (title, float(totals[ALL_BOXES] - totals[ALL_BOXES & ~(1 << box)])) for box, title in enumerate(TITLES)
    )
    told = "What an open box is worth at the beginning: how much less is to be had without it"
    return [Sheet("boxes", told, (_BOX, SheetColumn("worth", "points", "number")), rows)]


def _odds(rules: Rules) -> Sequence[Sheet]:
    rows = []
    for box, title in enumerate(TITLES):
        found = single_box(rules, box)
        rows.append((title, float(found.chance), float(found.mean), str(found.mean), found.best))
    columns = (
        _BOX, SheetColumn("chance", "chance of points", "share"), SheetColumn("mean", "mean of one roll", "number"),
        SheetColumn("mean_exact", "exactly", "text"), SheetColumn("best", "best of three rolls", "number"),
    )  # fmt: skip
    assert len(rows) == len(BOXES)
    return [Sheet("boxes", "Each box by itself: one roll, and the best mean of three", columns, tuple(rows))]


SOLVER = Solver((_POINTS,), _solve, _digest, _odds)
