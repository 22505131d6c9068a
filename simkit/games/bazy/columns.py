"""Outcome tables of Bazy."""

from __future__ import annotations

from dataclasses import replace

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["GAME", "TABLES", "TURN"]

_LEAD = {
    "lead_changes": "times, looking after each round, that the seat alone with the fewest points of those not out "
    "became another one",
    "half_leader": "seat alone with the fewest points of those not out after half of the rounds",
}

_GAMES = (
    *(replace(column, meaning=_LEAD.get(column.name, column.meaning)) for column in COMMON_GAME),
    Column("score", "points at the end; they are bad", unit="points", high=MANY, per_seat=True),
    SEAT_TURNS,
    Column(
        "out_order",
        "place in the order of going over the limit, 1 for the first; missing for a seat that never did",
        low=1,
        high=8,
        per_seat=True,
        nullable=True,
    ),
    Column("given_away", "points that other bases would have saved", unit="points", high=MANY, per_seat=True),
)

_TURN_ROWS = (
    *COMMON_TURN,
    Column("base", "face of the base", low=1, high=6),
    Column("points", "points of the turn", unit="points", high=25),
    Column("given_away", "points that another base would have saved", unit="points", high=25),
    Column("score", "points after the turn", unit="points", high=MANY),
    Column("is_over", "whether the seat is over the limit", kind="flag"),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _TURN_ROWS, part_deals=2**15))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
