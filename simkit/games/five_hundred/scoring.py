"""Points of a hand, and whether the game is over after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from simkit.games.five_hundred.calls import BLIND, CONTRACTS, MISERE_BID, OPEN_MISERE
from simkit.games.five_hundred.cards import MISERE
from simkit.games.five_hundred.columns import BACK_DOOR, MADE, POINTS
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.sides import TRICKS

__all__ = ["HandScore", "add_points", "ending", "points_of", "score_hand", "score_sides", "value"]

PASSED_OUT_POINTS = 10
"""What a trick is worth in a hand that is played after all have passed."""


class HandScore(NamedTuple):
    """Whether the contract was made, whether with all ten tricks, and the points of both sides.

    ``defenders`` are the points of all defenders' tricks; several sides divide them by their tricks.
    """

    made: bool
    slam: bool
    contractors: int
    defenders: int


def points_of(rules: Rules, contract: int) -> int:
    """Points of a contract in the table of the rules."""
    _, level, strain, avondale = CONTRACTS[contract]
    if strain == MISERE:
        return {
            MISERE_BID: rules.misere_value,
            OPEN_MISERE: avondale,
            BLIND: rules.blind_misere_value,
        }[contract]
    if rules.schedule == "custom":
        return rules.schedule_points[5 * (level - 6) + strain]
    return (40 + 20 * strain) * (level - 5) if rules.schedule == "original" else avondale


def value(rules: Rules, contract: int, sans_kitty: bool) -> int:
    """Points that a contract is worth, as it was bid."""
    points = points_of(rules, contract)
    if not (sans_kitty and rules.sans_kitty == "bonus"):
        return points
    return (points * rules.sans_kitty_multiplier + 500) // 1000 * 10  # percent, rounded to tens


def score_hand(rules: Rules, contract: int, tricks: int, *, sans_kitty: bool = False) -> HandScore:
    """Points of a hand in which the contractor's side took ``tricks`` tricks; in a misere the contractor."""
    worth = value(rules, contract, sans_kitty)
    if CONTRACTS[contract].strain == MISERE:
        made = tricks == 0
        return HandScore(made, False, worth if made else -worth, 0)
    made, slam = tricks >= CONTRACTS[contract].level, tricks == TRICKS
    won = max(worth, rules.slam_min) if slam else worth
    return HandScore(made, slam, won if made else -worth, rules.defender_trick_points * (TRICKS - tricks))


def score_sides(
    rules: Rules,
    scores: Sequence[int],
    contractors: Collection[int],
    tricks: Sequence[int],
    result: HandScore | None,
) -> list[int]:
    """Scores of the sides after a hand.

    Parameters
    ----------
    scores, tricks
        Of each side: points before the hand, and tricks taken.
    contractors
        The sides that play the contract: one, or two with a called partner.
    result
        What the hand was worth; None when it was played after all had passed.
    """
    if result is None:
        points = [PASSED_OUT_POINTS * won for won in tricks]
    else:
        each = 0 if result.defenders == 0 else rules.defender_trick_points
        points = [each * won for won in tricks]
    return [
        score + result.contractors if result and side in contractors else add_points(rules, score, points[side])
        for side, score in enumerate(scores)
    ]


def add_points(rules: Rules, score: int, points: int) -> int:
    """Score of a side after points for tricks, which do not lift it past the cap, nor lower it."""
    if rules.defender_cap == 0:
        return score + points
    return max(score, min(rules.defender_cap, score + points))


def ending(
    rules: Rules, made: bool, scores: Sequence[int], contractors: Collection[int]
) -> tuple[list[int], int] | None:
    """The sides that have won, and by what, once a hand is scored; None: play on.

    Parameters
    ----------
    made
        Whether the contract was made.
    scores
        Of each side, after the hand.
    contractors
        The sides that played the contract; none after a hand in which all had passed.
    """
    winners = [side for side in contractors if scores[side] >= rules.target]
    if made and winners:
        return sorted(winners), MADE
    out = {side for side, score in enumerate(scores) if rules.lose_at < 0 and score <= rules.lose_at}
    if out:
        return _best(scores, [side for side in range(len(scores)) if side not in out]), BACK_DOOR
    others = [side for side in range(len(scores)) if side not in contractors]
    if rules.win_by == "any_points" and any(scores[side] >= rules.target for side in others):
        return _best(scores, others), POINTS
    return None


def _best(scores: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Those of the sides that have most points."""
    most = max((scores[side] for side in sides), default=0)
    return [side for side in sides if scores[side] == most]
