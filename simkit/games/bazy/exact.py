"""Exact values of Bazy by counting rolls: the points of a turn, and who of two seats goes out first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from simkit.games.bazy.decisions import Option
from simkit.games.bazy.reference import options
from simkit.games.dice.laws import Law
from simkit.games.dice.rolls import FACES, MOST_DICE, multisets

__all__ = ["first_of_two_wins", "turn_law"]


def turn_law(chance: Callable[[Sequence[Option], Option], Fraction]) -> Law:
    """Find the law of the points of a turn; ``chance`` is how likely an option of the list is taken."""
    law: dict[int, Fraction] = {}
    for dice, number in multisets(MOST_DICE):
        choices = options(dice)
        for option in choices:
            part = chance(choices, option) * number / FACES**MOST_DICE
            law[option.points] = law.get(option.points, Fraction(0)) + part
    return {points: part for points, part in sorted(law.items()) if part}


def first_of_two_wins(law: Law) -> Fraction:
    """Find how likely the first of two seats wins where going out is at once.

    ``law`` is that of each one's turns until it is over the limit; with as many turns it is the first that goes out.
    """
    level = sum((chance**2 for chance in law.values()), Fraction(0))
    return (1 - level) / 2
