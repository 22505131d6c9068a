"""Piątka, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.rolls import ROLL_OFFSET
from simkit.games.dice.table import best_of_others, of_option, turns_left
from simkit.games.dice.table_game import ILLEGAL_ANSWER, NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.piatka.columns import ALL, BUST, GAME, SET_ASIDE, STOPPED, TURN
from simkit.games.piatka.decisions import DECISIONS, ROLL, STOP, Option, View
from simkit.games.piatka.rules import Rules
from simkit.games.piatka.tables import COUNT_BITS, COUNT_MASK, TABLES_TYPE, OptionField, build
from simkit.jit import helper, inlined, kernel
from simkit.kernel import Status, chooser, deals_loop, kernel_signature
from simkit.model.columns import MAX_SEATS
from simkit.model.game import code_of
from simkit.streams import Purpose, coin, counter_word, next_word, roll_index

__all__ = ["play", "tables"]

tables = build

_DICE = 5
_USED, _POINTS = OptionField.DICE, OptionField.POINTS
_LOWEST, _HIGHEST = OptionField.LOWEST, OptionField.HIGHEST
_TO_TARGET = code_of(Rules, "play_to", "target")
_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)
_MOST_SET_ASIDE = len(SET_ASIDE)
# Rows by number of dice set aside, 1 to 4: one after another, each with a row for every seat.
_ROLLS_AFTER, _BUSTS_AFTER = GAME.rolls_after_one, GAME.busts_after_one


@inlined
def _view(seen, fresh_coin, total, dice, largest, rolls):
    """What the seat saw at the beginning of its turn, with what has changed since."""
    return View(
        fresh_coin,
        total,
        dice,
        largest,
        seen.score,
        seen.best_other,
        seen.to_target,
        seen.turns_left,
        seen.turn,
        rolls,
    )


@helper
def _option(options, row, place, count, view):
    used = of_option(options, row, _USED)
    return Option(
        place,
        count,
        used,
        of_option(options, row, _POINTS),
        of_option(options, row, _LOWEST),
        of_option(options, row, _HIGHEST),
        view.dice - used,
    )


_choose = chooser(_option)


class _Played(NamedTuple):
    """A turn that has been played."""

    ended: Any
    """How it ended; ``ILLEGAL_ANSWER`` where a bot answered what is not allowed."""
    total: Any
    dice: Any
    """Dice not set aside."""
    largest: Any
    """Largest face set aside."""
    rolls: Any


@inlined
def _rolls(turn, seen, game, bots, tables, output, status):
    """The rolls of a turn, from what the seat sees at its beginning; counted by dice set aside in the game's row."""
    word = counter_word(_FOR_DICE, turn.seat, turn.number - 1)
    coins = counter_word(_FOR_COINS, turn.seat, turn.number - 1)
    games, options, place = output.games, tables.options, turn.place
    total, dice, largest, rolls = np.int64(0), np.int64(_DICE), np.int64(0), np.int64(0)
    while True:
        roll, word = roll_index(game.key, word, np.uint64(dice))
        rolls += 1
        if dice < _DICE:
            games[_ROLLS_AFTER + (_DICE - 1 - dice) * MAX_SEATS + turn.seat, game.row] += 1
        # A die set aside must not be lower than those before it: lower faces leave the multiset.
        too_low = 3 * (largest - 1) if largest > 0 else 0
        code = np.int64(tables.codes[np.uint64(ROLL_OFFSET[np.uint64(dice)] + roll)])
        first_and_count = np.int64(tables.of_code[np.uint64(code >> too_low << too_low)])
        chosen, count = first_and_count >> COUNT_BITS, first_and_count & COUNT_MASK
        if count == 0:
            games[_BUSTS_AFTER + (_DICE - 1 - dice) * MAX_SEATS + turn.seat, game.row] += 1
            return _Played(np.int64(BUST), total, dice, largest, rolls)
        if bots.decides[1, place] and count > 1:
            view = _view(seen, coin(game.key, coins), total, dice, largest, rolls)
            coins = next_word(coins)
            status[_DECISION] = 1
            chosen = _choose(options, chosen, count, view, bots.entries[1][place], bots.params[place], status)
            if chosen < 0:
                return _Played(np.int64(ILLEGAL_ANSWER), total, dice, largest, rolls)
        total += of_option(options, chosen, _POINTS)
        dice -= of_option(options, chosen, _USED)
        largest = of_option(options, chosen, _HIGHEST)
        if dice == 0:
            return _Played(np.int64(ALL), total, dice, largest, rolls)
        if not bots.decides[0, place]:
            return _Played(np.int64(STOPPED), total, dice, largest, rolls)
        view = _view(seen, coin(game.key, coins), total, dice, largest, rolls)
        coins = next_word(coins)
        status[_DECISION] = 0
        answer = bots.entries[0][place](view, bots.params[place])
        if answer == STOP:
            return _Played(np.int64(STOPPED), total, dice, largest, rolls)
        if answer != ROLL:
            status[_ANSWER] = answer
            return _Played(np.int64(ILLEGAL_ANSWER), total, dice, largest, rolls)


@inlined
def _seen(rules, scores, turn):
    """The view of a seat at the beginning of its turn."""
    to_target, left = np.int64(0), np.int64(0)
    if rules.play_to == _TO_TARGET:
        to_target = rules.target - scores[turn.seat]
        left = np.int64(-1 if turn.to_play < 0 else 0)
    else:
        left = max(rules.turns - turn.number, np.int64(0))
    zero = np.int64(0)
    best_other = best_of_others(scores, turn.seats, turn.seat)
    return View(0.0, zero, zero, zero, scores[turn.seat], best_other, to_target, left, turn.number, zero)


@inlined
def _turns_left(rules, turn, score):
    """Turns still to be played after a turn: the option ``play_to`` says when the end comes into sight."""
    if rules.play_to == _TO_TARGET:
        is_reached = score >= rules.target
        return turns_left(rules.final_round, turn.seat, turn.start, turn.seats) if is_reached else NOT_IN_SIGHT
    return 0 if turn.begun == rules.turns * turn.seats else NOT_IN_SIGHT


@inlined
def _write_turn(turns, at, played, score):
    is_bust = played.ended == BUST
    turns[TURN.rolls, at] = played.rolls
    turns[TURN.dice_left, at] = played.dice
    turns[TURN.largest, at] = played.largest
    turns[TURN.points, at] = 0 if is_bust else played.total
    turns[TURN.lost, at] = played.total if is_bust else 0
    turns[TURN.ended, at] = played.ended
    turns[TURN.score, at] = score


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One turn; see ``turns_loop``."""
    seat, games, row = turn.seat, output.games, game.row
    seen = _seen(tables.rules, scratch.scores, turn)
    played = _rolls(turn, seen, game, bots, tables, output, status)
    if played.ended == ILLEGAL_ANSWER:
        return np.int64(ILLEGAL_ANSWER)
    games[GAME.rolls + seat, row] += played.rolls
    if played.ended == BUST:
        games[GAME.busts + seat, row] += 1
    else:
        scratch.scores[seat] += played.total
        games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], played.total)
    if output.turns.shape[1] > 0:
        _write_turn(output.turns, turn.column, played, scratch.scores[seat])
    return np.int64(_turns_left(tables.rules, turn, scratch.scores[seat]))


_play_turns = turns_loop(_turn)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    for seat in range(chunk.seatings.shape[1]):
        for first_row in (GAME.busts, GAME.rolls, GAME.best_turn):
            output.games[first_row + seat, game.row] = 0
        for number in range(_MOST_SET_ASIDE):
            output.games[_ROLLS_AFTER + number * MAX_SEATS + seat, game.row] = 0
            output.games[_BUSTS_AFTER + number * MAX_SEATS + seat, game.row] = 0
    return _play_turns(game, chunk, bots, tables, output, scratch, status)


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    return _play_deals(chunk, bots, tables, output, new_scratch(chunk), status)
