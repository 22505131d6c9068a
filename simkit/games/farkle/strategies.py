"""Bots of the Farkle family: plain functions of what the seat sees, which the reference calls and the kernel compiles.

They use only comparisons and + - x / on numbers, so that they decide the same on every machine. A bot without a
``set_aside`` takes the most points of each roll, among equals the most dice.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from simkit.games.dice.deciding import bank_if, take_any
from simkit.games.farkle.decisions import FRESH, ROLL, TAKE_OVER, Option, Rival, View
from simkit.model.bot import Bot, Parameter

__all__ = ["BOTS"]

BankAt = Annotated[int, Parameter("bank at this turn total", low=0, high=1_000_000, unit="points")]
StopAtTarget = Annotated[bool, Parameter("bank as soon as the turn total reaches the target, whatever else holds")]

_KNIZIA = 'the "hold at 20" of Pig: R. Knizia, Dice Games Properly Explained, 1999'
_FARKLE_MK_II = "https://github.com/Isaac-McPadden/Farkle_II"


class BankAtParams(NamedTuple):
    """Parameters of every bot that only looks at its turn total."""

    bank_at: BankAt = 500
    stop_at_target: StopAtTarget = True


def bank_at(view: View, params: BankAtParams) -> int:
    """Bank at a turn total of ``bank_at``."""
    return bank_if(view.turn_total >= params.bank_at, view, params.stop_at_target)


class BankOnDiceParams(NamedTuple):
    """Parameters of ``bank-on-dice``."""

    dice: Annotated[int, Parameter("bank with so many dice or fewer to roll", low=1, high=6, unit="dice")] = 2
    stop_at_target: StopAtTarget = True


def bank_on_dice(view: View, params: BankOnDiceParams) -> int:
    """Bank when ``dice`` or fewer dice would be rolled."""
    return bank_if(view.dice <= params.dice, view, params.stop_at_target)


def _bank_with(dice: str) -> Parameter:
    return Parameter(f"bank at this turn total with {dice} to roll", low=0, high=1_000_000, unit="points")


class BankAtByDiceParams(NamedTuple):
    """Parameters of ``bank-at-by-dice``: a turn total for each number of dice to roll."""

    bank_1: Annotated[int, _bank_with("one die")] = 250
    bank_2: Annotated[int, _bank_with("two dice")] = 250
    bank_3: Annotated[int, _bank_with("three dice")] = 400
    bank_4: Annotated[int, _bank_with("four dice")] = 1_000
    bank_5: Annotated[int, _bank_with("five dice")] = 2_900
    bank_6: Annotated[int, _bank_with("six dice")] = 10_950
    stop_at_target: StopAtTarget = True


def bank_at_by_dice(view: View, params: BankAtByDiceParams) -> int:
    """Bank at a turn total that depends on how many dice would be rolled."""
    if view.dice == 1:
        threshold = params.bank_1
    elif view.dice == 2:
        threshold = params.bank_2
    elif view.dice == 3:
        threshold = params.bank_3
    elif view.dice == 4:
        threshold = params.bank_4
    elif view.dice == 5:
        threshold = params.bank_5
    else:
        threshold = params.bank_6
    return bank_if(view.turn_total >= threshold, view, params.stop_at_target)


def chase(view: View, params: BankAtParams) -> int:
    """Bank, as ``bank_at`` would, only once the best other seat is matched."""
    if view.score + view.turn_total < view.best_other:
        return ROLL
    return bank_at(view, params)


def take_best_single(view: View, option: Option, params: BankAtParams) -> float:
    """Score the options so that the one of a single element with the most points is taken."""
    return float(option.points) if option.elements == 1 else 0.0


def leave_lone_fives(view: View, option: Option, params: BankAtParams) -> float:
    """Score the options so that one with a lone 5 is taken only if all have one."""
    return float(option.points) if option.lone_fives == 0 else 0.0


class RandomParams(NamedTuple):
    """Parameters of ``random``."""

    bank_chance: Annotated[float, Parameter("chance to bank each time it may", low=0, high=1)] = 0.5
    stop_at_target: StopAtTarget = True


def bank_at_random(view: View, params: RandomParams) -> int:
    """Bank with chance ``bank_chance``."""
    return bank_if(view.coin < params.bank_chance, view, params.stop_at_target)


def take_over_at_random(view: View, params: RandomParams) -> int:
    """Take over what the turn before has left half of the time."""
    return TAKE_OVER if view.coin < 0.5 else FRESH


class Challenging(IntEnum):
    """When a challenge is used."""

    NEVER = 0
    WHEN_BEHIND = 1
    AT_ONCE = 2


class ChallengerParams(NamedTuple):
    """Parameters of ``challenger``."""

    bank_at: BankAt = 500
    challenged_bank_at: Annotated[
        int, Parameter("bank at this turn total in a challenge", low=0, high=1_000_000, unit="points")
    ] = 350
    challenge: Annotated[Challenging, Parameter("when to challenge the leader")] = Challenging.WHEN_BEHIND
    behind: Annotated[
        int, Parameter("how far the leader must be ahead for when-behind", low=0, high=1_000_000, unit="points")
    ] = 1_000
    stop_at_target: StopAtTarget = True


def bank_challenged(view: View, params: ChallengerParams) -> int:
    """Bank at a turn total of ``bank_at``, or in a challenge of ``challenged_bank_at``."""
    threshold = params.challenged_bank_at if view.challenged > 0 else params.bank_at
    return bank_if(view.turn_total >= threshold, view, params.stop_at_target)


def challenge_leader(view: View, rival: Rival, params: ChallengerParams) -> float:
    """Score nobody, or the best of the others where the bot challenges at all, best."""
    if params.challenge == 0:  # an enum's value: compiled bots get numbers
        wants = False
    elif params.challenge == 1:
        wants = view.best_other - view.score >= params.behind
    else:
        wants = True
    if rival.seat == 0:
        return 0.0 if wants else 1.0
    return 1.0 if wants and rival.score == view.best_other else 0.0


class PyramidParams(NamedTuple):
    """Parameters of ``pyramid``."""

    bank_at: BankAt = 500
    bank_with_triple: Annotated[
        int, Parameter("bank at this turn total with three of a kind set aside", low=0, high=1_000_000, unit="points")
    ] = 4_000
    stop_at_target: StopAtTarget = True


def _has_three(frozen: int) -> bool:
    """Whether three or more dice of a face are among these."""
    for face in range(6):  # noqa: SIM110 (numba compiles no generators)
        if (frozen >> 3 * face) & 7 >= 3:
            return True
    return False


def bank_pyramid(view: View, params: PyramidParams) -> int:
    """Bank at a turn total of ``bank_at``, but of ``bank_with_triple`` while a triple waits for more of its face."""
    threshold = params.bank_with_triple if _has_three(view.frozen) else params.bank_at
    return bank_if(view.turn_total >= threshold, view, params.stop_at_target)


def build_pyramid(view: View, option: Option, params: PyramidParams) -> float:
    """Score the options so that the biggest set of a face wins, then the most dice left to extend it."""
    together, biggest = view.frozen + option.faces, 0
    for face in range(6):
        biggest = max(biggest, (together >> 3 * face) & 7)
    if biggest < 3:
        return float(option.points)
    return 1_000_000.0 * biggest + option.left * 100_000.0 + option.points / 100.0


class PiggybackParams(NamedTuple):
    """Parameters of ``piggyback``."""

    bank_at: BankAt = 500
    take_from: Annotated[int, Parameter("take over at least so many points", low=0, high=1_000_000, unit="points")] = (
        1_000
    )
    take_dice: Annotated[int, Parameter("take over with at least so many dice", low=1, high=6, unit="dice")] = 3
    stop_at_target: StopAtTarget = True


def bank_at_taken_over(view: View, params: PiggybackParams) -> int:
    """Bank at a turn total of ``bank_at``, which what was taken over counts towards."""
    return bank_if(view.turn_total >= params.bank_at, view, params.stop_at_target)


def take_over_enough(view: View, params: PiggybackParams) -> int:
    """Take over when points and dice are enough."""
    return TAKE_OVER if view.turn_total >= params.take_from and view.dice >= params.take_dice else FRESH


class CarefulParams(NamedTuple):
    """Parameters of ``streak-aware``."""

    bank_at: BankAt = 500
    before_penalty: Annotated[
        int, Parameter("bank at this turn total when a bust would cost a penalty", low=0, high=1_000_000, unit="points")
    ] = 300
    stop_at_target: StopAtTarget = True


def bank_before_penalty(view: View, params: CarefulParams) -> int:
    """Bank at a turn total of ``bank_at``, or of ``before_penalty`` when a bust costs a penalty."""
    threshold = params.before_penalty if view.penalty > 0 else params.bank_at
    return bank_if(view.turn_total >= threshold, view, params.stop_at_target)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="bank-at",
        meaning="Takes the most points of each roll and banks at a turn total of bank_at.",
        source=_KNIZIA,
        decide={"roll_again": bank_at},
        params=BankAtParams,
        weakness="Rolls a single die as readily as six, and banks in the last round though it is behind.",
    ),
    Bot(
        name="bank-on-dice",
        meaning="Takes the most points of each roll and banks when few dice are left to roll.",
        source=f"dice_threshold of Farkle Mk II, {_FARKLE_MK_II}",
        decide={"roll_again": bank_on_dice},
        params=BankOnDiceParams,
        weakness="Does not look at its points: risks any turn total with many dice, banks 100 with few.",
    ),
    Bot(
        name="bank-at-by-dice",
        meaning="Takes the most points of each roll and banks at a turn total that grows with the dice left to roll.",
        source="thresholds by dice left as in M. Busche and T. Neller, Optimal Play of the Farkle Dice Game, 2017; the "
        "defaults are ours, the best for the mean of a turn of 10000, by dynamic programming",
        decide={"roll_again": bank_at_by_dice},
        params=BankAtByDiceParams,
        weakness="Plays every turn for points, whatever the score.",
    ),
    Bot(
        name="chase",
        meaning="Takes the most points of each roll and banks at bank_at, but not before the best other is matched.",
        source=f"the last round of Farkle Mk II without run_up_score, {_FARKLE_MK_II}; here in every turn",
        decide={"roll_again": chase},
        params=BankAtParams,
        weakness="Once far behind it loses turn after turn, trying to catch up in a single one.",
    ),
    Bot(
        name="best-single",
        meaning="Sets aside only the best single element of each roll and banks at a turn total of bank_at.",
        source="ours: the opposite of taking everything",
        decide={"roll_again": bank_at, "set_aside": take_best_single},
        params=BankAtParams,
        weakness="Leaves sure points on the table, and seldom has hot dice.",
    ),
    Bot(
        name="never-lone-five",
        meaning="Takes the most points without a lone 5, unless nothing else scores, and banks at bank_at.",
        source=f"smart_five of Farkle Mk II, {_FARKLE_MK_II}",
        decide={"roll_again": bank_at, "set_aside": leave_lone_fives},
        params=BankAtParams,
        weakness="Leaves the 5 even where it would make the turn total enough to bank, or to have hot dice.",
    ),
    Bot(
        name="challenger",
        meaning="Banks at bank_at; challenges the leader never, when behind, or at once, and then banks at another "
        "total.",
        source="ours, after the variation of Zilch in which seats challenge (ourpastimes.com)",
        decide={"roll_again": bank_challenged, "challenge": challenge_leader},
        params=ChallengerParams,
        weakness="Does not weigh the penalty against what it may gain.",
    ),
    Bot(
        name="pyramid",
        meaning="Sets aside what makes the most of a kind, few dice at a time, and rolls on while a triple may grow.",
        source="ours, after the variation of Zilch in which dice combine (ourpastimes.com)",
        decide={"roll_again": bank_pyramid, "set_aside": build_pyramid},
        params=PyramidParams,
        weakness="Without pyramiding it only rolls too long.",
    ),
    Bot(
        name="piggyback",
        meaning="Banks at bank_at; takes over the turn before where it has left enough points and dice.",
        source="ours, after the piggybacking option of Farkle (Wikipedia)",
        decide={"roll_again": bank_at_taken_over, "take_over": take_over_enough},
        params=PiggybackParams,
        weakness="Banks as soon as one roll of a taken-over turn has scored.",
    ),
    Bot(
        name="streak-aware",
        meaning="Banks at bank_at, or at before_penalty when a bust would cost a penalty.",
        source="the strategies for 0, 1 and 2 Zilches in a row of M. Busche, 2010, simplified",
        decide={"roll_again": bank_before_penalty},
        params=CarefulParams,
        weakness="Looks at two thresholds only, whatever the dice left.",
    ),
    Bot(
        name="random",
        meaning="Sets aside any legal dice, each choice equally likely, and banks by the toss of a coin; takes over "
        "and challenges at random too.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={
            "roll_again": bank_at_random,
            "set_aside": take_any,
            "take_over": take_over_at_random,
            "challenge": take_any,
        },
        params=RandomParams,
        weakness="Everything; it shows what skill is worth.",
    ),
)
