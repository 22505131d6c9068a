"""Sto dwadzieścia, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.table import turns_left
from simkit.games.dice.table_game import NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.sto_dwadziescia.columns import GAME, TURN
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.jit import inlined, kernel
from simkit.kernel import deals_loop, kernel_signature, numbers_type, tuple_type
from simkit.model.columns import MAX_SEATS
from simkit.model.game import numbers_class, rule_numbers
from simkit.streams import Purpose, counter_word, roll_two

__all__ = ["Numbers", "Tables", "play", "tables"]

Numbers = numbers_class("Numbers", Rules, __name__)


class Tables(NamedTuple):
    """What the kernel needs of the rules: the options as ints."""

    rules: Any


def tables(rules: Rules) -> Tables:
    """Make the tables of a rule set."""
    return Tables(rule_numbers(Numbers, rules))


class _Scratch(NamedTuple):
    """``TableScratch``, and the doubles thrown by seat, ``int64[8]``."""

    scores: Any
    turns: Any
    values: Any
    leaders: Any
    doubles: Any


_TABLES_TYPE = tuple_type(Tables, numbers_type(Numbers))

_FOR_DICE = int(Purpose.DICE)


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One throw of two dice; see ``turns_loop``. Nobody decides anything."""
    rules, seat = tables.rules, np.uint64(turn.seat)
    first, second, _ = roll_two(game.key, counter_word(_FOR_DICE, turn.seat, turn.number - 1))
    points = first + second + rules.double_bonus * (first == second)
    scratch.doubles[seat] += first == second
    score = scratch.scores[seat] + points
    scratch.scores[seat] = score
    if output.turns.shape[1] > 0:
        output.turns[TURN.first_die, turn.column] = first
        output.turns[TURN.second_die, turn.column] = second
        output.turns[TURN.points, turn.column] = points
        output.turns[TURN.score, turn.column] = score
    return turns_left(rules.final_round, turn.seat, turn.start, turn.seats) if score >= rules.target else NOT_IN_SIGHT


_play_turns = turns_loop(_turn)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    for seat in range(chunk.seatings.shape[1]):
        scratch.doubles[seat] = 0
    at = _play_turns(game, chunk, bots, tables, output, scratch, status)
    for seat in range(chunk.seatings.shape[1]):
        output.games[GAME.doubles + seat, game.row] = scratch.doubles[seat]
    return at


_play_deals = deals_loop(_game)


@kernel(kernel_signature((), _TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    common, doubles = new_scratch(chunk), np.zeros(MAX_SEATS, np.int64)
    scratch = _Scratch(common.scores, common.turns, common.values, common.leaders, doubles)
    return _play_deals(chunk, bots, tables, output, scratch, status)
