"""Hands of dice of which some are kept and the others rolled again, as numbers that a kernel looks up.

A hand is a multiset of a fixed number of dice, numbered in ascending order of its faces. The tables hold every hand,
what each answer to ``keep`` leaves of it (see ``keep.py``), and what each roll of the others makes of that.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.keep import dice_kept
from simkit.games.dice.rolls import FACES, code
from simkit.jit import helper
from simkit.streams import roll_index

__all__ = ["HANDS_TYPES", "Hands", "all_hands", "build_hands", "first_hand", "hands_after", "next_hand"]

_DICE_BITS = 3


class Hands(NamedTuple):
    """The tables of hands of ``n`` dice.

    Attributes
    ----------
    faces
        ``int8[hands, n]``: the dice of every hand, ascending.
    codes
        ``int32[hands]``: the code of every hand, three bits for the number of each face (see ``rolls.py``).
    keep
        ``int32[hands, 2^n]``: for a hand and an answer the place in ``after`` where its rolls begin, times 8, plus the
        number of dice that are rolled.
    after
        ``int16[...]``: the hand that a roll of the other dice makes of the dice kept, at that place plus the number of
        the roll (the first die the most significant); the rolls of a whole hand come first.
    """

    faces: npt.NDArray[np.int8]
    codes: npt.NDArray[np.int32]
    keep: npt.NDArray[np.int32]
    after: npt.NDArray[np.int16]


HANDS_TYPES = (
    types.Array(types.int8, 2, "C"),
    types.Array(types.int32, 1, "C"),
    types.Array(types.int32, 2, "C"),
    types.Array(types.int16, 1, "C"),
)
"""numba's types of the fields of ``Hands``."""


def all_hands(dice: int) -> list[tuple[int, ...]]:
    """Every hand of ``dice`` dice by number.

    >>> all_hands(2)[:3]
    [(1, 1), (1, 2), (1, 3)]
    """
    return list(itertools.combinations_with_replacement(range(1, FACES + 1), dice))


@cache
def build_hands(dice: int) -> Hands:
    """Tables of hands of up to six dice; built once a process, in 0.2 s for six dice."""
    hands = all_hands(dice)
    number = {hand: at for at, hand in enumerate(hands)}
    begins: dict[tuple[int, ...], int] = {}
    after: list[int] = []
    for size in range(dice + 1):
        for kept in all_hands(size):
            begins[kept] = len(after)
            rolls = itertools.product(range(1, FACES + 1), repeat=dice - size)
            after += [number[tuple(sorted(kept + roll))] for roll in rolls]
    keep = [
        [begins[kept] << _DICE_BITS | dice - len(kept) for kept in (dice_kept(hand, mask) for mask in range(1 << dice))]
        for hand in hands
    ]
    codes = [code(hand) for hand in hands]
    return Hands(
        np.array(hands, np.int8), np.array(codes, np.int32), np.array(keep, np.int32), np.array(after, np.int16)
    )


def hands_after(dice: int, value: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Expected value of the hand after each answer: ``float64[hands, 2^dice]`` of the values ``float64[hands]``."""
    hands = build_hands(dice)
    places, of_answer = np.unique(hands.keep, return_inverse=True)
    means = []
    for place in places:
        begin, rolled = divmod(int(place), 1 << _DICE_BITS)
        means.append(value[hands.after[begin : begin + FACES**rolled]].mean())
    return np.array(means)[of_answer.reshape(hands.keep.shape)]


@helper
def first_hand(after, key, word, dice):
    """A roll of the whole hand: its number, and the next counter word."""
    roll, word = roll_index(key, word, dice)
    return np.int64(after[roll]), word


@helper
def next_hand(keep, after, hand, answer, key, word):
    """Roll the dice of ``hand`` that ``answer`` does not keep, at least one; the new hand and the next counter word."""
    packed = np.int64(keep[hand, answer])
    roll, word = roll_index(key, word, packed & 7)
    return np.int64(after[(packed >> _DICE_BITS) + roll]), word
