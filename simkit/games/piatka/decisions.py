"""What a seat of Piątka decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.model.bot import Decision

__all__ = ["DECISIONS", "ROLL", "STOP", "Option", "View"]

STOP, ROLL = 0, 1


class View(NamedTuple):
    """What the seat sees; the score is that before the turn.

    In ``set_aside``, ``turn_total``, ``dice`` and ``largest`` are those before dice are set aside; in ``roll_again``
    those after it, and ``dice`` is the number that would be rolled next.
    """

    coin: float
    """A number in [0, 1), fresh for each decision."""
    turn_total: int
    """Sum of the dice set aside in this turn."""
    dice: int
    """Dice just rolled (``set_aside``) or to be rolled next (``roll_again``)."""
    largest: int
    """Largest face set aside in this turn; 0 when none is."""
    score: int
    """Points of this seat."""
    best_other: int
    """Most points of any other seat; 0 when alone."""
    to_target: int
    """Least turn total that reaches the target; 0 when the game goes by turns."""
    turns_left: int
    """Turns that the seat has after this one; -1 when that is not known: to a target, before the last round."""
    turn: int
    """Turns that this seat has begun, this one included."""
    rolls: int
    """Rolls made in this turn."""


class Option(NamedTuple):
    """Dice that may be set aside after a roll; options come with fewest dice first, then the lowest faces."""

    place: int
    """Place in the list, from 0."""
    choices: int
    """Length of the list."""
    dice: int
    """Dice set aside; 1 with ``per_roll = exactly_one``."""
    points: int
    """Sum of their faces."""
    lowest: int
    """Lowest of their faces."""
    highest: int
    """Highest of their faces: what later dice must reach."""
    left: int
    """Dice to be rolled next if the turn goes on; 0 ends it."""


DECISIONS = (
    Decision(
        name="roll_again",
        meaning="After dice are set aside, while some are left: stop with the turn total, or roll the others.",
        view=View,
        actions=("stop", "roll"),
        default="stop at once",
    ),
    Decision(
        name="set_aside",
        meaning="Which of the dice that are high enough to set aside. Not asked when there is only one way.",
        view=View,
        option=Option,
        default="the lowest one",
    ),
)
