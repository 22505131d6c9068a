"""The best play of races in the Farkle family as tables that people read: when to bank, by the scores."""

from __future__ import annotations

import numpy as np

from simkit.games.dice.race import Race, Scratch, alone_turn, first_turn
from simkit.games.dice.race_values import scratch_for
from simkit.games.farkle.graph import FamilyTurn
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.solve_race import race_of, wins_of
from simkit.model.solution import Sheet, SheetColumn, Solution

__all__ = ["turns_digest", "win_digest"]

_ALONE, _AGAINST = 20, 4
"""Parts of the way to the target at whose ends the play is shown: alone, and by both scores."""


def turns_digest(rules: Rules, family: FamilyTurn, solution: Solution) -> list[Sheet]:
    """Tell the play for the fewest turns: by score the turns still needed, and from which total to bank."""
    race, turns = race_of(rules, family), solution.arrays["turns"]
    scratch = scratch_for(race)
    rows = []
    for score in _marks(race, _ALONE):
        alone_turn(race, turns, score, scratch)
        banks = _bank_from(race, family, score, 0, scratch)
        rows.append((score * family.step, float(turns[score]), *banks))
    columns = (SheetColumn("score", "score", "count"), SheetColumn("turns", "turns needed", "number"))
    told = "The fewest turns, by score: the turns still needed, and the turn total from which to bank by dice left"
    return [Sheet("by_score", told, (*columns, *_dice_columns(family)), tuple(rows))]


def win_digest(rules: Rules, family: FamilyTurn, solution: Solution) -> list[Sheet]:
    """Tell the play for the win of the seat that begins: by both scores its chance, and from which total to bank."""
    race = race_of(rules, family)
    wins = wins_of(rules, race, solution.arrays["first"], solution.arrays["second"])
    more = wins.finish_first.shape[1] - 1
    scratch = scratch_for(race, more)
    rows = []
    for own in _marks(race, _AGAINST):
        for other in _marks(race, _AGAINST):
            first_turn(race, wins, own, other, scratch)
            banks = _bank_from(race, family, own, more, scratch)
            rows.append((own * family.step, other * family.step, float(wins.first[own, other]), *banks))
    columns = (
        SheetColumn("own", "own score", "count"), SheetColumn("other", "other's", "count"),
        SheetColumn("chance", "chance to win", "share"),
    )  # fmt: skip
    told = "To win, by both scores: the chance of the seat to move, and the turn total from which to bank by dice left"
    return [Sheet("by_scores", told, (*columns, *_dice_columns(family)), tuple(rows))]


def _marks(race: Race, parts: int) -> list[int]:
    """Scores below the target, evenly spread."""
    scores = len(race.minimum)
    return sorted({part * scores // parts for part in range(parts)} | {scores - 1})


def _plain_states(family: FamilyTurn) -> list[tuple[int, int]]:
    """Dice left and number of each state that they tell; none where dice set aside or the first roll matter too."""
    if any(state.frozen or state.is_first for state in family.states):
        return []
    return sorted((state.dice, number) for number, state in enumerate(family.states))


def _dice_columns(family: FamilyTurn) -> tuple[SheetColumn, ...]:
    return tuple(
        SheetColumn(f"bank_from_{dice}", f"{dice} {'die' if dice == 1 else 'dice'}", "count")
        for dice, _ in _plain_states(family)
    )


def _bank_from(race: Race, family: FamilyTurn, score: int, more: int, scratch: Scratch) -> list[int | None]:
    """The turn totals from which to bank, by dice left; None where that is never best, or not asked."""
    if race.one_roll[score] >= 0:
        return [None for _ in _plain_states(family)]
    need = len(race.minimum) - score
    top = need if race.is_exact else max(need + more, int(race.minimum[score]))
    rolls = scratch.values[: top + 1] > scratch.banked[: top + 1, None]
    found: list[int | None] = []
    for _, number in _plain_states(family):
        last = int(np.flatnonzero(rolls[:, number]).max(initial=-1))
        found.append(None if last == top else max(last + 1, int(race.minimum[score])) * family.step)
    return found
