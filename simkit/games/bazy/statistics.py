"""Statistics of Bazy, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

import polars as pl

from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def _is_first_out(seat: int) -> pl.Expr:
    return (pl.col(f"out_order_{seat + 1}") == 1).fill_null(value=False)


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        Statistic(
            "first_out_rate",
            "games in which the seat was the first over the limit",
            "share of games",
            "proportion",
            _is_first_out,
            by="seat",
            seats=2,
            margin=0.005,
        ),
        common.of_seat("points_per_turn", "points at the end over turns begun", "points/turn", "score", 0.05),
        common.of_seat(
            "given_away_per_turn", "points that other bases would have saved, a turn", "points/turn", "given_away", 0.02
        ),
        Statistic(
            "seat_turns",
            "turns that a seat has in a game",
            "turns",
            "mean",
            lambda seat: pl.col(f"seat_turns_{seat + 1}"),
            by="seat",
            margin=0.05,
        ),
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        *common.TURNS,
        *common.ROUNDS,
        common.count(
            "lead_changes",
            "times, looking after each round, that another seat came to be alone with the fewest points",
            "changes/game",
            "lead_changes",
            seats=2,
            margin=0.05,
        ),
        common.leader_wins(
            "half_leader_wins",
            "how often the seat alone with the fewest points after half of the rounds wins",
            "half_leader",
            0.005,
        ),
        common.TIE_BREAKS,
    )


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by seat."""
    return common.turn_points(margin=0.05)
