"""Outcome tables of the Farkle family."""

from __future__ import annotations

from simkit.games.base import Column, Table, column_rows

__all__ = ["BANKED", "BUST", "GAME", "SHORT", "TABLES", "TURN"]

ENDED = ("banked", "bust", "short")
BANKED, BUST, SHORT = range(3)

_POINTS = 2**31 - 1
_TURNS = 2**31 - 1

_GAMES = (
    Column("deal", "number of the deal", high=2**63 - 1),
    Column("seating", "which seating of the line-up, from 1", low=1, high=32_767),
    Column("start", "seat that began", unit="seat", low=1, high=8),
    Column(
        "winners", "seats that won, as a bit mask with seat 1 lowest; several share a win; 0 when cut short", high=255
    ),
    Column("turns", "turns begun by all seats together", unit="turns", high=_TURNS),
    Column("rounds", "round in which the game ended", unit="rounds", high=_TURNS),
    Column("cut_short", "ended by the length cap", kind="flag"),
    Column("lead_changes", "times that the seat alone in the lead became another one", unit="changes", high=_TURNS),
    Column("half_leader", "seat alone in the lead after half of the turns", unit="seat", low=1, high=8, nullable=True),
    Column("tie_breaks", "rounds of rolls that broke a tie", unit="rounds", high=32_767),
    Column("corners", "times that all six dice were set aside", unit="corners", high=_TURNS),
    Column(
        "minima_missed",
        "turns that ended in a bust with points set aside, but fewer than the minimum in force",
        unit="turns",
        high=_TURNS,
    ),
    Column(
        "endgame_short", "turns whose points did not count, being fewer than were missing", unit="turns", high=_TURNS
    ),
    Column(
        "overtakings", "times in the last round that a seat passed the best score so far", unit="turns", high=32_767
    ),
    Column("score", "points at the end, tie-breaking rolls included", unit="points", high=_POINTS, per_seat=True),
    Column("seat_turns", "turns begun", unit="turns", high=_TURNS, per_seat=True),
    Column("busts", "turns that a roll without a scoring die ended", unit="turns", high=_TURNS, per_seat=True),
    Column("rolls", "rolls of the dice, without tie-breaking ones", unit="rolls", high=_POINTS, per_seat=True),
    Column("best_turn", "most points banked in a turn", unit="points", high=_POINTS, per_seat=True),
)

_TURN_ROWS = (
    Column("deal", "number of the deal", high=2**63 - 1),
    Column("seating", "which seating of the line-up, from 1", low=1, high=32_767),
    Column("turn", "turn of the game, from 1", unit="turns", low=1, high=_TURNS),
    Column("seat", "seat whose turn it was", unit="seat", low=1, high=8),
    Column("rolls", "rolls in the turn", unit="rolls", high=_TURNS),
    Column("dice_left", "dice not set aside at the end; six after a corner", unit="dice", high=6),
    Column("points", "points banked", unit="points", high=_POINTS),
    Column("lost", "points set aside, or rolled in the endgame, that did not count", unit="points", high=_POINTS),
    Column("ended", "how the turn ended", kind="enum", labels=ENDED),
    Column("score", "banked points after the turn", unit="points", high=_POINTS),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _TURN_ROWS, part_deals=2**14))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
