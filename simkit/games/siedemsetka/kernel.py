"""Siedemsetka, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.table import (
    FULL,
    best_of_others,
    first_seat,
    highest,
    leader,
    next_seat,
    settle,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.siedemsetka.columns import BANKED, BUST, GAME, ROLLED, TURN
from simkit.games.siedemsetka.decisions import BANK, DECISIONS, ROLL, Option, View
from simkit.games.siedemsetka.tables import MOST_OPTIONS, TABLES_TYPE, OptionField, build
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS
from simkit.streams import Purpose, coin, counter_word, deal_key, next_word, roll_index

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_DICE = 6
_POINTS, _USED, _FACES, _LYING = OptionField.POINTS, OptionField.DICE, OptionField.FACES, OptionField.LYING
_PLACE, _RUNS, _EQUALS = OptionField.PLACE, OptionField.RUNS, OptionField.EQUALS

_LEAST = ROLLED[0]
_BY_SEAT = (GAME.best_turn, GAME.runs, GAME.equals, GAME.seat_turns)
# Columns by the number of dice follow each other, from the fewest dice on.
_ROLLS_OF, _BUSTS_OF = GAME.rolls_of_3, GAME.busts_of_3

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@helper
def _choose(options, first, number, view, bot, raw, status):  # type: ignore[no-untyped-def]
    """Row of the option with the best score, the first among equals; -1 when a score is not a number."""
    best, best_score = first, -np.inf
    for place in range(number):
        row = first + place
        option = Option(
            place,
            number,
            np.int64(options[row, _POINTS]),
            np.int64(options[row, _USED]),
            np.int64(options[row, _FACES]),
            np.int64(options[row, _LYING]),
            np.int64(options[row, _RUNS]),
            np.int64(options[row, _EQUALS]),
        )
        score = bot(view, option, raw)
        if np.isnan(score):
            status[_ANSWER] = place
            return np.int64(-1)
        if score > best_score:
            best, best_score = row, score
    return best


@inlined
def _view(seen, fresh_coin, total, dice, lying, rolls):  # type: ignore[no-untyped-def]
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


@inlined
def _turn(  # type: ignore[no-untyped-def]
    begins,
    of_roll,
    options,
    key,
    seat,
    seen,
    way_to_roll,
    way_to_choose,
    rolls_itself,
    chooses,
    raw,
    games,
    row,
    status,
):
    """One turn of rolls and decisions, from what the seat sees at its beginning.

    Returns how it ended (-1: illegal), its turn total, the dice rolled last or to be rolled next, and the rolls.
    """
    word = counter_word(_FOR_DICE, seat, seen.turn - 1)
    coins = counter_word(_FOR_COINS, seat, seen.turn - 1)
    total, dice, place, lying, rolls = np.int64(0), np.int64(_DICE), np.int64(0), np.int64(0), np.int64(0)
    while True:
        roll, word = roll_index(key, word, dice)
        rolls += 1
        games[_ROLLS_OF + (dice - _LEAST) * MAX_SEATS + seat, row] += 1
        found = np.int64(of_roll[begins[place] + roll])
        taken, number = found // MOST_OPTIONS, found % MOST_OPTIONS
        if number == 0:
            games[_BUSTS_OF + (dice - _LEAST) * MAX_SEATS + seat, row] += 1
            return BUST, total, dice, rolls
        if chooses and number > 1:
            view = _view(seen, coin(key, coins), total, dice, lying, rolls)
            coins = next_word(coins)
            status[_DECISION] = 1
            taken = _choose(options, taken, number, view, way_to_choose, raw, status)
            if taken < 0:
                return -1, total, dice, rolls
        total += options[taken, _POINTS]
        dice = np.int64(options[taken, _USED])
        lying, place = np.int64(options[taken, _LYING]), np.int64(options[taken, _PLACE])
        games[GAME.runs + seat, row] += options[taken, _RUNS]
        games[GAME.equals + seat, row] += options[taken, _EQUALS]
        if not rolls_itself:
            return BANKED, total, dice, rolls
        view = _view(seen, coin(key, coins), total, dice, lying, rolls)
        coins = next_word(coins)
        status[_DECISION] = 0
        answer = way_to_roll(view, raw)
        if answer == BANK:
            return BANKED, total, dice, rolls
        if answer != ROLL:
            status[_ANSWER] = answer
            return -1, total, dice, rolls


@inlined
def _write_turn(turns, at, deal, seating, begun, seat, result, score):  # type: ignore[no-untyped-def]
    ended, total, dice, rolls = result
    write_turn(turns, at, deal, seating, begun, seat)
    turns[TURN.rolls, at] = rolls
    turns[TURN.dice, at] = dice
    turns[TURN.points, at] = total if ended == BANKED else 0
    turns[TURN.lost, at] = 0 if ended == BANKED else total
    turns[TURN.ended, at] = ended
    turns[TURN.score, at] = score


@inlined
def _clear(games, row, seats, scores):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat] = 0
        for first_row in _BY_SEAT:
            games[first_row + seat, row] = 0
        for dice in range(len(ROLLED)):
            games[_ROLLS_OF + dice * MAX_SEATS + seat, row] = 0
            games[_BUSTS_OF + dice * MAX_SEATS + seat, row] = 0


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, begins, of_roll, options, games, row, turns,
    at, scores, values, leaders, status,
):  # fmt: skip
    """One game; writes its row and, from ``at`` on, its turns. Returns the next free turn row; -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, rounds, lead_changes, last_leader, tie_breaks = start, 0, np.int64(0), 0, -1, 0
    playing, winners = (1 << seats) - 1, 0
    to_play = -1  # turns still to play before the game ends; -1: the target has not been reached
    zero = np.int64(0)
    while True:
        if (to_play < 0 or tie_breaks > 0) and games[GAME.seat_turns + seat, row] >= max_turns:
            break
        begun += 1
        rounds = games[GAME.seat_turns + seat, row] + 1
        games[GAME.seat_turns + seat, row] = rounds
        best_other = best_of_others(scores, seats, seat)
        missing = rules.target - scores[seat]
        seen = View(0.0, zero, zero, zero, scores[seat], best_other, missing, np.int64(to_play >= 0), rounds, zero)
        status[_SEAT] = seat
        place = seatings[seating, seat]
        result = _turn(
            begins, of_roll, options, key, seat, seen, bots[0][place], bots[1][place], asked[0, place],
            asked[1, place], params[place], games, row, status,
        )  # fmt: skip
        if result[0] < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        if result[0] == BANKED:
            scores[seat] += result[1]
            games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], result[1])
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
        elif scores[seat] >= rules.target:
            to_play = turns_left(rules.final_round, seat, start, seats)
        if to_play == 0:
            playing, number = highest(scores, playing, seats)
            if number == 1 or rules.tie != TIE_TURN:
                winners, again = settle(rules.tie, key, start, playing, seats, values)
                if again < 0:
                    status[_CODE] = ENDLESS
                    return np.int64(-1)
                tie_breaks += again
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
    rules, begins, of_roll, options = tables.rules, tables.begins, tables.of_roll, tables.options
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
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, begins, of_roll,
                options, games, row, turns, at, scores, values, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
