"""Outcome tables of Strity."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["COMBINATIONS", "GAME", "TABLES", "TURN"]

COMBINATIONS = ("nothing", "small_straight", "big_straight", "full_straight", "three_two_one")
"""What a hand scores as: labels of a turn, and columns that count them."""

_MEANINGS = ("nothing", "1-2-3-4-5", "2-3-4-5-6", "1-2-3-4-5-6", "triple, pair and single")

_GAMES = (
    *COMMON_GAME,
    Column("score", "points at the end", unit="points", high=MANY, per_seat=True),
    SEAT_TURNS,
    Column("rolls", "rolls of the dice, without tie-breaking ones", unit="rolls", high=MANY, per_seat=True),
    Column("best_turn", "most points of a turn", unit="points", high=MANY, per_seat=True),
    *(
        Column(name, f"turns that scored {meaning}", unit="turns", high=MANY, per_seat=True)
        for name, meaning in zip(COMBINATIONS, _MEANINGS, strict=True)
    ),
    Column("doubled", "turns whose points counted double", unit="turns", high=MANY, per_seat=True),
)

_TURN_ROWS = (
    *COMMON_TURN,
    Column("rolls", "rolls in the turn", unit="rolls", low=1, high=3),
    Column("dice", "dice at the end: three bits for the number of each face, 1s lowest", low=1, high=8**6 - 1),
    Column("combination", "what the dice scored as", kind="enum", labels=COMBINATIONS),
    Column("doubled", "whether the points counted double", kind="flag"),
    Column("points", "points of the turn", unit="points", high=MANY),
    Column("score", "points after the turn", unit="points", high=MANY),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _TURN_ROWS, part_deals=2**15))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
