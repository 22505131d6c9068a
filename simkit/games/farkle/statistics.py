"""Statistics of the Farkle family, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from simkit.games.base import Statistic
from simkit.stats import common

__all__ = ["statistics"]


def _of_seat(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{column}_{seat + 1}")


_BY_SEAT = (
    Statistic(
        "points_per_turn",
        "points at the end over turns begun, lost turns included",
        "points/turn",
        "ratio",
        _of_seat("score"),
        over=_of_seat("seat_turns"),
        by="seat",
        margin=2.0,
    ),
    Statistic(
        "points_per_roll",
        "points at the end over rolls of the dice",
        "points/roll",
        "ratio",
        _of_seat("score"),
        over=_of_seat("rolls"),
        by="seat",
        margin=1.0,
    ),
    Statistic(
        "bust_rate",
        "turns ended by a roll without a scoring die",
        "share of turns",
        "proportion",
        _of_seat("busts"),
        over=_of_seat("seat_turns"),
        by="seat",
        margin=0.005,
    ),
    Statistic(
        "rolls_per_turn",
        "rolls of the dice over turns begun",
        "rolls/turn",
        "ratio",
        _of_seat("rolls"),
        over=_of_seat("seat_turns"),
        by="seat",
        margin=0.02,
    ),
    Statistic(
        "best_turn",
        "most points banked in a turn of a game",
        "points",
        "mean",
        _of_seat("best_turn"),
        by="seat",
        margin=10.0,
    ),
)


def statistics() -> tuple[Statistic, ...]:
    """List the family's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        *_BY_SEAT,
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        *common.TURNS,
        *common.ROUNDS,
        common.winning_margin("points", margin=20.0),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.count(
            "overtakings",
            "times in the last round that a seat passed the best score so far",
            "turns/game",
            "overtakings",
            seats=2,
            margin=0.01,
        ),
        common.count("corners", "times that all six dice were set aside", "corners/game", "corners", margin=0.05),
        common.count(
            "minima_missed",
            "turns that ended in a bust with points set aside, but fewer than the minimum in force",
            "turns/game",
            "minima_missed",
            margin=0.05,
        ),
        common.count(
            "endgame_short",
            "turns whose points did not count, being fewer than were missing",
            "turns/game",
            "endgame_short",
            margin=0.05,
        ),
        common.TIE_BREAKS,
    )
