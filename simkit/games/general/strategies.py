"""Bots of Generał: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x / on numbers, so that they decide the same on every machine. A multiset of dice is a
code with three bits for the number of each face, as in the view's ``faces``. A bot without a function for ``box``
writes the most points.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from simkit.games.dice.deciding import ONE_OF_EACH, equal_dice, keep, number_of, one_of_each, take_any
from simkit.games.general.boxes import (
    DUZY_STRIT,
    DWIE_PARY,
    FULL,
    GENERAL,
    KARETA,
    MALY_STRIT,
    PARA,
    RATUNEK,
    TROJKA,
)
from simkit.games.general.decisions import Option, View
from simkit.model.bot import Bot, NoParameters, Parameter

__all__ = ["BOTS", "Box"]

ALL = 31
"""The answer that keeps every die and so ends the rolling."""

SMALL, BIG = 0o011111, 0o111110
"""The straights 1 to 5 and 2 to 6."""
NEAR = SMALL & BIG
"""2-3-4-5: open at both ends."""


def _all_of(dice: int, face: int) -> int:
    """The dice of a face."""
    return dice & 7 << 3 * (face - 1)


def _dice(view: View) -> tuple[int, ...]:
    """The dice as they lie."""
    return (view.die_1, view.die_2, view.die_3, view.die_4, view.die_5)


def _different(distinct: int) -> int:
    """How many faces there are, of one die each."""
    return distinct * ONE_OF_EACH >> 15 & 7  # the product adds all digits up in the sixth


def _high(dice: int, low: int) -> int:
    """The dice of face ``low`` or more."""
    return dice >> 3 * (low - 1) << 3 * (low - 1)


def _most_frequent(dice: int) -> int:
    """The face that most dice show, the highest among equals."""
    found, most = 1, 0
    for face in range(1, 7):
        if number_of(dice, face) >= most:
            found, most = face, number_of(dice, face)
    return found


def _is_open(view: View, box: int) -> bool:
    """Whether a box of the seat's card is open."""
    return view.open >> box & 1 == 1


def most_equal(view: View, params: NoParameters) -> int:
    """Keep the dice of the face that most dice show."""
    return keep(_dice(view), _all_of(view.faces, _most_frequent(view.faces)))


def straights_and_sets(view: View, params: NoParameters) -> int:
    """Keep a straight that may be written, or four dice of it; two pairs or a full; else the most equal dice."""
    distinct = one_of_each(view.faces)
    if (distinct == SMALL and _is_open(view, MALY_STRIT)) or (distinct == BIG and _is_open(view, DUZY_STRIT)):
        return ALL
    if _is_open(view, MALY_STRIT) and _different(distinct & SMALL) == 4:
        return keep(_dice(view), distinct & SMALL)
    if _is_open(view, DUZY_STRIT) and _different(distinct & BIG) == 4:
        return keep(_dice(view), distinct & BIG)
    if _is_open(view, FULL) and _different(distinct) <= 3:
        return keep(_dice(view), equal_dice(view.faces))
    return most_equal(view, params)


# What a box is worth to a seat that leaves it open, by the number of open boxes: straight lines through what the best
# expected total loses when the box is filled for nothing.


def _row_par(face: int, number: int) -> float:
    return 3.2 + 0.3 * number - 0.83 * face


def _par(box: int, number: int) -> float:
    """What a box is worth if it stays open, with ``number`` boxes open."""
    if box < PARA:
        return _row_par(box + 1, number)
    if box == PARA:
        return 13.6 + 0.29 * number
    if box == DWIE_PARY:
        return 17.5 + 0.5 * number
    if box == TROJKA:
        return 14.0 + 0.42 * number
    if box == MALY_STRIT:
        return 5.0 + 0.32 * number
    if box == DUZY_STRIT:
        return 6.2 + 0.48 * number
    if box == FULL:
        return 17.5 + 1.05 * number
    if box == KARETA:
        return 18.0 + 1.3 * number
    if box == GENERAL:
        return 4.2 + 1.42 * number
    return 26.3 + 0.17 * number


def above_par(view: View, option: Option, params: NoParameters) -> float:
    """Write the box whose points are most above what it is worth if it stays open."""
    return option.points - _par(option.box, 16 - view.turn)


def plans(view: View, params: NoParameters) -> int:
    """Keep what the plan needs that promises most points above par."""
    number = 16 - view.turn
    none = _nothing(view, number)
    best, wanted = _best_of_equal(view, number, none)
    worth, kept = _two_pairs(view, number, none)
    if worth > best:
        best, wanted = worth, kept
    worth, kept = _straights(view, number, none)
    if worth > best:
        best, wanted = worth, kept
    worth, kept = _high_dice(view, number)
    if worth > best:
        best, wanted = worth, kept
    return keep(_dice(view), wanted)


NEVER = -1000.0
"""Worth of a plan that there is not."""


def _nothing(view: View, number: int) -> float:
    """Points above par of a turn that comes to nothing: in the lowest open row, or in Ratunek."""
    best = 17.5 - _par(RATUNEK, number) if _is_open(view, RATUNEK) else -14.0
    for face in range(1, 7):
        if view.open >> (face - 1) & 1:
            return max(best, -2.0 * face - _row_par(face, number))
    return best


def _best_of_equal(view: View, number: int, none: float) -> tuple[float, int]:
    """Find the best face to collect: of those with so many dice the highest, or one of several whose row is open."""
    best, wanted, counts = NEVER, 0, 1
    for face in range(6, 0, -1):
        have = number_of(view.faces, face)
        if counts >> have & 1 == 0 or (have > 1 and view.open >> (face - 1) & 1):
            counts |= 1 << have
            worth = _equal(view, face, number, none)
            if worth > best:
                best, wanted = worth, _all_of(view.faces, face)
    return best, wanted


def _equal(view: View, face: int, number: int, none: float) -> float:
    """Expected points above par of keeping the dice of a face and rolling the others, for that face only."""
    have = number_of(view.faces, face)
    hit = 1 / 6 if view.rolls == 2 else 11 / 36  # chance that a die shows the face in the rolls left
    rolled, chance = 5 - have, 1.0
    for _ in range(rolled):
        chance *= 1 - hit
    total, ways = 0.0, 1.0
    for more in range(rolled + 1):
        total += chance * ways * _of_a_kind(view, face, have + more, number, none)
        chance *= hit / (1 - hit)
        ways = ways * (rolled - more) / (more + 1)
    return total


def _of_a_kind(view: View, face: int, count: int, number: int, none: float) -> float:
    """Points above par of so many dice of a face; what the other dice may add is there by its chance."""
    best = none
    if _is_open(view, RATUNEK):
        best = max(best, count * face + 0.2 * (21 - face) * (5 - count) - _par(RATUNEK, number))
    if view.open >> (face - 1) & 1:
        best = max(best, (count - 3) * face - _row_par(face, number))
    if count >= 2 and _is_open(view, PARA):
        best = max(best, 2 * face - _par(PARA, number))
    if count >= 3 and _is_open(view, TROJKA):
        best = max(best, 3 * face - _par(TROJKA, number))
    if count == 3 and _is_open(view, FULL):
        best += 0.2 * max(0.0, 3 * face + 17 - _par(FULL, number) - best)
    if (count == 2 or count == 3) and _is_open(view, DWIE_PARY):
        best += (0.52 if count == 2 else 0.2) * max(0.0, 2 * face + 7 - _par(DWIE_PARY, number) - best)
    if count >= 4 and _is_open(view, KARETA):
        best = max(best, 4 * face + 20 - _par(KARETA, number))
    if count >= 4 and _is_open(view, DWIE_PARY):
        best = max(best, 4 * face - _par(DWIE_PARY, number))
    if count == 5 and _is_open(view, GENERAL):
        best = max(best, 5 * face + 50 - _par(GENERAL, number))
    if count == 5 and _is_open(view, FULL):
        best = max(best, 5 * face + 10 - _par(FULL, number))
    return best


def _two_pairs(view: View, number: int, none: float) -> tuple[float, int]:
    """Worth of two pairs, rolled for a full, or of a full, and the dice to keep."""
    pairs, pips, triple = 0, 0, 0
    for face in range(1, 7):
        if number_of(view.faces, face) >= 2:
            pairs += 1
            pips += face
        if number_of(view.faces, face) == 3:
            triple = face
    if pairs < 2:
        return NEVER, 0
    two = 2 * pips - _par(DWIE_PARY, number) if _is_open(view, DWIE_PARY) else none
    if _is_open(view, RATUNEK):
        two = max(two, 2 * pips + 3.5 - _par(RATUNEK, number))
    fifth = float(triple) if triple > 0 else 0.5 * pips
    full = 2 * pips + fifth + 10 - _par(FULL, number) if _is_open(view, FULL) else none
    chance = 1.0 if triple > 0 else (1 / 3 if view.rolls == 2 else 5 / 9)
    return two + chance * max(0.0, full - two), equal_dice(view.faces)


def _straights(view: View, number: int, none: float) -> tuple[float, int]:
    """Worth of the best straight that is open, and the dice to keep for it."""
    distinct, best, wanted = one_of_each(view.faces), NEVER, 0
    small = 15 - _par(MALY_STRIT, number) if _is_open(view, MALY_STRIT) else NEVER
    big = 20 - _par(DUZY_STRIT, number) if _is_open(view, DUZY_STRIT) else NEVER
    if small > NEVER:
        chance = _straight_chance(5 - _different(distinct & SMALL), view.rolls)
        best, wanted = chance * small + (1 - chance) * none, distinct & SMALL
    if big > NEVER:
        chance = _straight_chance(5 - _different(distinct & BIG), view.rolls)
        worth = chance * big + (1 - chance) * none
        if worth > best:
            best, wanted = worth, distinct & BIG
    if small > NEVER and big > NEVER and distinct == NEAR:
        chance = 1 / 3 if view.rolls == 2 else 5 / 9
        worth = chance * 0.5 * (small + big) + (1 - chance) * none
        if worth > best:
            best, wanted = worth, distinct
    return best, wanted


def _straight_chance(missing: int, rolls: int) -> float:
    """Chance to roll the faces that a straight misses in the rolls left, the others kept."""
    if missing == 0:
        return 1.0
    if rolls == 2:
        return 1 / 6 if missing == 1 else (1 / 18 if missing == 2 else 1 / 36)
    return 11 / 36 if missing == 1 else (53 / 324 if missing == 2 else 0.09)


def _high_dice(view: View, number: int) -> tuple[float, int]:
    """Worth of the sum of the dice in Ratunek, and those that lie above what a die still promises."""
    if not _is_open(view, RATUNEK):
        return NEVER, 0
    low, promised = (5, 4.25) if view.rolls == 1 else (4, 3.5)
    pips = 0.0
    for face in range(1, 7):
        pips += number_of(view.faces, face) * (float(face) if face >= low else promised)
    return pips - _par(RATUNEK, number), _high(view.faces, low)


class Box(IntEnum):
    """The boxes of the card, as a parameter."""

    ONES = 0
    TWOS = 1
    THREES = 2
    FOURS = 3
    FIVES = 4
    SIXES = 5
    PARA = 6
    DWIE_PARY = 7
    TROJKA = 8
    MALY_STRIT = 9
    DUZY_STRIT = 10
    FULL = 11
    KARETA = 12
    GENERAL = 13
    RATUNEK = 14


class AimParams(NamedTuple):
    """Parameters of ``aim``."""

    box: Annotated[Box, Parameter("the box that it fills first")] = Box.GENERAL


def aim(view: View, params: AimParams) -> int:
    """Keep what one box needs, and stop once it is filled."""
    dice = view.faces
    if not _is_open(view, params.box):
        return ALL
    if params.box < PARA:
        return keep(_dice(view), _all_of(dice, params.box + 1))
    if params.box == MALY_STRIT:
        return keep(_dice(view), one_of_each(dice) & SMALL)
    if params.box == DUZY_STRIT:
        return keep(_dice(view), one_of_each(dice) & BIG)
    if params.box == RATUNEK:
        return keep(_dice(view), _high(dice, 5 if view.rolls == 1 else 4))
    if (params.box == DWIE_PARY or params.box == FULL) and _different(one_of_each(dice)) <= 3:
        return keep(_dice(view), equal_dice(dice))
    return keep(_dice(view), _all_of(dice, _most_frequent(dice)))


def aimed_box(view: View, option: Option, params: AimParams) -> float:
    """Write that box as soon as it may be written, else the most points."""
    return 1000.0 if option.box == params.box else float(option.points)


def at_random(view: View, params: NoParameters) -> int:
    """Keep each die with chance 1/2."""
    return int(view.coin * 32)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="plans",
        meaning="Weighs a few plans, equal dice, two pairs and full, straights, high dice, by their chances and by the "
        "points that they would bring above par; writes the box with the most points above par. The par of a box is "
        "what it is worth if it stays open.",
        source="ours, from the exact totals: the pars are straight lines through them",
        decide={"keep": plans, "box": above_par},
        weakness="Sees one plan at a time: not that a pair may become a full or a straight as well. Made for the "
        "booklet's rules; sees no bonus for the rows.",
    ),
    Bot(
        name="by-par",
        meaning="Keeps four dice of a straight, two pairs, or the most equal dice; writes the box with the most points "
        "above par, par being what a box is worth if it stays open.",
        source="ours: a beginner who has learnt which boxes are dear",
        decide={"keep": straights_and_sets, "box": above_par},
        weakness="Collects equal dice of any face, whichever boxes are open.",
    ),
    Bot(
        name="straights-and-sets",
        meaning="Keeps four dice of a straight, two pairs, or the most equal dice; writes the most points.",
        source="ours: how a beginner plays",
        decide={"keep": straights_and_sets},
        weakness="Gives dear boxes away for few points, as Para for two 1s.",
    ),
    Bot(
        name="most-equal",
        meaning="Keeps the dice of the face that most dice show, the highest among equals; writes the most points.",
        source="the greedy bot of Yahtzee programs",
        decide={"keep": most_equal},
        weakness="Breaks up two pairs, fulls and straights.",
    ),
    Bot(
        name="aim",
        meaning="Rolls for one box until it is filled, then never rolls again; writes the most points.",
        source="ours: each box by itself",
        decide={"keep": aim, "box": aimed_box},
        params=AimParams,
        weakness="Fourteen boxes are left to chance.",
    ),
    Bot(
        name="one-roll",
        meaning="Never rolls again; writes the most points.",
        source="ours: what the first roll is worth",
        decide={},
        weakness="Everything that takes more than one roll.",
    ),
    Bot(
        name="random",
        meaning="Keeps each die with chance 1/2 and writes any legal box, each equally likely.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"keep": at_random, "box": take_any},
        weakness="Everything; it shows what skill is worth.",
    ),
)
