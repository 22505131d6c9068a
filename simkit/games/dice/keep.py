"""Which dice a seat keeps: the answer to a ``keep`` decision, in games that roll a hand of dice up to three times.

The dice lie in ascending order, and the answer is a mask of the places kept, the first place lowest. Every mask is
legal: the dice not kept are rolled again, and a mask of all places ends the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["MOST_ROLLS", "dice_kept", "die_fields", "keep_all", "keep_answers"]

MOST_ROLLS = 3
"""Rolls of a turn, the first included."""


def keep_all(dice: int) -> int:
    """The answer that keeps every die of a hand, and so ends the turn.

    >>> keep_all(5)
    31
    """
    return (1 << dice) - 1


def keep_answers(dice: int) -> tuple[str, ...]:
    """Names of the answers for a hand of ``dice``: the places kept, by number.

    >>> keep_answers(2)
    ('none', '1', '2', '12')
    """
    places = ["".join(str(place + 1) for place in range(dice) if mask >> place & 1) for mask in range(1 << dice)]
    return ("none", *places[1:])


def die_fields(hand: Sequence[int]) -> dict[str, int]:
    """The dice of a hand as fields of a view, in ascending order.

    >>> die_fields((5, 3))
    {'die_1': 3, 'die_2': 5}
    """
    return {f"die_{place}": face for place, face in enumerate(sorted(hand), start=1)}


def dice_kept(hand: Sequence[int], answer: int) -> tuple[int, ...]:
    """The dice of a hand, given in ascending order, that an answer keeps.

    >>> dice_kept((1, 2, 2, 5, 6), 0b00110)
    (2, 2)
    """
    return tuple(face for place, face in enumerate(hand) if answer >> place & 1)
