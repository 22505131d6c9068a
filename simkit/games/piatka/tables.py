"""What may be set aside of a roll of Piątka, in tables that the kernel looks up.

The reference never reads these: it looks at the dice as the rule sheet tells it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.rolls import CODES, ROLL_OFFSET, classes, dice_of, roll_classes
from simkit.games.piatka.rules import Rules
from simkit.kernel import numbers_type, tuple_type
from simkit.model.game import numbers_class, rule_numbers

__all__ = ["COUNT_BITS", "COUNT_MASK", "TABLES_TYPE", "Numbers", "OptionField", "Tables", "build"]

Numbers = numbers_class("Numbers", Rules, __name__)

COUNT_BITS = 5
COUNT_MASK = 2**COUNT_BITS - 1
"""Bits for the number of options of a roll: at most 31, the subsets of five different faces."""

_DICE = 5


class OptionField:
    """Columns of the table of options."""

    DICE, POINTS, LOWEST, HIGHEST = range(4)


class Tables(NamedTuple):
    """The rules as a kernel takes them.

    Attributes
    ----------
    rules
        The scalar options as ints.
    codes
        ``int32[9331]``: the code of a roll of up to five dice, at ``ROLL_OFFSET[dice] + roll``.
    of_code
        ``int32[262144]``: the options of a multiset of dice that are all high enough, by its code: their number in the
        low ``COUNT_BITS`` bits, their first row above.
    options
        ``int32[rows, 4]``: see ``OptionField``; fewest dice first, then the lowest faces.
    """

    rules: Any
    codes: npt.NDArray[np.int32]
    of_code: npt.NDArray[np.int32]
    options: npt.NDArray[np.int32]


TABLES_TYPE = tuple_type(
    Tables,
    numbers_type(Numbers),
    types.Array(types.int32, 1, "C"),
    types.Array(types.int32, 1, "C"),
    types.Array(types.int32, 2, "C"),
)


def build(rules: Rules) -> Tables:
    """Tables of a rule set."""
    codes = classes()[roll_classes()[: ROLL_OFFSET[_DICE + 1]]].astype(np.int32)
    most = 1 if rules.per_roll == "exactly_one" else _DICE
    return Tables(rule_numbers(Numbers, rules), codes, *_options(most))


@cache
def _options(most: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Build ``of_code`` and ``options`` where up to ``most`` dice are set aside; about 10 ms."""
    of_code = np.zeros(CODES, dtype=np.int32)
    options: list[tuple[int, int, int, int]] = []
    for code in classes().tolist():
        dice = dice_of(code)
        if len(dice) > _DICE:
            continue
        sets = _sets(dice, most)
        of_code[code] = len(options) << COUNT_BITS | len(sets)
        options += [(len(faces), sum(faces), faces[0], faces[-1]) for faces in sets]
    return of_code, np.array(options, dtype=np.int32)


def _sets(dice: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """List the different sets of one to ``most`` of the dice, which are in ascending order."""
    sizes = range(1, min(most, len(dice)) + 1)
    return [faces for size in sizes for faces in sorted(set(itertools.combinations(dice, size)))]
