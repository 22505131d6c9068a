"""Statistics of Skreślanka 2, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

import polars as pl

from simkit.games.dice.scorecard import card_statistics
from simkit.games.skreslanka_2.columns import NUMBERS
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]

_CROSSED = Statistic(
    "numbers_crossed",
    "numbers crossed off at the end",
    "numbers",
    "mean",
    lambda seat: pl.col(f"score_{seat + 1}"),
    by="seat",
    margin=0.05,
)


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    share = "share of turns"
    return (
        common.WIN_RATE,
        _CROSSED,
        common.rate_of_seat("waste_rate", "turns in which nothing was crossed off", share, "wasted", 0.005),
        common.rate_of_seat("one_more_rate", "turns with a second throw of one die", share, "one_more", 0.005),
        common.rate_of_seat("two_more_rate", "turns with a second throw of two dice", share, "two_more", 0.005),
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
    return common.of_a_turn("numbers", "numbers", lambda _: pl.col("crossed").is_not_null().cast(pl.Int64), margin=0.05)
