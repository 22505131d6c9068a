"""What a roll of the Farkle family is worth: every legal set-aside, in tables that the kernel looks up.

The reference never reads these: it scores dice as the rule sheet tells it, in ``scoring.py``.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.base import numbers_class, rule_numbers
from simkit.games.dice.rolls import CODES, FACES, FREE_BITS, classes, code, roll_classes, spread
from simkit.games.farkle.rules import FarkleRules
from simkit.jit import helper, kernel

__all__ = ["COUNT_BITS", "COUNT_MASK", "TABLES_TYPE", "Numbers", "OptionField", "Tables", "build", "elements"]

Numbers = numbers_class("Numbers", FarkleRules, __name__)


COUNT_BITS = 6
"""Bits that hold the number of options of any roll: six different faces have 63 subsets."""

COUNT_MASK = (1 << COUNT_BITS) - 1


class OptionField:
    """Columns of the table of options."""

    POINTS, DICE, ELEMENTS, LONE_ONES, LONE_FIVES, FACES = range(6)
    WIDTH = 6


class Tables(NamedTuple):
    """The rules as a kernel takes them.

    Attributes
    ----------
    rules
        The scalar options as ints.
    of_roll
        ``int32[55987]``: the options of a roll, at ``ROLL_OFFSET[dice] + roll``: their number in the lowest
        ``COUNT_BITS``, their first row above.
    options
        ``int32[rows, 6]``: see ``OptionField``; most points first, then most dice, then the lower code of faces.
    """

    rules: Any
    of_roll: npt.NDArray[np.int32]
    options: npt.NDArray[np.int32]


TABLES_TYPE = types.NamedTuple(
    [
        types.NamedUniTuple(types.int64, len(Numbers._fields), Numbers),  # type: ignore[attr-defined]
        types.Array(types.int32, 1, "C"),
        types.Array(types.int32, 2, "C"),
    ],
    Tables,
)


def elements(rules: FarkleRules) -> list[tuple[int, int]]:
    """Every scoring element as (code of its faces, points)."""
    found = [(code([1]), rules.ones), (code([5]), rules.fives)]
    faces = range(1, FACES + 1)
    found += [(code([face] * 3), rules.triples[face - 1]) for face in faces]
    if rules.kinds == "fixed":
        for number, points in ((4, rules.four_kind), (5, rules.five_kind), (6, rules.six_kind)):
            found += [(code([face] * number), points) for face in faces]
    found.append((code(list(faces)), rules.straight6))
    pairs = itertools.combinations_with_replacement(faces, 3)
    found += [(code([a, a, b, b, c, c]), rules.three_pairs) for a, b, c in pairs]
    triplets = itertools.combinations_with_replacement(faces, 2)
    found += [(code([a] * 3 + [b] * 3), rules.two_triplets) for a, b in triplets]
    return [element for element in found if element[1] > 0]


def build(rules: FarkleRules) -> Tables:
    """Tables of a rule set; under 5 ms."""
    codes, points = np.array(elements(rules), dtype=np.int64).T.copy()
    of_class = np.zeros(len(classes()), dtype=np.int32)
    options = np.empty((12_000, OptionField.WIDTH), dtype=np.int32)
    filled = _fill(codes, spread(codes), points, classes(), spread(classes()), of_class, options)
    return Tables(rule_numbers(Numbers, rules), of_class[roll_classes()], options[:filled].copy())


_VECTOR = types.Array(types.int64, 1, "C")


# A grouping is valued by one number, so that groupings compare and elements add: points first, then fewest elements,
# then fewest lone 5s, then fewest lone 1s.
_POINTS_SHIFT, _ELEMENT, _LONE_FIVE, _LONE_ONE = 24, 1 << 16, 1 << 8, 1
_ONE, _FIVE = code([1]), code([5])


@helper
def _insert(options, begin, end, value, faces):  # type: ignore[no-untyped-def]
    """Insert an option into rows ``begin .. end - 1``, which are in order: points, dice, then ascending code."""
    lone_ones = -value & 255
    value = value + lone_ones >> 8
    lone_fives = -value & 255
    value = value + lone_fives >> 8
    number = -value & 255
    points = value + number >> 8
    dice = 0
    for face in range(FACES):
        dice += faces >> 3 * face & 7
    at = end
    while at > begin and (options[at - 1, 0] < points or (options[at - 1, 0] == points and options[at - 1, 1] < dice)):
        for field in range(6):
            options[at, field] = options[at - 1, field]
        at -= 1
    options[at, 0], options[at, 1], options[at, 2] = points, dice, number
    options[at, 3], options[at, 4], options[at, 5] = lone_ones, lone_fives, faces


@kernel(
    types.int64(
        _VECTOR, _VECTOR, _VECTOR, _VECTOR, _VECTOR, types.Array(types.int32, 1, "C"), types.Array(types.int32, 2, "C")
    )
)
def _fill(codes, spread_codes, points, multisets, spread, of_class, options):  # type: ignore[no-untyped-def]
    """Fill ``of_class`` (as ``Tables.of_roll``, by class) and ``options``; returns the number of option rows.

    ``codes`` and ``points`` are the elements; ``multisets`` every code of up to six dice, ascending, so that what is
    left of a multiset without an element always comes before it. ``spread_codes`` and ``spread`` are the same codes
    with a free bit above each face's count: a set is part of another if no free bit is borrowed from in taking it away.
    """
    value = np.full(CODES, -1, dtype=np.int64)
    value[0] = 0
    for w in range(1, len(multisets)):
        for e in range(len(codes)):
            rest = multisets[w] - codes[e]
            if ((spread[w] | FREE_BITS) - spread_codes[e]) & FREE_BITS == FREE_BITS and value[rest] >= 0:
                worth = (points[e] << _POINTS_SHIFT) - _ELEMENT
                if codes[e] == _ONE:
                    worth -= _LONE_ONE
                elif codes[e] == _FIVE:
                    worth -= _LONE_FIVE
                value[multisets[w]] = max(value[multisets[w]], value[rest] + worth)
    row = 0
    for w in range(len(multisets)):
        first = row
        for part in range(1, w + 1):
            known = value[multisets[part]]
            if known > 0 and ((spread[w] | FREE_BITS) - spread[part]) & FREE_BITS == FREE_BITS:
                _insert(options, first, row, known, multisets[part])
                row += 1
        of_class[w] = first << COUNT_BITS | row - first
    return row
