"""Skreślanka, compiled: one call plays a chunk of deals into buffers that the caller owns.

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
    next_seat,
    settle,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.skreslanka.columns import FULL_CARD, GAME, NUMBERS, TURN
from simkit.games.skreslanka.decisions import DECISIONS, Option, View
from simkit.games.skreslanka.rules import SkreslankaRules
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.model.game import code_of, numbers_class, rule_numbers
from simkit.streams import Purpose, coin, counter_word, deal_key, roll_index

__all__ = ["PARAMETERS", "Numbers", "play", "tables"]

PARAMETERS = 8

Numbers = numbers_class("Numbers", SkreslankaRules, __name__)


def tables(rules: SkreslankaRules) -> tuple[int, ...]:
    """Make what the kernel needs of the rules: the options as ints."""
    return rule_numbers(Numbers, rules)


_TABLES_TYPE = types.NamedUniTuple(types.int64, len(Numbers._fields), Numbers)  # type: ignore[attr-defined]

_ONE_FACE = code_of(SkreslankaRules, "faces", "one")
_MOST_WAYS = 4  # the sum, two faces, to pass
_FELL = GAME.fell_1  # the columns of the numbers follow each other

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@helper
def _bits(mask):  # type: ignore[no-untyped-def]
    """How many numbers a mask of one or two has."""
    return np.int64(mask != 0) + np.int64(mask & (mask - 1) != 0)


@helper
def _ways_to_cross(rules, still_open, high, low, ways):  # type: ignore[no-untyped-def]
    """Fill ``ways`` with what may be crossed off, as masks; returns their number."""
    number = 0
    total, face, other = np.int64(1) << (high + low - 1), np.int64(1) << (high - 1), np.int64(1) << (low - 1)
    if still_open & total:
        ways[number] = total
        number += 1
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
    if number > 0 and not rules.must_cross:
        ways[number] = 0
        number += 1
    return number


@helper
def _choose(ways, number, total, view, bot, raw, status):  # type: ignore[no-untyped-def]
    """Place of the way with the best score, the first among equals; -1 when a score is not a number."""
    best, best_score = np.int64(0), -np.inf
    for place in range(number):
        mask = ways[place]
        option = Option(place, number, mask, _bits(mask), np.int64(mask == total))
        score = bot(view, option, raw)
        if np.isnan(score):
            status[_ANSWER] = place
            return np.int64(-1)
        if score > best_score:
            best, best_score = place, score
    return best


@inlined
def _turn(rules, key, seat, seen, bot, is_asked, raw, ways, status):  # type: ignore[no-untyped-def]
    """One turn, from what the seat sees at its beginning; returns the roll and what is crossed off, -1: illegal."""
    roll, _ = roll_index(key, counter_word(_FOR_DICE, seat, seen.turn - 1), 2)
    first, second = roll // 6 + 1, roll % 6 + 1
    high, low = max(first, second), min(first, second)
    number = _ways_to_cross(rules, seen.open, high, low, ways)
    if number == 0:
        return first, second, np.int64(0)
    taken = np.int64(0)
    if number > 1 and is_asked:
        fresh_coin = coin(key, counter_word(_FOR_COINS, seat, seen.turn - 1))
        view = View(fresh_coin, high, low, seen.open, seen.score, seen.best_other, seen.last_round, seen.turn)
        status[_DECISION] = 0
        taken = _choose(ways, number, np.int64(1) << (high + low - 1), view, bot, raw, status)
        if taken < 0:
            return first, second, np.int64(-1)
    return first, second, ways[taken]


@inlined
def _clear(games, row, seats, scores, cards):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat], cards[seat] = 0, FULL_CARD
        games[GAME.seat_turns + seat, row] = games[GAME.passes + seat, row] = games[GAME.sums + seat, row] = 0
        games[GAME.last_number + seat, row] = MISSING
        for place in range(len(NUMBERS)):
            games[_FELL + place * MAX_SEATS + seat, row] = MISSING


@inlined
def _enter(games, row, seat, turn, result, scores, cards):  # type: ignore[no-untyped-def]
    """Write a turn's result into the scores, the cards and the game's row."""
    first, second, crossed = result
    games[GAME.passes + seat, row] += crossed == 0
    games[GAME.sums + seat, row] += crossed == np.int64(1) << (first + second - 1)
    scores[seat] += _bits(crossed)
    cards[seat] &= ~crossed
    for place in range(len(NUMBERS)):
        if crossed >> place & 1:
            games[_FELL + place * MAX_SEATS + seat, row] = turn
            if cards[seat] == 0:
                games[GAME.last_number + seat, row] = place + NUMBERS[0]


@inlined
def _write_turn(turns, at, deal, seating, begun, seat, result, score):  # type: ignore[no-untyped-def]
    first, second, crossed = result
    write_turn(turns, at, deal, seating, begun, seat)
    turns[TURN.first_die, at] = first
    turns[TURN.second_die, at] = second
    turns[TURN.crossed, at] = crossed
    turns[TURN.score, at] = score


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, games, row, turns, at,
    scores, cards, values, ways, leaders, status,
):  # fmt: skip
    """One game; writes its row and, from ``at`` on, its turns. Returns the next free turn row; -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores, cards)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, rounds, lead_changes, last_leader, tie_breaks = start, 0, np.int64(0), 0, -1, 0
    winners = 0
    to_play = -1  # turns still to play before the game ends; -1: no card is complete
    zero = np.int64(0)
    while True:
        if to_play < 0 and games[GAME.seat_turns + seat, row] >= max_turns:
            break
        begun += 1
        rounds = games[GAME.seat_turns + seat, row] + 1
        games[GAME.seat_turns + seat, row] = rounds
        best_other = best_of_others(scores, seats, seat)
        seen = View(0.0, zero, zero, cards[seat], scores[seat], best_other, np.int64(to_play >= 0), rounds)
        status[_SEAT] = seat
        place = seatings[seating, seat]
        result = _turn(rules, key, seat, seen, bots[0][place], asked[0, place], params[place], ways, status)
        if result[2] < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        _enter(games, row, seat, rounds, result, scores, cards)
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
        elif cards[seat] == 0:
            to_play = turns_left(rules.final_round, seat, start, seats)
        if to_play == 0:
            level, _ = highest(scores, (1 << seats) - 1, seats)
            winners, tie_breaks = settle(rules.tie, key, start, level, seats, values)
            if tie_breaks < 0:
                status[_CODE] = ENDLESS
                return np.int64(-1)
            break
        seat = next_seat((1 << seats) - 1, seat, seats)
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
    cards, ways = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(_MOST_WAYS, dtype=np.int64)
    leaders = np.empty((max_turns + 1) * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, tables, games, row, turns, at,
                scores, cards, values, ways, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
