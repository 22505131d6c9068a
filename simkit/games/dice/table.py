"""What happens at the table whatever the game: who begins, who leads, how a tie ends. Compiled, for kernels to call.

Seats are counted from 0; a set of seats is a bit mask with seat 0 lowest. ``story.py`` is the same in plain Python.
"""

from __future__ import annotations

import numpy as np

from simkit.games.dice.options import (
    FINAL_ROUND_NONE,
    REST_OF_ROUND,
    START_RANDOM,
    START_TWO_DICE,
    TIE_ROLL,
    TIE_SEAT_ORDER,
)
from simkit.jit import helper, inlined
from simkit.model.columns import MISSING
from simkit.streams import Purpose, below, counter_word, roll_two

__all__ = [
    "MOST_TIE_BREAKS",
    "best_of_others",
    "first_seat",
    "highest",
    "leader",
    "next_seat",
    "of_option",
    "only",
    "settle",
    "turns_left",
]

MOST_TIE_BREAKS = 10_000
"""Rounds of rolls after which a tie counts as endless; level seats would roll alike that often by a fault only."""

_FOR_START, _FOR_TIE_BREAK = int(Purpose.START), int(Purpose.TIE_BREAK)


@inlined
def of_option(options, row, field):
    """A field of a table of options.

    The row goes in as an unsigned number: a signed one could count from the end, and checking that takes time.
    """
    return np.int64(options[np.uint64(row), field])


@helper
def highest(values, level, seats):
    """Keep in the mask ``level`` only the seats with the highest value; returns the mask and how many they are."""
    best = np.int64(MISSING)
    for seat in range(seats):
        if level >> seat & 1:
            best = max(best, values[seat])
    kept, number = 0, 0
    for seat in range(seats):
        if level >> seat & 1 and values[seat] == best:
            kept |= 1 << seat
            number += 1
    return kept, number


@helper
def only(mask):
    """The seat of a mask of one seat."""
    seat = 0
    while mask >> seat != 1:
        seat += 1
    return seat


@helper
def next_seat(level, seat, seats):
    """The seat of the mask ``level`` that plays after ``seat``; ``seat`` itself where it is the only one."""
    seat = seat + 1 if seat + 1 < seats else 0
    while level >> seat & 1 == 0:
        seat = seat + 1 if seat + 1 < seats else 0
    return seat


@helper
def _highest_of_two_dice(purpose, key, level, seats, again, values):
    """Let the seats ``level`` roll two dice in round ``again``; returns those with the highest sum, and how many."""
    for seat in range(seats):
        if level >> seat & 1:
            first, second, _ = roll_two(key, counter_word(purpose, seat, again))
            values[seat] = first + second
    return highest(values, level, seats)


@helper
def first_seat(start, key, seats, values):
    """The seat that begins under the option ``start``; -1 if two dice never part them. ``values`` is scratch."""
    if start == START_RANDOM:
        seat, _ = below(key, counter_word(_FOR_START, 0, 0), seats)
        return seat
    if start != START_TWO_DICE:
        return np.int64(0)
    level = (1 << seats) - 1
    for again in range(MOST_TIE_BREAKS):
        level, number = _highest_of_two_dice(_FOR_START, key, level, seats, again, values)
        if number == 1:
            return np.int64(only(level))
    return np.int64(-1)


@helper
def settle(tie, key, start, level, seats, values):
    """End a tie of the seats ``level``, but for ``tie = turn``; ``values`` is scratch.

    Returns the mask of the winners and the rounds of rolls that it took, -1 if they never end.
    """
    if level & (level - 1) == 0:
        return level, 0
    if tie == TIE_SEAT_ORDER:
        return 1 << next_seat(level, (start + seats - 1) % seats, seats), 0
    if tie != TIE_ROLL:
        return level, 0
    for again in range(1, MOST_TIE_BREAKS + 1):
        level, number = _highest_of_two_dice(_FOR_TIE_BREAK, key, level, seats, again, values)
        if number == 1:
            return level, again
    return level, -1


@helper
def leader(scores, seats):
    """The seat alone with the highest score; -1 when there is none."""
    ahead, best = 0, scores[0]
    for seat in range(1, seats):
        if scores[seat] > best:
            ahead, best = seat, scores[seat]
        elif scores[seat] == best:
            ahead = -1
    return ahead


@helper
def best_of_others(scores, seats, me):
    """Most points of any other seat; 0 when alone."""
    best = np.int64(MISSING)
    for seat in range(seats):
        if seat != me:
            best = max(best, scores[seat])
    return best if seats > 1 else np.int64(0)


@helper
def turns_left(final_round, seat, start, seats):
    """Turns still to be played once ``seat`` has reached the target, under the option ``final_round``."""
    if final_round == FINAL_ROUND_NONE:
        return 0
    return (start - seat - 1) % seats if final_round == REST_OF_ROUND else seats - 1
