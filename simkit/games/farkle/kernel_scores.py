"""What the scores are to a turn of the Farkle family, and what a turn does to them; compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.table import best_of_others
from simkit.games.farkle.columns import BANKED, BUST, COUNTERS, GAME, OVER
from simkit.games.farkle.decisions import View
from simkit.games.farkle.rules import Rules
from simkit.jit import helper, inlined
from simkit.model.game import code_of

__all__ = ["NO_CHALLENGE", "Challenge", "Outlook", "enter_of", "seen_seat_of", "settle_challenge"]

_ENDGAME_NONE = code_of(Rules, "endgame", "none")
_TOPPING_OFF, _STRICT = code_of(Rules, "topping", "off"), code_of(Rules, "topping", "strict")
_CHALLENGE_ON = code_of(Rules, "challenge", "on")
_FLOOR_ZERO = code_of(Rules, "challenge_floor", "zero")

NO_CHALLENGE = -1
"""In place of a challenge and of its cost where a seat has none to use."""


class Outlook(NamedTuple):
    """What a seat sees at the beginning of its turn."""

    seen: Any
    """Its view, but for what changes in the turn."""
    usual: Any
    """The minimum to bank but for topping."""
    is_endgame: Any
    challenge: Any
    """The ``Challenge`` that it may use."""


class Challenge(NamedTuple):
    """The challenge that a seat may use: which (0 or 1), and what it costs; twice ``NO_CHALLENGE`` for none."""

    which: Any
    cost: Any


@inlined
def _challenge_of(tables, turn, scratch):
    """The challenge that the seat may use now."""
    rules, seat = tables.rules, turn.seat
    # rules.challenge_split: the first challenge below so many points, the second from there on.
    which = np.int64(scratch.scores[seat] >= rules.challenge_split)
    if (
        rules.challenge != _CHALLENGE_ON
        or turn.seats == 1
        or scratch.spent[seat] >> which & 1
        or (rules.challenge_needs_board and not scratch.opened[seat])
    ):
        return Challenge(np.int64(NO_CHALLENGE), np.int64(NO_CHALLENGE))
    return Challenge(which, tables.challenge_penalty[which])


def seen_seat_of(is_plain: bool) -> Any:
    """Make the function that tells what a seat sees, for plain games or for all.

    ``seen_seat(tables, turn, scratch, previous)`` returns an ``Outlook``; ``previous`` is what the turn before, another
    seat's, has banked.
    """

    @inlined
    def seen_seat(tables, turn, scratch, previous):
        rules, score, last_round = tables.rules, scratch.scores[turn.seat], np.int64(turn.to_play >= 0)
        missing = rules.target - score + rules.target_strict
        # rules.endgame, rules.endgame_from: only what is missing may be banked.
        is_endgame = rules.endgame != _ENDGAME_NONE and score >= rules.endgame_from
        # rules.open_min until the seat has banked, rules.bank_min from then on; a higher bank_min holds from the start.
        minimum = rules.bank_min if scratch.opened[turn.seat] else max(rules.open_min, rules.bank_min)
        # rules.final_min: whether minima hold in the last round.
        if not is_plain and last_round and not rules.final_min:
            minimum = 0
        # rules.exact_target: a minimum asks no more than is missing.
        if not is_plain and rules.exact_target:
            minimum = min(minimum, max(missing, 0))
        if is_endgame:
            minimum = max(minimum, missing)
        usual = minimum
        # rules.topping: no less than the turn before has banked, or more.
        if not is_plain and rules.topping != _TOPPING_OFF and previous > 0:
            minimum = max(minimum, previous + (rules.topping == _STRICT))
        best_other = best_of_others(scratch.scores, turn.seats, turn.seat)
        zero = np.int64(0)
        streak, penalty = zero, zero
        # rules.streak_busts, rules.streak_penalty: what a bust would cost now.
        if not is_plain and rules.streak_busts > 0:
            streak = scratch.streaks[turn.seat]
            penalty = np.int64(rules.streak_penalty if streak + 1 >= rules.streak_busts else 0)
        number = turn.number
        view = View(
            0.0, zero, zero, score, best_other, minimum, missing, last_round, number, zero, zero, streak, penalty, zero
        )  # fmt: skip
        challenge = Challenge(np.int64(NO_CHALLENGE), np.int64(NO_CHALLENGE))
        if not is_plain:
            challenge = _challenge_of(tables, turn, scratch)
        return Outlook(view, usual, is_endgame, challenge)

    return seen_seat


@helper
def settle_challenge(rules, scores, seat, challenge, result, tally):
    """Move what a challenge has brought or cost; returns the points taken off the other seat, and those paid."""
    which, cost = challenge
    tally[COUNTERS.challenges_1 + which] += 1
    # rules.challenge_floor: whether a score may become negative by it.
    is_floored = rules.challenge_floor == _FLOOR_ZERO
    if result.ended == BANKED:
        other, taken = result.challenged, result.total
        if is_floored:
            taken = min(taken, max(scores[other], 0))
        scores[other] -= taken
        tally[COUNTERS.challenges_won_1 + which] += 1
        tally[COUNTERS.challenge_gain_1 + which] += taken
        return taken, np.int64(0)
    if is_floored:
        cost = min(cost, max(scores[seat], 0))
    scores[seat] -= cost
    tally[COUNTERS.challenge_paid_1 + which] += cost
    return np.int64(0), cost


def enter_of(is_plain: bool) -> Any:
    """Make the function that enters a turn's result, for plain games or for all.

    ``enter(turn, outlook, is_roll, result, game, rules, games, scratch)`` writes it, but for a challenge, into the
    scores and the game's row, and returns the points paid.
    """

    @inlined
    def enter(turn, outlook, is_roll, result, game, rules, games, scratch):
        seat, row, scores, tally, seen = turn.seat, game.row, scratch.scores, scratch.tally, outlook.seen
        ended, total, paid = result.ended, result.total, np.int64(0)
        games[GAME.rolls + seat, row] += result.rolls
        if ended == BANKED:
            scores[seat] += total
            scratch.opened[seat] = 1
            # rules.challenge_split: the first challenge is forfeited.
            if not is_plain and scores[seat] >= rules.challenge_split:
                scratch.spent[seat] |= 1
            games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], total)
            tally[COUNTERS.overtakings] += seen.last_round and seen.score <= seen.best_other < scores[seat]
        elif ended == OVER:
            tally[COUNTERS.overshot] += 1
        elif ended != BUST and is_roll:
            tally[COUNTERS.endgame_short] += 1
        elif 0 < total < seen.minimum:
            tally[COUNTERS.minima_missed if total < outlook.usual else COUNTERS.topping_missed] += 1
        if not is_plain:
            scratch.streaks[seat] = seen.streak + 1 if ended == BUST else 0
        if ended != BUST:
            return paid
        games[GAME.busts + seat, row] += 1
        # rules.streak_busts, rules.streak_penalty, rules.streak_reset
        if not is_plain and seen.penalty > 0:
            paid = seen.penalty
            scores[seat] -= paid
            tally[COUNTERS.streak_penalties] += 1
            if rules.streak_reset:
                scratch.streaks[seat] = 0
        return paid

    return enter
