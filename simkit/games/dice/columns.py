"""Columns that the tables of many dice games share; each game's tables begin with them, in this order."""

from __future__ import annotations

from simkit.model.columns import Column, column_rows

__all__ = ["COMMON_GAME", "COMMON_TURN", "MANY", "OF_GAME", "OF_TURN", "SEAT_TURNS"]

MANY = 2**31 - 1
"""Highest value of a number without a natural bound."""

_OF_ALL = (
    Column("deal", "number of the deal", high=2**63 - 1),
    Column("seating", "which seating of the line-up, from 1", low=1, high=32_767),
)

COMMON_GAME = (
    *_OF_ALL,
    Column("start", "seat that began", unit="seat", low=1, high=8),
    Column(
        "winners", "seats that won, as a bit mask with seat 1 lowest; several share a win; 0 when cut short", high=255
    ),
    Column("turns", "turns begun by all seats together", unit="turns", high=MANY),
    Column("rounds", "round in which the game ended", unit="rounds", high=MANY),
    Column("cut_short", "ended by the length cap", kind="flag"),
    Column("lead_changes", "times that the seat alone in the lead became another one", unit="changes", high=MANY),
    Column("half_leader", "seat alone in the lead after half of the turns", unit="seat", low=1, high=8, nullable=True),
    Column("tie_breaks", "rounds of rolls, or of turns, played to break a tie", unit="rounds", high=32_767),
)
"""First columns of a ``games`` table."""

SEAT_TURNS = Column("seat_turns", "turns begun", unit="turns", high=MANY, per_seat=True)

COMMON_TURN = (
    *_OF_ALL,
    Column("turn", "turn of the game, from 1", unit="turns", low=1, high=MANY),
    Column("seat", "seat whose turn it was", unit="seat", low=1, high=8),
)
"""First columns of a ``turns`` table."""

_SCORE = Column("score", "points at the end", per_seat=True)

OF_GAME = column_rows("CommonGameRows", (*COMMON_GAME, _SCORE, SEAT_TURNS))
"""Rows of what most dice games begin with: the common columns, ``score`` and ``seat_turns``."""

OF_TURN = column_rows("CommonTurnRows", COMMON_TURN)
