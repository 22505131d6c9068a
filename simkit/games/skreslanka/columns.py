"""Outcome tables of Skreślanka."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.games.dice.scorecard import card_columns
from simkit.model.columns import Column, Table, column_rows

__all__ = ["FULL_CARD", "GAME", "NUMBERS", "TABLES", "TURN"]

NUMBERS = tuple(range(1, 13))
"""The numbers of a card."""

FULL_CARD = (1 << len(NUMBERS)) - 1
"""All of them as a bit mask, 1 lowest."""

_GAMES = (
    *COMMON_GAME,
    Column("score", "numbers crossed off at the end", unit="numbers", high=len(NUMBERS), per_seat=True),
    SEAT_TURNS,
    Column("passes", "turns in which nothing was crossed off", unit="turns", high=MANY, per_seat=True),
    Column("sums", "turns in which the sum was crossed off", unit="turns", high=len(NUMBERS), per_seat=True),
    *card_columns(NUMBERS),
)

_TURNS = (
    *COMMON_TURN,
    Column("first_die", "face of the first die", low=1, high=6),
    Column("second_die", "face of the second die", low=1, high=6),
    Column("crossed", "numbers crossed off, as a bit mask with 1 lowest", high=FULL_CARD),
    Column("score", "numbers crossed off after the turn", unit="numbers", high=len(NUMBERS)),
)

TABLES = (Table("games", _GAMES, part_deals=2**17), Table("turns", _TURNS, part_deals=2**13))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURNS)
