"""Sto dwadzieścia, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np
from numba import types

from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.table import (
    FULL,
    first_seat,
    highest,
    leader,
    next_seat,
    settle,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.sto_dwadziescia.columns import GAME, TURN
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.jit import ENDLESS, OK, Status, inlined, kernel, kernel_signature
from simkit.model.columns import MAX_SEATS
from simkit.model.game import numbers_class, rule_numbers
from simkit.streams import Purpose, counter_word, deal_key, roll_index

__all__ = ["PARAMETERS", "Numbers", "play", "tables"]

PARAMETERS = 8

Numbers = numbers_class("Numbers", Rules, __name__)


def tables(rules: Rules) -> tuple[int, ...]:
    """Make what the kernel needs of the rules: the options as ints."""
    return rule_numbers(Numbers, rules)


_TABLES_TYPE = types.NamedUniTuple(types.int64, len(Numbers._fields), Numbers)  # type: ignore[attr-defined]

_CODE, _DEAL, _SEATING, _TURN_ROWS = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.TURN_ROWS)
_FOR_DICE = int(Purpose.DICE)


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seats, rules, games, row, turns, at, scores, values, leaders, status
):
    """One game; writes its row and, from ``at`` on, its turns. Returns the next free turn row; -1: see ``status``."""
    for seat in range(seats):
        scores[seat] = games[GAME.seat_turns + seat, row] = games[GAME.doubles + seat, row] = 0
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, rounds, lead_changes, last_leader, tie_breaks = start, 0, 0, 0, -1, 0
    playing = (1 << seats) - 1
    to_play = -1  # turns still to play before the game ends; -1: the target has not been reached
    winners = 0
    while True:
        if (to_play < 0 or tie_breaks > 0) and games[GAME.seat_turns + seat, row] >= max_turns:
            break
        begun += 1
        rounds = games[GAME.seat_turns + seat, row] + 1
        games[GAME.seat_turns + seat, row] = rounds
        roll, _ = roll_index(key, counter_word(_FOR_DICE, seat, rounds - 1), 2)
        first, second = roll // 6 + 1, roll % 6 + 1
        points = first + second + rules.double_bonus * (first == second)
        games[GAME.doubles + seat, row] += first == second
        scores[seat] += points
        ahead = leader(scores, seats)
        leaders[begun - 1] = ahead
        if ahead >= 0 and ahead != last_leader:
            lead_changes += last_leader >= 0
            last_leader = ahead
        if turns.shape[1] > 0:
            if at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(-1)
            write_turn(turns, at, deal, seating, begun, seat)
            turns[TURN.first_die, at] = first
            turns[TURN.second_die, at] = second
            turns[TURN.points, at] = points
            turns[TURN.score, at] = scores[seat]
            at += 1
        if to_play >= 0:
            to_play -= 1
        elif scores[seat] >= rules.target:
            to_play = turns_left(rules.final_round, seat, start, seats)
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


@kernel(kernel_signature((), PARAMETERS, _TABLES_TYPE))
def play(  # type: ignore[no-untyped-def]
    key, first, deals, max_turns, seatings,
    bots, asked, params,  # noqa: ARG001 (nobody is asked)
    tables, games, games_row, turns, turns_row, status,
):  # fmt: skip
    """Play deals ``first .. first + deals - 1``, each in every seating; see ``docs/architecture.md`` for the arguments.

    Returns the number of deals completed: fewer when the turns of the next one do not fit, or when ``status`` holds an
    error.
    """
    seats = seatings.shape[1]
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty((max_turns + 1) * seats, dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seats, tables, games, row, turns, at, scores, values,
                leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
