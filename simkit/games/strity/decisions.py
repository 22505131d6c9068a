"""What a seat of Strity decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.dice.keep import keep_answers
from simkit.model.bot import Decision

__all__ = ["DECISIONS", "DICE", "View"]

DICE = 6


class View(NamedTuple):
    """What the seat sees after its first or second roll."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    die_1: int
    """Lowest die."""
    die_2: int
    """Second lowest die."""
    die_3: int
    """Third lowest die."""
    die_4: int
    """Third highest die."""
    die_5: int
    """Second highest die."""
    die_6: int
    """Highest die."""
    faces: int
    """The six dice: three bits for the number of each face, 1s lowest."""
    rolls: int
    """Rolls made in this turn, 1 or 2."""
    points: int
    """What the dice score if the seat stops now."""
    doubles: int
    """1 when that is doubled, or would be if the dice scored."""
    score: int
    """Points of this seat before the turn."""
    best_other: int
    """Most points of any other seat; 0 when alone."""
    turn: int
    """Turns that this seat has begun, this one included."""
    turns_left: int
    """Turns that this seat has after this one; 0 in turns that break a tie."""


DECISIONS = (
    Decision(
        name="keep",
        meaning="After the first and the second roll: which dice to keep; the others are rolled again. The dice lie in "
        "ascending order, and the answer adds up 1 for the lowest, 2 for the next, and so on to 32 for the highest; "
        "63 keeps all and ends the turn.",
        view=View,
        actions=keep_answers(DICE),
        default="stop after the first roll",
    ),
)
