"""Generał, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.dice.hands import first_hand, next_hand
from simkit.games.dice.keep import MOST_ROLLS, keep_all
from simkit.games.dice.table import FULL, best_of_others, first_seat, highest, leader, settle, write_game, write_turn
from simkit.games.general.boxes import ALL_BOXES, BOXES, COMBINATIONS, ROWS
from simkit.games.general.columns import GAME, TURN
from simkit.games.general.decisions import DECISIONS, DICE, Option, View
from simkit.games.general.tables import TABLES_TYPE, build, legal
from simkit.jit import helper, inlined, kernel
from simkit.kernel import ENDLESS, ILLEGAL, OK, Status, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.streams import Purpose, coin, counter_word, deal_key, next_word

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_KEEP_ALL = keep_all(DICE)
_BOXES = len(BOXES)

_CODE, _DEAL, _SEATING, _SEAT = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.SEAT)
_DECISION, _ANSWER, _TURN_ROWS = int(Status.DECISION), int(Status.ANSWER), int(Status.TURN_ROWS)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


@inlined
def _rolls(faces, codes, keep, after, key, seat, seen, coins, bot, is_asked, raw, status):  # type: ignore[no-untyped-def]
    """Up to three rolls; returns the hand, or -1 where an answer is illegal, the rolls made and the next coin word."""
    hand, word = first_hand(after, key, counter_word(_FOR_DICE, seat, seen.turn - 1), DICE)
    rolls = np.int64(1)
    status[_DECISION] = 0
    while is_asked and rolls < MOST_ROLLS:
        answer = bot(_view(seen, faces, codes, hand, coin(key, coins), rolls), raw)
        coins = next_word(coins)
        if answer == _KEEP_ALL:
            break
        if answer < 0 or answer > _KEEP_ALL:
            status[_ANSWER] = answer
            return np.int64(-1), rolls, coins
        hand, word = next_hand(keep, after, hand, answer, key, word)
        rolls += 1
    return hand, rolls, coins


@inlined
def _view(seen, faces, codes, hand, fresh_coin, rolls):  # type: ignore[no-untyped-def]
    """What the seat saw at the beginning of its turn, with the dice."""
    return View(
        fresh_coin,
        np.int64(faces[hand, 0]),
        np.int64(faces[hand, 1]),
        np.int64(faces[hand, 2]),
        np.int64(faces[hand, 3]),
        np.int64(faces[hand, 4]),
        np.int64(codes[hand]),
        rolls,
        seen.open,
        seen.upper,
        seen.score,
        seen.best_other,
        seen.turn,
    )


@helper
def _most_points(points, hand, boxes, premium):  # type: ignore[no-untyped-def]
    """The box of a mask with the most points, the first among equals."""
    found, most = np.int64(-1), np.int64(MISSING)
    for box in range(_BOXES):
        if boxes >> box & 1:
            worth = _worth(points, hand, box, premium)
            if worth > most:
                found, most = np.int64(box), worth
    return found


@helper
def _worth(points, hand, box, premium):  # type: ignore[no-untyped-def]
    """Points of a hand in a box; ``premium`` is added to a combination that it makes."""
    worth = points[hand, box]
    return worth + premium if COMBINATIONS >> box & 1 and worth > 0 else worth


@helper
def _choose(points, hand, boxes, premium, view, bot, raw, status):  # type: ignore[no-untyped-def]
    """The box of a mask with the best score, the first among equals; -1 when a score is not a number."""
    choices = np.int64(0)
    for box in range(_BOXES):
        choices += boxes >> box & 1
    status[_DECISION] = 1
    found, best, place = np.int64(-1), -np.inf, np.int64(0)
    for box in range(_BOXES):
        if boxes >> box & 1:
            score = bot(view, Option(place, choices, np.int64(box), _worth(points, hand, box, premium)), raw)
            if np.isnan(score):
                status[_ANSWER] = place
                return np.int64(-1)
            if score > best or place == 0:
                found, best = np.int64(box), score
            place += 1
    return found


@inlined
def _seen(scores, cards, uppers, seats, seat, turn):  # type: ignore[no-untyped-def]
    """The view of a seat at the beginning of its turn."""
    zero = np.int64(0)
    others = best_of_others(scores, seats, seat)
    return View(
        0.0, zero, zero, zero, zero, zero, zero, zero, cards[seat], uppers[seat], scores[seat], others, turn
    )  # fmt: skip


@helper
def _clear(games, row, seats, scores, cards, uppers):  # type: ignore[no-untyped-def]
    for seat in range(seats):
        scores[seat], cards[seat], uppers[seat] = 0, ALL_BOXES, 0
        games[GAME.rolls + seat, row], games[GAME.bonus + seat, row] = 0, 0


@inlined
def _write(rules, games, row, seat, box, worth, scores, cards, uppers):  # type: ignore[no-untyped-def]
    """Write a box, and the bonus or the malus once the last row is filled."""
    games[GAME.ones + MAX_SEATS * box + seat, row] = worth
    cards[seat] &= ~(1 << box)
    scores[seat] += worth
    if ROWS >> box & 1:
        uppers[seat] += worth
        if cards[seat] & ROWS == 0:
            bonus = rules.school_bonus if uppers[seat] >= rules.school_bonus_min else rules.school_malus
            games[GAME.bonus + seat, row] = bonus
            scores[seat] += bonus


@helper
def _close(games, row, seats, begun, scores, cards, uppers):  # type: ignore[no-untyped-def]
    """Write what is known by seat at the end; boxes that are still open have no points."""
    for seat in range(seats):
        games[GAME.score + seat, row] = scores[seat]
        games[GAME.upper + seat, row] = uppers[seat]
        games[GAME.seat_turns + seat, row] = begun // seats
        for box in range(_BOXES):
            if cards[seat] >> box & 1:
                games[GAME.ones + MAX_SEATS * box + seat, row] = MISSING


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, faces, codes, keep, after, points, fits, games,
    row, turns, at, scores, values, cards, uppers, leaders, status,
):  # fmt: skip
    """One game: its row and, from ``at`` on, its turns. Returns the next free turn row, or -1: see ``status``."""
    seats = seatings.shape[1]
    _clear(games, row, seats, scores, cards, uppers)
    start = first_seat(rules.start, key, seats, values)
    if start < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    seat, lead_changes, last_leader = start, 0, -1
    begun, end = 0, seats * min(_BOXES, max_turns)
    while begun < end:
        turn = np.int64(begun // seats + 1)
        begun += 1
        seen = _seen(scores, cards, uppers, seats, seat, turn)
        status[_SEAT] = seat
        place = seatings[seating, seat]
        raw = params[place]
        coins = counter_word(_FOR_COINS, seat, turn - 1)
        hand, rolls, coins = _rolls(
            faces, codes, keep, after, key, seat, seen, coins, bots[0][place], asked[0, place], raw, status
        )
        if hand < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        boxes = legal(rules, fits, hand, cards[seat])
        premium = rules.first_roll_bonus if rolls == 1 else np.int64(0)
        if asked[1, place] and boxes & (boxes - 1) != 0:
            view = _view(seen, faces, codes, hand, coin(key, coins), rolls)
            box = _choose(points, hand, boxes, premium, view, bots[1][place], raw, status)
        else:
            box = _most_points(points, hand, boxes, premium)
        if box < 0:
            status[_CODE] = ILLEGAL
            return np.int64(-1)
        worth = _worth(points, hand, box, premium)
        games[GAME.rolls + seat, row] += rolls
        _write(rules, games, row, seat, box, worth, scores, cards, uppers)
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
            turns[TURN.box, at], turns[TURN.points, at], turns[TURN.score, at] = box, worth, scores[seat]
            at += 1
        seat = seat + 1 if seat + 1 < seats else 0
    is_cut = max_turns < _BOXES
    winners, tie_breaks = 0, 0
    if not is_cut:
        level, _ = highest(scores, (1 << seats) - 1, seats)
        winners, tie_breaks = settle(rules.tie, key, start, level, seats, values)
    if tie_breaks < 0:
        status[_CODE] = ENDLESS
        return np.int64(-1)
    half_leader = leaders[begun // 2 - 1] if begun > 1 else -1
    write_game(
        games, row, deal, seating, start, winners, begun, begun // seats, is_cut, lead_changes, half_leader, tie_breaks
    )
    _close(games, row, seats, begun, scores, cards, uppers)
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
    rules, faces, codes, keep, after = tables.rules, tables.faces, tables.codes, tables.keep, tables.after
    points, fits = tables.points, tables.fits
    scores, values = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    cards, uppers = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS, dtype=np.int64)
    leaders = np.empty(_BOXES * seatings.shape[1], dtype=np.int8)
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, faces, codes, keep,
                after, points, fits, games, row, turns, at, scores, values, cards, uppers, leaders, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
