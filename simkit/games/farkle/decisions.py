"""What a seat of the Farkle family decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.dice.deciding import BANK, ROLL
from simkit.model.bot import Decision

__all__ = ["BANK", "DECISIONS", "FRESH", "ROLL", "TAKE_OVER", "Option", "Rival", "View"]

FRESH, TAKE_OVER = 0, 1


class View(NamedTuple):
    """What the seat sees; points are banked points unless said otherwise.

    In ``set_aside``, ``turn_total``, ``dice`` and ``frozen`` are those before the dice are set aside; in
    ``roll_again`` those after it, and ``dice`` is the number that would be rolled next (all after hot dice); in
    ``take_over`` they are those that would be taken over.
    """

    coin: float
    """A number in [0, 1), fresh for each decision."""
    turn_total: int
    """Points set aside in this turn."""
    dice: int
    """Dice just rolled (``set_aside``) or to be rolled next (``roll_again``)."""
    score: int
    """Banked points of this seat."""
    best_other: int
    """Most banked points of any other seat; 0 when alone."""
    minimum: int
    """Least turn total with which this turn may be banked."""
    to_target: int
    """Least turn total that reaches the target; 0 or less when the seat is there already."""
    last_round: int
    """1 when the target has been reached and this is the seat's last turn."""
    turn: int
    """Turns that this seat has begun, this one included."""
    rolls: int
    """Rolls made in this turn."""
    frozen: int
    """Dice set aside since the last hot dice: three bits for the number of each face, 1s lowest."""
    streak: int
    """Busts in a row that this seat has had before the turn, where they cost a penalty; otherwise 0."""
    penalty: int
    """Points that a bust would cost besides the turn total."""
    challenged: int
    """Seat that is challenged in this turn, from 1; 0 for none."""


class Option(NamedTuple):
    """One legal set-aside of the dice just rolled; options come with most points first, then most dice."""

    place: int
    """Place in the list, from 0."""
    choices: int
    """Length of the list."""
    points: int
    """Points that it adds to the turn total: its best grouping into elements, which includes dice set aside before
    where they combine."""
    dice: int
    """Dice that it uses."""
    left: int
    """Dice to be rolled next if the turn goes on: all when none would be left."""
    elements: int
    """Elements that it adds, as few as possible: 1 for a triple, 2 for a 1 and a 5; at least 1."""
    lone_ones: int
    """Its 1s that count singly in that grouping."""
    lone_fives: int
    """Its 5s that count singly in that grouping."""
    faces: int
    """The dice used: three bits for the number of each face, 1s lowest."""


class Rival(NamedTuple):
    """A seat that may be challenged; the first in the list, seat 0, stands for nobody."""

    place: int
    """Place in the list, from 0; seats come in playing order after one's own."""
    choices: int
    """Length of the list."""
    seat: int
    """The seat, from 1; 0 for nobody."""
    score: int
    """Its banked points; 0 for nobody."""
    cost: int
    """Points that the challenge costs if nothing is banked; 0 for nobody."""


DECISIONS = (
    Decision(
        name="roll_again",
        meaning="After dice are set aside: bank the turn total, or roll again. Not asked while the minimum is not "
        "reached or hot dice must be rolled; then the seat rolls.",
        view=View,
        actions=("bank", "roll"),
        default="bank as soon as it is allowed",
    ),
    Decision(
        name="set_aside",
        meaning="Which scoring dice of the roll to set aside. Not asked when there is only one way.",
        view=View,
        option=Option,
        default="the most points; among equals the most dice",
    ),
    Decision(
        name="take_over",
        meaning="With piggyback, at the beginning of a turn, after one of another seat that was banked: begin with "
        "fresh dice, or with that turn's total and the dice that it has left, both as the view shows them.",
        view=View,
        actions=("fresh", "take_over"),
        default="fresh dice",
    ),
    Decision(
        name="challenge",
        meaning="At the beginning of a turn in which the seat has a challenge to use: whom to challenge, if anybody.",
        view=View,
        option=Rival,
        default="nobody",
    ),
)
