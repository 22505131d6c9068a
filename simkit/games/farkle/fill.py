"""Fills the option tables of a rule set, compiled: what every set of dice is worth, and what may be set aside of it.

Classes are multisets of up to six dice, by number; class 0 is empty, and what is left of a class without some of its
dice has a lower number.
"""

from __future__ import annotations

import numpy as np
from numba import types

from simkit.games.dice.rolls import FACES, FREE_BITS, code
from simkit.games.farkle.columns import SCORED
from simkit.games.farkle.rules import Rules
from simkit.jit import helper, kernel
from simkit.model.game import code_of

__all__ = ["OptionField", "fill"]

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


@helper
def _points_of(value):  # type: ignore[no-untyped-def]
    """Points of a valued grouping; less than 1 where there is none."""
    return value + _BELOW_A_POINT >> _POINTS_SHIFT


@helper
def _counts_of(value):  # type: ignore[no-untyped-def]
    """Elements, lone 5s and lone 1s of a valued grouping."""
    lone_ones = -value & 255
    value = value + lone_ones >> 8
    lone_fives = -value & 255
    value = value + lone_fives >> 8
    return -value & 255, lone_fives, lone_ones


@helper
def _group(elements, wide_elements, codes, wide, class_of, only_kinds, value, lines):  # type: ignore[no-untyped-def]
    """Value the best grouping of each class in ``value`` (-1: some die is left over), its elements in ``lines``."""
    value[0], lines[0] = 0, 0
    for w in range(1, len(codes)):
        value[w] = -1
        for e in range(len(elements)):
            if (only_kinds and not elements[e, _IS_KIND]) or (
                (wide[w] | FREE_BITS) - wide_elements[e]
            ) & FREE_BITS != FREE_BITS:
                continue
            rest = class_of[codes[w] - elements[e, _CODE]]
            if value[rest] < 0:
                continue
            worth = (elements[e, _WORTH] << _POINTS_SHIFT) - _ELEMENT
            if elements[e, _CODE] == _ONE:
                worth -= _LONE_ONE
            elif elements[e, _CODE] == _FIVE:
                worth -= _LONE_FIVE
            if value[rest] + worth > value[w]:
                value[w] = value[rest] + worth
                lines[w] = lines[rest] + (1 << _LINE_BITS * elements[e, _SCORED])


@helper
def _worth(frozen, frozen_value, part, together, pyramiding, value, kinds):  # type: ignore[no-untyped-def]
    """Value of ``part`` of a roll with the dice ``frozen``: -1 if some would be left over.

    Returns it, and which table it is from: 0 for ``value`` and 1 for ``kinds`` of all dice together, 2 for ``value`` of
    the part alone beside what was frozen before.
    """
    if frozen == 0 or pyramiding == _FULL:
        return value[together], 0
    beside = frozen_value + value[part] if value[part] > 0 else np.int64(-1)
    if kinds[together] >= beside:
        return kinds[together], 1
    return beside, 2


@helper
def _is_all(  # type: ignore[no-untyped-def]
    frozen, frozen_value, part, left, worth, codes, class_of, pyramiding, value, kinds, first, parts
):
    """Whether nothing left over scores by itself, and no die left over could be added for more points."""
    for p in range(first[left], first[left + 1]):
        if value[parts[p]] > 0:
            return False
    for face in range(FACES):
        if codes[left] >> 3 * face & 7:
            more = class_of[codes[part] + (1 << 3 * face)]
            together = class_of[codes[frozen] + codes[more]]
            more_worth, _ = _worth(frozen, frozen_value, more, together, pyramiding, value, kinds)
            if _points_of(more_worth) > _points_of(worth):
                return False
    return True


@helper
def _last_new_line(lines, before):  # type: ignore[no-untyped-def]
    """The last line of the table that has more elements than before."""
    mask = (1 << _LINE_BITS) - 1
    for line in range(_LINES - 1, 0, -1):
        shift = _LINE_BITS * line
        if lines >> shift & mask > before >> shift & mask:
            return line
    return 0


@helper
def _insert(options, begin, end, points, dice, faces):  # type: ignore[no-untyped-def]
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
        _MATRIX, _VECTOR, *[_VECTOR] * 6, *[types.int64] * 3, _TABLE, _TABLE, _TABLE
    )
)  # fmt: skip
def fill(  # type: ignore[no-untyped-def]
    elements, wide_elements, codes, wide, class_of, dice_of, first, parts, dice, pyramiding, takes_all,
    of_class, of_frozen, options,
):  # fmt: skip
    """Fill the tables that ``tables.Tables`` describes.

    Parameters
    ----------
    elements, wide_elements
        ``int64[n, 4]``: code, points, line of ``SCORED``, whether it is of a kind; and their spread codes.
    codes, wide, class_of, dice_of, first, parts
        The classes: codes, spread codes, class by code, number of dice, and parts of ``c`` at ``first[c]`` on.
    dice, pyramiding, takes_all
        The rules.
    of_class
        ``int32[1, classes]``, zero: options by class with nothing frozen, as ``of_roll``.
    of_frozen
        ``int32[classes, classes]``, zero: the same by slot; no rows without pyramiding.
    options
        ``int32[rows, OptionField.WIDTH]``: room for all of them.

    Returns
    -------
    Rows of options, and slots.
    """
    number = len(codes)
    value, lines = np.empty(number, np.int64), np.empty(number, np.int64)
    kinds, kind_lines = np.empty(number, np.int64), np.empty(number, np.int64)
    _group(elements, wide_elements, codes, wide, class_of, False, value, lines)
    if pyramiding != _OFF:
        _group(elements, wide_elements, codes, wide, class_of, True, kinds, kind_lines)
    slot_of, frozen_of = np.zeros(number, np.int64), np.zeros(number, np.int64)
    slot_value, slot_lines = np.zeros(number, np.int64), np.zeros(number, np.int64)
    slots, row, slot = 1, 0, 0
    while slot < slots:
        frozen = frozen_of[slot]
        for rolled in range(1, number):
            fits = dice_of[rolled] + dice_of[frozen]
            if fits > dice or (slot > 0 and fits < dice):
                continue
            begin = row
            for p in range(first[rolled], first[rolled + 1]):
                part = parts[p]
                together = class_of[codes[frozen] + codes[part]]
                worth, source = _worth(frozen, slot_value[slot], part, together, pyramiding, value, kinds)
                if _points_of(worth) <= _points_of(slot_value[slot]) or (
                    takes_all
                    and not _is_all(
                        frozen, slot_value[slot], part, class_of[codes[rolled] - codes[part]], worth, codes, class_of,
                        pyramiding, value, kinds, first, parts,
                    )
                ):  # fmt: skip
                    continue
                points = _points_of(worth) - _points_of(slot_value[slot])
                at = _insert(options, begin, row, points, dice_of[part], codes[part])
                row += 1
                count, lone_fives, lone_ones = _counts_of(worth)
                before, _, _ = _counts_of(slot_value[slot])
                options[at, _ELEMENTS] = max(1, count - before)
                options[at, _LONE_ONES] = min(lone_ones, codes[part] & 7)
                options[at, _LONE_FIVES] = min(lone_fives, codes[part] >> 12 & 7)
                is_new = pyramiding != _OFF and dice_of[together] < dice and slot_of[together] == 0
                found = lines[together] if source == 0 else kind_lines[together]
                if source == 2:
                    found = slot_lines[slot] + lines[part]
                options[at, _LINE] = 1 << _last_new_line(found, slot_lines[slot])
                if is_new:
                    slot_of[together], frozen_of[slots] = slots, together
                    slot_value[slots], slot_lines[slots] = worth, found
                    slots += 1
                options[at, _SLOT] = slot_of[together] if dice_of[together] < dice else 0
            if pyramiding != _OFF:
                of_frozen[slot, rolled] = begin << 6 | row - begin
            if slot == 0:
                of_class[0, rolled] = begin << 6 | row - begin
        slot += 1
    return row, slots
