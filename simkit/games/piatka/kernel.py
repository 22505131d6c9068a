"""Piątka, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.rolls import ROLL_OFFSET
from simkit.games.dice.table import (
    FULL,
    best_of_others,
    first_seat,
    highest,
    leader,
    next_seat,
    of_option,
    settle,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.piatka.columns import ALL, BUST, GAME, SET_ASIDE, STOPPED, TURN
from simkit.games.piatka.decisions import DECISIONS, ROLL, STOP, Option, View
from simkit.games.piatka.rules import Rules
from simkit.games.piatka.tables import COUNT_BITS, COUNT_MASK, TABLES_TYPE, OptionField, build
from simkit.jit import ENDLESS, ILLEGAL, OK, Status, helper, inlined, kernel, kernel_signature
from simkit.model.columns import MAX_SEATS
from simkit.model.game import code_of
from simkit.streams import Purpose, coin, counter_word, deal_key, next_word, roll_index

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_DICE = 5
_USED, _POINTS = OptionField.DICE, OptionField.POINTS
_LOWEST, _HIGHEST = OptionField.LOWEST, OptionField.HIGHEST
_TO_TARGET = code_of(Rules, "play_to", "target")
_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)
_MOST_SET_ASIDE = len(SET_ASIDE)
# Rows by number of dice set aside, 1 to 4: one after another, each with a row for every seat.
_ROLLS_AFTER, _BUSTS_AFTER = GAME.rolls_after_one, GAME.busts_after_one


@inlined
def _view(seen, fresh_coin, total, dice, largest, rolls):  # type: ignore[no-untyped-def]
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
def _choose(options, first, count, view, bot, raw, status):  # type: ignore[no-untyped-def]
    """Row of the option with the best score, the first among equals; -1 when a score is not a number."""
    best, best_score = first, -np.inf
    for place in range(count):
        row = first + place
        used = of_option(options, row, _USED)
        option = Option(
            place,
            count,
            used,
            of_option(options, row, _POINTS),
            of_option(options, row, _LOWEST),
            of_option(options, row, _HIGHEST),
            view.dice - used,
        )
        score = bot(view, option, raw)
        if np.isnan(score):
            status[_ANSWER] = place
            return np.int64(-1)
        if score > best_score:
            best, best_score = row, score
    return best


@inlined
def _turn(  # type: ignore[no-untyped-def]
    codes, of_code, options, key, seat, seen, bots, asked, raw, games, row, status
):
    """One turn, from what the seat sees at its beginning; counts its rolls by dice set aside in the game's row.

    Returns how it ended (-1: illegal), its turn total, dice left, largest face set aside and rolls.
    """
    word = counter_word(_FOR_DICE, seat, seen.turn - 1)
    coins = counter_word(_FOR_COINS, seat, seen.turn - 1)
    total, dice, largest, rolls = np.int64(0), np.int64(_DICE), np.int64(0), np.int64(0)
    while True:
        roll, word = roll_index(key, word, np.uint64(dice))
        rolls += 1
        if dice < _DICE:
            games[_ROLLS_AFTER + (_DICE - 1 - dice) * MAX_SEATS + seat, row] += 1
        too_low = 3 * (largest - 1) if largest > 0 else 0
        code = np.int64(codes[np.uint64(ROLL_OFFSET[np.uint64(dice)] + roll)])
        found = np.int64(of_code[np.uint64(code >> too_low << too_low)])
        chosen, count = found >> COUNT_BITS, found & COUNT_MASK
        if count == 0:
            games[_BUSTS_AFTER + (_DICE - 1 - dice) * MAX_SEATS + seat, row] += 1
            return BUST, total, dice, largest, rolls
        if asked[1] and count > 1:
            view = _view(seen, coin(key, coins), total, dice, largest, rolls)
            coins = next_word(coins)
            status[_DECISION] = 1
            chosen = _choose(options, chosen, count, view, bots[1], raw, status)
            if chosen < 0:
                return -1, total, dice, largest, rolls
        total += of_option(options, chosen, _POINTS)
        dice -= of_option(options, chosen, _USED)
        largest = of_option(options, chosen, _HIGHEST)
        if dice == 0:
            return ALL, total, dice, largest, rolls
        if not asked[0]:
            return STOPPED, total, dice, largest, rolls
        view = _view(seen, coin(key, coins), total, dice, largest, rolls)
        coins = next_word(coins)
        status[_DECISION] = 0
        answer = bots[0](view, raw)
        if answer == STOP:
            return STOPPED, total, dice, largest, rolls
        if answer != ROLL:
            status[_ANSWER] = answer
            return -1, total, dice, largest, rolls


@inlined
def _seen(rules, scores, seats, seat, turn, to_play):  # type: ignore[no-untyped-def]
    """The view of a seat at the beginning of its turn; ``to_play`` is -1 before the last turns of the game."""
    to_target, left = np.int64(0), np.int64(0)
    if rules.play_to == _TO_TARGET:
        to_target = rules.target - scores[seat]
        left = np.int64(-1 if to_play < 0 else 0)
    else:
        left = max(rules.turns - turn, np.int64(0))
    zero = np.int64(0)
    best_other = best_of_others(scores, seats, seat)
    return View(0.0, zero, zero, zero, scores[seat], best_other, to_target, left, turn, zero)


@inlined
def _is_at_end(rules, score, begun, seats):  # type: ignore[no-untyped-def]
    """Whether the turn that is over brings the end: the target reached, or the last of the agreed turns played."""
    return score >= rules.target if rules.play_to == _TO_TARGET else begun == rules.turns * seats


@inlined
def _write_turn(turns, at, deal, seating, turn, seat, result, score):  # type: ignore[no-untyped-def]
    ended, total, dice, largest, rolls = result
    write_turn(turns, at, deal, seating, turn, seat)
    turns[TURN.rolls, at] = rolls
    turns[TURN.dice_left, at] = dice
    turns[TURN.largest, at] = largest
    turns[TURN.points, at] = 0 if ended == BUST else total
    turns[TURN.lost, at] = total if ended == BUST else 0
    turns[TURN.ended, at] = ended
    turns[TURN.score, at] = score


@inlined
def _enter(games, row, seat, result, scores):  # type: ignore[no-untyped-def]
    """Write a turn's result into the score and into the game's row."""
    ended, total, _, _, rolls = result
    games[GAME.rolls + seat, row] += rolls
    if ended == BUST:
        games[GAME.busts + seat, row] += 1
    else:
        scores[seat] += total
        games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], total)


@inlined
def _clear(games, row, seats, scores):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat] = 0
        for first_row in (GAME.seat_turns, GAME.busts, GAME.rolls, GAME.best_turn):
            games[first_row + seat, row] = 0
        for number in range(_MOST_SET_ASIDE):
            games[_ROLLS_AFTER + number * MAX_SEATS + seat, row] = 0
            games[_BUSTS_AFTER + number * MAX_SEATS + seat, row] = 0


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, codes, of_code, options, games, row, turns, at,
    scores, values, leaders, status,
):  # fmt: skip
    """One game; writes its row and, from ``at`` on, its turns. Returns the next free turn row; -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, rounds, lead_changes, last_leader, tie_breaks, winners = start, 0, np.int64(0), 0, -1, 0, 0
    playing = (1 << seats) - 1
    to_play = -1  # turns still to play before the game ends; -1: the end has not come into sight
    while True:
        if (to_play < 0 or tie_breaks > 0) and games[GAME.seat_turns + seat, row] >= max_turns:
            break
        begun += 1
        rounds = games[GAME.seat_turns + seat, row] + 1
        games[GAME.seat_turns + seat, row] = rounds
        place = seatings[seating, seat]
        status[_SEAT] = seat
        seen = _seen(rules, scores, seats, seat, rounds, to_play)
        ways_in, decides = (bots[0][place], bots[1][place]), (asked[0, place], asked[1, place])
        result = _turn(
            codes, of_code, options, key, seat, seen, ways_in, decides, params[place], games, row, status
        )  # fmt: skip
        if result[0] < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        _enter(games, row, seat, result, scores)
        ahead = leader(scores, seats)
        leaders[begun - 1] = ahead
        if ahead >= 0 and ahead != last_leader:
            lead_changes += last_leader >= 0
            last_leader = ahead
        if turns.shape[1] > 0:
            if at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(-1)
            _write_turn(turns, at, deal, seating, begun, seat, result, scores[seat])
            at += 1
        if to_play >= 0:
            to_play -= 1
        elif _is_at_end(rules, scores[seat], begun, seats):
            to_play = turns_left(rules.final_round, seat, start, seats) if rules.play_to == _TO_TARGET else 0
        if to_play == 0:
            playing, number = highest(scores, playing, seats)
            if number == 1 or rules.tie != TIE_TURN:
                winners, again = settle(rules.tie, key, start, playing, seats, values)
                tie_breaks += again
                if again < 0:
                    status[_CODE] = ENDLESS
                    return np.int64(-1)
                break
            tie_breaks += 1
            to_play = number
        seat = next_seat(playing, seat, seats)
    half_leader = leaders[begun // 2 - 1] if begun > 1 else -1
    write_game(
        games, row, deal, seating, start, winners, begun, rounds, winners == 0, lead_changes, half_leader, tie_breaks
    )
    for seat in range(seats):
        games[GAME.score + seat, row] = scores[seat]
    return at


@kernel(kernel_signature(DECISIONS, PARAMETERS, TABLES_TYPE))
def play(  # type: ignore[no-untyped-def]
    key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns, turns_row, status
):
    """Play deals ``first .. first + deals - 1``, each in every seating; see ``docs/architecture.md`` for the arguments.

    Returns the number of deals completed: fewer when the turns of the next one do not fit, or when ``status`` holds an
    error.
    """
    # Arrays go to the helpers one by one: taking one out of a tuple costs an atomic count each time.
    rules, codes, of_code, options = tables.rules, tables.codes, tables.of_code, tables.options
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty((max_turns + 1) * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, codes, of_code,
                options, games, row, turns, at, scores, values, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
