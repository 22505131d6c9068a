"""Outcome tables of Siedemsetka."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["BANKED", "BUST", "GAME", "ROLLED", "TABLES", "TURN"]

ENDED = ("banked", "bust")
BANKED, BUST = range(2)

ROLLED = (3, 4, 5, 6)
"""How many dice a roll may have: all six, or those of what was taken."""


def _by_seat(name: str, meaning: str, unit: str) -> Column:
    return Column(name, meaning, unit=unit, high=MANY, per_seat=True)


_GAMES = (
    *COMMON_GAME,
    _by_seat("score", "points at the end", "points"),
    SEAT_TURNS,
    _by_seat("best_turn", "most points banked in a turn", "points"),
    _by_seat("runs", "runs taken", "combinations"),
    _by_seat("equals", "combinations of equal dice taken", "combinations"),
    *(_by_seat(f"rolls_of_{dice}", f"rolls of {dice} dice", "rolls") for dice in ROLLED),
    *(_by_seat(f"busts_of_{dice}", f"rolls of {dice} dice that ended a turn in a bust", "rolls") for dice in ROLLED),
)

_TURNS = (
    *COMMON_TURN,
    Column("rolls", "rolls in the turn", unit="rolls", high=MANY),
    Column(
        "dice", "dice of the last roll after a bust, else those that would have been rolled next", "int", "dice", high=6
    ),
    Column("points", "points banked", unit="points", high=MANY),
    Column("lost", "points of the turn that a bust took", unit="points", high=MANY),
    Column("ended", "how the turn ended", kind="enum", labels=ENDED),
    Column("score", "banked points after the turn", unit="points", high=MANY),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _TURNS, part_deals=2**14))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURNS)
