"""What a seat of Skreślanka 2 decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.model.bot import Decision

__all__ = ["DECISIONS", "View"]


class View(NamedTuple):
    """What the seat sees."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    sum: int
    """Sum of the first throw."""
    open: int
    """Numbers not crossed off yet, as a bit mask with 3 lowest."""
    score: int
    """Numbers crossed off by this seat."""
    best_other: int
    """Most numbers crossed off by any other seat; 0 when alone."""
    turn: int
    """Turns that this seat has begun, this one included."""
    turns_after: int
    """Turns that this seat has after this one; 0 when the game goes on until a card is complete."""


DECISIONS = (
    Decision(
        name="second_throw",
        meaning="How many dice to throw after the first throw; the sum of all dice is the number to cross off.",
        view=View,
        actions=("none", "one", "two"),
        default="none",
    ),
)
