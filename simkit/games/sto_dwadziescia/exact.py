"""Exact values of Sto dwadzieścia by counting ordered rolls: the points of a turn, and who of two seats wins."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

from simkit.games.dice.laws import Law
from simkit.games.sto_dwadziescia.reference import points_of
from simkit.games.sto_dwadziescia.rules import Rules

__all__ = ["first_of_two_wins", "turn_law"]


def turn_law(rules: Rules) -> Law:
    """Find the law of the points of one turn."""
    rolls = Counter(points_of(rules, dice) for dice in itertools.product(range(1, 7), repeat=2))
    return {points: Fraction(number, 36) for points, number in sorted(rolls.items())}


def first_of_two_wins(law: Law) -> tuple[Fraction, Fraction]:
    """Find how likely the first of two seats wins when the first at the target does, and that they need as many turns.

    ``law`` is that of the turns that each of them needs.
    """
    level = sum((chance**2 for chance in law.values()), Fraction(0))
    return (1 + level) / 2, level
