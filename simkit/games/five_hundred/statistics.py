"""Statistics of Five Hundred, from its tables; imported late, since it builds Polars expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from simkit.games.five_hundred.columns import BACK_DOOR, ENDED
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def _side_won(seat: int | pl.Expr) -> pl.Expr:
    """Whether the side of a seat, from 0, won."""
    mask = pl.lit(2, pl.Int64).pow(seat)
    return (pl.col("winners").cast(pl.Int64) & mask) != 0


def _of_seat(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{column}_{seat + 1}")


def _column(name: str) -> Callable[[int], pl.Expr]:
    return lambda _: pl.col(name)


def _played(seats: int) -> pl.Expr:
    return pl.sum_horizontal([f"contracts_{seat}" for seat in range(1, seats + 1)])


def _scores(seats: int) -> list[pl.Expr]:
    return [pl.col(f"score_{seat}") for seat in range(1, seats + 1)]


_BY_SEAT = (
    Statistic(
        "win_rate",
        "games won by the seat's side; a game cut short is won by nobody",
        "share of games",
        "proportion",
        _side_won,
        by="seat",
        shares_win=True,
        margin=0.005,
    ),
    Statistic(
        "make_rate",
        "contracts made over contracts played by the seat",
        "share of contracts",
        "proportion",
        _of_seat("made"),
        denominator=_of_seat("contracts"),
        by="seat",
        margin=0.005,
    ),
    Statistic(
        "contract_share",
        "hands in which the seat was the contractor",
        "share of hands",
        "proportion",
        _of_seat("contracts"),
        denominator=_column("hands"),
        by="seat",
        margin=0.005,
    ),
    Statistic(
        "points_per_contract",
        "points that the contractor's side won, less those it lost, over contracts of the seat",
        "points/contract",
        "ratio",
        _of_seat("contract_points"),
        denominator=_of_seat("contracts"),
        by="seat",
        margin=2.0,
    ),
)


def _share(
    name: str, meaning: str, unit: str, value: str, denominator: Callable[[int], pl.Expr], margin: float
) -> Statistic:
    return Statistic(name, meaning, unit, "proportion", _column(value), denominator=denominator, margin=margin)


def _of_miseres(
    name: str, meaning: str, unit: str, value: str, denominator: Callable[[int], pl.Expr], margin: float
) -> Statistic:
    """Make a share that is none where there are no miseres."""
    share = _share(name, meaning, unit, value, denominator, margin)
    return replace(share, applies_if=lambda rules: rules["misere"] == "on")


def statistics() -> tuple[Statistic, ...]:
    """List the game's statistics in the order in which they are printed."""
    return (
        *_BY_SEAT,
        Statistic(
            "starter_advantage",
            "how often the side that called first in the first hand wins, less 1/2 (three seats: 1/3, five: 1/5)",
            "share of games",
            "proportion",
            lambda _: _side_won(pl.col("start").cast(pl.Int64) - 1),
            offset=lambda seats: 1 / seats if seats % 2 else 0.5,
            of_place=True,
            margin=0.005,
        ),
        common.CUT_SHORT,
        Statistic(
            "back_door",
            "games that ended with a side out the back door",
            "share of games",
            "proportion",
            lambda _: pl.col("ended").cast(pl.String) == ENDED[BACK_DOOR],
            margin=0.005,
        ),
        *common.distribution_of("hands", "hands dealt, thrown-in ones included", "hands", "hands", margin=0.1),
        Statistic(
            "winning_margin",
            "points of the best side less those of the worst",
            "points",
            "mean",
            lambda seats: pl.max_horizontal(_scores(seats)) - pl.min_horizontal(_scores(seats)),
            margin=10.0,
        ),
        _share(
            "thrown_in", "hands thrown in, as when all pass", "share of hands", "thrown_in", _column("hands"), 0.005
        ),
        _share("slams", "contracts in which all ten tricks were taken", "share of contracts", "slams", _played, 0.002),
        _of_miseres(
            "miseres", "contracts that were miseres of any kind", "share of contracts", "miseres", _played, 0.002
        ),
        _of_miseres(
            "misere_make_rate",
            "miseres in which the contractor took no trick",
            "share of miseres",
            "miseres_made",
            _column("miseres"),
            0.01,
        ),
    )


def _of_contractor(column: str, seats: int) -> pl.Expr:
    """The contractor's value of a column that has one a seat; NULL when all passed."""
    values = [pl.when(pl.col("contractor") == seat).then(pl.col(f"{column}_{seat}")) for seat in range(1, seats + 1)]
    return pl.coalesce(values)


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from hands, such as by contract, trumps or whether the contractor has the joker."""
    return (
        Statistic(
            "hands_made",
            "contracts made",
            "share of contracts",
            "proportion",
            lambda _: pl.col("made"),
            margin=0.005,
        ),
        Statistic(
            "hand_tricks",
            "tricks of the contractor's side",
            "tricks",
            "ratio",
            lambda _: pl.col("side_tricks"),
            margin=0.02,
        ),
        Statistic(
            "contractor_gain",
            "points that the contractor's side won, less those it lost",
            "points/contract",
            "ratio",
            lambda seats: _of_contractor("change", seats),
            margin=2.0,
        ),
        Statistic(
            "hand_slams",
            "contracts in which all ten tricks were taken",
            "share of contracts",
            "proportion",
            lambda _: pl.when(pl.col("contractor").is_not_null()).then(pl.col("slam")),
            margin=0.002,
        ),
    )
