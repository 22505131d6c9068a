"""Exact values of Strity: one roll by counting, one turn by dynamic programming over all hands of six dice.

What hands score comes from ``scoring.py``, so that published values test that; simulations are tested against these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.games.dice.hands import all_hands, build_hands, hands_after
from simkit.games.dice.keep import MOST_ROLLS, die_fields, keep_all
from simkit.games.dice.rolls import code, multisets
from simkit.games.dice.unseen import UNSEEN_COIN
from simkit.games.strity.decisions import DICE, View
from simkit.games.strity.rules import Rules
from simkit.games.strity.scoring import combination, worth

__all__ = ["best_turn", "one_roll", "points_law", "turn_law"]

Law = Mapping[tuple[str, int], float]
"""Probability of each end of a turn: the combination, and the rolls made."""

HANDS = all_hands(DICE)

_ROUNDING = 1e-9
"""Answers whose values differ by less are equally good."""

_REST = {"score": 0, "best_other": 0, "turn": 1, "turns_left": 9}
"""What else a seat sees: of no account to the bots of which laws are asked."""


def one_roll(rules: Rules) -> Mapping[str, int]:
    """Count the ordered rolls of six dice, out of 46,656, that score as each combination.

    >>> one_roll(Rules())["full_straight"]
    720
    """
    rolls: Counter[str] = Counter()
    for hand, orders in multisets(DICE):
        rolls[combination(rules, hand)] += orders
    return rolls


def points_law(rules: Rules, law: Law) -> Mapping[int, float]:
    """Probability of each number of points of a turn."""
    chances: dict[int, float] = defaultdict(float)
    for (name, rolls), chance in law.items():
        chances[_points(rules, name, rolls)] += chance
    return chances


def _points(rules: Rules, name: str, rolls: int) -> int:
    return worth(rules, name) * (2 if rolls == 1 and rules.first_roll_double else 1)


def turn_law(rules: Rules, keep: Callable[[View, Any], int] | None, params: Any = ()) -> Law:
    """Find the law of a turn of a bot that looks at the dice and the rolls made only; None never rolls again."""
    names = [combination(rules, hand) for hand in HANDS]

    def answer(number: int, rolls: int) -> int:
        hand = HANDS[number]
        doubles = int(rolls == 1 and rules.first_roll_double)
        now = {"rolls": rolls, "points": _points(rules, names[number], rolls), "doubles": doubles}
        view = View(UNSEEN_COIN, **die_fields(hand), **now, **_REST, faces=code(hand))
        return keep(view, params) if keep is not None else keep_all(DICE)

    return _law(names, answer)


def best_turn(rules: Rules) -> tuple[float, Law]:
    """Find the highest expected points of a turn, and the law of one played so; of equal answers the highest."""
    names = [combination(rules, hand) for hand in HANDS]
    value = np.array([_points(rules, name, MOST_ROLLS) for name in names], dtype=np.float64)
    answers = {}
    for rolls in range(MOST_ROLLS - 1, 0, -1):
        by_answer = hands_after(DICE, value)
        by_answer[:, -1] = [_points(rules, name, rolls) for name in names]
        is_best = by_answer >= by_answer.max(axis=1)[:, None] - _ROUNDING
        answers[rolls] = keep_all(DICE) - is_best[:, ::-1].argmax(axis=1)  # the last of them
        value = by_answer.max(axis=1)
    first = build_hands(DICE).after[: 6**DICE]
    return float(value[first].mean()), _law(names, lambda number, rolls: int(answers[rolls][number]))


def _law(names: list[str], answer: Callable[[int, int], int]) -> Law:
    """Follow every hand through up to three rolls."""
    hands = build_hands(DICE)
    chances: npt.NDArray[np.float64] = np.bincount(hands.after[: 6**DICE], minlength=len(HANDS)) / 6**DICE
    law: dict[tuple[str, int], float] = defaultdict(float)
    for rolls in range(1, MOST_ROLLS + 1):
        later = np.zeros(len(HANDS))
        for number, chance in enumerate(chances):
            given = answer(number, rolls) if rolls < MOST_ROLLS else keep_all(DICE)
            if given == keep_all(DICE):
                law[names[number], rolls] += float(chance)
                continue
            begin, dice = divmod(int(hands.keep[number, given]), 8)
            reached = hands.after[begin : begin + 6**dice]
            later += chance * np.bincount(reached, minlength=len(HANDS)) / 6**dice
        chances = later
    return law
