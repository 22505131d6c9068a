"""Outcome tables of the Farkle family."""

from __future__ import annotations

from simkit.games.dice.columns import COMMON_GAME, COMMON_TURN, MANY, SEAT_TURNS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["BANKED", "BUST", "COUNTERS", "COUNTER_NAMES", "GAME", "OVER", "SCORED", "SHORT", "TABLES", "TURN"]

ENDED = ("banked", "bust", "short", "over")
BANKED, BUST, SHORT, OVER = range(4)

SCORED = (
    "ones", "fives", "triples", "four_kind", "five_kind", "six_kind",
    "straight6", "straight15", "straight26", "three_pairs", "two_triplets", "four_pair",
)  # fmt: skip
"""Lines of the rule sheet's table, by the options that say what they are worth, the better ones later."""


def _counter(name: str, meaning: str, unit: str) -> Column:
    return Column(name, meaning, unit=unit, high=MANY)


_CHALLENGES = (
    ("challenges", "turns", "turns"),
    ("challenges_won", "turns banked", "turns"),
    ("challenge_gain", "points taken off other seats", "points"),
    ("challenge_paid", "points paid as penalties", "points"),
)

_COUNTERS = (
    _counter("hot_dice", "times that all dice were set aside", "times"),
    _counter("hot_dice_ends", "turns that ended, with their points banked, right after hot dice", "turns"),
    _counter(
        "minima_missed",
        "turns that ended with points set aside, but fewer than the minimum in force, and so without any",
        "turns",
    ),
    _counter("topping_missed", "turns that ended without points, having enough but for topping", "turns"),
    _counter("endgame_short", "endgame rolls whose points did not count, being fewer than were missing", "turns"),
    _counter("overshot", "turns lost because they would have exceeded the exact target", "turns"),
    _counter("bonuses", "rolls that scored nothing and brought the bonus none_first", "rolls"),
    _counter("streak_penalties", "times that a seat paid for busts in a row", "penalties"),
    _counter("take_overs", "turns begun with what the turn before had banked", "turns"),
    *(
        _counter(f"{name}_{number}", f"{meaning} with the {ordinal} challenge", unit)
        for name, meaning, unit in _CHALLENGES
        for number, ordinal in ((1, "first"), (2, "second"))
    ),
    Column(
        "overtakings", "times in the last round that a seat passed the best score so far", unit="turns", high=32_767
    ),
)
"""Counts over a whole game; in this order, and together, so that a kernel may copy them at once."""

_GAMES = (
    *COMMON_GAME,
    *_COUNTERS,
    Column(
        "score", "points at the end, tie-breaking rolls included", unit="points", low=-MANY, high=MANY, per_seat=True
    ),
    SEAT_TURNS,
    Column("busts", "turns that a roll without a scoring die ended", unit="turns", high=MANY, per_seat=True),
    Column("rolls", "rolls of the dice, without tie-breaking ones", unit="rolls", high=MANY, per_seat=True),
    Column("best_turn", "most points banked in a turn", unit="points", high=MANY, per_seat=True),
)

_TURN_ROWS = (
    *COMMON_TURN,
    Column("rolls", "rolls in the turn", unit="rolls", high=MANY),
    Column("dice_left", "dice not set aside at the end; all of them after hot dice", unit="dice", high=6),
    Column("points", "points banked", unit="points", high=MANY),
    Column("lost", "points set aside, or rolled in the endgame, that did not count", unit="points", high=MANY),
    Column("taken_over", "of the points banked or lost, those that the turn began with", unit="points", high=MANY),
    Column("challenged", "seat that was challenged", unit="seat", low=1, high=8, nullable=True),
    Column("taken", "points taken off the challenged seat", unit="points", high=MANY),
    Column(
        "penalty",
        "points taken off the seat's score, for a lost challenge or busts in a row",
        "int",
        "points",
        high=MANY,
    ),
    Column(
        "scored",
        "lines of the table that made the best new element of a set-aside in the turn, as a bit mask: "
        + ", ".join(SCORED),
        high=2 ** len(SCORED) - 1,
    ),
    Column("ended", "how the turn ended", kind="enum", labels=ENDED),
    Column("score", "banked points after the turn", unit="points", low=-MANY, high=MANY),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _TURN_ROWS, part_deals=2**14))

GAME = column_rows("GameRows", _GAMES)
TURN = column_rows("TurnRows", _TURN_ROWS)

COUNTER_NAMES = tuple(column.name for column in _COUNTERS)
COUNTERS = column_rows("CounterRows", _COUNTERS)
"""Places of the counters among themselves, from 0."""
