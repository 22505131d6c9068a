"""Outcome tables of the Farkle family."""

from __future__ import annotations

from simkit.games.base import Column, Table, column_rows
from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS

__all__ = ["BANKED", "BUST", "GAME", "SHORT", "TABLES", "TURN"]

ENDED = ("banked", "bust", "short")
BANKED, BUST, SHORT = range(3)

_GAMES = (
    *COMMON_GAME,
    Column("corners", "times that all six dice were set aside", unit="corners", high=MANY),
    Column(
        "minima_missed",
        "turns that ended in a bust with points set aside, but fewer than the minimum in force",
        unit="turns",
        high=MANY,
    ),
    Column("endgame_short", "turns whose points did not count, being fewer than were missing", unit="turns", high=MANY),
    Column(
        "overtakings", "times in the last round that a seat passed the best score so far", unit="turns", high=32_767
    ),
    Column("score", "points at the end, tie-breaking rolls included", unit="points", high=MANY, per_seat=True),
    SEAT_TURNS,
    Column("busts", "turns that a roll without a scoring die ended", unit="turns", high=MANY, per_seat=True),
    Column("rolls", "rolls of the dice, without tie-breaking ones", unit="rolls", high=MANY, per_seat=True),
    Column("best_turn", "most points banked in a turn", unit="points", high=MANY, per_seat=True),
)

_TURN_ROWS = (
    *COMMON_TURN,
    Column("rolls", "rolls in the turn", unit="rolls", high=MANY),
    Column("dice_left", "dice not set aside at the end; six after a corner", unit="dice", high=6),
    Column("points", "points banked", unit="points", high=MANY),
    Column("lost", "points set aside, or rolled in the endgame, that did not count", unit="points", high=MANY),
    Column("ended", "how the turn ended", kind="enum", labels=ENDED),
    Column("score", "banked points after the turn", unit="points", high=MANY),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _TURN_ROWS, part_deals=2**14))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
