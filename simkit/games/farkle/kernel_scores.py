"""What the scores are to a turn of the Farkle family, and what a turn does to them; compiled."""

# mypy: no-check-untyped-defs

from __future__ import annotations

import numpy as np

from simkit.games.dice.table import best_of_others
from simkit.games.farkle.columns import BANKED, BUST, COUNTERS, GAME, OVER
from simkit.games.farkle.decisions import View
from simkit.games.farkle.rules import Rules
from simkit.jit import helper, inlined
from simkit.model.game import code_of

__all__ = ["NO_CHALLENGE", "challenge_of", "enter", "seen_seat", "settle_challenge"]

_ENDGAME_NONE = code_of(Rules, "endgame", "none")
_TOPPING_OFF, _STRICT = code_of(Rules, "topping", "off"), code_of(Rules, "topping", "strict")
_CHALLENGE_ON = code_of(Rules, "challenge", "on")
_FLOOR_ZERO = code_of(Rules, "challenge_floor", "zero")

NO_CHALLENGE = -1
"""In place of a challenge and of its cost where a seat has none to use."""


@inlined
def seen_seat(  # type: ignore[no-untyped-def]
    rules, is_lean, scores, streaks, seats, seat, is_opened, turn, last_round, previous
):
    """The view of a seat at the beginning of its turn, the minimum but for topping, and whether it is in the endgame.

    ``previous`` is what the turn before, another seat's, has banked.
    """
    score = scores[seat]
    missing = rules.target - score + rules.target_strict
    is_endgame = rules.endgame != _ENDGAME_NONE and score >= rules.endgame_from
    minimum = rules.bank_min if is_opened else max(rules.open_min, rules.bank_min)
    if not is_lean and last_round and not rules.final_min:
        minimum = 0
    if not is_lean and rules.exact_target:
        minimum = min(minimum, max(missing, 0))
    if is_endgame:
        minimum = max(minimum, missing)
    usual = minimum
    if not is_lean and rules.topping != _TOPPING_OFF and previous > 0:
        minimum = max(minimum, previous + (rules.topping == _STRICT))
    best_other = best_of_others(scores, seats, seat)
    zero = np.int64(0)
    streak, penalty = zero, zero
    if not is_lean and rules.streak_busts > 0:
        streak = streaks[seat]
        penalty = np.int64(rules.streak_penalty if streak + 1 >= rules.streak_busts else 0)
    view = View(
        0.0, zero, zero, score, best_other, minimum, missing, last_round, turn, zero, zero, streak, penalty, zero
    )  # fmt: skip
    return view, usual, is_endgame


@inlined
def challenge_of(rules, costs, score, is_opened, spent, seats):  # type: ignore[no-untyped-def]
    """Which challenge the seat may use (0 or 1), and what it costs; twice ``NO_CHALLENGE`` for none."""
    which = np.int64(score >= rules.challenge_split)
    if (
        rules.challenge != _CHALLENGE_ON
        or seats == 1
        or spent >> which & 1
        or (rules.challenge_needs_board and not is_opened)
    ):
        return np.int64(NO_CHALLENGE), np.int64(NO_CHALLENGE)
    return which, costs[which]


@helper
def settle_challenge(rules, scores, seat, which, cost, result, tally):  # type: ignore[no-untyped-def]
    """Move what a challenge has brought or cost; returns the points taken off the other seat, and those paid."""
    tally[COUNTERS.challenges_1 + which] += 1
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


@inlined
def enter(  # type: ignore[no-untyped-def]
    rules, is_lean, games, row, seat, seen, usual, is_roll, result, scores, opened, streaks, spent, tally
):
    """Write a turn's result, but for a challenge, into the scores and the game's row; returns the points paid."""
    ended, total, rolls, paid = result.ended, result.total, result.rolls, np.int64(0)
    games[GAME.rolls + seat, row] += rolls
    if ended == BANKED:
        scores[seat] += total
        opened[seat] = 1
        if not is_lean and scores[seat] >= rules.challenge_split:
            spent[seat] |= 1
        games[GAME.best_turn + seat, row] = max(games[GAME.best_turn + seat, row], total)
        tally[COUNTERS.overtakings] += seen.last_round and seen.score <= seen.best_other < scores[seat]
    elif ended == OVER:
        tally[COUNTERS.overshot] += 1
    elif ended != BUST and is_roll:
        tally[COUNTERS.endgame_short] += 1
    elif 0 < total < seen.minimum:
        tally[COUNTERS.minima_missed if total < usual else COUNTERS.topping_missed] += 1
    if not is_lean:
        streaks[seat] = seen.streak + 1 if ended == BUST else 0
    if ended != BUST:
        return paid
    games[GAME.busts + seat, row] += 1
    if not is_lean and seen.penalty > 0:
        paid = seen.penalty
        scores[seat] -= paid
        tally[COUNTERS.streak_penalties] += 1
        if rules.streak_reset:
            streaks[seat] = 0
    return paid
