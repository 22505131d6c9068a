"""Bots of Strity: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x on numbers, so that they decide the same on every machine. A multiset of dice is a
code with three bits for the number of each face, as in the view's ``faces``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from simkit.games.dice.deciding import ONE_OF_EACH, equal_dice, keep, number_of, one_of_each
from simkit.games.strity.decisions import View
from simkit.model.bot import Bot, NoParameters, Parameter

__all__ = ["BOTS", "Goal"]

ALL = 63
"""The answer that keeps every die and so ends the turn."""

SMALL_STRAIGHT, BIG_STRAIGHT = 0o011111, 0o111110
NEAR_STRAIGHT = 0o011110
"""2-3-4-5: open at both ends."""

_OURS = "ours, from the exact strategy for the mean of a turn"


def _one_of(face: int) -> int:
    """Code of one die."""
    return 1 << 3 * (face - 1)


def _dice(view: View) -> tuple[int, ...]:
    """The dice as they lie."""
    return (view.die_1, view.die_2, view.die_3, view.die_4, view.die_5, view.die_6)


def _different(distinct: int) -> int:
    """How many faces there are, of one die each."""
    number = 0
    for face in range(1, 7):
        number += number_of(distinct, face)
    return number


def _is_three_two_one(dice: int) -> bool:
    """Whether six dice are a triple, a pair and a single."""
    pairs, triples = 0, 0
    for face in range(1, 7):
        if number_of(dice, face) == 2:
            pairs += 1
        elif number_of(dice, face) == 3:
            triples += 1
    return pairs == 1 and triples == 1


def _lowest_single(dice: int, low: int, high: int) -> int:
    """The lowest die from face ``low`` to ``high`` whose face no other die shows; 0 when there is none."""
    for face in range(low, high + 1):
        if number_of(dice, face) == 1:
            return _one_of(face)
    return 0


def _has_triple(dice: int) -> bool:
    """Whether three dice or more show the same face."""
    return dice >> 2 & ONE_OF_EACH > 0 or dice & dice >> 1 & ONE_OF_EACH > 0


def _toward_three_two_one(dice: int) -> int:
    """What to keep of six dice for triple, pair and single: a triple with a pair or a single, or one or two pairs."""
    kept, groups = 0, 0
    for face in range(1, 7):
        if groups == 0 and number_of(dice, face) >= 3:
            kept += 3 * _one_of(face)
            groups = 1
    for face in range(1, 7):
        if groups < 2 and number_of(kept, face) == 0 and number_of(dice, face) >= 2:
            kept += 2 * _one_of(face)
            groups += 1
    if groups == 1 and _has_triple(dice):
        single = _lowest_single(dice, 2, 6)
        kept += single if single > 0 else _lowest_single(dice, 1, 1)
    return kept


class Goal(IntEnum):
    """What the bot ``aim`` rolls for."""

    SMALL_STRAIGHT = 0
    BIG_STRAIGHT = 1
    FULL_STRAIGHT = 2
    THREE_TWO_ONE = 3


class AimParams(NamedTuple):
    """Parameters of ``aim``."""

    goal: Annotated[Goal, Parameter("what it rolls for; a longer straight will do as well")] = Goal.THREE_TWO_ONE


def aim(view: View, params: AimParams) -> int:
    """Roll for one combination only."""
    if params.goal == 3:
        return ALL if _is_three_two_one(view.faces) else keep(_dice(view), _toward_three_two_one(view.faces))
    if params.goal == 2:
        wanted = ONE_OF_EACH
    elif params.goal == 1:
        wanted = BIG_STRAIGHT
    else:
        wanted = SMALL_STRAIGHT
    there = one_of_each(view.faces) & wanted
    return ALL if there == wanted else keep(_dice(view), there)


def straights_or_sets(view: View, params: NoParameters) -> int:
    """Stop with any combination; else keep four or five different faces, or all equal dice."""
    if view.points > 0:
        return ALL
    distinct = one_of_each(view.faces)
    return keep(_dice(view), distinct if _different(distinct) >= 4 else equal_dice(view.faces))


def by_pattern(view: View, params: NoParameters) -> int:
    """Go for triple, pair and single, but for a straight that is there or open at both ends."""
    distinct = one_of_each(view.faces)
    is_three_two_one = _is_three_two_one(view.faces)
    if distinct == ONE_OF_EACH or is_three_two_one or (view.doubles == 1 and view.points > 0):
        return ALL
    if distinct & BIG_STRAIGHT == BIG_STRAIGHT or distinct & SMALL_STRAIGHT == SMALL_STRAIGHT:
        return keep(_dice(view), distinct)
    if distinct == NEAR_STRAIGHT and _has_triple(view.faces):
        return keep(_dice(view), distinct)
    kept = _toward_three_two_one(view.faces)
    if _different(distinct) == 5:
        kept += _lowest_single(view.faces, 2, 5)
    return keep(_dice(view), kept)


def at_random(view: View, params: NoParameters) -> int:
    """Keep each die with chance 1/2."""
    return int(view.coin * 64)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="by-pattern",
        meaning="Takes what scores double; else rolls for triple, pair and single, and keeps a triple with a "
        "pair or a single, two pairs, or a pair with a single of 2 to 5. Rolls the sixth die of a straight for a "
        "longer one, and keeps 2-3-4-5 with two more dice of one face.",
        source=_OURS,
        decide={"keep": by_pattern},
        weakness="Plays every turn for points, whatever the others have.",
    ),
    Bot(
        name="straights-or-sets",
        meaning="Stops with any combination; else keeps one each of four or five different faces, or all equal dice.",
        source="ours: how a beginner plays",
        decide={"keep": straights_or_sets},
        weakness="Stops with a straight of five, whose sixth die could be rolled for free; chases straights with gaps.",
    ),
    Bot(
        name="aim",
        meaning="Rolls for one combination only and stops when it is there.",
        source="ours: each combination by itself, with the best choice of dice",
        decide={"keep": aim},
        params=AimParams,
        weakness="Rolls on with other combinations, even those that would score double.",
    ),
    Bot(
        name="one-roll",
        meaning="Never rolls again: leaves every turn at its first roll.",
        source="ours: what the first roll is worth",
        decide={},
        weakness="Scores nothing in three turns of four.",
    ),
    Bot(
        name="random",
        meaning="Keeps each die with chance 1/2.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"keep": at_random},
        weakness="Everything; it shows what skill is worth.",
    ),
)
