"""The Farkle family, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.dice.options import TIE_ROLL, TIE_SEAT_ORDER, TIE_TURN
from simkit.games.dice.table import (
    FULL,
    MOST_TIE_BREAKS,
    first_seat,
    highest,
    next_seat,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.dice.table import leader as leader_of
from simkit.games.farkle.columns import BANKED, COUNTER_NAMES, COUNTERS, GAME, TURN
from simkit.games.farkle.decisions import DECISIONS
from simkit.games.farkle.kernel_scores import NO_CHALLENGE, challenge_of, enter, seen_seat, settle_challenge
from simkit.games.farkle.kernel_turn import NOBODY, Left, best_of_all, endgame_rolls, is_lean_game
from simkit.games.farkle.kernel_turn import turn as play_turn
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.tables import TABLES_TYPE, build
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.model.game import code_of
from simkit.streams import Purpose, counter_word, deal_key

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_SINGLE_ROLL = code_of(Rules, "endgame", "single_roll")

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_TURN_ROWS = int(Status.TURN_ROWS)
_FOR_TIE_BREAK = int(Purpose.TIE_BREAK)
_COUNTERS = len(COUNTER_NAMES)
_FIRST_COUNTER = GAME.corners


@helper
def _winners(rules, of_roll, options, key, start, level, seats, scores):  # type: ignore[no-untyped-def]
    """End a tie of the seats ``level``, but for ``tie = turn``. Adds what they roll.

    Returns the mask of the winners and the number of tie-breaking rounds, -1 if they never end.
    """
    level, number = highest(scores, level, seats)
    if number > 1 and rules.tie == TIE_SEAT_ORDER:
        return 1 << next_seat(level, (start + seats - 1) % seats, seats), 0
    if number == 1 or rules.tie != TIE_ROLL:
        return level, 0
    for again in range(1, MOST_TIE_BREAKS + 1):
        for seat in range(seats):
            if level >> seat & 1:
                points, _, _ = best_of_all(rules, of_roll, options, key, counter_word(_FOR_TIE_BREAK, seat, again))
                scores[seat] += points
        level, number = highest(scores, level, seats)
        if number == 1:
            return level, again
    return level, -1


@inlined
def _write_turn(turns, at, deal, seating, turn, seat, result, taken, paid, score):  # type: ignore[no-untyped-def]
    is_banked = result.ended == BANKED
    write_turn(turns, at, deal, seating, turn, seat)
    turns[TURN.rolls, at] = result.rolls
    turns[TURN.dice_left, at] = result.dice
    turns[TURN.points, at] = result.total if is_banked else 0
    turns[TURN.lost, at] = 0 if is_banked else result.total
    turns[TURN.taken_over, at] = result.taken_over
    turns[TURN.challenged, at] = MISSING if result.challenged == NOBODY else result.challenged + 1
    turns[TURN.taken, at] = taken
    turns[TURN.penalty, at] = paid
    turns[TURN.scored, at] = result.lines
    turns[TURN.ended, at] = result.ended
    turns[TURN.score, at] = score


@inlined
def _clear(games, row, seats, scores, opened, streaks, spent, tally):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat], opened[seat], streaks[seat], spent[seat] = 0, 0, 0, 0
        for first_row in (GAME.seat_turns, GAME.busts, GAME.rolls, GAME.best_turn):
            games[first_row + seat, row] = 0
    for counter in range(_COUNTERS):
        tally[counter] = 0


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, costs, of_roll, class_of, of_frozen, options,
    games, row, turns, at, scores, values, leaders, opened, streaks, spent, tally, status, is_lean,
):  # fmt: skip
    """One game; writes its row, and its turns from ``at`` on. Returns the next free turn row, or -1: see ``status``.

    ``is_lean`` is a constant wherever this is called, so that each is compiled by itself: see ``is_lean_game``. What
    the rules that it leaves out carry along would cost every other game a fifth of its speed.
    """
    seats = seatings.shape[1]
    _clear(games, row, seats, scores, opened, streaks, spent, tally)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, lead_changes, last_leader, is_cut = start, 0, 0, -1, False
    playing, last_seat, tie_breaks = (1 << seats) - 1, start, 0  # seats that may still win
    to_play = -1  # turns still to play before the end; -1: that is not known yet
    zero = np.int64(0)
    nothing = Left(zero, zero, zero, zero)
    left, previous = nothing, zero  # of the turn before, another seat's
    while True:
        if (to_play < 0 or tie_breaks > 0) and games[GAME.seat_turns + seat, row] >= max_turns:
            is_cut = True
            break
        begun += 1
        games[GAME.seat_turns + seat, row] += 1
        turn = games[GAME.seat_turns + seat, row]
        last_round = np.int64(to_play >= 0)
        seen, usual, is_endgame = seen_seat(
            rules, is_lean, scores, streaks, seats, seat, opened[seat], turn, last_round, previous
        )
        status[_SEAT] = seat
        is_roll = is_endgame and rules.endgame == _SINGLE_ROLL
        which, cost = np.int64(NO_CHALLENGE), np.int64(NO_CHALLENGE)
        if not is_lean:
            which, cost = challenge_of(rules, costs, scores[seat], opened[seat], spent[seat], seats)
        if is_roll:
            result = endgame_rolls(rules, of_roll, options, key, seat, seen)
        else:
            place = seatings[seating, seat]
            ways_in = bots[0][place], bots[1][place], bots[2], bots[3]
            decides = asked[0, place], asked[1, place], asked[2, place], asked[3, place]
            result = play_turn(
                rules, is_lean, of_roll, class_of, of_frozen, options, key, seat, seen, left, scores, seats, cost,
                ways_in, decides, place, params[place], tally, status,
            )  # fmt: skip
        if result.ended < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        taken = zero
        paid = enter(
            rules, is_lean, games, row, seat, seen, usual, is_roll, result, scores, opened, streaks, spent, tally
        )
        if not is_lean and result.challenged != NOBODY:
            spent[seat] |= 1 << which
            taken, cost = settle_challenge(rules, scores, seat, which, cost, result, tally)
            paid += cost
        if not is_lean and seats > 1:
            tally[COUNTERS.take_overs] += result.taken_over > 0
            is_banked = result.ended == BANKED
            previous = result.total if is_banked else zero
            left = nothing
            if rules.piggyback and is_banked and not is_roll:
                left = Left(result.total, result.dice, result.frozen, result.slot)
        leader = leader_of(scores, seats)
        leaders[begun - 1] = leader
        if leader >= 0 and leader != last_leader:
            lead_changes += last_leader >= 0
            last_leader = leader
        if not is_lean and turns.shape[1] > 0:
            if at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(-1)
            _write_turn(turns, at, deal, seating, begun, seat, result, taken, paid, scores[seat])
            at += 1
        last_seat = seat
        if to_play >= 0:
            to_play -= 1
        elif scores[seat] >= rules.target + rules.target_strict:
            to_play = turns_left(rules.final_round, seat, start, seats)
        if not is_lean and begun == rules.rounds * seats and tie_breaks == 0:
            to_play = 0
        if to_play == 0:
            playing, number = highest(scores, playing, seats)
            if is_lean or number == 1 or rules.tie != TIE_TURN:
                break
            tie_breaks += 1
            to_play = number
        seat = seat + 1 if seat + 1 < seats else 0
        if not is_lean and playing >> seat & 1 == 0:
            seat = next_seat(playing, seat, seats)
    rounds = games[GAME.seat_turns + last_seat, row]
    winners = 0
    if not is_cut:
        winners, rolled = _winners(rules, of_roll, options, key, start, playing, seats, scores)
        if rolled < 0:
            status[_CODE] = ENDLESS
            return np.int64(-1)
        tie_breaks += rolled
    half_leader = leaders[begun // 2 - 1] if begun > 1 else -1
    write_game(games, row, deal, seating, start, winners, begun, rounds, is_cut, lead_changes, half_leader, tie_breaks)
    for counter in range(_COUNTERS):
        games[_FIRST_COUNTER + counter, row] = tally[counter]
    for seat in range(seats):
        games[GAME.score + seat, row] = scores[seat]
    return at


@helper
def _rich_game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, costs, of_roll, class_of, of_frozen, options,
    games, row, turns, at, scores, values, leaders, opened, streaks, spent, tally, status,
):  # fmt: skip
    """``_game`` with all that there is, compiled by itself."""
    return _game(
        deal, key, max_turns, seating, seatings, bots, asked, params, rules, costs, of_roll, class_of, of_frozen,
        options, games, row, turns, at, scores, values, leaders, opened, streaks, spent, tally, status, False,
    )  # fmt: skip


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
    class_of, of_frozen, costs = tables.class_of, tables.of_frozen, tables.challenge_penalty
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    opened, streaks = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    spent = np.zeros(MAX_SEATS, dtype=np.int64)
    tally = np.zeros(_COUNTERS, dtype=np.int64)
    leaders = np.empty((max_turns + 1) * seatings.shape[1], dtype=np.int8)
    is_lean = is_lean_game(rules, turns.shape[1] > 0)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            if is_lean:
                at = _game(
                    first + number, words, max_turns, seating, seatings, bots, asked, params, rules, costs, of_roll,
                    class_of, of_frozen, options, games, row, turns, at, scores, values, leaders, opened, streaks,
                    spent, tally, status, True,
                )  # fmt: skip
            else:
                at = _rich_game(
                    first + number, words, max_turns, seating, seatings, bots, asked, params, rules, costs, of_roll,
                    class_of, of_frozen, options, games, row, turns, at, scores, values, leaders, opened, streaks,
                    spent, tally, status,
                )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
