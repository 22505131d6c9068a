"""Fills the option tables of a rule set, compiled: what every set of dice is worth, and what may be set aside of it.

Classes are multisets of up to six dice, by number; class 0 is empty, and what is left of a class without some of its
dice has a lower number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from simkit.games.dice.rolls import FACES, FREE_BITS, code
from simkit.games.farkle.columns import SCORED
from simkit.games.farkle.rules import Rules
from simkit.jit import helper, kernel
from simkit.kernel import tuple_type
from simkit.model.game import code_of

__all__ = ["Classes", "Elements", "OptionField", "OptionTables", "Setting", "fill"]

_OFF, _FULL = code_of(Rules, "pyramiding", "off"), code_of(Rules, "pyramiding", "full")


class OptionField:
    """Columns of the table of options."""

    POINTS, DICE, FACES, LINE, SLOT, ELEMENTS, LONE_ONES, LONE_FIVES = range(8)
    WIDTH = 8


_POINTS, _DICE, _FACES, _SLOT = OptionField.POINTS, OptionField.DICE, OptionField.FACES, OptionField.SLOT
_ELEMENTS, _LONE_ONES, _LONE_FIVES = OptionField.ELEMENTS, OptionField.LONE_ONES, OptionField.LONE_FIVES
_LINE, _WIDTH = OptionField.LINE, OptionField.WIDTH

# A grouping is valued by one number, so that groupings compare and elements add: points first, then fewest elements,
# then fewest lone 5s, then fewest lone 1s.
_POINTS_SHIFT, _ELEMENT, _LONE_FIVE, _LONE_ONE = 24, 1 << 16, 1 << 8, 1
_ONE, _FIVE = code([1]), code([5])
_BELOW_A_POINT = (1 << _POINTS_SHIFT) - 1
_CODE, _WORTH, _SCORED, _IS_KIND = range(4)  # columns of the elements
_LINE_BITS, _LINES = 5, len(SCORED)  # a number of elements of each line: five bits, as it is six at most


class Classes(NamedTuple):
    """Every multiset of up to six dice, by number; ``int64`` arrays, a number a class where nothing else is said."""

    codes: Any
    wide: Any
    """The codes with a free bit above each count: see ``rolls.spread``."""
    class_of: Any
    """Number of the class, by code."""
    dice_of: Any
    """Number of dice."""
    first: Any
    """Where the parts of a class begin in ``parts``; one more number than there are classes."""
    parts: Any
    """Numbers of the classes that are part of a class."""


class Elements(NamedTuple):
    """What scores together."""

    rows: Any
    """``int64[n, 4]``: code, points, line of ``SCORED``, whether it is of a kind."""
    wide: Any
    """``int64[n]``: the codes with a free bit above each count."""


class Setting(NamedTuple):
    """The rules that say how dice combine, as int64."""

    dice: Any
    pyramiding: Any
    takes_all: Any


class OptionTables(NamedTuple):
    """The tables to be filled; see ``tables.Tables``."""

    of_class: Any
    """``int32[1, classes]``, zero: options by class with nothing frozen, as ``of_roll``."""
    of_frozen: Any
    """``int32[classes, classes]``, zero: the same by slot; no rows without pyramiding."""
    options: Any
    """``int32[rows, OptionField.WIDTH]``: room for all of them."""


class _Values(NamedTuple):
    """Values of the best groupings by class: of all elements, and of those of a kind."""

    value: Any
    kinds: Any


class _Frozen(NamedTuple):
    """What lies frozen: its class and the value of its grouping."""

    number: Any
    value: Any


@helper
def _points_of(value):
    """Points of a valued grouping; less than 1 where there is none."""
    return value + _BELOW_A_POINT >> _POINTS_SHIFT


@helper
def _counts_of(value):
    """Elements, lone 5s and lone 1s of a valued grouping."""
    lone_ones = -value & 255
    value = value + lone_ones >> 8
    lone_fives = -value & 255
    value = value + lone_fives >> 8
    return -value & 255, lone_fives, lone_ones


@helper
def _group(elements, classes, only_kinds, value, lines):
    """Value the best grouping of each class in ``value`` (-1: some die is left over), its elements in ``lines``."""
    rows, codes = elements.rows, classes.codes
    value[0], lines[0] = 0, 0
    for number in range(1, len(codes)):
        value[number] = -1
        for e in range(len(rows)):
            if (only_kinds and not rows[e, _IS_KIND]) or (
                (classes.wide[number] | FREE_BITS) - elements.wide[e]
            ) & FREE_BITS != FREE_BITS:
                continue
            rest = classes.class_of[codes[number] - rows[e, _CODE]]
            if value[rest] < 0:
                continue
            worth = (rows[e, _WORTH] << _POINTS_SHIFT) - _ELEMENT
            if rows[e, _CODE] == _ONE:
                worth -= _LONE_ONE
            elif rows[e, _CODE] == _FIVE:
                worth -= _LONE_FIVE
            if value[rest] + worth > value[number]:
                value[number] = value[rest] + worth
                lines[number] = lines[rest] + (1 << _LINE_BITS * rows[e, _SCORED])


@helper
def _worth(frozen, part, together, pyramiding, values):
    """Value of ``part`` of a roll with what is frozen: -1 if some dice would be left over.

    Returns it, and which table it is from: 0 for ``value`` and 1 for ``kinds`` of all dice together, 2 for ``value`` of
    the part alone beside what was frozen before.
    """
    if frozen.number == 0 or pyramiding == _FULL:
        return values.value[together], 0
    beside = frozen.value + values.value[part] if values.value[part] > 0 else np.int64(-1)
    if values.kinds[together] >= beside:
        return values.kinds[together], 1
    return beside, 2


@helper
def _is_all(frozen, part, left, worth, classes, pyramiding, values):
    """Whether nothing left over scores by itself, and no die left over could be added for more points."""
    codes, class_of = classes.codes, classes.class_of
    for p in range(classes.first[left], classes.first[left + 1]):
        if values.value[classes.parts[p]] > 0:
            return False
    for face in range(FACES):
        if codes[left] >> 3 * face & 7:
            more = class_of[codes[part] + (1 << 3 * face)]
            together = class_of[codes[frozen.number] + codes[more]]
            more_worth, _ = _worth(frozen, more, together, pyramiding, values)
            if _points_of(more_worth) > _points_of(worth):
                return False
    return True


@helper
def _last_new_line(lines, before):
    """The last line of the table that has more elements than before."""
    mask = (1 << _LINE_BITS) - 1
    for line in range(_LINES - 1, 0, -1):
        shift = _LINE_BITS * line
        if lines >> shift & mask > before >> shift & mask:
            return line
    return 0


@helper
def _insert(options, begin, end, points, dice, faces):
    """Make room for an option among rows ``begin .. end - 1``, in order of points and dice; returns its row."""
    at = end
    while at > begin and (options[at - 1, 0] < points or (options[at - 1, 0] == points and options[at - 1, 1] < dice)):
        for field in range(_WIDTH):
            options[at, field] = options[at - 1, field]
        at -= 1
    options[at, _POINTS], options[at, _DICE], options[at, _FACES] = points, dice, faces
    return at


_VECTOR, _MATRIX = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
_TABLE = types.Array(types.int32, 2, "C")


@kernel(
    types.UniTuple(types.int64, 2)(
        tuple_type(Elements, _MATRIX, _VECTOR),
        tuple_type(Classes, *[_VECTOR] * 6),
        tuple_type(Setting, *[types.int64] * 3),
        tuple_type(OptionTables, *[_TABLE] * 3),
    )
)
def fill(elements, classes, setting, tables):
    """Fill the tables that ``tables.Tables`` describes; returns the rows of options, and the slots."""
    codes, class_of, dice_of, pyramiding = classes.codes, classes.class_of, classes.dice_of, setting.pyramiding
    number, options = len(codes), tables.options
    values = _Values(np.empty(number, np.int64), np.empty(number, np.int64))
    lines, kind_lines = np.empty(number, np.int64), np.empty(number, np.int64)
    _group(elements, classes, False, values.value, lines)
    if pyramiding != _OFF:
        _group(elements, classes, True, values.kinds, kind_lines)
    slot_of, frozen_of = np.zeros(number, np.int64), np.zeros(number, np.int64)
    slot_value, slot_lines = np.zeros(number, np.int64), np.zeros(number, np.int64)
    slots, row, slot = 1, 0, 0
    while slot < slots:
        frozen = _Frozen(frozen_of[slot], slot_value[slot])
        for rolled in range(1, number):
            dice = dice_of[rolled] + dice_of[frozen.number]
            if dice > setting.dice or (slot > 0 and dice < setting.dice):
                continue
            begin = row
            for p in range(classes.first[rolled], classes.first[rolled + 1]):
                part = classes.parts[p]
                together = class_of[codes[frozen.number] + codes[part]]
                worth, source = _worth(frozen, part, together, pyramiding, values)
                # What is set aside must raise what all frozen dice are worth.
                if _points_of(worth) <= _points_of(frozen.value):
                    continue
                left = class_of[codes[rolled] - codes[part]]
                # rules.set_aside = all
                if setting.takes_all and not _is_all(frozen, part, left, worth, classes, pyramiding, values):
                    continue
                points = _points_of(worth) - _points_of(frozen.value)
                at = _insert(options, begin, row, points, dice_of[part], codes[part])
                row += 1
                count, lone_fives, lone_ones = _counts_of(worth)
                before, _, _ = _counts_of(frozen.value)
                options[at, _ELEMENTS] = max(1, count - before)
                options[at, _LONE_ONES] = min(lone_ones, codes[part] & 7)
                options[at, _LONE_FIVES] = min(lone_fives, codes[part] >> 12 & 7)
                is_new = pyramiding != _OFF and dice_of[together] < setting.dice and slot_of[together] == 0
                now = lines[together] if source == 0 else kind_lines[together]
                if source == 2:
                    now = slot_lines[slot] + lines[part]
                options[at, _LINE] = 1 << _last_new_line(now, slot_lines[slot])
                if is_new:
                    slot_of[together], frozen_of[slots] = slots, together
                    slot_value[slots], slot_lines[slots] = worth, now
                    slots += 1
                options[at, _SLOT] = slot_of[together] if dice_of[together] < setting.dice else 0
            if pyramiding != _OFF:
                tables.of_frozen[slot, rolled] = begin << 6 | row - begin
            if slot == 0:
                tables.of_class[0, rolled] = begin << 6 | row - begin
        slot += 1
    return row, slots
