"""Sto dwadzieścia, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simkit.games.dice.table import turns_left
from simkit.games.dice.table_game import NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.sto_dwadziescia.columns import GAME, TURN
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.jit import inlined, kernel
from simkit.kernel import deals_loop, kernel_signature, numbers_type, tuple_type
from simkit.model.game import numbers_class, rule_numbers
from simkit.streams import Purpose, counter_word, roll_index

__all__ = ["Numbers", "Tables", "play", "tables"]

Numbers = numbers_class("Numbers", Rules, __name__)


class Tables(NamedTuple):
    """What the kernel needs of the rules: the options as ints."""

    rules: Any


def tables(rules: Rules) -> Tables:
    """Make the tables of a rule set."""
    return Tables(rule_numbers(Numbers, rules))


_TABLES_TYPE = tuple_type(Tables, numbers_type(Numbers))

_FOR_DICE = int(Purpose.DICE)


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):  # noqa: ARG001
    """One throw of two dice; see ``turns_loop``. Nobody decides anything."""
    rules, seat = tables.rules, turn.seat
    roll, _ = roll_index(game.key, counter_word(_FOR_DICE, seat, turn.number - 1), 2)
    first, second = roll // 6 + 1, roll % 6 + 1
    points = first + second + rules.double_bonus * (first == second)
    output.games[GAME.doubles + seat, game.row] += first == second
    score = scratch.scores[seat] + points
    scratch.scores[seat] = score
    if output.turns.shape[1] > 0:
        output.turns[TURN.first_die, turn.column] = first
        output.turns[TURN.second_die, turn.column] = second
        output.turns[TURN.points, turn.column] = points
        output.turns[TURN.score, turn.column] = score
    return turns_left(rules.final_round, seat, turn.start, turn.seats) if score >= rules.target else NOT_IN_SIGHT


_play_turns = turns_loop(_turn)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    for seat in range(chunk.seatings.shape[1]):
        output.games[GAME.doubles + seat, game.row] = 0
    return _play_turns(game, chunk, bots, tables, output, scratch, status)


_play_deals = deals_loop(_game)


@kernel(kernel_signature((), _TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    return _play_deals(chunk, bots, tables, output, new_scratch(chunk), status)
