"""What five dice are worth in each box of Generał, and which boxes they fit, in tables that the kernel looks up.

The reference never reads these: it scores dice as the rule sheet tells it, in ``scoring.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.hands import HANDS_TYPES, build_hands
from simkit.games.dice.rolls import FACES
from simkit.games.general.boxes import (
    BOXES,
    COMBINATIONS,
    DUZY_STRIT,
    DWIE_PARY,
    FULL,
    GENERAL,
    KARETA,
    MALY_STRIT,
    PARA,
    RATUNEK,
    ROWS,
    TROJKA,
)
from simkit.games.general.decisions import DICE
from simkit.games.general.rules import Rules
from simkit.jit import helper
from simkit.kernel import numbers_type, tuple_type
from simkit.model.game import code_of, numbers_class, rule_numbers

__all__ = ["TABLES_TYPE", "Numbers", "Tables", "build", "legal"]

Numbers = numbers_class("Numbers", Rules, __name__)

_RATUNEK_FREE = code_of(Rules, "ratunek", "free")
_ZERO_FREE = code_of(Rules, "zero_policy", "free")
_ROWS_FIRST = code_of(Rules, "upper_zero", "forbidden_rows_first")


class Tables(NamedTuple):
    """The rules as a kernel takes them: options as ints, the tables of five dice (``Hands``), and what hands are worth.

    ``points`` is ``int64[252, 15]``, by hand and box, first_roll_bonus not included; ``fits`` is ``int64[252]``, the
    mask of the combinations that a hand makes and of the rows that it may be written into.
    """

    rules: Any
    faces: npt.NDArray[np.int8]
    codes: npt.NDArray[np.int32]
    keep: npt.NDArray[np.int32]
    after: npt.NDArray[np.int16]
    points: npt.NDArray[np.int64]
    fits: npt.NDArray[np.int64]


TABLES_TYPE = tuple_type(
    Tables,
    numbers_type(Numbers),
    *HANDS_TYPES,
    types.Array(types.int64, 2, "C"),
    types.Array(types.int64, 1, "C"),
)


def build(rules: Rules) -> Tables:
    """Tables of a rule set."""
    hands = build_hands(DICE)
    count = hands.codes[:, None].astype(np.int64) >> 3 * np.arange(FACES) & 7
    points = np.zeros((len(count), len(BOXES)), dtype=np.int64)
    points[:, :FACES] = (count - 3) * np.arange(1, FACES + 1)
    _fill_combinations(rules, count, points)
    fits = (points[:, PARA:RATUNEK] > 0) @ (1 << np.arange(PARA, RATUNEK)) | ROWS
    if rules.upper_zero != "minus_three":
        points[:, :FACES][count == 0] = 0
        fits &= (count > 0) @ (1 << np.arange(FACES)) | COMBINATIONS
    return Tables(rule_numbers(Numbers, rules), *hands, points, fits)


def _fill_combinations(rules: Rules, count: npt.NDArray[np.int64], points: npt.NDArray[np.int64]) -> None:
    """Fill the columns from Para on of ``points``; ``count`` is the number of dice of each face, ``int64[252, 6]``."""
    faces = np.arange(1, FACES + 1)
    highest = {number: ((count >= number) * faces).max(axis=1) for number in range(2, DICE + 1)}
    pips, most = count @ faces, count.max(axis=1)
    has_two_pairs = (count >= 2).sum(axis=1) == 2
    points[:, PARA] = 2 * highest[2]
    points[:, DWIE_PARY] = np.where(has_two_pairs, 2 * ((count >= 2) @ faces), 4 * highest[4] * rules.two_pairs_four)
    points[:, TROJKA] = 3 * highest[3]
    points[:, MALY_STRIT] = 15 * (count[:, :-1] == 1).all(axis=1)
    points[:, DUZY_STRIT] = 20 * (count[:, 1:] == 1).all(axis=1)
    points[:, FULL] = (pips + 10) * ((has_two_pairs & (most == 3)) | ((most == DICE) & rules.full_five))
    points[:, KARETA] = (4 * highest[4] + 20) * (most >= 4)
    points[:, GENERAL] = (5 * highest[5] + 50) * (most == DICE)
    points[:, RATUNEK] = pips


@helper
def legal(rules, fits, hand, still_open):
    """Mask of the boxes of ``still_open`` (at least one) that may be written with a hand."""
    allowed = fits[hand] & still_open
    if rules.ratunek == _RATUNEK_FREE or allowed & COMBINATIONS == 0:
        allowed |= still_open & (1 << RATUNEK)
    if allowed == 0 and rules.upper_zero != _ROWS_FIRST:
        return still_open  # nothing can be written: 0 goes into a place freely chosen
    if rules.zero_policy == _ZERO_FREE or (allowed | still_open & ROWS) == 0:
        allowed |= still_open & COMBINATIONS
    return allowed or still_open & ROWS
