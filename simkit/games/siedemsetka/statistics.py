"""Statistics of Siedemsetka, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from simkit.games.siedemsetka.columns import ROLLED
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def _sum_of(columns: Sequence[str]) -> Callable[[int], pl.Expr]:
    """Sum of per-seat columns."""
    return lambda seat: pl.sum_horizontal(pl.col(f"{column}_{seat + 1}").cast(pl.Int64) for column in columns)


def _of_seat(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{column}_{seat + 1}")


_ALL_ROLLS = _sum_of([f"rolls_of_{dice}" for dice in ROLLED])
_ALL_BUSTS = _sum_of([f"busts_of_{dice}" for dice in ROLLED])

_BY_SEAT = (
    common.of_seat(
        "points_per_turn", "points at the end over turns begun, lost turns included", "points/turn", "score", 0.1
    ),
    Statistic(
        "bust_rate",
        "turns ended by a roll without a combination",
        "share of turns",
        "proportion",
        _ALL_BUSTS,
        denominator=_of_seat("seat_turns"),
        by="seat",
        margin=0.005,
    ),
    Statistic(
        "rolls_per_turn",
        "rolls of the dice over turns begun",
        "rolls/turn",
        "ratio",
        _ALL_ROLLS,
        denominator=_of_seat("seat_turns"),
        by="seat",
        margin=0.02,
    ),
    *(
        common.rate_of_seat(
            f"bust_rate_of_{dice}",
            f"rolls of {dice} dice after which there was no combination",
            "share of rolls",
            f"busts_of_{dice}",
            0.005,
            denominator=f"rolls_of_{dice}",
        )
        for dice in ROLLED
    ),
    Statistic(
        "share_of_runs",
        "runs among the combinations taken",
        "share of combinations",
        "proportion",
        _of_seat("runs"),
        denominator=_sum_of(["runs", "equals"]),
        by="seat",
        margin=0.005,
    ),
    Statistic(
        "best_turn",
        "most points banked in a turn of a game",
        "points",
        "mean",
        _of_seat("best_turn"),
        by="seat",
        margin=0.5,
    ),
)


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        *_BY_SEAT,
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        *common.TURNS,
        *common.ROUNDS,
        common.winning_margin("points", margin=2.0),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.TIE_BREAKS,
    )


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by seat."""
    return common.turn_points(margin=0.1)
