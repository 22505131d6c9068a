"""Statistics of Skreślanka, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

import polars as pl

from simkit.games.dice.scorecard import card_statistics
from simkit.games.skreslanka.columns import NUMBERS
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        common.rate_of_seat("pass_rate", "turns in which nothing was crossed off", "share of turns", "passes", 0.005),
        common.rate_of_seat("sum_rate", "turns in which the sum was crossed off", "share of turns", "sums", 0.005),
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        *common.TURNS,
        *common.ROUNDS,
        common.winning_margin("numbers", margin=0.05),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.TIE_BREAKS,
        *card_statistics(NUMBERS),
    )


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by seat."""
    return common.of_a_turn(
        "numbers", "numbers", lambda _: pl.col("crossed").cast(pl.Int64).bitwise_count_ones(), margin=0.05
    )
