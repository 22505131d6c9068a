"""The Farkle family, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.base import MAX_SEATS, code_of
from simkit.games.dice.rolls import ROLL_OFFSET
from simkit.games.dice.table import (
    FULL,
    MOST_TIE_BREAKS,
    best_of_others,
    first_seat,
    highest,
    of_option,
    turns_left,
    write_game,
    write_turn,
)
from simkit.games.dice.table import leader as leader_of
from simkit.games.farkle.columns import BANKED, BUST, GAME, SHORT, TURN
from simkit.games.farkle.decisions import BANK, DECISIONS, ROLL, Option, View
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.tables import COUNT_BITS, COUNT_MASK, TABLES_TYPE, OptionField, build
from simkit.jit import ENDLESS, ILLEGAL, OK, Status, helper, inlined, kernel, kernel_signature
from simkit.streams import Purpose, coin, counter_word, deal_key, next_word, roll_index

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_DICE = 6
_POINTS, _USED, _FACES = OptionField.POINTS, OptionField.DICE, OptionField.FACES
_ELEMENTS, _LONE_ONES, _LONE_FIVES = OptionField.ELEMENTS, OptionField.LONE_ONES, OptionField.LONE_FIVES

_HOT_MUST = code_of(FarkleRules, "hot_dice", "must")
_ENDGAME_NONE = code_of(FarkleRules, "endgame", "none")
_SINGLE_ROLL = code_of(FarkleRules, "endgame", "single_roll")
_TIE_ROLL = code_of(FarkleRules, "tie", "roll")

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_TIE_BREAK, _FOR_COINS = int(Purpose.DICE), int(Purpose.TIE_BREAK), int(Purpose.COINS)


# Below, rows go into arrays as unsigned numbers: a signed one could count from the end, and checking that is the better
# part of a tenth of the time.


@inlined
def _roll(of_roll, key, word, dice):  # type: ignore[no-untyped-def]
    """Roll so many dice: the first row of what may be set aside, the number of such rows, and the next word."""
    roll, word = roll_index(key, word, np.uint64(dice))
    found = np.int64(of_roll[np.uint64(ROLL_OFFSET[np.uint64(dice)] + roll)])
    return found >> COUNT_BITS, found & COUNT_MASK, word


@helper
def _best_of_six(of_roll, options, key, word):  # type: ignore[no-untyped-def]
    """Points and number of dice of the best option of one roll of six dice; 0, 0 when nothing scores."""
    row, count, _ = _roll(of_roll, key, word, _DICE)
    if count == 0:
        return np.int64(0), np.int64(0)
    return of_option(options, row, _POINTS), of_option(options, row, _USED)


@helper
def _winners(rules, of_roll, options, key, seats, scores):  # type: ignore[no-untyped-def]
    """Mask of the winners and the number of tie-breaking rounds; -1 rounds if it never ends. Adds what they roll."""
    level, number = highest(scores, (1 << seats) - 1, seats)
    if number == 1 or rules.tie != _TIE_ROLL:
        return level, 0
    for again in range(1, MOST_TIE_BREAKS + 1):
        for seat in range(seats):
            if level >> seat & 1:
                points, _ = _best_of_six(of_roll, options, key, counter_word(_FOR_TIE_BREAK, seat, again))
                scores[seat] += points
        level, number = highest(scores, level, seats)
        if number == 1:
            return level, again
    return level, -1


@helper
def _choose(options, first, count, view, bot, raw, status):  # type: ignore[no-untyped-def]
    """Row of the option with the best score, the first among equals; -1 when a score is not a number."""
    best, best_score = first, -np.inf
    for index in range(count):
        row = first + index
        dice = of_option(options, row, _USED)
        option = Option(
            index,
            count,
            of_option(options, row, _POINTS),
            dice,
            view.dice - dice if dice < view.dice else _DICE,
            of_option(options, row, _ELEMENTS),
            of_option(options, row, _LONE_ONES),
            of_option(options, row, _LONE_FIVES),
            of_option(options, row, _FACES),
        )
        score = bot(view, option, raw)
        if np.isnan(score):
            status[_ANSWER] = index
            return np.int64(-1)
        if score > best_score:
            best, best_score = row, score
    return best


@inlined
def _turn(rules, of_roll, options, key, seat, seen, bots, asked, raw, status):  # type: ignore[no-untyped-def]
    """One turn of rolls and decisions, from what the seat sees at its beginning.

    Returns how it ended (-1: illegal), its turn total, the dice left, rolls and corners.
    """
    word = counter_word(_FOR_DICE, seat, seen.turn - 1)
    coins = counter_word(_FOR_COINS, seat, seen.turn - 1)
    total, dice, frozen, rolls, corners = np.int64(0), np.int64(_DICE), np.int64(0), np.int64(0), np.int64(0)
    while True:
        chosen, count, word = _roll(of_roll, key, word, dice)
        rolls += 1
        if count == 0:
            return BUST, total, dice, rolls, corners
        if asked[1] and count > 1:
            view = _view(seen, coin(key, coins), total, dice, rolls, frozen)
            coins = next_word(coins)
            status[_DECISION] = 1
            chosen = _choose(options, chosen, count, view, bots[1], raw, status)
            if chosen < 0:
                return -1, total, dice, rolls, corners
        total += of_option(options, chosen, _POINTS)
        dice -= of_option(options, chosen, _USED)
        frozen += of_option(options, chosen, _FACES)
        is_corner = dice == 0
        if is_corner:
            corners += 1
            dice, frozen = np.int64(_DICE), np.int64(0)
        if total < seen.minimum or (is_corner and rules.hot_dice == _HOT_MUST):
            continue
        if not asked[0]:
            return BANKED, total, dice, rolls, corners
        view = _view(seen, coin(key, coins), total, dice, rolls, frozen)
        coins = next_word(coins)
        status[_DECISION] = 0
        answer = bots[0](view, raw)
        if answer == BANK:
            return BANKED, total, dice, rolls, corners
        if answer != ROLL:
            status[_ANSWER] = answer
            return -1, total, dice, rolls, corners


@inlined
def _view(seen, fresh_coin, total, dice, rolls, frozen):  # type: ignore[no-untyped-def]
    """What the seat saw at the beginning of its turn, with what has changed since."""
    return View(
        fresh_coin,
        total,
        dice,
        seen.score,
        seen.best_other,
        seen.minimum,
        seen.to_target,
        seen.last_round,
        seen.turn,
        rolls,
        frozen,
    )


@inlined
def _endgame_roll(of_roll, options, key, seat, seen):  # type: ignore[no-untyped-def]
    """One roll of six dice that counts only if it brings the missing points; returns as ``_turn`` does."""
    points, used = _best_of_six(of_roll, options, key, counter_word(_FOR_DICE, seat, seen.turn - 1))
    ended = BUST if used == 0 else (BANKED if points >= seen.to_target else SHORT)
    return ended, points, np.int64(_DICE - used % _DICE), np.int64(1), np.int64(0)


@inlined
def _write_turn(turns, at, deal, seating, turn, seat, result, score):  # type: ignore[no-untyped-def]
    ended, total, dice, rolls, _ = result
    write_turn(turns, at, deal, seating, turn, seat)
    turns[TURN.rolls, at] = rolls
    turns[TURN.dice_left, at] = dice
    turns[TURN.points, at] = total if ended == BANKED else 0
    turns[TURN.lost, at] = 0 if ended == BANKED else total
    turns[TURN.ended, at] = ended
    turns[TURN.score, at] = score


@inlined
def _clear(games, row, seats, scores, opened):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat], opened[seat] = 0, 0
        for first_row in (GAME.seat_turns, GAME.busts, GAME.rolls, GAME.best_turn):
            games[first_row + seat, row] = 0
    for only_row in (GAME.corners, GAME.minima_missed, GAME.endgame_short, GAME.overtakings):
        games[only_row, row] = 0


@inlined
def _seen(rules, scores, seats, seat, is_opened, turn, last_round):  # type: ignore[no-untyped-def]
    """The view of a seat at the beginning of its turn, and whether the endgame rule holds for it."""
    score = scores[seat]
    missing = rules.target - score + rules.target_strict
    is_endgame = rules.endgame != _ENDGAME_NONE and score >= rules.endgame_from
    minimum = rules.bank_min if is_opened else max(rules.open_min, rules.bank_min)
    if is_endgame:
        minimum = max(minimum, missing)
    best_other = best_of_others(scores, seats, seat)
    zero = np.int64(0)
    return View(0.0, zero, zero, score, best_other, minimum, missing, last_round, turn, zero, zero), is_endgame


@inlined
def _enter(games, row, seat, seen, result, scores, opened):  # type: ignore[no-untyped-def]
    """Write a turn's result into the scores and into the game's row."""
    ended, total, _, rolls, corners = result
    games[GAME.corners, row] += corners
    games[GAME.rolls + seat, row] += rolls
    if ended == BANKED:
        scores[seat] += total
        opened[seat] = 1
        games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], total)
        games[GAME.overtakings, row] += seen.last_round and seen.score <= seen.best_other < scores[seat]
    elif ended == BUST:
        games[GAME.busts + seat, row] += 1
        games[GAME.minima_missed, row] += 0 < total < seen.minimum
    else:
        games[GAME.endgame_short, row] += 1


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, of_roll, options, games, row, turns, at,
    scores, values, leaders, opened, status,
):  # fmt: skip
    """One game; writes its row, and its turns from ``at`` on. Returns the next free turn row, or -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores, opened)
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
        seen, is_endgame = _seen(rules, scores, seats, seat, opened[seat], turn, np.int64(to_play >= 0))
        status[_SEAT] = seat
        if is_endgame and rules.endgame == _SINGLE_ROLL:
            result = _endgame_roll(of_roll, options, key, seat, seen)
        else:
            place = seatings[seating, seat]
            ways_in, decides = (bots[0][place], bots[1][place]), (asked[0, place], asked[1, place])
            result = _turn(rules, of_roll, options, key, seat, seen, ways_in, decides, params[place], status)
        if result[0] < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        _enter(games, row, seat, seen, result, scores, opened)
        leader = leader_of(scores, seats)
        leaders[begun - 1] = leader
        if leader >= 0 and leader != last_leader:
            lead_changes += last_leader >= 0
            last_leader = leader
        if turns.shape[1] > 0:
            if at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(-1)
            _write_turn(turns, at, deal, seating, begun, seat, result, scores[seat])
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
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    opened = np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty((max_turns + 1) * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, of_roll, options,
                games, row, turns, at, scores, values, leaders, opened, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
