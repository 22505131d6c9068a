"""The Farkle family, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.options import TIE_ROLL, TIE_SEAT_ORDER, TIE_TURN
from simkit.games.dice.table import MOST_TIE_BREAKS, first_seat, highest, leader, next_seat, turns_left
from simkit.games.dice.table_game import Course, Turn, write_game, write_turn
from simkit.games.farkle.columns import BANKED, COUNTER_NAMES, COUNTERS, GAME, TURN
from simkit.games.farkle.decisions import DECISIONS
from simkit.games.farkle.kernel_opening import NOBODY, Chance, Left
from simkit.games.farkle.kernel_scores import enter_of, seen_seat_of, settle_challenge
from simkit.games.farkle.kernel_turn import best_of_all, endgame_rolls, is_plain_game, turn_of
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.tables import TABLES_TYPE, build
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, FAILED, FULL, ILLEGAL, Status, deals_loop, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.model.game import code_of
from simkit.streams import Purpose, counter_word

__all__ = ["play", "tables"]

tables = build

_SINGLE_ROLL = code_of(Rules, "endgame", "single_roll")

_CODE, _SEAT = int(Status.CODE), int(Status.SEAT)
_FOR_TIE_BREAK = int(Purpose.TIE_BREAK)
_COUNTERS = len(COUNTER_NAMES)
_FIRST_COUNTER = GAME.hot_dice


class _Scratch(NamedTuple):
    """Memory of the kernel's own; ``int64[8]`` by seat where nothing else is said."""

    scores: Any
    values: Any
    """What seats roll for the start."""
    leaders: Any
    """``int8[turns]``: seat alone in the lead after each turn, or -1."""
    opened: Any
    """Whether the seat has banked."""
    streaks: Any
    """Busts in a row."""
    spent: Any
    """Mask of the challenges used or forfeited."""
    tally: Any
    """``int64``: what is counted in a game, by ``COUNTERS``."""


@helper
def _winners(tables, key, start, level, seats, scores):
    """End a tie of the seats ``level``, but for ``tie = turn``. Adds what they roll.

    Returns the mask of the winners and the number of tie-breaking rounds, -1 if they never end.
    """
    rules = tables.rules
    level, number = highest(scores, level, seats)
    # rules.tie: the first in playing order; shared; or a roll of all dice each, of which the best value is added.
    if number > 1 and rules.tie == TIE_SEAT_ORDER:
        return 1 << next_seat(level, (start + seats - 1) % seats, seats), 0
    if number == 1 or rules.tie != TIE_ROLL:
        return level, 0
    for again in range(1, MOST_TIE_BREAKS + 1):
        for seat in range(seats):
            if level >> seat & 1:
                points, _, _ = best_of_all(tables, key, counter_word(_FOR_TIE_BREAK, seat, again))
                scores[seat] += points
        level, number = highest(scores, level, seats)
        if number == 1:
            return level, again
    return level, -1


@inlined
def _write_turn(turns, game, turn, result, taken, paid, score):
    is_banked, at = result.ended == BANKED, turn.column
    write_turn(turns, game, turn)
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
def _begin(rules, game, games, seats, scratch):
    """Clear what is counted; returns the seat that begins, -1 if that is never decided."""
    for seat in range(seats):
        scratch.scores[seat], scratch.opened[seat], scratch.streaks[seat], scratch.spent[seat] = 0, 0, 0, 0
        for first_row in (GAME.seat_turns, GAME.busts, GAME.rolls, GAME.best_turn):
            games[first_row + seat, game.row] = 0
    for counter in range(_COUNTERS):
        scratch.tally[counter] = 0
    return first_seat(rules.start, game.key, seats, scratch.values)


@inlined
def _write_game(games, game, start, winners, course, seats, scratch):
    write_game(games, game, start, winners, course)
    for counter in range(_COUNTERS):
        games[_FIRST_COUNTER + counter, game.row] = scratch.tally[counter]
    for seat in range(seats):
        games[GAME.score + seat, game.row] = scratch.scores[seat]


@inlined
def _left(rules, is_roll, result):
    """What a turn leaves for the next seat to take over: rules.piggyback."""
    if rules.piggyback and result.ended == BANKED and not is_roll:
        return Left(result.total, result.dice, result.frozen, result.slot)
    return Left(np.int64(0), np.int64(0), np.int64(0), np.int64(0))


def _game_of(is_plain: bool) -> Any:
    """Make the function that plays a game (see ``deals_loop``), for plain games or for all.

    What the rules that plain games lack carry along would cost those games a fifth of their speed.
    """
    seen_seat, enter, play_turn = seen_seat_of(is_plain), enter_of(is_plain), turn_of(is_plain)

    def play_game(game, chunk, bots, tables, output, scratch, status):
        rules, games, turns, scores, tally = tables.rules, output.games, output.turns, scratch.scores, scratch.tally
        row, at, seats, zero = game.row, game.turns_from, chunk.seatings.shape[1], np.int64(0)
        start = _begin(rules, game, games, seats, scratch)
        if start < 0:
            status[_CODE] = ENDLESS
            return np.int64(FAILED)
        seat, begun, number, lead_changes, last_leader = start, 0, zero, 0, -1
        playing, winners, tie_breaks = (1 << seats) - 1, 0, 0  # ``playing``: seats that may still win
        to_play = -1  # turns still to play before the end; -1: that is not known yet
        left, previous = Left(zero, zero, zero, zero), zero  # of the turn before, another seat's
        while True:
            # The length cap does not cut last turns short, but those that break a tie.
            if (to_play < 0 or tie_breaks > 0) and games[GAME.seat_turns + seat, row] >= chunk.max_turns:
                playing = 0
                break
            if not is_plain and turns.shape[1] > 0 and at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(FAILED)
            begun += 1
            number = games[GAME.seat_turns + seat, row] + 1
            games[GAME.seat_turns + seat, row] = number
            turn = Turn(seat, chunk.seatings[game.seating, seat], number, begun, to_play, start, seats, at)
            outlook = seen_seat(tables, turn, scratch, previous)
            status[_SEAT] = seat
            # rules.endgame = single_roll: the turn is rolls of all dice, without a decision.
            is_roll = outlook.is_endgame and rules.endgame == _SINGLE_ROLL
            if is_roll:
                result = endgame_rolls(turn, outlook.seen, game, tables)
            else:
                chance = Chance(outlook.seen, left, outlook.challenge.cost)
                result = play_turn(turn, chance, game, bots, tables, scratch, status)
            if result.ended < 0:
                status[_CODE] = ILLEGAL
                return np.int64(FAILED)
            taken = zero
            paid = enter(turn, outlook, is_roll, result, game, rules, games, scratch)
            if not is_plain and result.challenged != NOBODY:
                scratch.spent[seat] |= 1 << outlook.challenge.which
                taken, cost = settle_challenge(rules, scores, seat, outlook.challenge, result, tally)
                paid += cost
            if not is_plain and seats > 1:
                tally[COUNTERS.take_overs] += result.taken_over > 0
                previous = result.total if result.ended == BANKED else zero
                left = _left(rules, is_roll, result)
            ahead = leader(scores, seats)
            scratch.leaders[begun - 1] = ahead
            if ahead >= 0 and ahead != last_leader:
                lead_changes += last_leader >= 0
                last_leader = ahead
            if not is_plain and turns.shape[1] > 0:
                _write_turn(turns, game, turn, result, taken, paid, scores[seat])
                at += 1
            if to_play >= 0:
                to_play -= 1
            elif scores[seat] >= rules.target + rules.target_strict:  # rules.final_round: who has a turn still
                to_play = turns_left(rules.final_round, seat, start, seats)
            # rules.rounds: so many turns of each seat, or the target if that comes first
            if not is_plain and begun == rules.rounds * seats and tie_breaks == 0:
                to_play = 0
            if to_play == 0:
                playing, level = highest(scores, playing, seats)
                if is_plain or level == 1 or rules.tie != TIE_TURN:
                    break
                # rules.tie = turn: one more turn for each seat that is level.
                tie_breaks += 1
                to_play = level
            seat = seat + 1 if seat + 1 < seats else 0
            if not is_plain and playing >> seat & 1 == 0:
                seat = next_seat(playing, seat, seats)
        if playing != 0:
            winners, rolled = _winners(tables, game.key, start, playing, seats, scores)
            if rolled < 0:
                status[_CODE] = ENDLESS
                return np.int64(FAILED)
            tie_breaks += rolled
        half_leader = scratch.leaders[begun // 2 - 1] if begun > 1 else -1
        course = Course(begun, number, lead_changes, half_leader, tie_breaks)
        _write_game(games, game, start, winners, course, seats, scratch)
        return at

    return inlined(play_game) if is_plain else helper(play_game)


_play_plain, _play_full = deals_loop(_game_of(True)), deals_loop(_game_of(False))


@kernel(kernel_signature(DECISIONS, TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    scratch = _Scratch(
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.empty((chunk.max_turns + 1) * chunk.seatings.shape[1], np.int8),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(_COUNTERS, np.int64),
    )
    if is_plain_game(tables.rules, output.turns.shape[1] > 0):
        return _play_plain(chunk, bots, tables, output, scratch, status)
    return _play_full(chunk, bots, tables, output, scratch, status)
