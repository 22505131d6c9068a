"""Bots of Bazy: plain functions of what the seat sees, which the reference calls and the kernel compiles.

The fewest points are a middle die of the sorted roll, and they are best in every position: a point saved is never bad.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.bazy.decisions import Option, View
from simkit.model.bot import Bot, NoParameters, Parameter

__all__ = ["BOTS"]


class MiddleParams(NamedTuple):
    """No parameters; a class of its own, so that the bot's hash is that of this file."""


def any_die(view: View, option: Option, params: NoParameters) -> float:
    """Score the options so that each die has the same chance: the coin lies in the share of its face."""
    return 1.0 if option.lower <= view.coin * 6 < option.lower + option.number else 0.0


def most_common(view: View, option: Option, params: NoParameters) -> float:
    """Score the options so that the face of most dice is taken, the one with fewest points among equals."""
    return float(option.number)


class NearestParams(NamedTuple):
    """Parameters of ``nearest``."""

    to: Annotated[float, Parameter("takes the face nearest to this one", low=1, high=6)] = 3.5


def nearest(view: View, option: Option, params: NearestParams) -> float:
    """Score the options so that the face nearest to ``to`` is taken."""
    distance = option.face - params.to
    return -distance if distance > 0 else distance


def lowest(view: View, option: Option, params: NoParameters) -> float:
    """Score the options so that the lowest face is taken."""
    return float(-option.face)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="middle",
        meaning="Takes the face with the fewest points, a middle die of the sorted roll. Nothing is better.",
        source="the median minimises the sum of distances; it leaves the decision to its default",
        decide={},
        params=MiddleParams,
    ),
    Bot(
        name="nearest",
        meaning="Takes the face nearest to a fixed one, 3.5 unless told otherwise.",
        source="ours: the rule of thumb for those who do not count",
        decide={"base": nearest},
        params=NearestParams,
        weakness="Looks at no other die: of 1-1-1-1-3-4 it takes the 3.",
    ),
    Bot(
        name="most-common",
        meaning="Takes the face that most dice show, among equals the one with the fewest points.",
        source="ours: what a beginner does, since equal dice cost nothing",
        decide={"base": most_common},
        weakness="A pair of 6s makes four small dice expensive.",
    ),
    Bot(
        name="lowest",
        meaning="Takes the lowest face.",
        source="ours: for whoever takes low points to need a low base",
        decide={"base": lowest},
        weakness="All distances are on one side.",
    ),
    Bot(
        name="random",
        meaning="Takes any of the six dice.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"base": any_die},
        weakness="Everything; it shows what the choice is worth.",
    ),
)
