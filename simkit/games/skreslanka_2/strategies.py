"""Bots of Skreślanka 2: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x / on numbers, so that they decide the same on every machine.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.skreslanka_2.decisions import View
from simkit.model.bot import Bot, Parameter

__all__ = ["BOTS"]

_NONE, _ONE, _TWO = 0, 1, 2


class Params(NamedTuple):
    """No parameters; a class of its own, so that a bot's hash is that of this file."""


def _is_open(still_open: int, number: int) -> int:
    """1 when the number is on the card and open."""
    return still_open >> (number - 3) & 1 if 3 <= number <= 18 else 0


def throw_none(view: View, params: Params) -> int:
    """Waive the second throw."""
    return _NONE


def throw_if_closed(view: View, params: Params) -> int:
    """Throw one die if the first sum is closed."""
    return _NONE if _is_open(view.open, view.sum) else _ONE


def _worth(number: int, low: float, high: float) -> float:
    """What a number is worth: 1 in the middle of the card, at 10.5, and more by its distance from there."""
    return 1.0 + (low * (10.5 - number) if number < 10.5 else high * (number - 10.5))


def _best_throw(view: View, low: float, high: float) -> int:
    """Throw as many dice as promise the most; the fewest among equals."""
    none, one, two = 0.0, 0.0, 0.0
    for more in range(13):
        number = view.sum + more
        if _is_open(view.open, number):
            worth = _worth(number, low, high)
            if more == 0:
                none = worth
            if 1 <= more <= 6:
                one += worth * 6.0
            if 2 <= more <= 12:
                two += worth * (6.0 - abs(more - 7.0))
    none *= 36.0
    if none >= one and none >= two:
        return _NONE
    return _ONE if one >= two else _TWO


def throw_by_odds(view: View, params: Params) -> int:
    """Throw as many dice as are most likely to cross off a number."""
    return _best_throw(view, 0.0, 0.0)


class WeighParams(NamedTuple):
    """Parameters of ``weigh-numbers``."""

    low: Annotated[float, Parameter("what a pip below 10.5 adds to a number's worth of 1", high=10)] = 0.06
    high: Annotated[float, Parameter("what a pip above 10.5 adds to a number's worth of 1", high=10)] = 0.01


def throw_by_worth(view: View, params: WeighParams) -> int:
    """Throw as many dice as promise the most, numbers away from the middle of the card being worth more."""
    return _best_throw(view, params.low, params.high)


def throw_at_random(view: View, params: Params) -> int:
    """Throw none, one or two dice, each equally likely."""
    return int(view.coin * 3.0)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="weigh-numbers",
        meaning="Throws as many dice as promise the most: the chance to cross off each number, weighed by its worth.",
        source="ours, fitted to the play that crosses off the most numbers in 20 turns",
        decide={"second_throw": throw_by_worth},
        params=WeighParams,
        weakness="Does not look at how many turns are left.",
    ),
    Bot(
        name="best-odds",
        meaning="Throws as many dice as are most likely to cross off a number; the fewest among equals.",
        source="ours: any number is as good as another",
        decide={"second_throw": throw_by_odds},
        params=Params,
        weakness="Crosses off common numbers at once, though low ones are hard to come by later.",
    ),
    Bot(
        name="one-if-closed",
        meaning="Throws one more die if the first sum is closed.",
        source="ours: how most people play",
        decide={"second_throw": throw_if_closed},
        params=Params,
        weakness="Never throws two dice, and throws one where it can only miss.",
    ),
    Bot(
        name="never",
        meaning="Waives every second throw.",
        source="ours: how a beginner plays, who stops at the first sum",
        decide={"second_throw": throw_none},
        params=Params,
        weakness="Wastes every turn whose first sum is closed.",
    ),
    Bot(
        name="random",
        meaning="Throws none, one or two dice, each equally likely.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"second_throw": throw_at_random},
        params=Params,
        weakness="Everything; it shows what skill is worth.",
    ),
)
