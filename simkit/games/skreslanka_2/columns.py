"""Outcome tables of Skreślanka 2."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.games.dice.scorecard import card_columns
from simkit.model.columns import Column, Table, column_rows

__all__ = ["FULL_CARD", "GAME", "NUMBERS", "TABLES", "TURN"]

NUMBERS = tuple(range(3, 19))
"""The numbers of a card."""

FULL_CARD = (1 << len(NUMBERS)) - 1
"""All of them as a bit mask, 3 lowest."""

_GAMES = (
    *COMMON_GAME,
    Column("score", "numbers crossed off at the end", unit="numbers", high=len(NUMBERS), per_seat=True),
    SEAT_TURNS,
    Column("wasted", "turns in which nothing was crossed off", unit="turns", high=MANY, per_seat=True),
    Column("one_more", "turns with a second throw of one die", unit="turns", high=MANY, per_seat=True),
    Column("two_more", "turns with a second throw of two dice", unit="turns", high=MANY, per_seat=True),
    *card_columns(NUMBERS),
)

_TURNS = (
    *COMMON_TURN,
    Column("first_sum", "sum of the first throw", unit="pips", low=2, high=18),
    Column("more", "dice of the second throw", unit="dice", high=2),
    Column("total", "sum of both throws", unit="pips", low=2, high=30),
    Column("crossed", "number crossed off", low=NUMBERS[0], high=NUMBERS[-1], nullable=True),
    Column("score", "numbers crossed off after the turn", unit="numbers", high=len(NUMBERS)),
)

TABLES = (Table("games", _GAMES, part_deals=2**17), Table("turns", _TURNS, part_deals=2**14))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURNS)
