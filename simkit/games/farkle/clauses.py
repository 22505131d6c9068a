"""Clauses of the Farkle family's rules that its tables tell of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simkit.games.dice.clauses import LAST_ROUND, TIE_BREAK
from simkit.games.farkle.columns import SCORED
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

Rules = Mapping[str, Any]


def _is_above_0(*options: str) -> Callable[[Rules], bool]:
    return lambda rules: any(rules[option] > 0 for option in options)


def _is_not(option: str, value: str) -> Callable[[Rules], bool]:
    return lambda rules: rules[option] != value


def _scores(line: str) -> Clause:
    """Clause of a line of the scoring table that is not in every game."""
    mask = 1 << SCORED.index(line)
    holds = _is_not("kinds", "none") if line.endswith("_kind") else _is_above_0(line)
    meaning = f"{line} was the best new element of a set-aside in a turn"
    return Clause(line, meaning, f"(scored & {mask}) > 0", table="turns", holds=holds)


CLAUSES = (
    Clause("hot_dice", "all dice were set aside", "hot_dice"),
    Clause(
        "hot_dice_end",
        "a turn was banked right after hot dice",
        "hot_dice_ends",
        holds=_is_not("hot_dice", "must"),
    ),
    Clause(
        "minimum",
        "a turn ended with points set aside, but fewer than the minimum in force",
        "minima_missed",
        holds=_is_above_0("open_min", "bank_min"),
    ),
    Clause("topped", "a turn had enough points, but for topping", "topping_missed", holds=_is_not("topping", "off")),
    Clause(
        "take_over",
        "a turn began with what the turn before had banked",
        "take_overs",
        holds=lambda rules: rules["piggyback"],
    ),
    Clause(
        "bonus", "a roll that scored nothing brought the bonus none_first", "bonuses", holds=_is_above_0("none_first")
    ),
    Clause("streak", "a seat paid for busts in a row", "streak_penalties", holds=_is_above_0("streak_penalty")),
    *(
        Clause(
            f"challenge_{number}",
            f"a seat made its {ordinal} challenge",
            f"challenges_{number}",
            holds=_is_not("challenge", "off"),
        )
        for number, ordinal in ((1, "first"), (2, "second"))
    ),
    Clause(
        "challenge_lost",
        "a challenge was not banked, and paid for",
        "challenges_1 + challenges_2 - challenges_won_1 - challenges_won_2",
        holds=_is_not("challenge", "off"),
    ),
    Clause(
        "overshot",
        "a turn was lost because it would have exceeded the exact target",
        "overshot",
        holds=lambda rules: rules["exact_target"],
    ),
    Clause(
        "endgame",
        "points of the endgame did not count, being fewer than were missing",
        "endgame_short",
        holds=_is_not("endgame", "none"),
    ),
    LAST_ROUND,
    TIE_BREAK,
    *(_scores(line) for line in SCORED if line not in ("ones", "fives", "triples")),
)
