"""What bots of several dice games decide by: plain functions for both worlds, open to any bot.

Multisets of dice are codes as in ``rolls.py``: three bits for the number of each face, 1s lowest.
"""

from __future__ import annotations

from typing import Any

__all__ = ["BANK", "ONE_OF_EACH", "ROLL", "bank_if", "equal_dice", "keep", "number_of", "one_of_each", "take_any"]

BANK, ROLL = 0, 1
"""Answers of games in which a turn total is banked."""

ONE_OF_EACH = 0o111111


def bank_if(enough: bool, view: Any, stop_at_target: bool) -> int:
    """Bank when that is enough, or when the target is reached and the bot stops there; else roll."""
    return BANK if enough or (stop_at_target and view.turn_total >= view.to_target) else ROLL


def take_any(view: Any, option: Any, params: Any) -> float:
    """Score the options so that each has the same chance: the coin lies in its share of [0, 1)."""
    return 1.0 if option.place <= view.coin * option.choices < option.place + 1 else 0.0


def number_of(dice: int, face: int) -> int:
    """Dice of a face.

    >>> number_of(0o000021, 1), number_of(0o000021, 2)
    (1, 2)
    """
    return dice >> 3 * (face - 1) & 7


def one_of_each(dice: int) -> int:
    """One die of each face that is there.

    >>> oct(one_of_each(0o300021))
    '0o100011'
    """
    return (dice | dice >> 1 | dice >> 2) & ONE_OF_EACH


def equal_dice(dice: int) -> int:
    """All dice but those whose face no other die shows.

    >>> oct(equal_dice(0o300121))
    '0o300020'
    """
    for face in range(1, 7):
        if number_of(dice, face) == 1:
            dice -= 1 << 3 * (face - 1)
    return dice


def keep(dice: tuple[int, ...], wanted: int) -> int:
    """Answer that keeps the dice ``wanted``, of each face as many as there are at most: a bit for each die kept.

    >>> bin(keep((6, 1, 1, 2), 0o100001))
    '0b11'
    """
    answer, place = 0, 1
    for die in dice:
        if number_of(wanted, die) > 0:
            wanted -= 1 << 3 * (die - 1)
            answer += place
        place += place
    return answer
