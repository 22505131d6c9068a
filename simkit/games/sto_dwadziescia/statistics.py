"""Statistics of Sto dwadzieścia, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        common.of_seat("points_per_turn", "points at the end over turns begun", "points/turn", "score", 0.1),
        common.rate_of_seat(
            "double_rate", "turns in which both dice showed the same face", "share of turns", "doubles", 0.005
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
    return common.turn_points(margin=0.1)
