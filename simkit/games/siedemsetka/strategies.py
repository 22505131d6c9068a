"""Bots of Siedemsetka: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x / on numbers, so that they decide the same on every machine. A bot without a
function for ``combination`` takes the most points, among equals the fewest dice, then a run before equal dice.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.dice.deciding import bank_if, take_any
from simkit.games.siedemsetka.decisions import Option, View
from simkit.model.bot import Bot, Parameter

__all__ = ["BOTS"]

StopAtTarget = Annotated[bool, Parameter("bank as soon as the turn total reaches the target, whatever else holds")]

_KNIZIA = 'the "hold at 20" of Pig: R. Knizia, Dice Games Properly Explained, 1999'


class BankAtParams(NamedTuple):
    """Parameters of ``bank-at``."""

    bank_at: Annotated[int, Parameter("bank at this turn total", low=0, high=1_000_000, unit="points")] = 30
    stop_at_target: StopAtTarget = True


def bank_at(view: View, params: BankAtParams) -> int:
    """Bank at a turn total of ``bank_at``."""
    return bank_if(view.turn_total >= params.bank_at, view, params.stop_at_target)


class RollTimesParams(NamedTuple):
    """Parameters of ``roll-times``."""

    rolls: Annotated[int, Parameter("bank after so many rolls", low=1, high=1_000, unit="rolls")] = 2
    stop_at_target: StopAtTarget = True


def roll_times(view: View, params: RollTimesParams) -> int:
    """Bank after ``rolls`` rolls."""
    return bank_if(view.rolls >= params.rolls, view, params.stop_at_target)


def _number_lying(lying: int) -> int:
    """How many dice lie on the table."""
    number = 0
    for face in range(6):
        number += lying >> 3 * face & 7
    return number


def _pips_lying(lying: int) -> int:
    """How many pips the dice on the table show."""
    pips = 0
    for face in range(6):
        pips += (face + 1) * (lying >> 3 * face & 7)
    return pips


def _shown(lying: int, least: int) -> int:
    """Which faces at least so many dice on the table show, as a bit each: face 1 is bit 1."""
    faces = 0
    for face in range(1, 7):
        faces |= int(lying >> 3 * (face - 1) & 7 >= least) << face
    return faces


def _is_safe(lying: int) -> bool:
    """Whether a combination lies on the table, so that the next roll cannot be lost."""
    shown = _shown(lying, 1)
    return _shown(lying, 3) > 0 or (shown & shown << 1 & shown << 2) > 0


def _helping_faces(lying: int) -> int:
    """How many faces a die could show to make a combination with dice on the table."""
    shown = _shown(lying, 1)
    below, above = shown << 1, shown >> 1  # faces with a die one pip lower, one pip higher
    helping = _shown(lying, 2) | (below & shown << 2) | (below & above) | (above & shown >> 2)
    number = 0
    for face in range(1, 7):
        number += helping >> face & 1
    return number


def _chance_to_lose(lying: int) -> float:
    """Estimate the chance that no combination follows: 15 %, 7.5 % more a die lying, 7.5 % less a face that helps."""
    return 0.0 if _is_safe(lying) else 0.15 + 0.075 * (_number_lying(lying) - _helping_faces(lying))


def _worth_of_rolling(total: int, lying: int) -> float:
    """Estimate the points that the turn will bring when the other dice are rolled at that turn total.

    What is not lost, and what is still to come: 16 points, the pips lying less 5 a die, 3 for each face that helps, and
    5 when a combination lies there already.
    """
    to_come = 16.0 + _pips_lying(lying) - 5.0 * _number_lying(lying) + 3.0 * _helping_faces(lying)
    return total * (1.0 - _chance_to_lose(lying)) + to_come + 5.0 * _is_safe(lying)


class StopOnRiskParams(NamedTuple):
    """Parameters of ``stop-on-risk``."""

    at_stake: Annotated[
        float, Parameter("bank when the turn total times the chance to lose it is so much", 0, 1_000, "points")
    ] = 14.0
    stop_at_target: StopAtTarget = True


def stop_on_risk(view: View, params: StopOnRiskParams) -> int:
    """Bank when the turn total times the estimated chance to lose it reaches ``at_stake``."""
    at_stake = view.turn_total * _chance_to_lose(view.lying)
    return bank_if(at_stake >= params.at_stake, view, params.stop_at_target)


class WeighTheTableParams(NamedTuple):
    """Parameters of ``weigh-the-table``."""

    stop_at_target: StopAtTarget = True


def bank_if_better(view: View, params: WeighTheTableParams) -> int:
    """Bank when the turn total is worth as much as rolling on."""
    enough = view.turn_total >= _worth_of_rolling(view.turn_total, view.lying)
    return bank_if(enough, view, params.stop_at_target)


def leave_good_dice(view: View, option: Option, params: WeighTheTableParams) -> float:
    """Score an option by what it is worth to bank after it or to roll on, whichever is more."""
    total = view.turn_total + option.points
    if params.stop_at_target and total >= view.to_target:
        return 1e9
    return max(float(total), _worth_of_rolling(total, option.lying))


class RandomParams(NamedTuple):
    """Parameters of ``random``."""

    bank_chance: Annotated[float, Parameter("chance to bank each time", low=0, high=1)] = 0.5
    stop_at_target: StopAtTarget = True


def bank_at_random(view: View, params: RandomParams) -> int:
    """Bank with chance ``bank_chance``."""
    return bank_if(view.coin < params.bank_chance, view, params.stop_at_target)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="bank-at",
        meaning="Takes the most points after each roll and banks at a turn total of bank_at.",
        source=_KNIZIA,
        decide={"roll_again": bank_at},
        params=BankAtParams,
        weakness="Does not see that some dice on the table make the next roll safe and others make it dangerous.",
    ),
    Bot(
        name="roll-times",
        meaning="Takes the most points after each roll and banks after so many rolls.",
        source="ours: how a beginner plays, who counts rolls and not points",
        decide={"roll_again": roll_times},
        params=RollTimesParams,
        weakness="Banks a poor turn and risks a rich one alike.",
    ),
    Bot(
        name="stop-on-risk",
        meaning="Takes the most points after each roll and banks when too many of them are at stake, judged by the "
        "dice on the table: how many they are, and how many faces make a combination with them.",
        source="ours, fitted to the chances of a bust with each set of dice on the table",
        decide={"roll_again": stop_on_risk},
        params=StopOnRiskParams,
        weakness="Takes the most points even where fewer would leave a combination lying.",
    ),
    Bot(
        name="weigh-the-table",
        meaning="Takes what leaves the best dice on the table, points counted in, and banks when rolling on is worth "
        "less: what is likely to be kept, and what its dice promise.",
        source="ours, fitted to the play that makes the most points in a turn",
        decide={"roll_again": bank_if_better, "combination": leave_good_dice},
        params=WeighTheTableParams,
        weakness="Plays every turn for points, whatever the score.",
    ),
    Bot(
        name="random",
        meaning="Takes any combination, each equally likely, and banks by the toss of a coin.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={"roll_again": bank_at_random, "combination": take_any},
        params=RandomParams,
        weakness="Everything; it shows what skill is worth.",
    ),
)
