"""What a roll of the Farkle family is worth: every legal set-aside, in tables that the kernel looks up.

Option tables are keyed by what is frozen: with pyramiding, each set of dice that may lie aside since the last hot dice
has a number, its *slot*, and the options of a roll depend on it. The reference never reads these: it scores dice as the
rule sheet tells it, in ``scoring.py``.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.rolls import CODES, FACES, FREE_BITS, classes, code, roll_classes, spread
from simkit.games.farkle.columns import SCORED
from simkit.games.farkle.fill import Classes, Elements, OptionField, OptionTables, Setting, fill
from simkit.games.farkle.rules import FAR, Rules
from simkit.kernel import numbers_type, tuple_type
from simkit.model.game import code_of, numbers_class, rule_numbers

__all__ = ["COUNT_BITS", "COUNT_MASK", "TABLES_TYPE", "Numbers", "OptionField", "Tables", "build", "elements"]

Numbers = numbers_class("Numbers", Rules, __name__)

COUNT_BITS = 6
"""Bits that hold the number of options of any roll: six different faces have 63 subsets."""

COUNT_MASK = (1 << COUNT_BITS) - 1

_OPTIONS = 94_297
"""Options if every part of every roll could be set aside, beside every set of frozen dice that leaves so many dice."""


class Tables(NamedTuple):
    """The rules as a kernel takes them.

    Attributes
    ----------
    rules
        The scalar options as ints; no target is one that cannot be reached.
    challenge_penalty
        What the first and the second challenge cost.
    of_roll
        ``int32[55987]``: the options of a roll when nothing is frozen, at ``ROLL_OFFSET[dice] + roll``: their number in
        the lowest ``COUNT_BITS``, their first row above.
    class_of
        ``uint16[55987]``: the class of the same rolls.
    of_frozen
        ``int32[slots, 924]``: as ``of_roll``, by slot and class; no slots without pyramiding.
    options
        ``int32[rows, OptionField.WIDTH]``: most points first, then most dice, then the lower code of faces.
    """

    rules: Any
    challenge_penalty: tuple[int, int]
    of_roll: npt.NDArray[np.int32]
    class_of: npt.NDArray[np.uint16]
    of_frozen: npt.NDArray[np.int32]
    options: npt.NDArray[np.int32]


TABLES_TYPE = tuple_type(
    Tables,
    numbers_type(Numbers),
    types.UniTuple(types.int64, 2),
    types.Array(types.int32, 1, "C"),
    types.Array(types.uint16, 1, "C"),
    types.Array(types.int32, 2, "C"),
    types.Array(types.int32, 2, "C"),
)


class _Element(NamedTuple):
    """Dice that score together: the code of their faces, points, the line of ``SCORED``, whether it is of a kind."""

    code: int
    points: int
    line: int
    is_kind: bool


def elements(rules: Rules) -> list[_Element]:
    """Every scoring element, each set of dice by the line that pays most (of equal ones, the first).

    Sets of a kind are listed by themselves: they may combine where others may not.
    """
    best: dict[tuple[int, bool], _Element] = {}
    for element in _lines(rules):
        key = element.code, element.is_kind
        if element.points > (best[key].points if key in best else 0):
            best[key] = element
    return list(best.values())


def _lines(rules: Rules) -> list[_Element]:
    """The rule sheet's table: every set of dice, and the line that it scores by."""
    faces = range(1, FACES + 1)
    lines = [_of(rules.ones, "ones", [1]), _of(rules.fives, "fives", [5])]
    names = ("triples", "four_kind", "five_kind", "six_kind")
    for face, number in itertools.product(faces, range(3, rules.dice + 1)):
        lines.append(_of(_of_a_kind(rules, rules.triples[face - 1], number), names[number - 3], [face] * number))
    lines += [_of(rules.all_kind, names[rules.dice - 3], [face] * rules.dice) for face in faces]
    lines += [
        _of(rules.straight6, "straight6", [*faces], is_kind=False),
        _of(rules.straight15, "straight15", [1, 2, 3, 4, 5], is_kind=False),
        _of(rules.straight26, "straight26", [2, 3, 4, 5, 6], is_kind=False),
    ]
    for a, b, c in itertools.combinations_with_replacement(faces, 3):
        if rules.three_pairs_quads or len({a, b, c}) == 3:
            lines.append(_of(rules.three_pairs, "three_pairs", [a, a, b, b, c, c], is_kind=False))
    for a, b in itertools.combinations_with_replacement(faces, 2):
        if rules.two_triplets_six or a != b:
            lines.append(_of(rules.two_triplets, "two_triplets", [a] * 3 + [b] * 3, is_kind=False))
    lines += [
        _of(rules.four_pair, "four_pair", [a] * 4 + [b] * 2, is_kind=False) for a, b in itertools.permutations(faces, 2)
    ]
    return lines


def _of(points: int, line: str, faces: list[int], *, is_kind: bool = True) -> _Element:
    return _Element(code(faces), points, SCORED.index(line), is_kind)


def _of_a_kind(rules: Rules, triple: int, number: int) -> int:
    """Points of three or more dice of a face whose triple is worth so much."""
    if number == 3:
        return triple
    return {
        "none": 0,
        "fixed": (rules.four_kind, rules.five_kind, rules.six_kind)[number - 4],
        "double": triple << number - 3,
        "add": triple * (number - 2),
        "step": triple + rules.kind_step * (number - 3) if triple else 0,
    }[rules.kinds]


@cache
def _classes() -> Classes:
    codes = classes()
    wide = spread(codes)
    class_of = np.zeros(CODES, dtype=np.int64)
    class_of[codes] = np.arange(len(codes))
    is_part = ((wide[:, None] | FREE_BITS) - wide[None, :]) & FREE_BITS == FREE_BITS
    is_part[:, 0] = False
    owner, part = np.nonzero(is_part)
    first = np.searchsorted(owner, np.arange(len(codes) + 1))
    dice = sum(codes >> 3 * face & 7 for face in range(FACES))
    return Classes(codes, wide, class_of, np.asarray(dice), first.astype(np.int64), part.astype(np.int64))


def build(rules: Rules) -> Tables:
    """Tables of a rule set; under 5 ms."""
    rows = np.array(elements(rules), dtype=np.int64)
    number = len(classes())
    slots = number if rules.pyramiding != "off" else 0
    tables = OptionTables(
        np.zeros((1, number), dtype=np.int32),
        np.zeros((slots, number), dtype=np.int32),
        np.empty((_OPTIONS, OptionField.WIDTH), dtype=np.int32),
    )
    setting = Setting(rules.dice, code_of(Rules, "pyramiding", rules.pyramiding), int(rules.set_aside == "all"))
    filled, used = fill(Elements(rows, spread(rows[:, 0].copy())), _classes(), setting, tables)
    return Tables(
        rule_numbers(Numbers, rules)._replace(target=rules.target or FAR),  # type: ignore[attr-defined]
        rules.challenge_penalty,
        tables.of_class[0][roll_classes()],
        roll_classes(),
        tables.of_frozen[:used].copy(),
        tables.options[:filled].copy(),
    )
