"""Skreślanka, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.table import best_of_others, turns_left
from simkit.games.dice.table_game import ILLEGAL_ANSWER, NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.skreslanka.columns import FULL_CARD, GAME, NUMBERS, TURN
from simkit.games.skreslanka.decisions import DECISIONS, Option, View
from simkit.games.skreslanka.rules import Rules
from simkit.jit import helper, inlined, kernel
from simkit.kernel import Status, chooser, deals_loop, kernel_signature, numbers_type, tuple_type
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.model.game import code_of, numbers_class, rule_numbers
from simkit.streams import Purpose, coin, counter_word, roll_two

__all__ = ["Numbers", "Tables", "play", "tables"]

Numbers = numbers_class("Numbers", Rules, __name__)


class Tables(NamedTuple):
    """What the kernel needs of the rules: the options as ints."""

    rules: Any


def tables(rules: Rules) -> Tables:
    """Make the tables of a rule set."""
    return Tables(rule_numbers(Numbers, rules))


_TABLES_TYPE = tuple_type(Tables, numbers_type(Numbers))

_ONE_FACE = code_of(Rules, "faces", "one")
_MOST_WAYS = 4  # the sum, two faces, to pass
_FELL = GAME.fell_1  # the columns of the numbers follow each other

_DECISION = int(Status.DECISION)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


class _Scratch(NamedTuple):
    """``TableScratch``, the numbers still open by seat as masks, and the ways to cross off."""

    scores: Any
    turns: Any
    values: Any
    leaders: Any
    cards: Any
    """``int64[8]``"""
    ways: Any
    """``int64[4]``: masks of the numbers that a way crosses off; 0 to pass."""


@helper
def _bits(mask):
    """How many numbers a mask of one or two has."""
    return np.int64(mask != 0) + np.int64(mask & (mask - 1) != 0)


@helper
def _ways_to_cross(rules, still_open, high, low, ways):
    """Fill ``ways`` with what may be crossed off, as masks; returns their number."""
    number = 0
    total, face, other = np.int64(1) << (high + low - 1), np.int64(1) << (high - 1), np.int64(1) << (low - 1)
    if still_open & total:
        ways[number] = total
        number += 1
    # rules.faces: one face of the two, or both together.
    if rules.faces == _ONE_FACE:
        if still_open & face:
            ways[number] = face
            number += 1
        if still_open & other and other != face:
            ways[number] = other
            number += 1
    elif still_open & (face | other):
        ways[number] = still_open & (face | other)
        number += 1
    # rules.must_cross: passing is a way of its own only where it is allowed.
    if number > 0 and not rules.must_cross:
        ways[number] = 0
        number += 1
    return number


@helper
def _option(ways, row, place, count, view):
    mask = ways[row]
    return Option(place, count, mask, _bits(mask), np.int64(mask == np.int64(1) << (view.high + view.low - 1)))


_choose = chooser(_option)


@inlined
def _cross(turn, first, second, game, bots, tables, scratch, status):
    """The numbers that the seat crosses off with a roll, as a mask; -1 where a score is not a number."""
    seat, place = turn.seat, turn.place
    high, low = max(first, second), min(first, second)
    count = _ways_to_cross(tables.rules, scratch.cards[seat], high, low, scratch.ways)
    if count == 0:
        return np.int64(0)
    if count == 1 or not bots.decides[0, place]:
        return scratch.ways[0]
    view = View(
        coin(game.key, counter_word(_FOR_COINS, seat, turn.number - 1)),
        high,
        low,
        scratch.cards[seat],
        scratch.scores[seat],
        best_of_others(scratch.scores, turn.seats, seat),
        np.int64(turn.to_play >= 0),
        turn.number,
    )
    status[_DECISION] = 0
    taken = _choose(scratch.ways, np.int64(0), count, view, bots.entries[0][place], bots.params[place], status)
    return scratch.ways[taken] if taken >= 0 else np.int64(-1)


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One turn; see ``turns_loop``."""
    seat, games, row, cards = turn.seat, output.games, game.row, scratch.cards
    first, second, _ = roll_two(game.key, counter_word(_FOR_DICE, seat, turn.number - 1))
    crossed = _cross(turn, first, second, game, bots, tables, scratch, status)
    if crossed < 0:
        return np.int64(ILLEGAL_ANSWER)
    games[GAME.passes + seat, row] += crossed == 0
    games[GAME.sums + seat, row] += crossed == np.int64(1) << (first + second - 1)
    scratch.scores[seat] += _bits(crossed)
    cards[seat] &= ~crossed
    for place in range(len(NUMBERS)):
        if crossed >> place & 1:
            games[_FELL + place * MAX_SEATS + seat, row] = turn.number
            if cards[seat] == 0:
                games[GAME.last_number + seat, row] = place + NUMBERS[0]
    if output.turns.shape[1] > 0:
        output.turns[TURN.first_die, turn.column] = first
        output.turns[TURN.second_die, turn.column] = second
        output.turns[TURN.crossed, turn.column] = crossed
        output.turns[TURN.score, turn.column] = scratch.scores[seat]
    # A complete card brings the end: rules.final_round.
    is_complete = cards[seat] == 0
    return np.int64(turns_left(tables.rules.final_round, seat, turn.start, turn.seats) if is_complete else NOT_IN_SIGHT)


_play_turns = turns_loop(_turn)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    games, row = output.games, game.row
    for seat in range(chunk.seatings.shape[1]):
        scratch.cards[seat] = FULL_CARD
        games[GAME.passes + seat, row] = games[GAME.sums + seat, row] = 0
        games[GAME.last_number + seat, row] = MISSING
        for place in range(len(NUMBERS)):
            games[_FELL + place * MAX_SEATS + seat, row] = MISSING
    return _play_turns(game, chunk, bots, tables, output, scratch, status)


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, _TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    cards, ways = np.zeros(MAX_SEATS, np.int64), np.zeros(_MOST_WAYS, np.int64)
    common = new_scratch(chunk)
    scratch = _Scratch(common.scores, common.turns, common.values, common.leaders, cards, ways)
    return _play_deals(chunk, bots, tables, output, scratch, status)
