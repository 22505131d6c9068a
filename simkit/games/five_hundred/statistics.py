"""Statistics of Five Hundred, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

import polars as pl

from simkit.games.base import Statistic
from simkit.games.five_hundred.columns import BACK_DOOR, CUT_SHORT, ENDED
from simkit.stats import common

__all__ = ["statistics"]


def _side_won(seat: int) -> pl.Expr:
    return pl.col("winners").cast(pl.Int64) & (1 << seat) != 0


def _ended(how: int) -> pl.Expr:
    return pl.col("ended").cast(pl.String) == ENDED[how]


WIN_RATE = Statistic(
    "win_rate",
    "games won by the seat's side; a game cut short is won by nobody",
    "share of games",
    "proportion",
    _side_won,
    by="seat",
    divided=True,
    margin=0.005,
)


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        WIN_RATE,
        Statistic(
            "cut_short",
            "games ended by the length cap, without a winner",
            "share of games",
            "proportion",
            lambda _: _ended(CUT_SHORT),
            margin=0.001,
        ),
        Statistic(
            "back_door",
            "games lost by a side that fell out the back door",
            "share of games",
            "proportion",
            lambda _: _ended(BACK_DOOR),
            margin=0.005,
        ),
        *common.spread("hands", "hands dealt, thrown-in ones included", "hands", "hands", margin=0.1),
    )
