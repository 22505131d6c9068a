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
from simkit.games.dice.table import first_seat, highest, of_option, only, settle
from simkit.games.dice.table_game import Course, Turn, new_scratch, write_game, write_turn
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, FAILED, FULL, ILLEGAL, Status, chooser, deals_loop, kernel_signature
from simkit.model.columns import MISSING
from simkit.streams import Purpose, coin, counter_word, roll_index

__all__ = ["play", "tables"]

tables = build

_DICE = 6
_FACE, _POINTS = OptionField.FACE, OptionField.POINTS
_NUMBER, _LOWER = OptionField.NUMBER, OptionField.LOWER
_CODE, _SEAT, _DECISION = int(Status.CODE), int(Status.SEAT), int(Status.DECISION)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@helper
def _option(options, row, place, count, view):
    return Option(
        place,
        count,
        of_option(options, row, _FACE),
        of_option(options, row, _POINTS),
        of_option(options, row, _NUMBER),
        of_option(options, row, _LOWER),
    )


_choose = chooser(_option)


@helper
def _view(code, fresh_coin, scores, turn, playing, limit):
    """What the seat sees after its roll."""
    fewest, left = np.int64(-1), np.int64(0)
    for other in range(turn.seats):
        if playing >> other & 1:
            left += 1
            if other != turn.seat and (fewest < 0 or scores[other] < fewest):
                fewest = scores[other]
    score = scores[turn.seat]
    return View(fresh_coin, score, fewest, limit - score, left, turn.number, np.int64(code))


@inlined
def _base(turn, playing, game, bots, tables, scratch, status):
    """One roll and its base; returns the first row of the roll's options and the row chosen, -1 if that is illegal."""
    roll, _ = roll_index(game.key, counter_word(_FOR_DICE, turn.seat, turn.number - 1), _DICE)
    first_and_count = np.int64(tables.of_roll[np.uint64(roll)])
    first, count = first_and_count >> COUNT_BITS, first_and_count & COUNT_MASK
    if not bots.decides[0, turn.place] or count == 1:
        return first, first  # before a bot and its parameters are looked up, which takes time
    fresh_coin = coin(game.key, counter_word(_FOR_COINS, turn.seat, turn.number - 1))
    view = _view(tables.codes[np.uint64(first)], fresh_coin, scratch.scores, turn, playing, tables.rules.limit)
    status[_SEAT], status[_DECISION] = turn.seat, 0
    entry, raw = bots.entries[0][turn.place], bots.params[turn.place]
    return first, _choose(tables.options, first, count, view, entry, raw, status)


@inlined
def _turn(turn, playing, game, bots, tables, output, scratch, status):
    """One turn of a seat; returns whether it is over the limit now (1), not (0), or answered illegally (-1)."""
    options, seat, scores = tables.options, turn.seat, scratch.scores
    best, chosen = _base(turn, playing, game, bots, tables, scratch, status)
    if chosen < 0:
        status[_CODE] = ILLEGAL
        return np.int64(-1)
    points = of_option(options, chosen, _POINTS)
    given_away = points - of_option(options, best, _POINTS)
    scores[seat] += points
    output.games[GAME.given_away + seat, game.row] += given_away
    is_over = scores[seat] > tables.rules.limit
    if output.turns.shape[1] > 0:
        turns, at = output.turns, turn.column
        write_turn(turns, game, turn)
        turns[TURN.base, at] = of_option(options, chosen, _FACE)
        turns[TURN.points, at] = points
        turns[TURN.given_away, at] = given_away
        turns[TURN.score, at] = scores[seat]
        turns[TURN.is_over, at] = is_over
    return np.int64(is_over)


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    rules, games, row, at = tables.rules, output.games, game.row, game.turns_from
    scores, values, leaders, seats = scratch.scores, scratch.values, scratch.leaders, chunk.seatings.shape[1]
    logs, zero = output.turns.shape[1] > 0, np.int64(0)
    for seat in range(seats):
        scores[seat] = games[GAME.seat_turns + seat, row] = games[GAME.given_away + seat, row] = 0
        games[GAME.out_order + seat, row] = MISSING
    start = first_seat(rules.start, game.key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(FAILED)
    begun, rounds, lead_changes, last_leader, tie_breaks, out, winners = 0, 0, 0, -1, 0, 0, 0
    playing = (1 << seats) - 1
    goes_out_at_once = not rules.equal_turns and seats > 1
    while winners == 0 and rounds < chunk.max_turns:
        rounds += 1
        over = 0  # seats of this round that are over the limit
        for number in range(seats):
            seat = start + number if start + number < seats else start + number - seats
            if playing >> seat & 1 == 0:
                continue
            if logs and at >= output.turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(FAILED)
            begun += 1
            own = games[GAME.seat_turns + seat, row] + 1
            games[GAME.seat_turns + seat, row] = own
            turn = Turn(seat, chunk.seatings[game.seating, seat], own, begun, zero, start, seats, at)
            is_over = _turn(turn, playing, game, bots, tables, output, scratch, status)
            if is_over < 0:
                return np.int64(FAILED)
            at += logs
            if is_over and tie_breaks == 0:
                out += 1
                games[GAME.out_order + seat, row] = out
                over |= 1 << seat
                # rules.equal_turns: who is over drops out at the end of the round, or at once. A seat alone ends.
                if goes_out_at_once:
                    playing ^= 1 << seat
                    if playing & (playing - 1) == 0:
                        break
        # All that are left over the limit in one round: fewest points win.
        are_all_over = over == playing
        if not goes_out_at_once and not are_all_over:
            playing ^= over
        for seat in range(seats):
            values[seat] = -scores[seat]
        level, number = highest(values, playing, seats)
        ahead = only(level) if number == 1 else -1
        leaders[rounds - 1] = ahead
        if ahead >= 0 and ahead != last_leader:
            lead_changes += last_leader >= 0
            last_leader = ahead
        if seats > 1 and playing & (playing - 1) == 0:
            winners = playing
        elif are_all_over or tie_breaks > 0:
            playing = level
            if number == 1 or rules.tie != TIE_TURN:
                winners, again = settle(rules.tie, game.key, start, level, seats, values)
                tie_breaks += again
                if again < 0:
                    status[_CODE] = ENDLESS
                    return np.int64(FAILED)
            else:
                tie_breaks += 1
    half_leader = leaders[rounds // 2 - 1] if rounds > 1 else -1
    write_game(games, game, start, winners, Course(begun, rounds, lead_changes, half_leader, tie_breaks))
    for seat in range(seats):
        games[GAME.score + seat, row] = scores[seat]
    return at


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    return _play_deals(chunk, bots, tables, output, new_scratch(chunk), status)
