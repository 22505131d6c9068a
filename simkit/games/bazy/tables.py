"""What every face of a roll of Bazy costs as the base, in tables that the kernel looks up.

The reference never reads these: it adds the distances as the rule sheet tells it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.bazy.rules import Rules
from simkit.games.dice.rolls import FACES, MOST_DICE, ROLL_OFFSET, classes, roll_classes
from simkit.kernel import numbers_type, tuple_type
from simkit.model.game import numbers_class, rule_numbers

__all__ = ["COUNT_BITS", "COUNT_MASK", "TABLES_TYPE", "Numbers", "OptionField", "Tables", "build"]

Numbers = numbers_class("Numbers", Rules, __name__)

COUNT_BITS = 3
COUNT_MASK = 2**COUNT_BITS - 1
"""Bits for the number of options of a roll: at most six."""


class OptionField:
    """Columns of the table of options."""

    FACE, POINTS, NUMBER, LOWER = range(4)


class Tables(NamedTuple):
    """The rules as a kernel takes them.

    Attributes
    ----------
    rules
        The options as ints.
    of_roll
        ``int32[46656]``: the options of a roll of six dice: their number in the low ``COUNT_BITS`` bits, their
        first row above.
    options
        ``int32[rows, 4]``: see ``OptionField``; fewest points first, then the lower face.
    codes
        ``int32[rows]``: code of the roll that the option belongs to.
    """

    rules: Any
    of_roll: npt.NDArray[np.int32]
    options: npt.NDArray[np.int32]
    codes: npt.NDArray[np.int32]


TABLES_TYPE = tuple_type(
    Tables,
    numbers_type(Numbers),
    types.Array(types.int32, 1, "C"),
    types.Array(types.int32, 2, "C"),
    types.Array(types.int32, 1, "C"),
)


def build(rules: Rules) -> Tables:
    """Tables of a rule set."""
    return Tables(rule_numbers(Numbers, rules), *_of_rolls())


@cache
def _of_rolls() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The tables but for the rules, on which they do not depend; about 10 ms."""
    of_class = np.zeros(len(classes()), dtype=np.int32)
    options: list[tuple[int, int, int, int]] = []
    codes: list[int] = []
    for number, code in enumerate(classes().tolist()):
        counts = [code >> 3 * face & 7 for face in range(FACES)]
        if sum(counts) != MOST_DICE:
            continue
        listed = sorted(_options(counts), key=lambda option: (option[OptionField.POINTS], option[OptionField.FACE]))
        of_class[number] = len(options) << COUNT_BITS | len(listed)
        options += listed
        codes += [code] * len(listed)
    of_roll = of_class[roll_classes()[ROLL_OFFSET[MOST_DICE] :]]
    return of_roll, np.array(options, dtype=np.int32), np.array(codes, dtype=np.int32)


def _options(counts: list[int]) -> list[tuple[int, int, int, int]]:
    """Each face of a roll as ``OptionField`` orders it; ``counts`` are the dice of each face."""
    return [
        (
            base + 1,
            sum(number * abs(face - base) for face, number in enumerate(counts)),
            counts[base],
            sum(counts[:base]),
        )
        for base in range(FACES)
        if counts[base]
    ]
