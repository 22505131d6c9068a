"""Outcome tables of Sto dwadzieścia."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["GAME", "TABLES", "TURN"]

_GAMES = (
    *COMMON_GAME,
    Column("score", "points at the end", unit="points", high=MANY, per_seat=True),
    SEAT_TURNS,
    Column("doubles", "turns in which both dice showed the same face", unit="turns", high=MANY, per_seat=True),
)

_TURN_ROWS = (
    *COMMON_TURN,
    Column("first_die", "face of the first die", low=1, high=6),
    Column("second_die", "face of the second die", low=1, high=6),
    Column("points", "points of the turn, bonus included", unit="points", high=MANY),
    Column("score", "points after the turn", unit="points", high=MANY),
)

TABLES = (Table("games", _GAMES, part_deals=2**19), Table("turns", _TURN_ROWS, part_deals=2**15))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
