"""What a seat of Skreślanka decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.model.bot import Decision

__all__ = ["DECISIONS", "Option", "View"]


class View(NamedTuple):
    """What the seat sees."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    high: int
    """The higher face rolled."""
    low: int
    """The lower face rolled, or the same."""
    open: int
    """Numbers not crossed off yet, as a bit mask with 1 lowest."""
    score: int
    """Numbers crossed off by this seat."""
    best_other: int
    """Most numbers crossed off by any other seat; 0 when alone."""
    last_round: int
    """1 when some seat has completed its card."""
    turn: int
    """Turns that this seat has begun, this one included."""


class Option(NamedTuple):
    """What may be crossed off; the sum comes first, then faces, the higher before the lower, and to pass comes last."""

    place: int
    """Place in the list, from 0."""
    choices: int
    """Length of the list."""
    numbers: int
    """Numbers that it crosses off, as a bit mask with 1 lowest; 0 to pass."""
    crosses: int
    """How many they are."""
    is_sum: int
    """1 when it is the sum."""


DECISIONS = (
    Decision(
        name="cross",
        meaning="What to cross off: the sum, or faces. Not asked when there is only one way.",
        view=View,
        option=Option,
        default="the sum; else the faces, the higher one where only one counts",
    ),
)
