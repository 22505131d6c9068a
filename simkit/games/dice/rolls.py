"""Rolls of up to six dice as numbers, and as multisets.

A roll of ``n`` dice is numbered in ``0 .. 6^n - 1``, the first die the most significant. Its multiset is coded with
three bits for the number of each face, 1s lowest, so that codes of disjoint sets of dice add up.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

__all__ = [
    "CODES",
    "FACES",
    "FREE_BITS",
    "MOST_DICE",
    "ROLL_OFFSET",
    "Dice",
    "classes",
    "code",
    "dice_of",
    "multisets",
    "roll_classes",
    "spread",
]

FACES = 6
MOST_DICE = 6
CODES = 8**FACES
"""One more than the largest code."""

ROLL_OFFSET = np.array([sum(FACES**k for k in range(n)) for n in range(MOST_DICE + 1)], dtype=np.int64)
"""``int64[7]``: where the rolls of ``n`` dice begin in a table of all rolls of up to six dice."""


def code(faces: Sequence[int]) -> int:
    """Code of a multiset of faces.

    >>> oct(code([1, 1, 6]))
    '0o100002'
    """
    return sum(1 << 3 * (face - 1) for face in faces)


Dice = tuple[int, ...]
"""Faces in ascending order."""


def dice_of(faces: int) -> Dice:
    """Read the dice of a code.

    >>> dice_of(code((5, 1, 5)))
    (1, 5, 5)
    """
    return tuple(face for face in range(1, FACES + 1) for _ in range(faces >> 3 * (face - 1) & 7))


def multisets(dice: int) -> Iterator[tuple[Dice, int]]:
    """List every multiset of ``dice`` dice with the number of ordered rolls that show it; they sum to 6^dice.

    >>> list(multisets(2))[:2]
    [((1, 1), 1), ((1, 2), 2)]
    """
    for roll in itertools.combinations_with_replacement(range(1, FACES + 1), dice):
        yield roll, math.factorial(dice) // math.prod(math.factorial(count) for count in Counter(roll).values())


FREE_BITS = sum(8 << 4 * face for face in range(FACES))
"""The bits that ``spread`` leaves free."""


def spread(codes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Codes with four bits for each face instead of three: a free bit above each count.

    Set ``b`` is part of set ``a`` if ``((a | FREE_BITS) - b) & FREE_BITS == FREE_BITS`` for their spread codes.
    """
    return sum((codes >> 3 * face & 7) << 4 * face for face in range(FACES))  # type: ignore[return-value]


@cache
def roll_classes() -> npt.NDArray[np.uint16]:
    """``uint16[55987]``: the class of every roll, at ``ROLL_OFFSET[dice] + roll``; see ``classes``."""
    _, inverse = _unique_codes()
    return inverse


@cache
def classes() -> npt.NDArray[np.int64]:
    """``int64[924]``: the code of every class, that is of every multiset of zero to six dice, in ascending order."""
    codes, _ = _unique_codes()
    return codes


@cache
def _unique_codes() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
    of_face = np.array([code([face]) for face in range(1, FACES + 1)], dtype=np.int64)
    by_dice = [np.zeros(1, dtype=np.int64)]
    for _ in range(MOST_DICE):
        by_dice.append(np.add.outer(by_dice[-1], of_face).ravel())
    codes, inverse = np.unique(np.concatenate(by_dice), return_inverse=True)
    return codes, inverse.astype(np.uint16)
