"""Statistics of Piątka, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

import polars as pl

from simkit.games.piatka.columns import SET_ASIDE
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        common.of_seat("points_per_turn", "points at the end over turns begun", "points/turn", "score", 0.05),
        common.rate_of_seat(
            "bust_rate", "turns ended by a roll without a high enough die", "share of turns", "busts", 0.005
        ),
        *(
            common.rate_of_seat(
                f"bust_rate_after_{number}",
                f"rolls with {number} {'die' if number == 'one' else 'dice'} set aside that show no high enough die",
                "share of rolls",
                f"busts_after_{number}",
                0.005,
                denominator=f"rolls_after_{number}",
            )
            for number in SET_ASIDE
        ),
        common.of_seat("rolls_per_turn", "rolls of the dice over turns begun", "rolls/turn", "rolls", 0.02),
        Statistic(
            "best_turn",
            "most points of a turn of a game",
            "points",
            "mean",
            lambda seat: pl.col(f"best_turn_{seat + 1}"),
            by="seat",
            margin=0.2,
        ),
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        *common.TURNS,
        *common.ROUNDS,
        common.winning_margin("points", margin=0.5),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.TIE_BREAKS,
    )


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by seat."""
    return common.turn_points(margin=0.05)
