"""Bots of Skreślanka: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x / on numbers, so that they decide the same on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.dice.deciding import take_any
from simkit.games.skreslanka.decisions import Option, View
from simkit.model.bot import Bot

__all__ = ["BOTS"]


class Params(NamedTuple):
    """No parameters; a class of its own, so that a bot's hash is that of this file."""


def cross_sum(view: View, option: Option, params: Params) -> float:
    """Score the sum best, then the most faces."""
    return 10.0 * option.is_sum + option.crosses


def cross_faces(view: View, option: Option, params: Params) -> float:
    """Score faces best, the more the better."""
    return option.crosses - 0.5 * option.is_sum


def cross_most(view: View, option: Option, params: Params) -> float:
    """Score an option by how many numbers it crosses off; the sum comes first among equals."""
    return float(option.crosses)


def cross_rarest(view: View, option: Option, params: Params) -> float:
    """Score an option by its rarest number: how many of the 36 rolls do not show it, as a face or as the sum."""
    rarest = 0.0
    for number in range(1, 13):
        if option.numbers >> (number - 1) & 1:
            rolls = 10 + number if number <= 6 else 13 - number
            rarest = max(rarest, 36.0 - rolls)
    return rarest


BOTS: tuple[Bot, ...] = (
    Bot(
        name="rarest-first",
        meaning="Crosses off whatever contains the number that comes up least often, as a face or as a sum.",
        source="ours, seen in the play that takes the fewest turns",
        decide={"cross": cross_rarest},
        params=Params,
        weakness="Next to none: 0.0001 turns more than the best play.",
    ),
    Bot(
        name="sum-first",
        meaning="Crosses off the sum where it is open, else the faces.",
        source="ours: big numbers are the hard ones",
        decide={"cross": cross_sum},
        params=Params,
        weakness="Takes a small sum, such as 2 with 1-1, where the face is rarer.",
    ),
    Bot(
        name="two-faces-first",
        meaning="Crosses off the most numbers: two different faces, else the sum, else a face.",
        source="ours: how a beginner plays, who counts numbers",
        decide={"cross": cross_most},
        params=Params,
        weakness="Crosses off easy numbers while the sums, which get rare, stay open.",
    ),
    Bot(
        name="faces-first",
        meaning="Crosses off faces as long as one is open, then sums.",
        source="ours: the opposite of sum-first",
        decide={"cross": cross_faces},
        params=Params,
        weakness="Lets the sums above six wait, which nothing else can cross off.",
    ),
    Bot(
        name="random",
        meaning="Crosses off anything that it may, each choice equally likely.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"cross": take_any},
        params=Params,
        weakness="Everything; it shows what skill is worth.",
    ),
)
