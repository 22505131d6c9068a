"""Bazy, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.bazy.columns import GAME, TURN
from simkit.games.bazy.decisions import DECISIONS, Option, View
from simkit.games.bazy.tables import COUNT_BITS, COUNT_MASK, TABLES_TYPE, OptionField, build
from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.table import FULL, first_seat, highest, of_option, only, settle, write_game, write_turn
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.streams import Purpose, coin, counter_word, deal_key, roll_index

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_DICE = 6
_FACE, _POINTS = OptionField.FACE, OptionField.POINTS
_NUMBER, _LOWER = OptionField.NUMBER, OptionField.LOWER
_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@helper
def _view(rules, code, fresh_coin, scores, playing, seats, seat, turn):  # type: ignore[no-untyped-def]
    """What the seat sees after its roll."""
    fewest, left = np.int64(-1), np.int64(0)
    for other in range(seats):
        if playing >> other & 1:
            left += 1
            if other != seat and (fewest < 0 or scores[other] < fewest):
                fewest = scores[other]
    return View(fresh_coin, scores[seat], fewest, rules.limit - scores[seat], left, turn, np.int64(code))


@helper
def _choose(options, first, count, view, bot, raw, status):  # type: ignore[no-untyped-def]
    """Row of the option with the best score, the first among equals; -1 when a score is not a number."""
    best, best_score = first, -np.inf
    for place in range(count):
        row = first + place
        option = Option(
            place,
            count,
            of_option(options, row, _FACE),
            of_option(options, row, _POINTS),
            of_option(options, row, _NUMBER),
            of_option(options, row, _LOWER),
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
    rules, of_roll, options, codes, key, seat, turn, scores, playing, seats, place, bots, asked, params, status
):
    """One roll and its base; returns the first row of the roll's options and the row chosen, -1 if that is illegal."""
    roll, _ = roll_index(key, counter_word(_FOR_DICE, seat, turn - 1), _DICE)
    found = np.int64(of_roll[np.uint64(roll)])
    first, count = found >> COUNT_BITS, found & COUNT_MASK
    if not asked[0, place] or count == 1:
        return first, first  # before a bot and its parameters are looked up, which takes time
    fresh_coin = coin(key, counter_word(_FOR_COINS, seat, turn - 1))
    view = _view(rules, codes[np.uint64(first)], fresh_coin, scores, playing, seats, seat, turn)
    status[_SEAT], status[_DECISION] = seat, 0
    return first, _choose(options, first, count, view, bots[0][place], params[place], status)


@inlined
def _write_turn(turns, at, deal, seating, turn, seat, base, points, given_away, score, is_over):  # type: ignore[no-untyped-def]
    write_turn(turns, at, deal, seating, turn, seat)
    turns[TURN.base, at] = base
    turns[TURN.points, at] = points
    turns[TURN.given_away, at] = given_away
    turns[TURN.score, at] = score
    turns[TURN.is_over, at] = is_over


@inlined
def _clear(games, row, seats, scores):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat] = games[GAME.seat_turns + seat, row] = games[GAME.given_away + seat, row] = 0
        games[GAME.out_order + seat, row] = MISSING


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, of_roll, options, codes, games, row, turns, at,
    scores, values, leaders, status,
):  # fmt: skip
    """One game; writes its row and, from ``at`` on, its turns. Returns the next free turn row; -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    begun, rounds, lead_changes, last_leader, tie_breaks, out, winners = 0, 0, 0, -1, 0, 0, 0
    playing = (1 << seats) - 1
    while winners == 0 and rounds < max_turns:
        rounds += 1
        over = 0  # seats of this round that are over the limit
        for number in range(seats):
            seat = start + number if start + number < seats else start + number - seats
            if playing >> seat & 1 == 0:
                continue
            begun += 1
            turn = games[GAME.seat_turns + seat, row] + 1
            games[GAME.seat_turns + seat, row] = turn
            place = seatings[seating, seat]
            best, chosen = _turn(
                rules, of_roll, options, codes, key, seat, turn, scores, playing, seats, place, bots, asked, params,
                status,
            )  # fmt: skip
            if chosen < 0:
                status[_CODE] = ILLEGAL
                return np.int64(-1)
            points = of_option(options, chosen, _POINTS)
            given_away = points - of_option(options, best, _POINTS)
            scores[seat] += points
            games[GAME.given_away + seat, row] += given_away
            is_over = scores[seat] > rules.limit
            if turns.shape[1] > 0:
                if at >= turns.shape[1]:
                    status[_CODE] = FULL
                    return np.int64(-1)
                base = of_option(options, chosen, _FACE)
                _write_turn(turns, at, deal, seating, begun, seat, base, points, given_away, scores[seat], is_over)
                at += 1
            if is_over and tie_breaks == 0:
                out += 1
                games[GAME.out_order + seat, row] = out
                over |= 1 << seat
                if not rules.equal_turns:
                    playing ^= 1 << seat
                    if playing & (playing - 1) == 0:
                        break
        are_all_over = over == playing
        if rules.equal_turns and not are_all_over:
            playing ^= over
        for seat in range(seats):
            values[seat] = -scores[seat]
        level, number = highest(values, playing, seats)
        ahead = only(level) if number == 1 else -1
        leaders[rounds - 1] = ahead
        if ahead >= 0 and ahead != last_leader:
            lead_changes += last_leader >= 0
            last_leader = ahead
        if playing & (playing - 1) == 0:
            winners = playing
        elif are_all_over or tie_breaks > 0:
            playing = level
            if number == 1 or rules.tie != TIE_TURN:
                winners, again = settle(rules.tie, key, start, level, seats, values)
                tie_breaks += again
                if again < 0:
                    status[_CODE] = ENDLESS
                    return np.int64(-1)
            else:
                tie_breaks += 1
    half_leader = leaders[rounds // 2 - 1] if rounds > 1 else -1
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
    rules, of_roll, options, codes = tables.rules, tables.of_roll, tables.options, tables.codes
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty(max_turns, dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, of_roll, options,
                codes, games, row, turns, at, scores, values, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
