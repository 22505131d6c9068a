"""Bots of Piątka: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x / on numbers, so that they decide the same on every machine. A bot without a
``set_aside`` takes the lowest die that it may. ``docs/games/piatka.md`` has their distance from the best.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.dice.deciding import take_any
from simkit.games.piatka.decisions import ROLL, STOP, Option, View
from simkit.model.bot import Bot, NoParameters, Parameter

__all__ = ["BOTS"]

StopAt = Annotated[
    int, Parameter("stop at this turn total; from 31 on, never before all dice are set aside", high=31, unit="points")
]


def _is_at_target(view: View) -> bool:
    """Whether the turn total reaches the target of a game that has one."""
    return view.to_target > 0 and view.turn_total >= view.to_target


class StopAtParams(NamedTuple):
    """Parameters of the bots that stop at a turn total."""

    stop_at: StopAt = 9


def stop_at(view: View, params: StopAtParams) -> int:
    """Stop at a turn total of ``stop_at``, or when the target is reached."""
    return STOP if view.turn_total >= params.stop_at or _is_at_target(view) else ROLL


def take_largest(view: View, option: Option, params: StopAtParams) -> float:
    """Score the options so that a single die of the highest face is taken."""
    return float(option.highest) if option.dice == 1 else 0.0


def _is_time_to_stop(view: View) -> bool:
    """Whether the best play for the mean of a turn stops: a high face leaves too little that could follow."""
    if view.dice >= 4:
        return False
    if view.dice == 3:
        return view.largest == 6
    if view.dice == 2:
        return view.largest >= 5
    return view.largest >= 4 or (view.largest == 3 and view.turn_total >= 9)


def stop_by_face(view: View, params: NoParameters) -> int:
    """Stop by the largest face set aside and the dice left, or when the target is reached."""
    return STOP if _is_time_to_stop(view) or _is_at_target(view) else ROLL


class NearThreeParams(NamedTuple):
    """Parameters of ``near-three``."""

    chase: Annotated[bool, Parameter("in its last turn, roll on while another seat has more points")] = True


def stop_near_three(view: View, params: NearThreeParams) -> int:
    """Stop by face, but not while it is behind in its last turn."""
    if params.chase and view.turns_left == 0 and view.score + view.turn_total < view.best_other:
        return ROLL
    return STOP if _is_time_to_stop(view) or _is_at_target(view) else ROLL


def take_near_three(view: View, option: Option, params: NearThreeParams) -> float:
    """Score the options so that a single die is taken, an early one near 3, a late one high."""
    face = option.highest
    if option.dice > 1:
        return -100.0
    if view.dice >= 4:
        return -float(face - 3 if face >= 3 else 3 - face)
    if view.dice == 3:
        if face <= 3:
            return float(10 + face)
        return 6.0 if face == 6 else -float(face)
    if view.dice == 2:
        return float(10 + face) if face >= 4 else -float(face)
    return float(face)


class TakeAllParams(NamedTuple):
    """Parameters of ``take-all``."""

    first_at: Annotated[int, Parameter("take all five dice of the first roll if they show so much", high=31)] = 17
    later_at: Annotated[
        int, Parameter("later, take every high enough die and stop if the turn total is then so much", high=31)
    ] = 14


def stop_take_all(view: View, params: TakeAllParams) -> int:
    """Stop at ``later_at``, by face, or when the target is reached."""
    is_enough = view.turn_total >= params.later_at or _is_at_target(view)
    return STOP if is_enough or _is_time_to_stop(view) else ROLL


def take_all(view: View, option: Option, params: TakeAllParams) -> float:
    """Score the options so that every high enough die is taken if that is enough, else one near 2."""
    if option.place == option.choices - 1:  # the most dice
        enough = params.first_at if view.dice == 5 else params.later_at
        if view.turn_total + option.points >= enough:
            return 100.0
    if option.dice > 1:
        return -100.0
    return -float(option.highest - 2) if option.highest >= 2 else -1.5


class RandomParams(NamedTuple):
    """Parameters of ``random``."""

    stop_chance: Annotated[float, Parameter("chance to stop each time it may", low=0, high=1)] = 0.5


def stop_at_random(view: View, params: RandomParams) -> int:
    """Stop with chance ``stop_chance``, or when the target is reached."""
    return STOP if view.coin < params.stop_chance or _is_at_target(view) else ROLL


BOTS: tuple[Bot, ...] = (
    Bot(
        name="smallest",
        meaning="Takes the lowest die that it may and stops at a turn total of stop_at.",
        source='the "hold at 20" of Pig: R. Knizia, Dice Games Properly Explained, 1999; what a careful beginner does',
        decide={"roll_again": stop_at},
        params=StopAtParams,
        weakness="Keeps room above for dice that it then never rolls; looks at no face.",
    ),
    Bot(
        name="largest",
        meaning="Takes the highest die that it may and stops at a turn total of stop_at.",
        source="ours: what a greedy beginner does",
        decide={"roll_again": stop_at, "set_aside": take_largest},
        params=StopAtParams,
        weakness="After a 6 nearly every second roll of four dice loses the turn.",
    ),
    Bot(
        name="by-face",
        meaning="Takes the lowest die that it may and stops by the largest face set aside and the dice left.",
        source="ours: when the best play for the mean of a turn stops, by dynamic programming",
        decide={"roll_again": stop_by_face},
        weakness="A lowest die of 1 or 2 is a wasted one.",
    ),
    Bot(
        name="near-three",
        meaning="Takes early dice near 3, then the highest; stops by the largest face set aside and the dice left.",
        source="ours: a rule of thumb for the best play for the mean of a turn, by dynamic programming",
        decide={"roll_again": stop_near_three, "set_aside": take_near_three},
        params=NearThreeParams,
        weakness="But for its last turn it plays for points, whatever the score.",
    ),
    Bot(
        name="take-all",
        meaning="Takes every high enough die if that makes a good turn total, else one near 2.",
        source="ours: a rule of thumb where several dice may be set aside, by dynamic programming",
        decide={"roll_again": stop_take_all, "set_aside": take_all},
        params=TakeAllParams,
        weakness="Where only one die may be set aside it aims too low.",
    ),
    Bot(
        name="random",
        meaning="Sets aside any dice that it may, each choice equally likely, and stops by the toss of a coin.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"roll_again": stop_at_random, "set_aside": take_any},
        params=RandomParams,
        weakness="Everything; it shows what skill is worth.",
    ),
)
