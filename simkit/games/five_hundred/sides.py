"""Who plays with whom, and with which pack, by the number of seats."""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.five_hundred.packs import Pack
from simkit.games.five_hundred.rules import Rules

__all__ = ["Table", "table_for"]

TRICKS = 10


class Table(NamedTuple):
    """A table: its seats and sides, and what is dealt.

    Attributes
    ----------
    seats
        Number of seats.
    sides
        Number of sides: seat s belongs to side s modulo that number. With five seats everybody is a side.
    pack
        The pack.
    kitty
        Cards of the kitty.
    calls_partner
        Whether the contractor calls a partner, by a card or by name.
    """

    seats: int
    sides: int
    pack: Pack
    kitty: int
    calls_partner: bool

    @property
    def partners(self) -> int:
        """How many partners a contractor has, or may call."""
        return 1 if self.calls_partner else self.seats // self.sides - 1

    def side_of(self, seat: int) -> set[int]:
        """The seats that are always on the side of this one, itself included."""
        return {other for other in range(self.seats) if (other - seat) % self.sides == 0}


def _sides(rules: Rules, seats: int) -> int:
    if seats == 4:
        return 2
    if seats == 6:
        return 2 if rules.six_teams == "two_of_three" else 3
    return seats


def _pack(rules: Rules, seats: int) -> tuple[Pack, int]:
    """The pack, and how many cards of it are dead: neither dealt to a seat nor in the kitty."""
    if seats == 4:
        return Pack("us45" if rules.pack == "us46" else rules.pack, rules.jokers), 0
    jokers = min(rules.jokers, 1)  # a second one is in a pack of four seats only
    if seats == 2 and rules.two_player == "dead_hand33":
        return Pack("33", jokers), TRICKS
    if seats == 2:
        return (Pack("25", 0), 0) if rules.two_player == "24" else (Pack("25", 1), 2)
    return Pack({3: "33", 5: "53", 6: "63"}[seats], jokers), 0


def table_for(rules: Rules, seats: int) -> Table:
    """The table that so many seats sit at."""
    pack, dead = _pack(rules, seats)
    kitty = len(pack.cards) - TRICKS * seats - dead
    return Table(seats, _sides(rules, seats), pack, kitty, seats == 5 and rules.five_partner != "alone")
