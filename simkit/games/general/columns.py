"""Outcome tables of Generał."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.games.general.boxes import BOXES, TITLES
from simkit.model.columns import Column, Table, column_rows

__all__ = ["GAME", "TABLES", "TURN"]

_LEAST, _MOST = -2_000, 2_000  # of a box: a row has -18 to 12, a combination at most 80 and first_roll_bonus
_LEAST_SCORE, _MOST_SCORE = -20_000, 20_000


def _box(name: str, title: str) -> Column:
    meaning = f"points written into {title}; missing when it was still open as the game was cut short"
    return Column(name, meaning, unit="points", low=_LEAST, high=_MOST, per_seat=True, nullable=True)


_GAMES = (
    *COMMON_GAME,
    Column(
        "score", "points at the end, bonus or malus included", unit="points", low=_LEAST_SCORE, high=_MOST_SCORE,
        per_seat=True,
    ),
    SEAT_TURNS,
    Column("rolls", "rolls of the dice, without tie-breaking ones", unit="rolls", high=MANY, per_seat=True),
    Column("upper", "total of the rows", unit="points", low=-63, high=42, per_seat=True),
    Column("bonus", "bonus or malus for the rows", unit="points", low=-1_000, high=1_000, per_seat=True),
    *(_box(name, title) for name, title in zip(BOXES, TITLES, strict=True)),
)  # fmt: skip

_TURN_ROWS = (
    *COMMON_TURN,
    Column("rolls", "rolls in the turn", unit="rolls", low=1, high=3),
    Column("dice", "dice at the end: three bits for the number of each face, 1s lowest", low=1, high=8**6 - 1),
    Column("box", "box that was written", kind="enum", labels=BOXES),
    Column("points", "points written", unit="points", low=_LEAST, high=_MOST),
    Column("score", "points after the turn", unit="points", low=_LEAST_SCORE, high=_MOST_SCORE),
)

TABLES = (Table("games", _GAMES, part_deals=2**17), Table("turns", _TURN_ROWS, part_deals=2**15))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)
