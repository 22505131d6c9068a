"""One turn of the Farkle family, compiled: rolls, what is set aside of them, and how the turn ends.

The same names and the same order as ``reference_turn.py``, which tells the rules.
"""

from __future__ import annotations

import numpy as np

from simkit.games.base import code_of
from simkit.games.dice.rolls import ROLL_OFFSET
from simkit.games.farkle.columns import BANKED, BUST, COUNTERS, OVER, SHORT
from simkit.games.farkle.decisions import BANK, ROLL, Option, View
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.tables import COUNT_BITS, COUNT_MASK, OptionField
from simkit.jit import Status, helper, inlined
from simkit.streams import Purpose, coin, counter_word, next_word, roll_index

__all__ = ["best_of_all", "endgame_roll", "turn"]

_POINTS, _USED, _FACES = OptionField.POINTS, OptionField.DICE, OptionField.FACES
_ELEMENTS, _LONE_ONES, _LONE_FIVES = OptionField.ELEMENTS, OptionField.LONE_ONES, OptionField.LONE_FIVES
_SLOT, _LINE = OptionField.SLOT, OptionField.LINE

_PYRAMIDING_OFF = code_of(FarkleRules, "pyramiding", "off")
_HOT_MUST = code_of(FarkleRules, "hot_dice", "must")
_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)
_NO_LIMIT = 2**62


# Below, rows go into arrays as unsigned numbers: a signed one could count from the end, and checking that is the better
# part of a tenth of the time.


@inlined
def _roll(rules, of_roll, class_of, of_frozen, key, word, dice, slot):  # type: ignore[no-untyped-def]
    """Roll so many dice: the first row of what may be set aside, the number of such rows, and the next word."""
    roll, word = roll_index(key, word, np.uint64(dice))
    at = np.uint64(ROLL_OFFSET[np.uint64(dice)] + roll)
    if rules.pyramiding == _PYRAMIDING_OFF:
        found = np.int64(of_roll[at])
    else:
        found = np.int64(of_frozen[np.uint64(slot), np.uint64(class_of[at])])
    return found >> COUNT_BITS, found & COUNT_MASK, word


@inlined
def _of_option(options, row, field):  # type: ignore[no-untyped-def]
    """A field of an option."""
    return np.int64(options[np.uint64(row), field])


@helper
def best_of_all(rules, of_roll, options, key, word):  # type: ignore[no-untyped-def]
    """Points and number of dice of the best option of one roll of all dice; 0, 0 when nothing scores."""
    roll, _ = roll_index(key, word, np.uint64(rules.dice))
    found = np.int64(of_roll[np.uint64(ROLL_OFFSET[np.uint64(rules.dice)] + roll)])
    row, count = found >> COUNT_BITS, found & COUNT_MASK
    if count == 0:
        return np.int64(0), np.int64(0)
    return _of_option(options, row, _POINTS), _of_option(options, row, _USED)


@helper
def _choose(options, first, count, view, all_dice, bot, raw, status):  # type: ignore[no-untyped-def]
    """Row of the option with the best score, the first among equals; -1 when a score is not a number."""
    best, best_score = first, -np.inf
    for index in range(count):
        row = first + index
        dice = _of_option(options, row, _USED)
        option = Option(
            index,
            count,
            _of_option(options, row, _POINTS),
            dice,
            view.dice - dice if dice < view.dice else all_dice,
            _of_option(options, row, _ELEMENTS),
            _of_option(options, row, _LONE_ONES),
            _of_option(options, row, _LONE_FIVES),
            _of_option(options, row, _FACES),
        )
        score = bot(view, option, raw)
        if np.isnan(score):
            status[_ANSWER] = index
            return np.int64(-1)
        if score > best_score:
            best, best_score = row, score
    return best


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
        seen.streak,
        seen.penalty,
    )


@inlined
def turn(  # type: ignore[no-untyped-def]
    rules, of_roll, class_of, of_frozen, options, key, seat, seen, bots, asked, raw, tally, status
):
    """One turn of rolls and decisions, from what the seat sees at its beginning.

    Returns how it ended (-1: illegal), its turn total, the dice left, rolls, and lines scored.
    """
    word = counter_word(_FOR_DICE, seat, seen.turn - 1)
    coins = counter_word(_FOR_COINS, seat, seen.turn - 1)
    total, dice, frozen, rolls, slot = np.int64(0), np.int64(rules.dice), np.int64(0), np.int64(0), np.int64(0)
    lines = np.int64(0)
    most = seen.to_target if rules.exact_target else np.int64(_NO_LIMIT)
    while True:
        chosen, count, word = _roll(rules, of_roll, class_of, of_frozen, key, word, dice, slot)
        rolls += 1
        if count == 0:
            if rules.none_first == 0 or dice < rules.dice or (rules.none_first_only and rolls > 1):
                return BUST, total, dice, rolls, lines
            total += rules.none_first
            tally[COUNTERS.bonuses] += 1
            if total > most:
                return OVER, total, dice, rolls, lines
            continue
        if asked[1] and count > 1:
            view = _view(seen, coin(key, coins), total, dice, rolls, frozen)
            coins = next_word(coins)
            status[_DECISION] = 1
            chosen = _choose(options, chosen, count, view, rules.dice, bots[1], raw, status)
            if chosen < 0:
                return -1, total, dice, rolls, lines
        total += _of_option(options, chosen, _POINTS)
        dice -= _of_option(options, chosen, _USED)
        frozen += _of_option(options, chosen, _FACES)
        if rules.pyramiding != _PYRAMIDING_OFF:
            slot = _of_option(options, chosen, _SLOT)
        lines |= 1 << _of_option(options, chosen, _LINE)
        is_corner = dice == 0
        if is_corner:
            tally[COUNTERS.corners] += 1
            dice, frozen = np.int64(rules.dice), np.int64(0)
        if total > most:
            return OVER, total, dice, rolls, lines
        if total < seen.minimum or (is_corner and rules.hot_dice == _HOT_MUST):
            continue
        answer = np.int64(BANK)
        if asked[0]:
            view = _view(seen, coin(key, coins), total, dice, rolls, frozen)
            coins = next_word(coins)
            status[_DECISION] = 0
            answer = bots[0](view, raw)
        if answer == BANK:
            tally[COUNTERS.corner_ends] += is_corner
            return BANKED, total, dice, rolls, lines
        if answer != ROLL:
            status[_ANSWER] = answer
            return -1, total, dice, rolls, lines


@inlined
def endgame_roll(rules, of_roll, options, key, seat, seen):  # type: ignore[no-untyped-def]
    """One roll of all dice that counts only if it brings the missing points; returns as ``turn`` does."""
    points, used = best_of_all(rules, of_roll, options, key, counter_word(_FOR_DICE, seat, seen.turn - 1))
    if used == 0:
        ended = BUST
    elif points < seen.to_target:
        ended = SHORT
    else:
        ended = OVER if rules.exact_target and points > seen.to_target else BANKED
    return ended, points, np.int64(rules.dice - used % rules.dice), np.int64(1), np.int64(0)
