"""What may be taken after every roll of Siedemsetka, in tables that the kernel looks up.

The reference never reads these: it finds combinations among the dice themselves, in ``scoring.py``.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.rolls import FACES, FREE_BITS, MOST_DICE, ROLL_OFFSET, classes, code, roll_classes, spread
from simkit.games.siedemsetka.rules import Rules
from simkit.kernel import numbers_type, tuple_type
from simkit.model.game import numbers_class, rule_numbers

__all__ = ["MOST_OPTIONS", "TABLES_TYPE", "Numbers", "OptionField", "Tables", "build"]

Numbers = numbers_class("Numbers", Rules, __name__)

MOST_OPTIONS = 32
"""More than what may be taken of any six dice: a run of six has ten runs in it."""

_LEAST = 3  # dice of a combination


class OptionField:
    """Columns of the table of options; ``PLACE`` is that of ``LYING`` among all sets of up to three dice."""

    POINTS, DICE, FACES, LYING, PLACE, RUNS, EQUALS = range(7)


class Tables(NamedTuple):
    """The rules as a kernel takes them.

    Attributes
    ----------
    rules
        The scalar options as ints.
    begins
        ``int64[84]``: where the rolls begin in ``of_roll``, by the place of the dice that lie on the table.
    of_roll
        ``int32[132624]``: what may be taken after a roll, at ``begins[place] + roll``: the first row of options times
        ``MOST_OPTIONS``, plus their number.
    options
        ``int32[rows, 7]``: see ``OptionField``; in the order in which bots are asked.
    """

    rules: Any
    begins: npt.NDArray[np.int64]
    of_roll: npt.NDArray[np.int32]
    options: npt.NDArray[np.int32]


TABLES_TYPE = tuple_type(
    Tables,
    numbers_type(Numbers),
    types.Array(types.int64, 1, "C"),
    types.Array(types.int32, 1, "C"),
    types.Array(types.int32, 2, "C"),
)

_Ints = npt.NDArray[np.int64]
_Bools = npt.NDArray[np.bool_]


class _Group(NamedTuple):
    """Dice that may be taken together; ``first`` and ``second`` are the faces in its combinations, six bits each."""

    points: int
    dice: int
    faces: int
    runs: int
    equals: int
    first: int
    second: int


def _single(faces: list[int]) -> _Group:
    is_run = int(faces[0] != faces[-1])
    shown = sum(1 << face - 1 for face in set(faces))
    return _Group(sum(faces), len(faces), code(faces), is_run, 1 - is_run, shown, 0)


def _together(a: _Group, b: _Group) -> _Group:
    runs, equals = a.runs + b.runs, a.equals + b.equals
    return _Group(a.points + b.points, a.dice + b.dice, a.faces + b.faces, runs, equals, a.first, b.first)


def _groups(rules: Rules) -> list[_Group]:
    """Everything that may be taken, in the order in which bots are asked."""
    lengths = range(_LEAST, MOST_DICE + 1)
    groups = [_single([face] * length) for length in lengths for face in range(1, FACES + 1)]
    groups += [_single(list(range(low, low + length))) for length in lengths for low in range(1, FACES + 2 - length)]
    if rules.combos_per_roll == "many":
        known = {group.faces for group in groups}
        shortest = [group for group in groups if group.dice == _LEAST]
        for a, b in itertools.combinations_with_replacement(shortest, 2):
            if a.faces + b.faces not in known:  # six equal dice or a run of six are one combination
                groups.append(_together(a, b))
    return sorted(groups, key=lambda g: (-g.points, g.dice, g.runs + g.equals, -g.runs, g.faces))


def _shown(codes: _Ints) -> _Ints:
    """Which faces a multiset has, as six bits."""
    bits = [((codes >> 3 * face & 7) > 0).astype(np.int64) << face for face in range(FACES)]
    shown: _Ints = np.bitwise_or.reduce(bits)
    return shown


def _has_new_dice(group: _Group, rolled: _Ints) -> _Bools:
    """Whether every combination of the group can have a die of its own among those rolled."""
    new = _shown(rolled)
    has: _Bools = new & group.first > 0
    if group.second:
        # Two combinations take all six dice, of which at least three are new: either two faces, or three dice of one.
        has &= new & group.second > 0
    return has


def _allowed(rules: Rules, groups: list[_Group], dice: _Ints, rolled: _Ints) -> _Bools:
    """``bool[pairs, groups]``: what may be taken of the six dice, of which those ``rolled`` are new."""
    faces, points = np.array([(group.faces, group.points) for group in groups]).T
    borrowed = (spread(dice)[:, None] | FREE_BITS) - spread(faces)
    allowed: _Bools = borrowed & FREE_BITS == FREE_BITS
    if rules.needs_new_die:
        allowed &= np.array([_has_new_dice(group, rolled) for group in groups]).T
    if rules.subset == "best_only":
        most = np.where(allowed, points, 0).max(axis=1)
        allowed &= points == most[:, None]
    return allowed


def _dice_in(codes: _Ints) -> _Ints:
    """How many dice a multiset has."""
    return sum(codes >> 3 * face & 7 for face in range(FACES))  # type: ignore[return-value]


def _rows(lying: _Ints, groups: list[_Group], dice: _Ints, allowed: _Bools) -> tuple[_Ints, _Ints]:
    """Rows of options, and the entry of ``Tables.of_roll`` for each pair.

    Pairs with the same six dice and the same choices share their rows.
    """
    alike = np.column_stack([dice, np.packbits(allowed, axis=1)])
    _, pairs, same = np.unique(alike, axis=0, return_index=True, return_inverse=True)
    pair, taken = np.nonzero(allowed[pairs])
    of_group = np.array(groups)[taken]
    left = dice[pairs][pair] - of_group[:, 2]
    options = np.column_stack([of_group[:, :3], left, np.searchsorted(lying, left), of_group[:, 3:5]])
    counts = np.bincount(pair, minlength=len(pairs))
    return options, ((np.cumsum(counts) - counts) * MOST_OPTIONS + counts)[same.ravel()]


def build(rules: Rules) -> Tables:
    """Tables of a rule set; under 50 ms."""
    groups, multisets = _groups(rules), classes()
    number = _dice_in(multisets)
    lying = multisets[number <= MOST_DICE - _LEAST]
    table, rolled = np.nonzero(np.add.outer(_dice_in(lying), number) == MOST_DICE)
    dice = lying[table] + multisets[rolled]
    options, entries = _rows(lying, groups, dice, _allowed(rules, groups, dice, multisets[rolled]))
    of_class = np.zeros((len(lying), len(multisets)), dtype=np.int32)
    of_class[table, rolled] = entries
    of_roll = [
        of_class[place, roll_classes()[ROLL_OFFSET[free] :][: FACES**free]]
        for place, free in enumerate(MOST_DICE - _dice_in(lying))
    ]
    begins = np.cumsum([0, *map(len, of_roll[:-1])])
    return Tables(rule_numbers(Numbers, rules), begins, np.concatenate(of_roll), options.astype(np.int32))
