"""Exact values of Generał: single boxes, and the best expected total by dynamic programming over all 2^15 cards.

What hands are worth comes from ``scoring.py``, so that published values test that; simulations are tested against it.
A card is a mask of open boxes. The upper bonus is left out: it would need the total of the rows in the state as well.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.hands import all_hands, build_hands
from simkit.games.dice.keep import MOST_ROLLS
from simkit.games.dice.rolls import FACES, multisets
from simkit.games.general.boxes import ALL_BOXES, BOXES, PARA, RATUNEK, ROWS
from simkit.games.general.decisions import DICE
from simkit.games.general.rules import Rules
from simkit.games.general.scoring import fits, points
from simkit.games.general.tables import Numbers, legal
from simkit.jit import kernel
from simkit.model.game import rule_numbers

__all__ = ["SingleBox", "best_totals", "single_box"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

HANDS = all_hands(DICE)
_ALL_HANDS = len(HANDS)


class SingleBox(NamedTuple):
    """One box by itself: chance of points above 0 and mean of one roll, and the best mean in three rolls."""

    chance: Fraction
    mean: Fraction
    best: float


class _Kept(NamedTuple):
    """Sets of kept dice, by number: what one more die makes of each, and those that are part of each hand.

    ``added`` is ``int64[462, 6]``, -1 where all dice are there; the sets of five dice are the hands, and come last, in
    their order. ``parts[begins[h]:begins[h + 1]]`` are the sets that may be kept of hand ``h``.
    """

    added: Ints
    begins: Ints
    parts: Ints


@cache
def _kept_sets() -> _Kept:
    sets = [kept for size in range(DICE + 1) for kept in all_hands(size)]
    number = {kept: at for at, kept in enumerate(sets)}
    added = [
        [number[tuple(sorted((*kept, face)))] if len(kept) < DICE else -1 for face in range(1, FACES + 1)]
        for kept in sets
    ]
    places, of_answer = np.unique(build_hands(DICE).keep, return_inverse=True)  # in the order of ``sets``
    assert len(places) == len(sets)
    parts = [np.unique(row) for row in of_answer.reshape(_ALL_HANDS, -1)]
    begins = np.cumsum([0, *map(len, parts)])
    return _Kept(np.array(added), begins, np.concatenate(parts))


_VECTOR, _MATRIX = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")


@kernel(types.void(types.Array(types.float64, 1, "C"), types.Array(types.float64, 1, "C"), _MATRIX, _VECTOR, _VECTOR))
def _roll_twice(value, mean, added, begins, parts):
    """Turn the value of each hand after the last roll into that after the first, in place.

    ``mean`` is scratch: what is expected of each set of kept dice; ``mean[0]`` is at the end that of rolling all dice.
    """
    sets = len(added)
    for rolls in range(MOST_ROLLS):
        mean[sets - len(value) :] = value
        for kept in range(sets - len(value) - 1, -1, -1):
            total = 0.0
            for face in range(FACES):
                total += mean[added[kept, face]]
            mean[kept] = total / FACES
        if rolls < MOST_ROLLS - 1:
            for hand in range(len(value)):
                for part in range(begins[hand], begins[hand + 1]):
                    value[hand] = max(value[hand], mean[parts[part]])


@kernel(
    types.void(
        types.NamedUniTuple(types.int64, len(Numbers._fields), Numbers),  # type: ignore[attr-defined]
        _MATRIX, _VECTOR, _MATRIX, _VECTOR, _VECTOR, types.Array(types.float64, 1, "C"),
    )
)  # fmt: skip
def _fill_totals(rules, worth, fitting, added, begins, parts, totals):
    """Fill ``totals``: the best expected points still to come, by the mask of open boxes."""
    value, mean = np.empty(len(worth)), np.empty(len(added))
    totals[0] = 0.0
    for card in range(1, len(totals)):
        for hand in range(len(worth)):
            boxes, best = legal(rules, fitting, hand, card), -np.inf
            for box in range(len(BOXES)):
                if boxes >> box & 1:
                    best = max(best, worth[hand, box] + totals[card & ~(1 << box)])
            value[hand] = best
        _roll_twice(value, mean, added, begins, parts)
        totals[card] = mean[0]


def best_totals(rules: Rules) -> Floats:
    """Find the best expected points still to come for every card: ``float64[2^15]``, by the mask of open boxes.

    Takes a second. Rules with a bonus for the first roll or for the rows are refused with ValueError: neither is known
    from the open boxes alone.
    """
    if rules.first_roll_bonus or rules.school_bonus or rules.school_malus:
        raise ValueError("no exact totals with first_roll_bonus, school_bonus or school_malus")
    worth = np.array([[points(rules, box, hand, MOST_ROLLS) for box in range(len(BOXES))] for hand in HANDS])
    fitting = np.array([_fitting(rules, hand) for hand in HANDS])
    totals = np.empty(ALL_BOXES + 1)
    _fill_totals(rule_numbers(Numbers, rules), worth, fitting, *_kept_sets(), totals)
    return totals


def _fitting(rules: Rules, hand: tuple[int, ...]) -> int:
    """Mask of the combinations that a hand makes and of the rows that it may be written into."""
    rows = ROWS if rules.upper_zero == "minus_three" else sum({1 << face - 1 for face in hand})
    return rows | sum(1 << box for box in range(PARA, RATUNEK) if fits(rules, box, hand))


def single_box(rules: Rules, box: int) -> SingleBox:
    """Find what one box is worth in one roll, and at best in three."""
    worth = [points(rules, box, hand, MOST_ROLLS) for hand in HANDS]
    orders = [number for _, number in multisets(DICE)]
    positive = sum(order for order, score in zip(orders, worth, strict=True) if score > 0)
    total = sum(order * score for order, score in zip(orders, worth, strict=True))
    sets = _kept_sets()
    mean = np.empty(len(sets.added))
    _roll_twice(np.array(worth, dtype=np.float64), mean, *sets)
    return SingleBox(Fraction(positive, FACES**DICE), Fraction(total, FACES**DICE), float(mean[0]))
