"""Exact mean numbers of turns to complete a card of Skreślanka alone, by dynamic programming over the 4,096 cards."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from simkit.games.dice.unseen import UNSEEN_COIN
from simkit.games.skreslanka.columns import FULL_CARD, NUMBERS
from simkit.games.skreslanka.decisions import Option, View
from simkit.games.skreslanka.reference import ways_to_cross
from simkit.games.skreslanka.rules import Rules
from simkit.model.bot import Bot

__all__ = ["Choose", "bot_turns", "fewest_turns", "mean_turns"]

_ROLLS = Counter(tuple(sorted(dice)) for dice in itertools.product(range(1, 7), repeat=2))

Choose = Callable[[int, Sequence[int], list[int], list[float]], int]
"""Place of the way that is taken, by open numbers, dice, ways as masks, and the turns left after each of them."""


def _mask(numbers: Sequence[int]) -> int:
    return sum(1 << number - NUMBERS[0] for number in numbers)


def mean_turns(rules: Rules, choose: Choose) -> float:
    """Find the mean number of turns; every way but to pass leads to a card with fewer numbers, so a lower mask."""
    value: list[float] = [0.0]
    for card in range(1, FULL_CARD + 1):
        numbers = [number for number in NUMBERS if card & _mask([number])]
        stays, then = 0.0, 1.0
        for dice, rolls in _ROLLS.items():
            ways = [_mask(way) for way in ways_to_cross(rules, numbers, dice)] or [0]
            # To pass leads back here, which no one who counts turns wants: as if it took ever so long.
            after: list[float] = [value[card & ~way] if way else math.inf for way in ways]
            taken = choose(card, dice, ways, after)
            if ways[taken]:
                then += rolls / 36 * after[taken]
            else:
                stays += rolls / 36
        value.append(float(then / (1.0 - stays)))
    return value[FULL_CARD]


def fewest_turns(rules: Rules) -> float:
    """Find the mean number of turns of the play that takes the fewest."""
    return mean_turns(rules, lambda _card, _dice, _ways, after: after.index(min(after)))


def bot_turns(rules: Rules, bot: Bot, params: Any) -> float:
    """Find the mean number of turns of a bot that looks at nothing but its card, the dice and the options."""

    def choose(card: int, dice: Sequence[int], ways: list[int], _after: list[float]) -> int:
        view = View(UNSEEN_COIN, dice[1], dice[0], card, len(NUMBERS) - card.bit_count(), 0, 0, 1)
        options = [
            Option(place, len(ways), way, way.bit_count(), int(way == _mask([sum(dice)])))
            for place, way in enumerate(ways)
        ]
        scores = [float(bot.decide["cross"](view, option, params)) for option in options]
        return scores.index(max(scores))

    return mean_turns(rules, choose)
