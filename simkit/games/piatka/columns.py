"""Outcome tables of Piątka."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["ALL", "BUST", "GAME", "SET_ASIDE", "STOPPED", "TABLES", "TURN"]

ENDED = ("stopped", "all", "bust")
STOPPED, ALL, BUST = range(3)

SET_ASIDE = ("one", "two", "three", "four")
"""Numbers of dice set aside with which a roll may follow, 1 to 4; columns of each number follow one another."""


def _by_set_aside(name: str, meaning: str) -> tuple[Column, ...]:
    return tuple(
        Column(
            f"{name}_after_{number}",
            f"{meaning} {number} {'die' if number == 'one' else 'dice'} set aside",
            unit="rolls",
            high=MANY,
            per_seat=True,
        )
        for number in SET_ASIDE
    )


_GAMES = (
    *COMMON_GAME,
    Column("score", "points at the end", unit="points", high=MANY, per_seat=True),
    SEAT_TURNS,
    Column("busts", "turns that a roll without a high enough die ended", unit="turns", high=MANY, per_seat=True),
    Column("rolls", "rolls of the dice", unit="rolls", high=MANY, per_seat=True),
    Column("best_turn", "most points of a turn", unit="points", high=30, per_seat=True),
    *_by_set_aside("rolls", "rolls with"),
    *_by_set_aside("busts", "rolls without a high enough die, with"),
)

_TURN_ROWS = (
    *COMMON_TURN,
    Column("rolls", "rolls in the turn", unit="rolls", low=1, high=5),
    Column("dice_left", "dice not set aside at the end", unit="dice", high=4),
    Column("largest", "largest face set aside", low=1, high=6),
    Column("points", "points of the turn", unit="points", high=30),
    Column("lost", "sum of the dice set aside that did not count", unit="points", high=24),
    Column("ended", "how the turn ended", kind="enum", labels=ENDED),
    Column("score", "points after the turn", unit="points", high=MANY),
)

TABLES = (Table("games", _GAMES, part_deals=2**17), Table("turns", _TURN_ROWS, part_deals=2**15))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
