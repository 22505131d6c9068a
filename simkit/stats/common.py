"""Statistics of any game that logs ``winners``, ``start``, ``turns`` and ``score_1``, ``score_2``, ...

A game lists those it wants among its own; each is declared here once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from simkit.model.statistic import Statistic

__all__ = [
    "CUT_SHORT",
    "HALF_LEADER_WINS",
    "LEAD_CHANGES",
    "ROUNDS",
    "STARTER_ADVANTAGE",
    "TIE_BREAKS",
    "TIE_RATE",
    "TURNS",
    "WIN_RATE",
    "count",
    "distribution_of",
    "leader_wins",
    "of_a_turn",
    "of_seat",
    "rate_of_seat",
    "turn_points",
    "win_share",
    "winning_margin",
]


def win_share(seat: pl.Expr) -> pl.Expr:
    """Share of the win that falls to the seat (numbered from 1): shared wins are split, none when cut short.

    NULL where ``seat`` is NULL.
    """
    winners = pl.col("winners").cast(pl.Int64)
    won = (winners & pl.lit(2, pl.Int64).pow(seat.cast(pl.Int64) - 1)) != 0
    return pl.when(won).then(1 / winners.bitwise_count_ones()).when(seat.is_not_null()).then(0.0)


def count(
    name: str,
    meaning: str,
    unit: str,
    column: str,
    *,
    seats: int = 1,
    applies_if: Callable[[Mapping[str, Any]], bool] | None = None,
    margin: float | None = None,
) -> Statistic:
    """Mean over games of a column of the ``games`` table."""
    return Statistic(
        name, meaning, unit, "mean", lambda _: pl.col(column), seats=seats, applies_if=applies_if, margin=margin
    )


def distribution_of(
    name: str, meaning: str, unit: str, column: str, *, margin: float | None = None
) -> tuple[Statistic, ...]:
    """Mean, standard deviation and quantiles over games of a whole-number column of the ``games`` table."""

    def value(_: int) -> pl.Expr:
        return pl.col(column)

    return (
        Statistic(name, meaning, unit, "mean", value, margin=margin),
        Statistic(name, meaning, unit, "sd", value),
        Statistic(name, meaning, unit, "quantiles", value),
    )


def of_seat(
    name: str, meaning: str, unit: str, column: str, margin: float | None = None, *, denominator: str = "seat_turns"
) -> Statistic:
    """Ratio of two per-seat columns of the ``games`` table, by default per turn of the seat."""
    return Statistic(
        name,
        meaning,
        unit,
        "ratio",
        lambda seat: pl.col(f"{column}_{seat + 1}"),
        denominator=lambda seat: pl.col(f"{denominator}_{seat + 1}"),
        by="seat",
        margin=margin,
    )


def rate_of_seat(
    name: str, meaning: str, unit: str, column: str, margin: float | None = None, *, denominator: str = "seat_turns"
) -> Statistic:
    """Share of trials that succeed, both per-seat columns of the ``games`` table; by default of the seat's turns."""
    return replace(of_seat(name, meaning, unit, column, margin, denominator=denominator), kind="proportion")


def of_a_turn(
    name: str, noun: str, value: Callable[[int], pl.Expr], margin: float, nothing: str = "nothing"
) -> tuple[Statistic, ...]:
    """Mean and standard deviation over turns of what a turn brings, in ``noun``, and how often that is nothing."""
    meaning, unit = f"{noun} of a turn", f"{noun}/turn"
    return (
        Statistic(f"turn_{name}", meaning, unit, "ratio", value, margin=margin),
        Statistic(f"turn_{name}", meaning, unit, "sd", value),
        Statistic(
            "turn_nothing",
            f"turns that brought {nothing}",
            "share of turns",
            "proportion",
            lambda seats: value(seats) == 0,
            margin=0.005,
        ),
    )


def turn_points(margin: float) -> tuple[Statistic, ...]:
    """``of_a_turn`` of the column ``points`` of the ``turns`` table."""
    return of_a_turn("points", "points", lambda _: pl.col("points"), margin, "no points")


def leader_wins(name: str, meaning: str, column: str, margin: float) -> Statistic:
    """How often the seat that ``column`` names (from 1) goes on to win; games where it is NULL are left out."""
    return Statistic(
        name, meaning, "share of games", "proportion", lambda _: win_share(pl.col(column)), seats=2, margin=margin
    )


def _score(seat: int) -> pl.Expr:
    return pl.col(f"score_{seat + 1}").cast(pl.Int64)


def _best_less_second(seats: int) -> pl.Expr:
    best, second = pl.max_horizontal(_score(0), _score(1)), pl.min_horizontal(_score(0), _score(1))
    for seat in range(2, seats):
        second = pl.max_horizontal(second, pl.min_horizontal(best, _score(seat)))
        best = pl.max_horizontal(best, _score(seat))
    return best - second


def winning_margin(unit: str, margin: float) -> Statistic:
    """Best score less the second best of a game; 0 when they are level."""
    return Statistic(
        "winning_margin", "best score less the second best", unit, "mean", _best_less_second, seats=2, margin=margin
    )


def _share_of(seat: int) -> pl.Expr:
    return win_share(pl.lit(seat + 1))


def _flag(test: Callable[[pl.Expr], pl.Expr]) -> Callable[[int], pl.Expr]:
    return lambda _: test(pl.col("winners"))


WIN_RATE = Statistic(
    "win_rate",
    "games won; a shared win is split, a game cut short is won by nobody",
    "share of games",
    "proportion",
    _share_of,
    by="seat",
    shares_win=True,
    seats=2,
    margin=0.005,
)

STARTER_ADVANTAGE = Statistic(
    "starter_advantage",
    "how often the seat that began wins, less 1/seats",
    "share of games",
    "proportion",
    lambda _: win_share(pl.col("start")),
    offset=lambda seats: 1 / seats,
    seats=2,
    of_place=True,
    margin=0.005,
)

TIE_RATE = Statistic(
    "tie_rate",
    "games whose win was shared",
    "share of games",
    "proportion",
    _flag(lambda winners: winners.bitwise_count_ones() > 1),
    seats=2,
    applies_if=lambda rules: rules.get("tie", "shared") == "shared",
    margin=0.005,
)

CUT_SHORT = Statistic(
    "cut_short",
    "games ended by the length cap, without a winner",
    "share of games",
    "proportion",
    _flag(lambda winners: winners == 0),
    margin=0.001,
)

TURNS = distribution_of("turns", "turns of all seats together", "turns", "turns", margin=0.1)

ROUNDS = distribution_of("rounds", "round in which the game ended", "rounds", "rounds", margin=0.05)

LEAD_CHANGES = count(
    "lead_changes",
    "times that another seat came to be alone in the lead",
    "changes/game",
    "lead_changes",
    seats=2,
    margin=0.05,
)

HALF_LEADER_WINS = leader_wins(
    "half_leader_wins",
    "how often the seat alone in the lead after half of the turns wins",
    "half_leader",
    0.005,
)

TIE_BREAKS = count(
    "tie_breaks",
    "rounds of rolls, or of turns, played to break a tie",
    "rounds/game",
    "tie_breaks",
    seats=2,
    applies_if=lambda rules: rules["tie"] in ("roll", "turn"),
    margin=0.005,
)
