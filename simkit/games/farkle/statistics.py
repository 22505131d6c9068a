"""Statistics of the Farkle family, from its tables; imported late, since it builds Polars expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from simkit.games.farkle.columns import SCORED
from simkit.model.statistic import Statistic
from simkit.stats import common

__all__ = ["statistics", "turn_statistics"]


def _of_seat(column: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{column}_{seat + 1}")


_BY_SEAT = (
    Statistic(
        "points_per_turn",
        "points at the end over turns begun, lost turns included",
        "points/turn",
        "ratio",
        _of_seat("score"),
        denominator=_of_seat("seat_turns"),
        by="seat",
        margin=2.0,
    ),
    Statistic(
        "points_per_roll",
        "points at the end over rolls of the dice",
        "points/roll",
        "ratio",
        _of_seat("score"),
        denominator=_of_seat("rolls"),
        by="seat",
        margin=1.0,
    ),
    Statistic(
        "bust_rate",
        "turns ended by a roll without a scoring die",
        "share of turns",
        "proportion",
        _of_seat("busts"),
        denominator=_of_seat("seat_turns"),
        by="seat",
        margin=0.005,
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
    Statistic(
        "best_turn",
        "most points banked in a turn of a game",
        "points",
        "mean",
        _of_seat("best_turn"),
        by="seat",
        margin=10.0,
    ),
)


def _of_game(column: str) -> Callable[[int], pl.Expr]:
    return lambda _: pl.col(column)


def _share_of_turns(
    name: str, meaning: str, column: str, applies_if: Callable[[Mapping[str, Any]], bool] | None = None
) -> Statistic:
    return Statistic(
        name,
        meaning,
        "share of turns",
        "proportion",
        _of_game(column),
        denominator=_of_game("turns"),
        applies_if=applies_if,
        margin=0.005,
    )


def _with(**off: object) -> Callable[[Mapping[str, Any]], bool]:
    """Tell rules under which one of these options has another value than that with which it does nothing."""
    return lambda rules: any(rules.get(name, value) != value for name, value in off.items())


_CHALLENGING = _with(challenge="off")


def _of_challenge(number: int, ordinal: str) -> tuple[Statistic, ...]:
    """Tell how often a seat's first or second challenge is made and banked in a game, and what it moves."""
    counts = (
        ("challenges", "turns", "turns/game", 0.01),
        ("challenges_won", "banked turns", "turns/game", 0.01),
        ("challenge_gain", "points taken off other seats", "points/game", 10.0),
        ("challenge_paid", "points paid as penalties", "points/game", 10.0),
    )
    return tuple(
        common.count(
            f"{name}_{number}",
            f"{meaning} with the {ordinal} challenge",
            unit,
            f"{name}_{number}",
            seats=2,
            applies_if=_CHALLENGING,
            margin=margin,
        )
        for name, meaning, unit, margin in counts
    )


def _challenging(value: pl.Expr) -> Callable[[int], pl.Expr]:
    """Count turns that challenge somebody only."""
    return lambda _: pl.when(pl.col("challenged").is_not_null()).then(value)


def _was_scored(line: str) -> Callable[[int], pl.Expr]:
    mask = 1 << SCORED.index(line)
    return lambda _: (pl.col("scored").cast(pl.Int64) & mask) != 0


def _scoring(line: str) -> Callable[[Mapping[str, Any]], bool]:
    """Tell rules under which a line of the scoring table is worth anything."""
    if line.endswith("_kind"):
        return _with(kinds="none")
    return (lambda rules: any(rules[line])) if line == "triples" else _with(**{line: 0})


def turn_statistics() -> tuple[Statistic, ...]:
    """List what is estimated from turns, such as by dice left, by seat, or by how they ended."""
    return (
        *common.turn_points(margin=5.0),
        Statistic(
            "banked_points",
            "points of a banked turn",
            "points/turn",
            "ratio",
            lambda _: pl.when(pl.col("points") > 0).then(pl.col("points")),
            margin=5.0,
        ),
        Statistic(
            "lost_points", "points set aside that did not count", "points/turn", "ratio", _of_game("lost"), margin=5.0
        ),
        Statistic(
            "challenge_success",
            "challenges that were banked",
            "share of challenges",
            "proportion",
            _challenging(pl.col("points") > 0),
            applies_if=_CHALLENGING,
            margin=0.01,
        ),
        Statistic(
            "challenge_gained",
            "points that a challenge takes off the other seat",
            "points/challenge",
            "ratio",
            _challenging(pl.col("taken")),
            applies_if=_CHALLENGING,
            margin=10.0,
        ),
        Statistic(
            "challenge_paid",
            "points that a challenge costs, penalties for busts in a row included",
            "points/challenge",
            "ratio",
            _challenging(pl.col("penalty")),
            applies_if=_CHALLENGING,
            margin=10.0,
        ),
        *(
            Statistic(
                f"scored_{line}",
                f"turns in which {line} was the best new element of a set-aside",
                "share of turns",
                "proportion",
                _was_scored(line),
                applies_if=_scoring(line),
                margin=0.005,
            )
            for line in SCORED
        ),
    )


def statistics() -> tuple[Statistic, ...]:
    """List the family's statistics in the order in which they are printed."""
    return (
        common.WIN_RATE,
        *_BY_SEAT,
        common.STARTER_ADVANTAGE,
        common.TIE_RATE,
        common.CUT_SHORT,
        *common.TURNS,
        *common.ROUNDS,
        common.winning_margin("points", margin=20.0),
        common.LEAD_CHANGES,
        common.HALF_LEADER_WINS,
        common.count(
            "overtakings",
            "times in the last round that a seat passed the best score so far",
            "turns/game",
            "overtakings",
            seats=2,
            applies_if=_with(final_round="none"),
            margin=0.01,
        ),
        common.count("hot_dice", "times that all six dice were set aside", "times/game", "hot_dice", margin=0.05),
        common.count(
            "minima_missed",
            "turns that ended in a bust with points set aside, but fewer than the minimum in force",
            "turns/game",
            "minima_missed",
            applies_if=lambda rules: rules["open_min"] or rules["bank_min"] or rules["endgame"] == "single_turn",
            margin=0.05,
        ),
        common.count(
            "endgame_short",
            "endgame rolls whose points did not count, being fewer than were missing",
            "turns/game",
            "endgame_short",
            applies_if=lambda rules: rules["endgame"] == "single_roll",
            margin=0.05,
        ),
        common.TIE_BREAKS,
        _share_of_turns("hot_dice_end_rate", "turns banked right after hot dice", "hot_dice_ends"),
        _share_of_turns(
            "topping_missed",
            "turns without points that had enough but for topping",
            "topping_missed",
            applies_if=_with(topping="off"),
        ),
        common.count(
            "take_overs",
            "turns begun with what the turn before had banked",
            "turns/game",
            "take_overs",
            seats=2,
            applies_if=_with(piggyback=False),
        ),
        common.count(
            "bonuses",
            "rolls that brought the bonus none_first",
            "rolls/game",
            "bonuses",
            applies_if=_with(none_first=0),
        ),
        common.count(
            "streak_penalties",
            "penalties for busts in a row",
            "times/game",
            "streak_penalties",
            applies_if=_with(streak_busts=0),
        ),
        common.count(
            "overshot",
            "turns lost by exceeding the exact target",
            "turns/game",
            "overshot",
            applies_if=_with(exact_target=False),
        ),
        *_of_challenge(1, "first"),
        *_of_challenge(2, "second"),
    )
