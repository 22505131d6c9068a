"""What six dice score in Strity, counted in the order and words of the rule sheet.

For the reference, for exact values and for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from simkit.games.strity.columns import COMBINATIONS
from simkit.games.strity.rules import Rules

__all__ = ["combination", "has_triple_pair_single", "sheet", "worth"]

NOTHING = COMBINATIONS[0]


def has_triple_pair_single(rules: Rules, dice: Sequence[int]) -> bool:
    """Whether the dice are a triple, a pair and a single; of the same face as well under ``superset``."""
    counts = sorted(Counter(dice).values())
    if rules.triple_pair_single == "exact":
        return counts == [1, 2, 3]
    return counts in ([1, 2, 3], [3, 3], [2, 4], [1, 5], [6])


def combination(rules: Rules, dice: Sequence[int]) -> str:
    """Name the combination of six dice that pays most; of those that pay the same the longer straight.

    A combination that pays 0 points counts all the same: it is there.
    """
    faces = set(dice)
    there = []
    if faces >= {1, 2, 3, 4, 5, 6}:
        there.append("full_straight")
    if faces >= {2, 3, 4, 5, 6}:
        there.append("big_straight")
    if faces >= {1, 2, 3, 4, 5}:
        there.append("small_straight")
    if has_triple_pair_single(rules, dice):
        there.append("three_two_one")
    return max(there, key=lambda name: worth(rules, name), default=NOTHING)


def worth(rules: Rules, name: str) -> int:
    """Points of a combination, not doubled."""
    points: int = 0 if name == NOTHING else getattr(rules, name)
    return points


def sheet(rules: Rules, dice: Sequence[int]) -> list[dict[str, Any]]:
    """List what ``simkit score`` prints of six dice: the points after the first roll, and later; fewer score none."""
    name = combination(rules, dice) if len(dice) == len("123456") else NOTHING
    if name == NOTHING:
        return []
    factor = 2 if rules.first_roll_double else 1
    points = worth(rules, name)
    return [{"combination": name, "after the first roll": points * factor, "later": points}]
