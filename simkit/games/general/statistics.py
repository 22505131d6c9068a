"""Statistics of Generał, from its ``games`` table; imported late, since it builds Polars expressions."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from simkit.games.general.boxes import BOXES, PARA, RATUNEK, TITLES
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def _of_seat(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{column}_{seat + 1}")


def _is_zero(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: (pl.col(f"{column}_{seat + 1}") == 0).cast(pl.Int64)


def _of_box(name: str, title: str) -> Statistic:
    """Mean points of a box."""
    return Statistic(name, f"points in {title}", "points", "mean", _of_seat(name), by="seat", margin=0.2)


def _zeros(name: str, title: str) -> Statistic:
    """How often a combination was given up."""
    return Statistic(
        f"{name}_zeros",
        f"games with 0 in {title}",
        "share of games",
        "proportion",
        _is_zero(name),
        by="seat",
        margin=0.01,
    )


_NAMED = tuple(zip(BOXES, TITLES, strict=True))

_BY_SEAT = (
    Statistic(
        "score",
        "points at the end, bonus or malus included",
        "points",
        "mean",
        _of_seat("score"),
        by="seat",
        margin=1.0,
    ),
    Statistic("score", "points at the end, bonus or malus included", "points", "sd", _of_seat("score"), by="seat"),
    Statistic("upper", "total of the rows", "points", "mean", _of_seat("upper"), by="seat", margin=0.2),
    Statistic(
        "bonus",
        "bonus or malus for the rows",
        "points",
        "mean",
        _of_seat("bonus"),
        by="seat",
        applies_if=lambda rules: rules["school_bonus"] or rules["school_malus"],
        margin=0.5,
    ),
    Statistic(
        "rolls_per_turn",
        "rolls of the dice over turns begun",
        "rolls/turn",
        "ratio",
        _of_seat("rolls"),
        denominator=_of_seat("seat_turns"),
        by="seat",
        margin=0.02,
    ),
    *(_of_box(*named) for named in _NAMED),
    *(_zeros(*named) for named in _NAMED[PARA:RATUNEK]),
)


def statistics() -> tuple[Statistic, ...]:
    """List the statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        *_BY_SEAT,
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        common.winning_margin("points", margin=1.0),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.TIE_BREAKS,
    )


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by seat."""
    return common.turn_points(margin=0.2)
