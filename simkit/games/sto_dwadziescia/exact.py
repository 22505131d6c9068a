"""Exact values of Sto dwadzieścia by counting ordered rolls: one turn, the turns to the target, who of two wins."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

from simkit.games.sto_dwadziescia.reference import points_of
from simkit.games.sto_dwadziescia.rules import Rules

__all__ = ["first_of_two_wins", "mean", "turn_law", "turns_to_target", "variance"]

Law = dict[int, Fraction]
"""Probabilities by value."""


def turn_law(rules: Rules) -> Law:
    """Find the law of the points of one turn."""
    rolls = Counter(points_of(rules, dice) for dice in itertools.product(range(1, 7), repeat=2))
    return {points: Fraction(number, 36) for points, number in sorted(rolls.items())}


def turns_to_target(rules: Rules) -> Law:
    """Find the law of the number of turns with which a seat reaches the target."""
    turn, law = turn_law(rules), {}
    below: Law = {0: Fraction(1)}  # of the score, while it is below the target
    number = 0
    while below:
        number += 1
        after: Law = {}
        for score, chance in below.items():
            for points, part in turn.items():
                after[score + points] = after.get(score + points, Fraction(0)) + chance * part
        law[number] = sum((chance for score, chance in after.items() if score >= rules.target), Fraction(0))
        below = {score: chance for score, chance in after.items() if score < rules.target}
    return law


def first_of_two_wins(law: Law) -> tuple[Fraction, Fraction]:
    """Find how likely the first of two seats wins when the first at the target does, and that they need as many turns.

    ``law`` is that of the turns that each of them needs.
    """
    level = sum((chance**2 for chance in law.values()), Fraction(0))
    return (1 + level) / 2, level


def mean(law: Law) -> Fraction:
    """Find the mean of a law."""
    return sum((value * chance for value, chance in law.items()), Fraction(0))


def variance(law: Law) -> Fraction:
    """Find the variance of a law."""
    return sum((value**2 * chance for value, chance in law.items()), Fraction(0)) - mean(law) ** 2
