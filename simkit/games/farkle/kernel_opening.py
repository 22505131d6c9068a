"""What is decided before the first roll of a turn of the Farkle family, compiled: challenges and take-overs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.farkle.decisions import FRESH, TAKE_OVER, Rival, View
from simkit.jit import helper, inlined
from simkit.kernel import Status
from simkit.streams import coin, next_word

__all__ = ["NOBODY", "Chance", "Left", "opening", "view_of"]

_DECISION, _ANSWER = int(Status.DECISION), int(Status.ANSWER)

NOBODY = -1
"""The seat challenged where none is."""


class Left(NamedTuple):
    """What a turn leaves for the next seat to take over: nothing when the total is 0."""

    total: Any
    dice: Any
    frozen: Any
    slot: Any


class Chance(NamedTuple):
    """What a seat begins its turn with."""

    seen: Any
    """Its view, but for what changes in the turn."""
    left: Any
    """What may be taken over, if its total is not 0."""
    cost: Any
    """Cost of the challenge that may be made, or -1."""


@inlined
def view_of(seen, fresh_coin, total, dice, rolls, frozen, penalty, challenged):
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
        penalty,
        challenged + 1,
    )


@helper
def _challenge(view, scores, seats, seat, cost, bot, raw, status):
    """The seat that is challenged, ``NOBODY`` for none; -2 when a score is not a number."""
    status[_DECISION] = 3
    best, best_score = np.int64(NOBODY), -np.inf
    for index in range(seats):
        other = (seat + index) % seats
        zero = np.int64(0)
        rival = Rival(index, seats, zero, zero, zero)
        if index > 0:
            rival = Rival(index, seats, other + 1, scores[other], cost)
        score = bot(view, rival, raw)
        if np.isnan(score):
            status[_ANSWER] = index
            return np.int64(-2)
        if score > best_score:
            best, best_score = (other if index > 0 else np.int64(NOBODY)), score
    return best


@helper
def opening(turn, chance, coins, game, bots, rules, scores, status):
    """What is decided before the first roll: whom to challenge, and whether to take over what the turn before has left.

    Returns the answer to the latter (-1: a bot broke its contract), the seat that is challenged, and the next coin.
    """
    seen, left, place, raw = chance.seen, chance.left, turn.place, bots.params[turn.place]
    challenged, penalty, zero = np.int64(NOBODY), seen.penalty, np.int64(0)
    # rules.challenge
    if chance.cost >= 0 and bots.decides[3, place]:
        view = view_of(seen, coin(game.key, coins), zero, np.int64(rules.dice), zero, zero, penalty, challenged)
        coins = next_word(coins)
        challenged = _challenge(view, scores, turn.seats, turn.seat, chance.cost, bots.entries[3][place], raw, status)
        if challenged < NOBODY:
            return np.int64(-1), challenged, coins
        if challenged > NOBODY:
            penalty += chance.cost
    answer = np.int64(FRESH)
    # rules.piggyback
    if left.total > 0 and bots.decides[2, place]:
        view = view_of(seen, coin(game.key, coins), left.total, left.dice, zero, left.frozen, penalty, challenged)
        coins = next_word(coins)
        status[_DECISION] = 2
        answer = np.int64(bots.entries[2][place](view, raw))
        if answer not in (FRESH, TAKE_OVER):
            status[_ANSWER] = answer
            answer = np.int64(-1)
    return answer, challenged, coins
