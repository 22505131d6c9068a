"""Exact values of a turn of Piątka by dynamic programming: the law of any way to play, and the best mean.

Everything comes from the dice that ``reference.py`` may set aside. A turn is played for its points; what the score
would ask for is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from simkit.games.dice.laws import Law
from simkit.games.dice.rolls import FACES, multisets
from simkit.games.dice.unseen import UNSEEN_COIN
from simkit.games.piatka.decisions import STOP, Option, View
from simkit.games.piatka.reference import DICE, options
from simkit.games.piatka.rules import Rules
from simkit.model.bot import Bot

__all__ = ["Policy", "State", "best_policy", "best_stops", "bot_policy", "lowest", "turn_law"]


class State(NamedTuple):
    """A turn as it stands: the turn total, the largest face set aside (0: none), and the dice not set aside."""

    total: int
    largest: int
    dice: int

    def after(self, option: Option) -> State:
        """Return the state after a set-aside."""
        return State(self.total + option.points, option.highest, option.left)


class Policy(NamedTuple):
    """A way to play a turn: the place of the option that is taken, and whether to stop while dice are left."""

    choose: Callable[[State, Sequence[Option]], int]
    stops: Callable[[State], bool]


def turn_law(rules: Rules, policy: Policy) -> Law:
    """Find the law of the points of a turn; busts are 0 points."""
    waiting = {State(0, 0, DICE): Fraction(1)}
    law: dict[int, Fraction] = {}
    while waiting:
        state = max(waiting, key=lambda state: state.dice)  # every set-aside leaves fewer dice, so none comes back
        chance = waiting.pop(state)
        for roll, number in multisets(state.dice):
            part = chance * number / FACES**state.dice
            choices = options(rules, roll, state.largest)
            if not choices:
                law[0] = law.get(0, Fraction(0)) + part
                continue
            after = state.after(choices[policy.choose(state, choices)])
            if after.dice == 0 or policy.stops(after):
                law[after.total] = law.get(after.total, Fraction(0)) + part
            else:
                waiting[after] = waiting.get(after, Fraction(0)) + part
    return dict(sorted(law.items()))


def lowest(state: State, choices: Sequence[Option]) -> int:
    """Take the lowest die."""
    return 0


def _policy(rules: Rules, best_place: Callable[[Callable[[State], Fraction], State, Sequence[Option]], int]) -> Policy:
    """Make the policy that stops best for its mean; ``best_place`` takes (worth of a state, state, options)."""

    @cache
    def of_rolling(state: State) -> Fraction:
        law = [(options(rules, roll, state.largest), number) for roll, number in multisets(state.dice)]
        worths = (
            number * worth(state.after(choices[best_place(worth, state, choices)]))
            for choices, number in law
            if choices
        )
        return Fraction(1, FACES**state.dice) * sum(worths, Fraction(0))

    def worth(state: State) -> Fraction:
        return max(Fraction(state.total), of_rolling(state)) if state.dice else Fraction(state.total)

    return Policy(
        lambda state, choices: best_place(worth, state, choices),
        lambda state: state.total >= of_rolling(state),
    )


def best_policy(rules: Rules) -> Policy:
    """Find the play with the highest mean of a turn; among equal options the first."""

    def best_place(worth: Callable[[State], Fraction], state: State, choices: Sequence[Option]) -> int:
        return max(range(len(choices)), key=lambda place: worth(state.after(choices[place])))

    return _policy(rules, best_place)


def best_stops(rules: Rules, choose: Callable[[State, Sequence[Option]], int]) -> Policy:
    """Find the play with the highest mean of a turn among those that choose so."""
    return _policy(rules, lambda _, state, choices: choose(state, choices))


def bot_policy(bot: Bot, params: Any) -> Policy:
    """Make the policy of a bot that tosses no coin, in a turn in which the score asks for nothing."""

    def view(state: State) -> View:
        return View(UNSEEN_COIN, state.total, state.dice, state.largest, 0, 0, 0, -1, 1, 1)

    def choose(state: State, choices: Sequence[Option]) -> int:
        if "set_aside" not in bot.decide:
            return 0
        scores = [bot.decide["set_aside"](view(state), option, params) for option in choices]
        return scores.index(max(scores))

    return Policy(choose, lambda state: bot.decide["roll_again"](view(state), params) == STOP)
