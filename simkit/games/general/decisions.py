"""What a seat of Generał decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.dice.keep import keep_answers
from simkit.model.bot import Decision

__all__ = ["DECISIONS", "DICE", "Option", "View"]

DICE = 5


class View(NamedTuple):
    """What the seat sees of the dice, and of its card before the turn."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    die_1: int
    """Lowest die."""
    die_2: int
    """Second lowest die."""
    die_3: int
    """Middle die."""
    die_4: int
    """Second highest die."""
    die_5: int
    """Highest die."""
    faces: int
    """The five dice: three bits for the number of each face, 1s lowest."""
    rolls: int
    """Rolls made in this turn."""
    open: int
    """Open boxes of this seat, as a bit mask: rows 1 to 6 lowest, then Para, Dwie Pary, Trójka, Mały Strit, Duży Strit,
    Full, Kareta, Generał, Ratunek."""
    upper: int
    """Total of the rows that this seat has filled."""
    score: int
    """Points of this seat."""
    best_other: int
    """Most points of any other seat; 0 when alone."""
    turn: int
    """Turns that this seat has begun, this one included."""


class Option(NamedTuple):
    """A box that may be written; options come in the order of the card."""

    place: int
    """Place in the list, from 0."""
    choices: int
    """Length of the list."""
    box: int
    """The box: 0 to 5 for rows 1 to 6, then 6 Para, 7 Dwie Pary, 8 Trójka, 9 Mały Strit, 10 Duży Strit, 11 Full,
    12 Kareta, 13 Generał, 14 Ratunek."""
    points: int
    """Points that would be written; 0 where the dice do not make the combination."""


DECISIONS = (
    Decision(
        name="keep",
        meaning="After the first and the second roll: which dice to keep; the others are rolled again. The dice lie in "
        "ascending order, and the answer adds up 1 for the lowest, 2 for the next, and so on to 16 for the highest; "
        "31 keeps all and ends the rolling.",
        view=View,
        actions=keep_answers(DICE),
        default="stop after the first roll",
    ),
    Decision(
        name="box",
        meaning="After the last roll: which box to write. Not asked when there is only one.",
        view=View,
        option=Option,
        default="the most points; among equals the first on the card",
    ),
)
