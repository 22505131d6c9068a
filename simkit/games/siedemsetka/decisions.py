"""What a seat of Siedemsetka decides, and what it sees when it does."""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.dice.deciding import BANK, ROLL
from simkit.model.bot import Decision

__all__ = ["BANK", "DECISIONS", "ROLL", "Option", "View"]


class View(NamedTuple):
    """What the seat sees; points are banked points unless said otherwise.

    In ``combination``, ``turn_total``, ``dice`` and ``lying`` are those before the combination is taken; in
    ``roll_again`` those after it, and ``dice`` is the number that would be rolled next.
    """

    coin: float
    """A number in [0, 1), fresh for each decision."""
    turn_total: int
    """Points of the combinations taken in this turn."""
    dice: int
    """Dice just rolled (``combination``) or to be rolled next (``roll_again``)."""
    lying: int
    """Dice that lie on the table and are not rolled: three bits for the number of each face, 1s lowest."""
    score: int
    """Banked points of this seat."""
    best_other: int
    """Most banked points of any other seat; 0 when alone."""
    to_target: int
    """Least turn total that reaches the target; 0 or less when the seat is there already."""
    last_round: int
    """1 when the target has been reached by some seat."""
    turn: int
    """Turns that this seat has begun, this one included."""
    rolls: int
    """Rolls made in this turn."""


class Option(NamedTuple):
    """What may be taken; options come with most points first, then fewest dice, then runs before equal dice."""

    place: int
    """Place in the list, from 0."""
    choices: int
    """Length of the list."""
    points: int
    """Pips of its dice, which it adds to the turn total."""
    dice: int
    """Its dice, which are rolled next if the turn goes on."""
    faces: int
    """Its dice: three bits for the number of each face, 1s lowest."""
    lying: int
    """The other dice, which stay on the table: coded in the same way."""
    runs: int
    """Runs among its combinations."""
    equals: int
    """Combinations of equal dice among them."""


DECISIONS = (
    Decision(
        name="roll_again",
        meaning="After a combination is taken: bank the turn total, or roll the dice of the combination again.",
        view=View,
        actions=("bank", "roll"),
        default="bank",
    ),
    Decision(
        name="combination",
        meaning="Which combination of the six dice to take. Not asked when there is only one.",
        view=View,
        option=Option,
        default="the most points; among equals the fewest dice, then a run before equal dice",
    ),
)
