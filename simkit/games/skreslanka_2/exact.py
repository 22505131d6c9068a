"""Exact mean numbers crossed off in Skreślanka 2, alone, by dynamic programming over the 65,536 cards, turn by turn."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.games.dice.unseen import UNSEEN_COIN
from simkit.games.skreslanka_2.columns import FULL_CARD, NUMBERS
from simkit.games.skreslanka_2.decisions import View
from simkit.games.skreslanka_2.rules import Rules
from simkit.model.bot import Bot

__all__ = ["bot_numbers", "most_numbers"]

_Values = npt.NDArray[np.float64]
"""By the mask of open numbers."""

_CARDS = np.arange(FULL_CARD + 1)
_MOST_MORE = 2


def _sums(dice: int) -> Mapping[int, float]:
    """Chances of the sums of so many dice."""
    sums = Counter(map(sum, itertools.product(range(1, 7), repeat=dice)))
    return {total: number / 6**dice for total, number in sums.items()}


def _after(value: _Values, total: int) -> _Values:
    """Numbers crossed off by a turn of that total and by what follows, given the value of what follows."""
    if not NUMBERS[0] <= total <= NUMBERS[-1]:
        return value
    bit = 1 << total - NUMBERS[0]
    return np.where(_CARDS & bit, 1.0 + value[_CARDS & ~bit], value)


def _by_throw(value: _Values, total: int) -> _Values:
    """``float64[3, cards]``: the same by the dice thrown after a first sum of ``total``."""
    throws = [
        np.sum([chance * _after(value, total + more) for more, chance in _sums(dice).items()], axis=0)
        for dice in range(_MOST_MORE + 1)
    ]
    return np.stack(throws)


def most_numbers(rules: Rules, turns: int) -> list[float]:
    """Find the highest mean of numbers crossed off in 1, 2, ..., ``turns`` turns."""
    value, most = np.zeros(len(_CARDS)), []
    for _ in range(turns):
        value = np.sum(
            [chance * _by_throw(value, total).max(axis=0) for total, chance in _sums(rules.first_dice).items()], axis=0
        )
        most.append(float(value[FULL_CARD]))
    return most


def bot_numbers(rules: Rules, bot: Bot, params: Any, turns: int) -> float:
    """Find the mean of numbers crossed off in so many turns by a bot that looks at nothing but its card and the sum."""
    decide = bot.decide["second_throw"]
    sums = _sums(rules.first_dice)
    answers = {
        total: np.array([[decide(View(UNSEEN_COIN, total, card, 0, 0, 1, 0), params) for card in range(len(_CARDS))]])
        for total in sums
    }
    value = np.zeros(len(_CARDS))
    for _ in range(turns):
        value = np.sum(
            [
                chance * np.take_along_axis(_by_throw(value, total), answers[total], axis=0)[0]
                for total, chance in sums.items()
            ],
            axis=0,
        )
    return float(value[FULL_CARD])
