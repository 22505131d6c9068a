"""Siedemsetka, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.table import best_of_others, turns_left
from simkit.games.dice.table_game import ILLEGAL_ANSWER, NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.siedemsetka.columns import BANKED, BUST, GAME, ROLLED, TURN
from simkit.games.siedemsetka.decisions import BANK, DECISIONS, ROLL, Option, View
from simkit.games.siedemsetka.tables import MOST_OPTIONS, TABLES_TYPE, OptionField, build
from simkit.jit import helper, inlined, kernel
from simkit.kernel import Status, chooser, deals_loop, kernel_signature
from simkit.model.columns import MAX_SEATS
from simkit.streams import Purpose, coin, counter_word, next_word, roll_index

__all__ = ["play", "tables"]

tables = build

_DICE = 6
_POINTS, _USED, _FACES, _LYING = OptionField.POINTS, OptionField.DICE, OptionField.FACES, OptionField.LYING
_PLACE, _RUNS, _EQUALS = OptionField.PLACE, OptionField.RUNS, OptionField.EQUALS

_LEAST = ROLLED[0]
_BY_SEAT = (GAME.best_turn, GAME.runs, GAME.equals)
# Columns by the number of dice follow each other, from the fewest dice on.
_ROLLS_OF, _BUSTS_OF = GAME.rolls_of_3, GAME.busts_of_3

_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@helper
def _option(options, row, place, count, view):
    return Option(
        place,
        count,
        np.int64(options[row, _POINTS]),
        np.int64(options[row, _USED]),
        np.int64(options[row, _FACES]),
        np.int64(options[row, _LYING]),
        np.int64(options[row, _RUNS]),
        np.int64(options[row, _EQUALS]),
    )


_choose = chooser(_option)


@inlined
def _view(seen, fresh_coin, total, dice, lying, rolls):
    """What the seat saw at the beginning of its turn, with what has changed since."""
    return View(
        fresh_coin,
        total,
        dice,
        lying,
        seen.score,
        seen.best_other,
        seen.to_target,
        seen.last_round,
        seen.turn,
        rolls,
    )


class _Played(NamedTuple):
    """A turn that has been played."""

    ended: Any
    """How it ended; ``ILLEGAL_ANSWER`` where a bot answered what is not allowed."""
    total: Any
    dice: Any
    """Dice rolled last, or to be rolled next."""
    rolls: Any


@inlined
def _rolls(turn, seen, game, bots, tables, output, status):
    """The rolls of a turn, from what the seat sees at its beginning; counted in the game's row."""
    seat, place_of_bot, games, row, options = turn.seat, turn.place, output.games, game.row, tables.options
    word = counter_word(_FOR_DICE, seat, turn.number - 1)
    coins = counter_word(_FOR_COINS, seat, turn.number - 1)
    total, dice, place, lying, rolls = np.int64(0), np.int64(_DICE), np.int64(0), np.int64(0), np.int64(0)
    while True:
        roll, word = roll_index(game.key, word, dice)
        rolls += 1
        games[_ROLLS_OF + (dice - _LEAST) * MAX_SEATS + seat, row] += 1
        first_and_count = np.int64(tables.of_roll[tables.begins[place] + roll])
        taken, count = first_and_count // MOST_OPTIONS, first_and_count % MOST_OPTIONS
        if count == 0:
            games[_BUSTS_OF + (dice - _LEAST) * MAX_SEATS + seat, row] += 1
            return _Played(np.int64(BUST), total, dice, rolls)
        if bots.decides[1, place_of_bot] and count > 1:
            view = _view(seen, coin(game.key, coins), total, dice, lying, rolls)
            coins = next_word(coins)
            status[_DECISION] = 1
            taken = _choose(
                options, taken, count, view, bots.entries[1][place_of_bot], bots.params[place_of_bot], status
            )
            if taken < 0:
                return _Played(np.int64(ILLEGAL_ANSWER), total, dice, rolls)
        total += options[taken, _POINTS]
        # The dice of the combination are rolled again, together with those that lie beside it.
        dice = np.int64(options[taken, _USED])
        lying, place = np.int64(options[taken, _LYING]), np.int64(options[taken, _PLACE])
        games[GAME.runs + seat, row] += options[taken, _RUNS]
        games[GAME.equals + seat, row] += options[taken, _EQUALS]
        if not bots.decides[0, place_of_bot]:
            return _Played(np.int64(BANKED), total, dice, rolls)
        view = _view(seen, coin(game.key, coins), total, dice, lying, rolls)
        coins = next_word(coins)
        status[_DECISION] = 0
        answer = bots.entries[0][place_of_bot](view, bots.params[place_of_bot])
        if answer == BANK:
            return _Played(np.int64(BANKED), total, dice, rolls)
        if answer != ROLL:
            status[_ANSWER] = answer
            return _Played(np.int64(ILLEGAL_ANSWER), total, dice, rolls)


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One turn; see ``turns_loop``."""
    rules, seat, scores, zero = tables.rules, turn.seat, scratch.scores, np.int64(0)
    others, missing = best_of_others(scores, turn.seats, seat), rules.target - scores[seat]
    is_last = np.int64(turn.to_play >= 0)
    seen = View(0.0, zero, zero, zero, scores[seat], others, missing, is_last, turn.number, zero)
    played = _rolls(turn, seen, game, bots, tables, output, status)
    if played.ended == ILLEGAL_ANSWER:
        return np.int64(ILLEGAL_ANSWER)
    is_banked = played.ended == BANKED
    if is_banked:
        scores[seat] += played.total
        best = output.games[GAME.best_turn + seat, game.row]
        output.games[GAME.best_turn + seat, game.row] = max(best, played.total)
    if output.turns.shape[1] > 0:
        turns, at = output.turns, turn.column
        turns[TURN.rolls, at] = played.rolls
        turns[TURN.dice, at] = played.dice
        turns[TURN.points, at] = played.total if is_banked else 0
        turns[TURN.lost, at] = 0 if is_banked else played.total
        turns[TURN.ended, at] = played.ended
        turns[TURN.score, at] = scores[seat]
    is_reached = scores[seat] >= rules.target
    return np.int64(turns_left(rules.final_round, seat, turn.start, turn.seats) if is_reached else NOT_IN_SIGHT)


_play_turns = turns_loop(_turn)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    for seat in range(chunk.seatings.shape[1]):
        for first_row in _BY_SEAT:
            output.games[first_row + seat, game.row] = 0
        for dice in range(len(ROLLED)):
            output.games[_ROLLS_OF + dice * MAX_SEATS + seat, game.row] = 0
            output.games[_BUSTS_OF + dice * MAX_SEATS + seat, game.row] = 0
    return _play_turns(game, chunk, bots, tables, output, scratch, status)


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    return _play_deals(chunk, bots, tables, output, new_scratch(chunk), status)
