"""The Farkle family, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.base import MAX_SEATS, code_of
from simkit.games.dice.table import (
    FULL,
    MOST_TIE_BREAKS,
    best_of_others,
    first_seat,
    highest,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.dice.table import leader as leader_of
from simkit.games.farkle.columns import BANKED, BUST, COUNTER_NAMES, COUNTERS, GAME, OVER, TURN
from simkit.games.farkle.decisions import DECISIONS, View
from simkit.games.farkle.kernel_turn import best_of_all, endgame_roll
from simkit.games.farkle.kernel_turn import turn as play_turn
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.tables import TABLES_TYPE, build
from simkit.jit import ENDLESS, ILLEGAL, OK, Status, helper, inlined, kernel, kernel_signature
from simkit.streams import Purpose, counter_word, deal_key

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_ENDGAME_NONE = code_of(FarkleRules, "endgame", "none")
_SINGLE_ROLL = code_of(FarkleRules, "endgame", "single_roll")
_TIE_ROLL = code_of(FarkleRules, "tie", "roll")

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_TURN_ROWS = int(Status.TURN_ROWS)
_FOR_TIE_BREAK = int(Purpose.TIE_BREAK)
_COUNTERS = len(COUNTER_NAMES)
_FIRST_COUNTER = GAME.corners


@helper
def _winners(rules, of_roll, options, key, seats, scores):  # type: ignore[no-untyped-def]
    """Mask of the winners and the number of tie-breaking rounds; -1 rounds if it never ends. Adds what they roll."""
    level, number = highest(scores, (1 << seats) - 1, seats)
    if number == 1 or rules.tie != _TIE_ROLL:
        return level, 0
    for again in range(1, MOST_TIE_BREAKS + 1):
        for seat in range(seats):
            if level >> seat & 1:
                points, _ = best_of_all(rules, of_roll, options, key, counter_word(_FOR_TIE_BREAK, seat, again))
                scores[seat] += points
        level, number = highest(scores, level, seats)
        if number == 1:
            return level, again
    return level, -1


@inlined
def _write_turn(turns, at, deal, seating, turn, seat, result, penalty, score):  # type: ignore[no-untyped-def]
    ended, total, dice, rolls, lines = result
    write_turn(turns, at, deal, seating, turn, seat)
    turns[TURN.rolls, at] = rolls
    turns[TURN.dice_left, at] = dice
    turns[TURN.points, at] = total if ended == BANKED else 0
    turns[TURN.lost, at] = 0 if ended == BANKED else total
    turns[TURN.penalty, at] = penalty
    turns[TURN.scored, at] = lines
    turns[TURN.ended, at] = ended
    turns[TURN.score, at] = score


@inlined
def _clear(games, row, seats, scores, opened, streaks, tally):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat], opened[seat], streaks[seat] = 0, 0, 0
        for first_row in (GAME.seat_turns, GAME.busts, GAME.rolls, GAME.best_turn):
            games[first_row + seat, row] = 0
    for counter in range(_COUNTERS):
        tally[counter] = 0


@inlined
def _seen(rules, scores, streaks, seats, seat, is_opened, turn, last_round):  # type: ignore[no-untyped-def]
    """The view of a seat at the beginning of its turn, and whether the endgame rule holds for it."""
    score = scores[seat]
    missing = rules.target - score + rules.target_strict
    is_endgame = rules.endgame != _ENDGAME_NONE and score >= rules.endgame_from
    minimum = rules.bank_min if is_opened else max(rules.open_min, rules.bank_min)
    if rules.exact_target:
        minimum = min(minimum, max(missing, 0))
    if is_endgame:
        minimum = max(minimum, missing)
    best_other = best_of_others(scores, seats, seat)
    streak = streaks[seat]
    penalty = rules.streak_penalty if rules.streak_busts > 0 and streak + 1 >= rules.streak_busts else 0
    zero = np.int64(0)
    penalty = np.int64(penalty)
    view = View(
        0.0, zero, zero, score, best_other, minimum, missing, last_round, turn, zero, zero, streak, penalty
    )  # fmt: skip
    return view, is_endgame


@inlined
def _enter(rules, games, row, seat, seen, result, scores, opened, streaks, tally):  # type: ignore[no-untyped-def]
    """Write a turn's result into the scores and into the game's row; returns the points taken off for it."""
    ended, total, dice, rolls, _ = result
    games[GAME.rolls + seat, row] += rolls
    if ended == BUST:
        games[GAME.busts + seat, row] += 1
        tally[COUNTERS.minima_missed] += 0 < total < seen.minimum
        streaks[seat] += 1
        if seen.penalty > 0:
            scores[seat] -= seen.penalty
            tally[COUNTERS.streak_penalties] += 1
            if rules.streak_reset:
                streaks[seat] = 0
        return seen.penalty
    streaks[seat] = 0
    if ended == BANKED:
        scores[seat] += total
        opened[seat] = 1
        games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], total)
        tally[COUNTERS.overtakings] += seen.last_round and seen.score <= seen.best_other < scores[seat]
        tally[COUNTERS.banked_with_1 + dice - 1] += 1
        tally[COUNTERS.points_with_1 + dice - 1] += total
    elif ended == OVER:
        tally[COUNTERS.overshot] += 1
    else:
        tally[COUNTERS.endgame_short] += 1
    return np.int64(0)


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, of_roll, class_of, of_frozen, options,
    games, row, turns, at, scores, values, leaders, opened, streaks, tally, status,
):  # fmt: skip
    """One game; writes its row, and its turns from ``at`` on. Returns the next free turn row, or -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores, opened, streaks, tally)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, lead_changes, last_leader, is_cut = start, 0, 0, -1, False
    to_play = -1  # turns of the last round still to play; -1: not in it yet
    while True:
        if to_play < 0 and games[GAME.seat_turns + seat, row] == max_turns:
            is_cut = True
            break
        begun += 1
        games[GAME.seat_turns + seat, row] += 1
        turn = games[GAME.seat_turns + seat, row]
        seen, is_endgame = _seen(rules, scores, streaks, seats, seat, opened[seat], turn, np.int64(to_play >= 0))
        status[_SEAT] = seat
        if is_endgame and rules.endgame == _SINGLE_ROLL:
            result = endgame_roll(rules, of_roll, options, key, seat, seen)
        else:
            place = seatings[seating, seat]
            ways_in, decides = (bots[0][place], bots[1][place]), (asked[0, place], asked[1, place])
            result = play_turn(
                rules, of_roll, class_of, of_frozen, options, key, seat, seen, ways_in, decides, params[place],
                tally, status,
            )  # fmt: skip
        if result[0] < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        penalty = _enter(rules, games, row, seat, seen, result, scores, opened, streaks, tally)
        leader = leader_of(scores, seats)
        leaders[begun - 1] = leader
        if leader >= 0 and leader != last_leader:
            lead_changes += last_leader >= 0
            last_leader = leader
        if turns.shape[1] > 0:
            if at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(-1)
            _write_turn(turns, at, deal, seating, begun, seat, result, penalty, scores[seat])
            at += 1
        if to_play >= 0:
            to_play -= 1
        elif scores[seat] >= rules.target + rules.target_strict:
            to_play = turns_left(rules.final_round, seat, start, seats)
        if to_play == 0:
            break
        seat = seat + 1 if seat + 1 < seats else 0
    rounds = max_turns if is_cut else games[GAME.seat_turns + seat, row]
    winners, tie_breaks = 0, 0
    if not is_cut:
        winners, tie_breaks = _winners(rules, of_roll, options, key, seats, scores)
    if tie_breaks < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    half_leader = leaders[begun // 2 - 1] if begun > 1 else -1
    write_game(games, row, deal, seating, start, winners, begun, rounds, is_cut, lead_changes, half_leader, tie_breaks)
    for counter in range(_COUNTERS):
        games[_FIRST_COUNTER + counter, row] = tally[counter]
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
    rules, of_roll, options = tables.rules, tables.of_roll, tables.options
    class_of, of_frozen = tables.class_of, tables.of_frozen
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    opened, streaks = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    tally = np.zeros(_COUNTERS, dtype=np.int64)
    leaders = np.empty((max_turns + 1) * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, of_roll, class_of,
                of_frozen, options, games, row, turns, at, scores, values, leaders, opened, streaks, tally,
                status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
