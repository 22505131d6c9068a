"""What five dice are worth in each box of Generał, and which boxes they may go into, as the rule sheet tells it.

For the reference, for exact values and for people. It never reads the kernel's tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from simkit.games.general.boxes import (
    BOXES,
    DUZY_STRIT,
    DWIE_PARY,
    FULL,
    GENERAL,
    KARETA,
    MALY_STRIT,
    PARA,
    RATUNEK,
    TITLES,
    TROJKA,
)
from simkit.games.general.rules import Rules

__all__ = ["fits", "legal_boxes", "points", "sheet"]

ROWS = range(6)
COMBINATIONS = range(PARA, RATUNEK)


def _equal(dice: Sequence[int], number: int) -> int:
    """The highest face that at least so many dice show; 0 when there is none."""
    return max((face for face, count in Counter(dice).items() if count >= number), default=0)


def _two_pairs(rules: Rules, dice: Sequence[int]) -> int:
    pairs = [face for face, count in Counter(dice).items() if count >= 2]
    if len(pairs) == 2:
        return 2 * sum(pairs)
    return 4 * _equal(dice, 4) if rules.two_pairs_four else 0


def _full(rules: Rules, dice: Sequence[int]) -> int:
    counts = sorted(Counter(dice).values())
    is_full = counts == [2, 3] or (rules.full_five and counts == [5])
    return sum(dice) + 10 if is_full else 0


def _with_premium(worth: int, premium: int) -> int:
    return worth + premium if worth else 0


def combination_points(rules: Rules, box: int, dice: Sequence[int]) -> int:
    """Points of five dice in a box from Para to Generał, without first_roll_bonus; 0 where they do not make it."""
    return {
        PARA: 2 * _equal(dice, 2),
        DWIE_PARY: _two_pairs(rules, dice),
        TROJKA: 3 * _equal(dice, 3),
        MALY_STRIT: 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        DUZY_STRIT: 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        FULL: _full(rules, dice),
        KARETA: _with_premium(4 * _equal(dice, 4), 20),
        GENERAL: _with_premium(5 * _equal(dice, 5), 50),
    }[box]


def fits(rules: Rules, box: int, dice: Sequence[int]) -> bool:
    """Whether the dice make the combination of a box from Para to Generał."""
    return combination_points(rules, box, dice) > 0


def points(rules: Rules, box: int, dice: Sequence[int], rolls: int) -> int:
    """Points that a box has when it is written with these dice after so many rolls."""
    if box in ROWS:
        face = box + 1
        number = list(dice).count(face)
        return 0 if number == 0 and rules.upper_zero != "minus_three" else (number - 3) * face
    if box == RATUNEK:
        return sum(dice)
    made = combination_points(rules, box, dice)
    return _with_premium(made, rules.first_roll_bonus) if rolls == 1 else made


def legal_boxes(rules: Rules, still_open: Collection[int], dice: Sequence[int]) -> list[int]:
    """Boxes that may be written with these dice, in the order of the card; at least one."""
    rows = [box for box in ROWS if box in still_open]
    combinations = [box for box in COMBINATIONS if box in still_open]
    fitting = [box for box in combinations if fits(rules, box, dice)]
    legal = [box for box in rows if box + 1 in dice or rules.upper_zero == "minus_three"] + fitting
    if RATUNEK in still_open and (rules.ratunek == "free" or not fitting):
        legal.append(RATUNEK)
    if not legal and rules.upper_zero != "forbidden_rows_first":
        return [*rows, *combinations]  # nothing can be written: 0 goes into a place freely chosen
    if rules.zero_policy == "free" or not (legal or rows):
        legal += [box for box in combinations if box not in fitting]
    return sorted(legal) if legal else rows


def sheet(rules: Rules, dice: Sequence[int]) -> list[dict[str, Any]]:
    """List what ``simkit score`` prints of five dice: the points of each box of an empty card, after a later roll."""
    if len(dice) != len("12345"):
        return []
    legal = legal_boxes(rules, range(len(BOXES)), dice)
    return [
        {"box": TITLES[box], "points": points(rules, box, dice, 3), "on an empty card": "yes" if box in legal else "no"}
        for box in range(len(BOXES))
    ]
