"""One turn of the Farkle family, compiled: rolls, what is set aside of them, and how the turn ends.

The same names and the same order as ``reference_turn.py``, which tells the rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.rolls import MOST_DICE, ROLL_OFFSET
from simkit.games.dice.table import of_option
from simkit.games.farkle.columns import BANKED, BUST, COUNTERS, OVER, SHORT
from simkit.games.farkle.decisions import BANK, ROLL, TAKE_OVER, Option
from simkit.games.farkle.kernel_opening import NOBODY, opening, view_of
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.tables import COUNT_BITS, COUNT_MASK, OptionField
from simkit.jit import helper, inlined
from simkit.kernel import Status, chooser
from simkit.model.game import code_of
from simkit.streams import Purpose, coin, counter_word, next_word, roll_index

__all__ = ["ILLEGAL_TURN", "best_of_all", "endgame_rolls", "is_plain_game", "turn_of"]

_POINTS, _USED, _FACES = OptionField.POINTS, OptionField.DICE, OptionField.FACES
_ELEMENTS, _LONE_ONES, _LONE_FIVES = OptionField.ELEMENTS, OptionField.LONE_ONES, OptionField.LONE_FIVES
_SLOT, _LINE = OptionField.SLOT, OptionField.LINE

_PYRAMIDING_OFF = code_of(Rules, "pyramiding", "off")
_HOT_MUST, _HOT_END = code_of(Rules, "hot_dice", "must"), code_of(Rules, "hot_dice", "end")
_TOPPING_OFF, _CHALLENGE_OFF = code_of(Rules, "topping", "off"), code_of(Rules, "challenge", "off")
_HOT_ROLL = code_of(Rules, "hot_scope", "roll")
_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)
_FOR_DICE, _FOR_COINS = int(Purpose.DICE), int(Purpose.COINS)
_NO_LIMIT = 2**62

ILLEGAL_TURN = -1
"""How a turn ended in which a bot broke its contract."""


class Result(NamedTuple):
    """A turn that is over; ``taken_over`` is what its total began with."""

    ended: Any
    total: Any
    dice: Any
    rolls: Any
    lines: Any
    frozen: Any
    slot: Any
    taken_over: Any
    challenged: Any


# Below, rows go into arrays as unsigned numbers: a signed one could count from the end, and checking that is the better
# part of a tenth of the time.


@helper
def best_of_all(tables, key, word):
    """Points and number of dice of the best option of one roll of all dice, 0, 0 when nothing scores; the next word."""
    dice = np.uint64(tables.rules.dice)
    roll, word = roll_index(key, word, dice)
    first_and_count = np.int64(tables.of_roll[np.uint64(ROLL_OFFSET[dice] + roll)])
    row, count = first_and_count >> COUNT_BITS, first_and_count & COUNT_MASK
    if count == 0:
        return np.int64(0), np.int64(0), word
    return of_option(tables.options, row, _POINTS), of_option(tables.options, row, _USED), word


@helper
def _option(tables, row, place, count, view):
    options, dice = tables.options, of_option(tables.options, row, _USED)
    return Option(
        place,
        count,
        of_option(options, row, _POINTS),
        dice,
        view.dice - dice if dice < view.dice else tables.rules.dice,
        of_option(options, row, _ELEMENTS),
        of_option(options, row, _LONE_ONES),
        of_option(options, row, _LONE_FIVES),
        of_option(options, row, _FACES),
    )


_choose = chooser(_option)


@helper
def is_plain_game(rules, logs_turns):
    """Whether none of the rules is in force, and nothing is logged, that costs time in every turn or roll."""
    return (
        rules.dice == MOST_DICE
        and rules.none_first == 0
        and rules.pyramiding == _PYRAMIDING_OFF
        and rules.final_min == 1
        and rules.topping == _TOPPING_OFF
        and rules.piggyback == 0
        and rules.hot_dice != _HOT_END
        and rules.hot_scope != _HOT_ROLL
        and rules.challenge == _CHALLENGE_OFF
        and rules.streak_busts == 0
        and rules.exact_target == 0
        and rules.rounds == 0
        and rules.tie != TIE_TURN
        and not logs_turns
    )


@inlined
def _ends_with_hot_dice(rules, rolled):
    """Whether hot dice, after a roll of so many dice, end the turn: rules.hot_dice, rules.hot_scope."""
    return rules.hot_dice == _HOT_END or (rules.hot_scope == _HOT_ROLL and rolled < rules.dice)


def turn_of(is_plain: bool) -> Any:
    """Make the function that plays a turn, for plain games (see ``is_plain_game``) or for all.

    ``play_turn(turn, chance, game, bots, tables, scratch, status)`` plays rolls and decisions, and returns the
    ``Result``.
    """

    @inlined
    def roll_dice(tables, key, word, dice, slot):
        """Roll so many dice: the first row of what may be set aside, the number of such rows, and the next word."""
        roll, word = roll_index(key, word, np.uint64(dice))
        at = np.uint64(ROLL_OFFSET[np.uint64(dice)] + roll)
        # rules.pyramiding: what may be set aside depends on what is frozen.
        if is_plain or tables.rules.pyramiding == _PYRAMIDING_OFF:
            first_and_count = np.int64(tables.of_roll[at])
        else:
            first_and_count = np.int64(tables.of_frozen[np.uint64(slot), np.uint64(tables.class_of[at])])
        return first_and_count >> COUNT_BITS, first_and_count & COUNT_MASK, word

    @inlined
    def play_turn(turn, chance, game, bots, tables, scratch, status):
        rules, options, seen, place, tally = tables.rules, tables.options, chance.seen, turn.place, scratch.tally
        word = counter_word(_FOR_DICE, turn.seat, seen.turn - 1)
        coins = counter_word(_FOR_COINS, turn.seat, seen.turn - 1)
        all_dice = np.int64(MOST_DICE if is_plain else rules.dice)
        total, dice, frozen, rolls, slot = np.int64(0), all_dice, np.int64(0), np.int64(0), np.int64(0)
        lines, taken_over, challenged, penalty = np.int64(0), np.int64(0), np.int64(NOBODY), seen.penalty
        most = seen.to_target if rules.exact_target else np.int64(_NO_LIMIT)
        ended = np.int64(ILLEGAL_TURN)
        if not is_plain and (
            (chance.cost >= 0 and bots.decides[3, place]) or (chance.left.total > 0 and bots.decides[2, place])
        ):
            answer, challenged, coins = opening(turn, chance, coins, game, bots, rules, scratch.scores, status)
            if answer < 0:
                return Result(ended, total, dice, rolls, lines, frozen, slot, taken_over, challenged)
            if challenged > NOBODY:
                penalty += chance.cost
            if answer == TAKE_OVER:
                total, dice, frozen, slot = chance.left
                taken_over = total
        while True:
            chosen, count, word = roll_dice(tables, game.key, word, dice, slot)
            rolls += 1
            if count == 0:
                # rules.none_first: a bonus for a roll of all dice that scores nothing, and the turn goes on.
                if is_plain or rules.none_first == 0 or dice < all_dice or (rules.none_first_only and rolls > 1):
                    ended = BUST
                    break
                total += rules.none_first
                tally[COUNTERS.bonuses] += 1
                if total > most:
                    ended = OVER
                    break
                continue
            if bots.decides[1, place] and count > 1:
                view = view_of(seen, coin(game.key, coins), total, dice, rolls, frozen, penalty, challenged)
                coins = next_word(coins)
                status[_DECISION] = 1
                chosen = _choose(tables, chosen, count, view, bots.entries[1][place], bots.params[place], status)
                if chosen < 0:
                    break
            rolled = dice
            total += of_option(options, chosen, _POINTS)
            dice -= of_option(options, chosen, _USED)
            frozen += of_option(options, chosen, _FACES)
            if not is_plain:
                lines |= of_option(options, chosen, _LINE)
                slot = of_option(options, chosen, _SLOT)
            is_hot = dice == 0
            if is_hot:
                tally[COUNTERS.hot_dice] += 1
                dice, frozen = all_dice, np.int64(0)
            # rules.exact_target: a total that would exceed it ends the turn.
            if not is_plain and total > most:
                ended = OVER
                break
            if not is_plain and is_hot and _ends_with_hot_dice(rules, rolled):
                # Below the minimum the points are lost.
                ended = BANKED if total >= seen.minimum else SHORT
                tally[COUNTERS.hot_dice_ends] += ended == BANKED
                break
            # rules.open_min, rules.bank_min: a turn below the minimum goes on; rules.hot_dice = must.
            if total < seen.minimum or (is_hot and rules.hot_dice == _HOT_MUST):
                continue
            answer = np.int64(BANK)
            if bots.decides[0, place]:
                view = view_of(seen, coin(game.key, coins), total, dice, rolls, frozen, penalty, challenged)
                coins = next_word(coins)
                status[_DECISION] = 0
                answer = bots.entries[0][place](view, bots.params[place])
            if answer == BANK:
                if is_hot:
                    tally[COUNTERS.hot_dice_ends] += 1
                ended = BANKED
                break
            if answer != ROLL:
                status[_ANSWER] = answer
                break
        return Result(ended, total, dice, rolls, lines, frozen, slot, taken_over, challenged)

    return play_turn


@inlined
def endgame_rolls(turn, seen, game, tables):
    """Rolls of all dice of which one has to bring the missing points; returns as a turn does."""
    rules, word = tables.rules, counter_word(_FOR_DICE, turn.seat, seen.turn - 1)
    ended, points, used, rolls, zero = np.int64(BUST), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    # rules.endgame_tries: each of so many rolls may bring the missing points by itself.
    while rolls < rules.endgame_tries and ended != BANKED:
        points, used, word = best_of_all(tables, game.key, word)
        rolls += 1
        if used == 0:
            ended = np.int64(BUST)
        elif points < seen.to_target:
            ended = np.int64(SHORT)
        else:  # rules.exact_target
            ended = np.int64(OVER if rules.exact_target and points > seen.to_target else BANKED)
    dice = np.int64(rules.dice - used % rules.dice)
    return Result(ended, points, dice, rolls, zero, zero, zero, zero, np.int64(NOBODY))
