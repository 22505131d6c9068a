"""Strity, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.dice.hands import HANDS_TYPES, build_hands, first_hand, next_hand
from simkit.games.dice.keep import MOST_ROLLS, keep_all
from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.rolls import FACES
from simkit.games.dice.table import (
    FULL,
    best_of_others,
    first_seat,
    highest,
    leader,
    next_seat,
    settle,
    write_game,
    write_turn,
)
from simkit.games.strity.columns import COMBINATIONS, GAME, TURN
from simkit.games.strity.decisions import DECISIONS, DICE, View
from simkit.games.strity.rules import StrityRules
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS
from simkit.model.game import numbers_class, rule_numbers
from simkit.streams import Purpose, coin, counter_word, deal_key, next_word

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

_KEEP_ALL = keep_all(DICE)
_NOTHING, _SMALL, _BIG, _FULL_STRAIGHT, _THREE_TWO_ONE = range(len(COMBINATIONS))

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)

Numbers = numbers_class("Numbers", StrityRules, __name__)


class Tables(NamedTuple):
    """The rules as a kernel takes them: options as ints, the tables of six dice (``Hands``), and what hands score.

    ``combination`` is ``int8[462]``, by hand, a place in ``COMBINATIONS``; ``worth`` is ``int64[5]``, its points.
    """

    rules: Any
    faces: npt.NDArray[np.int8]
    codes: npt.NDArray[np.int32]
    keep: npt.NDArray[np.int32]
    after: npt.NDArray[np.int16]
    combination: npt.NDArray[np.int8]
    worth: npt.NDArray[np.int64]


_TABLES_TYPE = types.NamedTuple(
    [
        types.NamedUniTuple(types.int64, len(Numbers._fields), Numbers),  # type: ignore[attr-defined]
        *HANDS_TYPES,
        types.Array(types.int8, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ],
    Tables,
)


def tables(rules: StrityRules) -> Tables:
    """Tables of a rule set."""
    hands = build_hands(DICE)
    worth = np.array(
        [0, rules.small_straight, rules.big_straight, rules.full_straight, rules.three_two_one], dtype=np.int64
    )
    numbers = rule_numbers(Numbers, rules)
    return Tables(numbers, *hands, _combinations(hands.codes, worth, rules.triple_pair_single == "exact"), worth)


def _combinations(codes: npt.NDArray[np.int32], worth: npt.NDArray[np.int64], is_exact: bool) -> npt.NDArray[np.int8]:
    """``int8[hands]``: what each hand scores as, from the number of dice of each face."""
    number = codes[:, None] >> 3 * np.arange(FACES) & 7
    shapes = [(1, 2, 3)] if is_exact else [(1, 2, 3), (3, 3), (2, 4), (1, 5), (6,)]
    padded = [sorted((*shape, *[0] * (FACES - len(shape)))) for shape in shapes]
    found = np.full(len(codes), _NOTHING, dtype=np.int8)
    there = {
        _FULL_STRAIGHT: (number > 0).all(axis=1),
        _BIG: (number[:, 1:] > 0).all(axis=1),
        _SMALL: (number[:, :-1] > 0).all(axis=1),
        _THREE_TWO_ONE: (np.sort(number, axis=1)[:, None] == padded).all(axis=2).any(axis=1),
    }
    for name, is_there in there.items():
        found[is_there & ((found == _NOTHING) | (worth[found] < worth[name]))] = name
    return found


@inlined
def _turn(  # type: ignore[no-untyped-def]
    rules, faces, codes, keep, after, combination, worth, key, seat, seen, bot, is_asked, raw, status
):
    """One turn of up to three rolls; returns the hand, or -1 where an answer is illegal, and the rolls made."""
    word = counter_word(_FOR_DICE, seat, seen.turn - 1)
    coins = counter_word(_FOR_COINS, seat, seen.turn - 1)
    hand, word = first_hand(after, key, word, DICE)
    rolls = np.int64(1)
    while is_asked and rolls < MOST_ROLLS:
        doubles = np.int64(rolls == 1 and rules.first_roll_double)
        points = worth[combination[hand]] << doubles
        answer = bot(_view(seen, faces, codes, hand, coin(key, coins), rolls, points, doubles), raw)
        coins = next_word(coins)
        if answer == _KEEP_ALL:
            break
        if answer < 0 or answer > _KEEP_ALL:
            status[_ANSWER] = answer
            return np.int64(-1), rolls
        hand, word = next_hand(keep, after, hand, answer, key, word)
        rolls += 1
    return hand, rolls


@inlined
def _view(seen, faces, codes, hand, fresh_coin, rolls, points, doubles):  # type: ignore[no-untyped-def]
    """What the seat saw at the beginning of its turn, with what has changed since."""
    return View(
        fresh_coin,
        np.int64(faces[hand, 0]),
        np.int64(faces[hand, 1]),
        np.int64(faces[hand, 2]),
        np.int64(faces[hand, 3]),
        np.int64(faces[hand, 4]),
        np.int64(faces[hand, 5]),
        np.int64(codes[hand]),
        rolls,
        points,
        doubles,
        seen.score,
        seen.best_other,
        seen.turn,
        seen.turns_left,
    )


@inlined
def _seen(rules, scores, seats, seat, turn):  # type: ignore[no-untyped-def]
    """The view of a seat at the beginning of its turn."""
    zero = np.int64(0)
    left = max(zero, rules.turns - turn)
    others = best_of_others(scores, seats, seat)
    return View(0.0, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, scores[seat], others, turn, left)


@helper
def _clear(games, row, seats, scores):  # type: ignore[no-untyped-def]
    """Set to 0 what is counted by seat: the columns from ``seat_turns`` on."""
    for seat in range(seats):
        scores[seat] = 0
        for first_row in range(GAME.seat_turns, GAME.doubled + MAX_SEATS, MAX_SEATS):
            games[first_row + seat, row] = 0


@inlined
def _enter(games, row, seat, rolls, points, name, is_doubled):  # type: ignore[no-untyped-def]
    """Count a turn in the game's row."""
    games[GAME.rolls + seat, row] += rolls
    games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], points)
    games[GAME.nothing + MAX_SEATS * name + seat, row] += 1
    games[GAME.doubled + seat, row] += is_doubled


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, faces, codes, keep, after, combination, worth,
    games, row, turns, at, scores, values, leaders, status,
):  # fmt: skip
    """One game: its row and, from ``at`` on, its turns. Returns the next free turn row, or -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, begun, lead_changes, last_leader, tie_breaks, is_cut = start, 0, 0, -1, 0, False
    playing, left = (1 << seats) - 1, seats * rules.turns
    while True:
        if games[GAME.seat_turns + seat, row] == max_turns:
            is_cut = True
            break
        begun += 1
        games[GAME.seat_turns + seat, row] += 1
        seen = _seen(rules, scores, seats, seat, games[GAME.seat_turns + seat, row])
        status[_SEAT], status[_DECISION] = seat, 0
        place = seatings[seating, seat]
        hand, rolls = _turn(
            rules, faces, codes, keep, after, combination, worth, key, seat, seen, bots[0][place], asked[0, place],
            params[place], status,
        )  # fmt: skip
        if hand < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        name = np.int64(combination[hand])
        is_doubled = np.int64(name != _NOTHING and rolls == 1 and rules.first_roll_double)
        points = worth[name] << is_doubled
        scores[seat] += points
        _enter(games, row, seat, rolls, points, name, is_doubled)
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
            turns[TURN.rolls, at], turns[TURN.dice, at] = rolls, codes[hand]
            turns[TURN.combination, at], turns[TURN.doubled, at] = name, is_doubled
            turns[TURN.points, at], turns[TURN.score, at] = points, scores[seat]
            at += 1
        left -= 1
        if left == 0:
            playing, left = highest(scores, playing, seats)
            if left == 1 or rules.tie != TIE_TURN:
                break
            tie_breaks += 1
        seat = next_seat(playing, seat, seats)
    rounds = max_turns if is_cut else games[GAME.seat_turns + seat, row]
    winners = 0
    if not is_cut and rules.tie == TIE_TURN:
        winners = playing
    elif not is_cut:
        winners, tie_breaks = settle(rules.tie, key, start, playing, seats, values)
    if tie_breaks < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    half_leader = leaders[begun // 2 - 1] if begun > 1 else -1
    write_game(games, row, deal, seating, start, winners, begun, rounds, is_cut, lead_changes, half_leader, tie_breaks)
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
    # Arrays go to the helpers one by one: taking one out of a tuple costs an atomic count each time.
    rules, faces, codes, keep, after = tables.rules, tables.faces, tables.codes, tables.keep, tables.after
    combination, worth = tables.combination, tables.worth
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty(max_turns * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, faces, codes, keep,
                after, combination, worth, games, row, turns, at, scores, values, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
