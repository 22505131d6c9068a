"""What a seat of Bazy decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.model.bot import Decision

__all__ = ["DECISIONS", "Option", "View"]


class View(NamedTuple):
    """What the seat sees after its roll; points are those before the turn."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    score: int
    """Points of this seat."""
    fewest_other: int
    """Fewest points of any other seat that is not out; -1 alone."""
    room: int
    """Points that the seat may still take without going out."""
    seats_left: int
    """Seats that are not out, this one included."""
    turn: int
    """Turns that this seat has begun, this one included."""
    dice: int
    """The roll: three bits for the number of dice of each face, 1s lowest."""


class Option(NamedTuple):
    """One face of the roll as the base; options come with fewest points first, then the lower face."""

    place: int
    """Place in the list, from 0."""
    choices: int
    """Length of the list."""
    face: int
    """The base."""
    points: int
    """Points of the turn with that base."""
    number: int
    """Dice that show the face."""
    lower: int
    """Dice that show a lower face."""


DECISIONS = (
    Decision(
        name="base",
        meaning="Which face of the roll to name as the base. Not asked when all dice show the same.",
        view=View,
        option=Option,
        default="the fewest points; among equals the lower face",
    ),
)
