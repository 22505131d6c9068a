"""Strity, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.hands import HANDS_TYPES, build_hands, first_hand, next_hand
from simkit.games.dice.keep import MOST_ROLLS, keep_all
from simkit.games.dice.rolls import FACES
from simkit.games.dice.table import best_of_others
from simkit.games.dice.table_game import ILLEGAL_ANSWER, NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.strity.columns import COMBINATIONS, GAME, TURN
from simkit.games.strity.decisions import DECISIONS, DICE, View
from simkit.games.strity.rules import Rules
from simkit.jit import helper, inlined, kernel
from simkit.kernel import Status, deals_loop, kernel_signature, numbers_type, tuple_type
from simkit.model.columns import MAX_SEATS
from simkit.model.game import numbers_class, rule_numbers
from simkit.streams import Purpose, coin, counter_word, next_word

__all__ = ["play", "tables"]

_KEEP_ALL = keep_all(DICE)
_NOTHING, _SMALL, _BIG, _FULL_STRAIGHT, _THREE_TWO_ONE = range(len(COMBINATIONS))

_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)

Numbers = numbers_class("Numbers", Rules, __name__)


class Tables(NamedTuple):
    """The rules as a kernel takes them: options as ints, the tables of six dice (``Hands``), and what hands score.

    ``combination`` is ``int8[462]``, by hand, a place in ``COMBINATIONS``; ``worth`` is ``int64[5]``, its points.
    """

    rules: Any
    faces: npt.NDArray[np.int8]
    codes: npt.NDArray[np.int32]
    keep: npt.NDArray[np.int32]
    after: npt.NDArray[np.int16]
    combination: npt.NDArray[np.int8]
    worth: npt.NDArray[np.int64]


_TABLES_TYPE = tuple_type(
    Tables, numbers_type(Numbers), *HANDS_TYPES, types.Array(types.int8, 1, "C"), types.Array(types.int64, 1, "C")
)


def tables(rules: Rules) -> Tables:
    """Tables of a rule set."""
    hands = build_hands(DICE)
    worth = np.array(
        [0, rules.small_straight, rules.big_straight, rules.full_straight, rules.three_two_one], dtype=np.int64
    )
    numbers = rule_numbers(Numbers, rules)
    return Tables(numbers, *hands, _combinations(hands.codes, worth, rules.triple_pair_single == "exact"), worth)


def _combinations(codes: npt.NDArray[np.int32], worth: npt.NDArray[np.int64], is_exact: bool) -> npt.NDArray[np.int8]:
    """``int8[hands]``: what each hand scores as, from the number of dice of each face."""
    number = codes[:, None] >> 3 * np.arange(FACES) & 7
    shapes = [(1, 2, 3)] if is_exact else [(1, 2, 3), (3, 3), (2, 4), (1, 5), (6,)]
    padded = [sorted((*shape, *[0] * (FACES - len(shape)))) for shape in shapes]
    scored_as = np.full(len(codes), _NOTHING, dtype=np.int8)
    there = {
        _FULL_STRAIGHT: (number > 0).all(axis=1),
        _BIG: (number[:, 1:] > 0).all(axis=1),
        _SMALL: (number[:, :-1] > 0).all(axis=1),
        _THREE_TWO_ONE: (np.sort(number, axis=1)[:, None] == padded).all(axis=2).any(axis=1),
    }
    for name, is_there in there.items():
        scored_as[is_there & ((scored_as == _NOTHING) | (worth[scored_as] < worth[name]))] = name
    return scored_as


class _Roll(NamedTuple):
    """How far a turn is: its rolls, what the hand is worth, and whether that is doubled."""

    number: Any
    points: Any
    doubles: Any


@inlined
def _rolls(turn, seen, game, bots, tables, status):
    """Up to three rolls; returns the hand, or -1 where an answer is illegal, and the rolls made."""
    word = counter_word(_FOR_DICE, turn.seat, turn.number - 1)
    coins = counter_word(_FOR_COINS, turn.seat, turn.number - 1)
    hand, word = first_hand(tables.after, game.key, word, DICE)
    rolls = np.int64(1)
    status[_DECISION] = 0
    while bots.decides[0, turn.place] and rolls < MOST_ROLLS:
        # rules.first_roll_double: a combination of the first roll counts twice.
        doubles = np.int64(rolls == 1 and tables.rules.first_roll_double)
        roll = _Roll(rolls, tables.worth[tables.combination[hand]] << doubles, doubles)
        view = _view(seen, tables, hand, coin(game.key, coins), roll)
        answer = bots.entries[0][turn.place](view, bots.params[turn.place])
        coins = next_word(coins)
        if answer == _KEEP_ALL:
            break
        if answer < 0 or answer > _KEEP_ALL:
            status[_ANSWER] = answer
            return np.int64(-1), rolls
        hand, word = next_hand(tables.keep, tables.after, hand, answer, game.key, word)
        rolls += 1
    return hand, rolls


@inlined
def _view(seen, tables, hand, fresh_coin, roll):
    """What the seat saw at the beginning of its turn, with what has changed since."""
    return View(
        fresh_coin,
        np.int64(tables.faces[hand, 0]),
        np.int64(tables.faces[hand, 1]),
        np.int64(tables.faces[hand, 2]),
        np.int64(tables.faces[hand, 3]),
        np.int64(tables.faces[hand, 4]),
        np.int64(tables.faces[hand, 5]),
        np.int64(tables.codes[hand]),
        roll.number,
        roll.points,
        roll.doubles,
        seen.score,
        seen.best_other,
        seen.turn,
        seen.turns_left,
    )


@inlined
def _seen(rules, scores, turn):
    """The view of a seat at the beginning of its turn."""
    zero = np.int64(0)
    left = max(zero, rules.turns - turn.number)
    score, others = scores[turn.seat], best_of_others(scores, turn.seats, turn.seat)
    return View(0.0, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, score, others, turn.number, left)


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One turn; see ``turns_loop``."""
    rules, seat, games, row = tables.rules, turn.seat, output.games, game.row
    hand, rolls = _rolls(turn, _seen(rules, scratch.scores, turn), game, bots, tables, status)
    if hand < 0:
        return np.int64(ILLEGAL_ANSWER)
    name = np.int64(tables.combination[hand])
    is_doubled = np.int64(name != _NOTHING and rolls == 1 and rules.first_roll_double)
    points = tables.worth[name] << is_doubled
    scratch.scores[seat] += points
    games[GAME.rolls + seat, row] += rolls
    games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], points)
    games[GAME.nothing + MAX_SEATS * name + seat, row] += 1
    games[GAME.doubled + seat, row] += is_doubled
    if output.turns.shape[1] > 0:
        turns, at = output.turns, turn.column
        turns[TURN.rolls, at], turns[TURN.dice, at] = rolls, tables.codes[hand]
        turns[TURN.combination, at], turns[TURN.doubled, at] = name, is_doubled
        turns[TURN.points, at], turns[TURN.score, at] = points, scratch.scores[seat]
    return np.int64(0 if turn.begun == rules.turns * turn.seats else NOT_IN_SIGHT)


_play_turns = turns_loop(_turn)


@helper
def _clear(games, row, seats):
    """Set to 0 what is counted by seat: the columns from ``rolls`` on."""
    for seat in range(seats):
        for first_row in range(GAME.rolls, GAME.doubled + MAX_SEATS, MAX_SEATS):
            games[first_row + seat, row] = 0


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    _clear(output.games, game.row, chunk.seatings.shape[1])
    return _play_turns(game, chunk, bots, tables, output, scratch, status)


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, _TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    return _play_deals(chunk, bots, tables, output, new_scratch(chunk), status)
