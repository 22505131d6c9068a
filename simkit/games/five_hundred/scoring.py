"""Points of a hand, and whether the game is over after it."""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.five_hundred.calls import BLIND, CONTRACTS
from simkit.games.five_hundred.cards import MISERE
from simkit.games.five_hundred.columns import BACK_DOOR, MADE, POINTS
from simkit.games.five_hundred.rules import FiveHundredRules

__all__ = ["SLAM", "TRICKS", "HandScore", "add_points", "ending", "score_hand", "value"]

TRICKS = 10
SLAM = 250
"""Least worth of a suit or no-trump contract in which all ten tricks are taken."""


class HandScore(NamedTuple):
    """Whether the contract was made, whether with all ten tricks, and the points of both sides."""

    made: bool
    slam: bool
    contractors: int
    defenders: int


def value(rules: FiveHundredRules, contract: int, sans_kitty: bool) -> int:
    """Points that a contract is worth."""
    points = rules.blind_misere_value if contract == BLIND else CONTRACTS[contract].points
    if not (sans_kitty and rules.sans_kitty == "bonus"):
        return points
    return (points * rules.sans_kitty_multiplier + 500) // 1000 * 10  # percent, rounded to tens


def score_hand(rules: FiveHundredRules, contract: int, tricks: int, *, sans_kitty: bool = False) -> HandScore:
    """Points of a hand in which the contractor's side took ``tricks`` tricks; in a misere the contractor."""
    worth = value(rules, contract, sans_kitty)
    if CONTRACTS[contract].strain == MISERE:
        made = tricks == 0
        return HandScore(made, False, worth if made else -worth, 0)
    made, slam = tricks >= CONTRACTS[contract].level, tricks == TRICKS
    won = max(worth, SLAM) if slam else worth
    return HandScore(made, slam, won if made else -worth, rules.defender_trick_points * (TRICKS - tricks))


def add_points(rules: FiveHundredRules, score: int, points: int) -> int:
    """Score of the defenders after the points for their tricks, which do not lift it past the cap, nor lower it."""
    if rules.defender_cap == 0:
        return score + points
    return max(score, min(rules.defender_cap, score + points))


def ending(rules: FiveHundredRules, made: bool, contractors: int, defenders: int) -> tuple[bool, int] | None:
    """Whether the contractors have won (or else the defenders) and by what, once a hand is scored; None: play on.

    ``contractors`` and ``defenders`` are the scores of the two sides after the hand.
    """
    if made and contractors >= rules.target:
        return True, MADE
    if rules.lose_at < 0 and contractors <= rules.lose_at:
        return False, BACK_DOOR
    if rules.win_by == "any_points" and defenders >= rules.target:
        return False, POINTS
    return None
