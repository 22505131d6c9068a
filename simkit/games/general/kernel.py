"""Generał, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.hands import first_hand, next_hand
from simkit.games.dice.keep import MOST_ROLLS, keep_all
from simkit.games.dice.table import best_of_others
from simkit.games.dice.table_game import ILLEGAL_ANSWER, NOT_IN_SIGHT, new_scratch, turns_loop
from simkit.games.general.boxes import ALL_BOXES, BOXES, COMBINATIONS, ROWS
from simkit.games.general.columns import GAME, TURN
from simkit.games.general.decisions import DECISIONS, DICE, Option, View
from simkit.games.general.tables import TABLES_TYPE, build, legal
from simkit.jit import helper, inlined, kernel
from simkit.kernel import Status, deals_loop, kernel_signature
from simkit.model.columns import MAX_SEATS, MISSING
from simkit.streams import Purpose, coin, counter_word, next_word

__all__ = ["play", "tables"]

tables = build

_KEEP_ALL = keep_all(DICE)
_BOXES = len(BOXES)

_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)


class _Scratch(NamedTuple):
    """``TableScratch``, and ``int64[8]`` by seat: open boxes as masks, points of the upper section."""

    scores: Any
    turns: Any
    values: Any
    leaders: Any
    cards: Any
    uppers: Any


class _Rolled(NamedTuple):
    """The rolls of a turn."""

    hand: Any
    """The hand's number; -1 where the bot answered what is not allowed."""
    rolls: Any
    coins: Any
    """The next counter word of the seat's coins."""


@inlined
def _rolls(turn, seen, game, bots, tables, status):
    """Up to three rolls."""
    coins = counter_word(_FOR_COINS, turn.seat, turn.number - 1)
    word = counter_word(_FOR_DICE, turn.seat, turn.number - 1)
    hand, word = first_hand(tables.after, game.key, word, DICE)
    rolls = np.int64(1)
    status[_DECISION] = 0
    while bots.decides[0, turn.place] and rolls < MOST_ROLLS:
        view = _view(seen, tables, hand, coin(game.key, coins), rolls)
        answer = bots.entries[0][turn.place](view, bots.params[turn.place])
        coins = next_word(coins)
        if answer == _KEEP_ALL:
            break
        if answer < 0 or answer > _KEEP_ALL:
            status[_ANSWER] = answer
            return _Rolled(np.int64(-1), rolls, coins)
        hand, word = next_hand(tables.keep, tables.after, hand, answer, game.key, word)
        rolls += 1
    return _Rolled(hand, rolls, coins)


@inlined
def _view(seen, tables, hand, fresh_coin, rolls):
    """What the seat saw at the beginning of its turn, with the dice."""
    return View(
        fresh_coin,
        np.int64(tables.faces[hand, 0]),
        np.int64(tables.faces[hand, 1]),
        np.int64(tables.faces[hand, 2]),
        np.int64(tables.faces[hand, 3]),
        np.int64(tables.faces[hand, 4]),
        np.int64(tables.codes[hand]),
        rolls,
        seen.open,
        seen.upper,
        seen.score,
        seen.best_other,
        seen.turn,
    )


@helper
def _most_points(points, hand, boxes, premium):
    """The box of a mask with the most points, the first among equals."""
    chosen, most = np.int64(-1), np.int64(MISSING)
    for box in range(_BOXES):
        if boxes >> box & 1:
            worth = _worth(points, hand, box, premium)
            if worth > most:
                chosen, most = np.int64(box), worth
    return chosen


@helper
def _worth(points, hand, box, premium):
    """Points of a hand in a box; ``premium`` is added to a combination that it makes."""
    worth = points[hand, box]
    return worth + premium if COMBINATIONS >> box & 1 and worth > 0 else worth


@helper
def _choose(points, hand, boxes, premium, view, bot, raw, status):
    """The box of a mask with the best score, the first among equals; -1 when a score is not a number."""
    choices = np.int64(0)
    for box in range(_BOXES):
        choices += boxes >> box & 1
    status[_DECISION] = 1
    chosen, best, place = np.int64(-1), -np.inf, np.int64(0)
    for box in range(_BOXES):
        if boxes >> box & 1:
            score = bot(view, Option(place, choices, np.int64(box), _worth(points, hand, box, premium)), raw)
            if np.isnan(score):
                status[_ANSWER] = place
                return np.int64(-1)
            if score > best or place == 0:
                chosen, best = np.int64(box), score
            place += 1
    return chosen


@inlined
def _seen(scratch, turn):
    """The view of a seat at the beginning of its turn."""
    zero, seat, scores = np.int64(0), turn.seat, scratch.scores
    others, card, upper = best_of_others(scores, turn.seats, seat), scratch.cards[seat], scratch.uppers[seat]
    return View(0.0, zero, zero, zero, zero, zero, zero, zero, card, upper, scores[seat], others, turn.number)


@inlined
def _write(rules, games, row, seat, box, worth, scratch):
    """Write a box, and the bonus or the malus once the last row is filled."""
    cards, uppers = scratch.cards, scratch.uppers
    games[GAME.ones + MAX_SEATS * box + seat, row] = worth
    cards[seat] &= ~(1 << box)
    scratch.scores[seat] += worth
    if ROWS >> box & 1:
        uppers[seat] += worth
        # rules.school_bonus, rules.school_malus: as the upper section reaches rules.school_bonus_min or not.
        if cards[seat] & ROWS == 0:
            bonus = rules.school_bonus if uppers[seat] >= rules.school_bonus_min else rules.school_malus
            games[GAME.bonus + seat, row] = bonus
            scratch.scores[seat] += bonus


@inlined
def _turn(turn, game, bots, tables, output, scratch, status):
    """One turn; see ``turns_loop``."""
    seat, place, rules = turn.seat, turn.place, tables.rules
    seen = _seen(scratch, turn)
    hand, rolls, coins = _rolls(turn, seen, game, bots, tables, status)
    if hand < 0:
        return np.int64(ILLEGAL_ANSWER)
    boxes = legal(rules, tables.fits, hand, scratch.cards[seat])
    # rules.first_roll_bonus: for a combination made without rolling again.
    premium = rules.first_roll_bonus if rolls == 1 else np.int64(0)
    if bots.decides[1, place] and boxes & (boxes - 1) != 0:
        view = _view(seen, tables, hand, coin(game.key, coins), rolls)
        box = _choose(tables.points, hand, boxes, premium, view, bots.entries[1][place], bots.params[place], status)
    else:
        box = _most_points(tables.points, hand, boxes, premium)
    if box < 0:
        return np.int64(ILLEGAL_ANSWER)
    worth = _worth(tables.points, hand, box, premium)
    output.games[GAME.rolls + seat, game.row] += rolls
    _write(rules, output.games, game.row, seat, box, worth, scratch)
    if output.turns.shape[1] > 0:
        turns, at = output.turns, turn.column
        turns[TURN.rolls, at], turns[TURN.dice, at] = rolls, tables.codes[hand]
        turns[TURN.box, at], turns[TURN.points, at], turns[TURN.score, at] = box, worth, scratch.scores[seat]
    return np.int64(0 if turn.begun == _BOXES * turn.seats else NOT_IN_SIGHT)


_play_turns = turns_loop(_turn)


@helper
def _clear(games, row, seats, scratch):
    for seat in range(seats):
        scratch.cards[seat], scratch.uppers[seat] = ALL_BOXES, 0
        games[GAME.rolls + seat, row], games[GAME.bonus + seat, row] = 0, 0


@helper
def _close(games, row, seats, scratch):
    """Write what is known by seat at the end; boxes that are still open have no points."""
    for seat in range(seats):
        games[GAME.upper + seat, row] = scratch.uppers[seat]
        for box in range(_BOXES):
            if scratch.cards[seat] >> box & 1:
                games[GAME.ones + MAX_SEATS * box + seat, row] = MISSING


@inlined
def _game(game, chunk, bots, tables, output, scratch, status):
    """One game; see ``deals_loop``."""
    seats = chunk.seatings.shape[1]
    _clear(output.games, game.row, seats, scratch)
    at = _play_turns(game, chunk, bots, tables, output, scratch, status)
    _close(output.games, game.row, seats, scratch)
    return at


_play_deals = deals_loop(_game)


@kernel(kernel_signature(DECISIONS, TABLES_TYPE))
def play(chunk, bots, tables, output, status):
    """Play a chunk of deals; see ``simkit.kernel``."""
    cards, uppers = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    common = new_scratch(chunk)
    scratch = _Scratch(common.scores, common.turns, common.values, common.leaders, cards, uppers)
    return _play_deals(chunk, bots, tables, output, scratch, status)
