"""Statistics of Strity, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from simkit.games.strity.columns import COMBINATIONS
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def _of_seat(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{column}_{seat + 1}")


def _per_turn(name: str, meaning: str, unit: str, column: str, margin: float) -> Statistic:
    """A number of each seat over the turns that it began."""
    turns = _of_seat("seat_turns")
    return Statistic(name, meaning, unit, "ratio", _of_seat(column), denominator=turns, by="seat", margin=margin)


def _share(column: str, meaning: str) -> Statistic:
    """The share of a seat's turns that ``column`` counts."""
    turns = _of_seat("seat_turns")
    return Statistic(
        f"{column}_rate",
        meaning,
        "share of turns",
        "proportion",
        _of_seat(column),
        denominator=turns,
        by="seat",
        margin=0.005,
    )


_BY_SEAT = (
    Statistic("score", "points at the end", "points", "mean", _of_seat("score"), by="seat", margin=1.0),
    _per_turn("points_per_turn", "points at the end over turns begun", "points/turn", "score", margin=0.1),
    _per_turn("rolls_per_turn", "rolls of the dice over turns begun", "rolls/turn", "rolls", margin=0.02),
    *(_share(name, f"turns that scored {name.replace('_', '-')}") for name in COMBINATIONS),
    replace(
        _share("doubled", "turns whose points counted double"), applies_if=lambda rules: rules["first_roll_double"]
    ),
    Statistic(
        "best_turn", "most points of a turn of a game", "points", "mean", _of_seat("best_turn"), by="seat", margin=0.5
    ),
)


def statistics() -> tuple[Statistic, ...]:
    """List the statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        *_BY_SEAT,
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        common.winning_margin("points", margin=2.0),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.TIE_BREAKS,
    )


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by seat."""
    return common.turn_points(margin=0.1)
