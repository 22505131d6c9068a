"""Skreślanka 2, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.table import best_of_others
from simkit.games.dice.table_game import ILLEGAL_ANSWER, NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.skreslanka_2.columns import FULL_CARD, GAME, NUMBERS, TURN
from simkit.games.skreslanka_2.decisions import DECISIONS, View
from simkit.games.skreslanka_2.rules import Rules
from simkit.jit import helper, inlined, kernel
from simkit.kernel import Status, deals_loop, kernel_signature, numbers_type, tuple_type
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.model.game import code_of, numbers_class, rule_numbers
from simkit.streams import Purpose, coin, counter_word, roll_index

__all__ = ["Numbers", "Tables", "play", "tables"]

Numbers = numbers_class("Numbers", Rules, __name__)


class Tables(NamedTuple):
    """What the kernel needs of the rules: the options as ints."""

    rules: Any


def tables(rules: Rules) -> Tables:
    """Make the tables of a rule set."""
    return Tables(rule_numbers(Numbers, rules))


_TABLES_TYPE = tuple_type(Tables, numbers_type(Numbers))

_CLEAR_ALL = code_of(Rules, "mode", "clear_all")
_MOST_MORE = 2
_LOW, _HIGH = NUMBERS[0], NUMBERS[-1]
_FELL = GAME.fell_3  # the columns of the numbers follow each other
_BY_SEAT = (GAME.wasted, GAME.one_more, GAME.two_more)

_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


class _Scratch(NamedTuple):
    """``TableScratch``, and the numbers still open by seat as masks, ``int64[8]``."""

    scores: Any
    turns: Any
    values: Any
    leaders: Any
    cards: Any


@helper
def _throw(key, word, dice):
    """The sum of a throw, and the next counter word."""
    roll, word = roll_index(key, word, dice)
    total = dice
    while roll > 0:
        total += roll % 6
        roll //= 6
    return np.int64(total), word


class _Throws(NamedTuple):
    """The throws of a turn."""

    first: Any
    """Sum of the first throw."""
    more: Any
    """Dice of the second throw; ``ILLEGAL_ANSWER`` where the bot answered what is not allowed."""
    total: Any
    """Sum of both."""


@inlined
def _throws(turn, game, bots, tables, scratch, status):
    """The first throw, and the second where the seat wants one."""
    rules, seat, place = tables.rules, turn.seat, turn.place
    first, word = _throw(game.key, counter_word(_FOR_DICE, seat, turn.number - 1), rules.first_dice)
    if not bots.decides[0, place]:
        return _Throws(first, np.int64(0), first)
    view = View(
        coin(game.key, counter_word(_FOR_COINS, seat, turn.number - 1)),
        first,
        scratch.cards[seat],
        scratch.scores[seat],
        best_of_others(scratch.scores, turn.seats, seat),
        turn.number,
        np.int64(0) if rules.mode == _CLEAR_ALL else rules.turns - turn.number,
    )
    status[_DECISION] = 0
    more = bots.entries[0][place](view, bots.params[place])
    if more == 0:
        return _Throws(first, more, first)
    if not 0 < more <= _MOST_MORE:
        status[_ANSWER] = more
        return _Throws(first, np.int64(ILLEGAL_ANSWER), first)
    second, _ = _throw(game.key, word, more)
    return _Throws(first, more, first + second)


@inlined
def _cross(turn, total, game, output, scratch):
    """Cross the sum off the card, if it is open; returns the number crossed off."""
    seat, games, row, cards = turn.seat, output.games, game.row, scratch.cards
    if total < _LOW or total > _HIGH or cards[seat] >> (total - _LOW) & 1 == 0:
        games[GAME.wasted + seat, row] += 1
        return np.int64(MISSING)
    cards[seat] &= ~(np.int64(1) << (total - _LOW))
    scratch.scores[seat] += 1
    games[_FELL + (total - _LOW) * MAX_SEATS + seat, row] = turn.number
    if cards[seat] == 0:
        games[GAME.last_number + seat, row] = total
    return total


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One turn; see ``turns_loop``."""
    seat, rules = turn.seat, tables.rules
    throws = _throws(turn, game, bots, tables, scratch, status)
    if throws.more == ILLEGAL_ANSWER:
        return np.int64(ILLEGAL_ANSWER)
    output.games[GAME.one_more + seat, game.row] += throws.more == 1
    output.games[GAME.two_more + seat, game.row] += throws.more == _MOST_MORE
    crossed = _cross(turn, throws.total, game, output, scratch)
    if output.turns.shape[1] > 0:
        output.turns[TURN.first_sum, turn.column] = throws.first
        output.turns[TURN.more, turn.column] = throws.more
        output.turns[TURN.total, turn.column] = throws.total
        output.turns[TURN.crossed, turn.column] = crossed
        output.turns[TURN.score, turn.column] = scratch.scores[seat]
    # rules.mode: a complete card ends the game at once, or the last of the agreed turns does.
    is_over = scratch.cards[seat] == 0 if rules.mode == _CLEAR_ALL else turn.begun == rules.turns * turn.seats
    return np.int64(0 if is_over else NOT_IN_SIGHT)


_play_turns = turns_loop(_turn)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    for seat in range(chunk.seatings.shape[1]):
        scratch.cards[seat] = FULL_CARD
        for first_row in _BY_SEAT:
            output.games[first_row + seat, game.row] = 0
        output.games[GAME.last_number + seat, game.row] = MISSING
        for place in range(len(NUMBERS)):
            output.games[_FELL + place * MAX_SEATS + seat, game.row] = MISSING
    return _play_turns(game, chunk, bots, tables, output, scratch, status)


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, _TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    cards = np.zeros(MAX_SEATS, np.int64)
    common = new_scratch(chunk)
    scratch = _Scratch(common.scores, common.turns, common.values, common.leaders, cards)
    return _play_deals(chunk, bots, tables, output, scratch, status)
