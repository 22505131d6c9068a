"""Skreślanka 2, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np
from numba import types

from simkit.games.dice.table import (
    FULL,
    best_of_others,
    first_seat,
    highest,
    leader,
    settle,
    write_game,
    write_turn,
)
from simkit.games.skreslanka_2.columns import FULL_CARD, GAME, NUMBERS, TURN
from simkit.games.skreslanka_2.decisions import DECISIONS, View
from simkit.games.skreslanka_2.rules import Skreslanka2Rules
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.model.game import code_of, numbers_class, rule_numbers
from simkit.streams import Purpose, coin, counter_word, deal_key, roll_index

__all__ = ["PARAMETERS", "Numbers", "play", "tables"]

PARAMETERS = 8

Numbers = numbers_class("Numbers", Skreslanka2Rules, __name__)


def tables(rules: Skreslanka2Rules) -> tuple[int, ...]:
    """Make what the kernel needs of the rules: the options as ints."""
    return rule_numbers(Numbers, rules)


_TABLES_TYPE = types.NamedUniTuple(types.int64, len(Numbers._fields), Numbers)  # type: ignore[attr-defined]

_CLEAR_ALL = code_of(Skreslanka2Rules, "mode", "clear_all")
_MOST_MORE = 2
_LOW, _HIGH = NUMBERS[0], NUMBERS[-1]
_FELL = GAME.fell_3  # the columns of the numbers follow each other
_BY_SEAT = (GAME.seat_turns, GAME.wasted, GAME.one_more, GAME.two_more)

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@helper
def _throw(key, word, dice):  # type: ignore[no-untyped-def]
    """The sum of a throw, and the next counter word."""
    roll, word = roll_index(key, word, dice)
    total = dice
    while roll > 0:
        total += roll % 6
        roll //= 6
    return np.int64(total), word


@inlined
def _turn(rules, key, seat, seen, bot, is_asked, raw, status):  # type: ignore[no-untyped-def]
    """One turn, from what the seat sees at its beginning.

    Returns the sum of the first throw, the dice of the second (-1: illegal), and the sum of both.
    """
    first, word = _throw(key, counter_word(_FOR_DICE, seat, seen.turn - 1), rules.first_dice)
    if not is_asked:
        return first, np.int64(0), first
    fresh_coin = coin(key, counter_word(_FOR_COINS, seat, seen.turn - 1))
    view = View(fresh_coin, first, seen.open, seen.score, seen.best_other, seen.turn, seen.turns_after)
    status[_DECISION] = 0
    more = bot(view, raw)
    if more == 0:
        return first, more, first
    if not 0 < more <= _MOST_MORE:
        status[_ANSWER] = more
        return first, np.int64(-1), first
    second, _ = _throw(key, word, more)
    return first, more, first + second


@inlined
def _clear(games, row, seats, scores, cards):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat], cards[seat] = 0, FULL_CARD
        for first_row in _BY_SEAT:
            games[first_row + seat, row] = 0
        games[GAME.last_number + seat, row] = MISSING
        for place in range(len(NUMBERS)):
            games[_FELL + place * MAX_SEATS + seat, row] = MISSING


@inlined
def _enter(games, row, seat, turn, result, scores, cards):  # type: ignore[no-untyped-def]
    """Write a turn's result into the scores, the cards and the game's row; returns the number crossed off."""
    _, more, total = result
    games[GAME.one_more + seat, row] += more == 1
    games[GAME.two_more + seat, row] += more == _MOST_MORE
    if total < _LOW or total > _HIGH or cards[seat] >> (total - _LOW) & 1 == 0:
        games[GAME.wasted + seat, row] += 1
        return np.int64(MISSING)
    cards[seat] &= ~(np.int64(1) << (total - _LOW))
    scores[seat] += 1
    games[_FELL + (total - _LOW) * MAX_SEATS + seat, row] = turn
    if cards[seat] == 0:
        games[GAME.last_number + seat, row] = total
    return total


@inlined
def _write_turn(turns, at, deal, seating, begun, seat, result, crossed, score):  # type: ignore[no-untyped-def]
    first, more, total = result
    write_turn(turns, at, deal, seating, begun, seat)
    turns[TURN.first_sum, at] = first
    turns[TURN.more, at] = more
    turns[TURN.total, at] = total
    turns[TURN.crossed, at] = crossed
    turns[TURN.score, at] = score


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, games, row, turns, at,
    scores, cards, values, leaders, status,
):  # fmt: skip
    """One game; writes its row and, from ``at`` on, its turns. Returns the next free turn row; -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores, cards)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, rounds, lead_changes, last_leader, tie_breaks = start, 0, np.int64(0), 0, -1, 0
    is_over, winners = False, 0
    while not is_over and games[GAME.seat_turns + seat, row] < max_turns:
        begun += 1
        rounds = games[GAME.seat_turns + seat, row] + 1
        games[GAME.seat_turns + seat, row] = rounds
        turns_after = np.int64(0) if rules.mode == _CLEAR_ALL else rules.turns - rounds
        best_other = best_of_others(scores, seats, seat)
        seen = View(0.0, np.int64(0), cards[seat], scores[seat], best_other, rounds, turns_after)
        status[_SEAT] = seat
        place = seatings[seating, seat]
        result = _turn(rules, key, seat, seen, bots[0][place], asked[0, place], params[place], status)
        if result[1] < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        crossed = _enter(games, row, seat, rounds, result, scores, cards)
        ahead = leader(scores, seats)
        leaders[begun - 1] = ahead
        if ahead >= 0 and ahead != last_leader:
            lead_changes += last_leader >= 0
            last_leader = ahead
        if turns.shape[1] > 0:
            if at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(-1)
            _write_turn(turns, at, deal, seating, begun, seat, result, crossed, scores[seat])
            at += 1
        is_over = cards[seat] == 0 if rules.mode == _CLEAR_ALL else begun == rules.turns * seats
        seat = seat + 1 if seat + 1 < seats else 0
    if is_over:
        level, _ = highest(scores, (1 << seats) - 1, seats)
        winners, tie_breaks = settle(rules.tie, key, start, level, seats, values)
    if tie_breaks < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    half_leader = leaders[begun // 2 - 1] if begun > 1 else -1
    write_game(
        games, row, deal, seating, start, winners, begun, rounds, winners == 0, lead_changes, half_leader, tie_breaks
    )
    for seat in range(seats):
        games[GAME.score + seat, row] = scores[seat]
    return at


@kernel(kernel_signature(DECISIONS, PARAMETERS, _TABLES_TYPE))
def play(  # type: ignore[no-untyped-def]
    key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns, turns_row, status
):
    """Play deals ``first .. first + deals - 1``, each in every seating; see ``docs/architecture.md`` for the arguments.

    Returns the number of deals completed: fewer when the turns of the next one do not fit, or when ``status`` holds an
    error.
    """
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    cards = np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty(max_turns * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, tables, games, row, turns, at,
                scores, cards, values, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
