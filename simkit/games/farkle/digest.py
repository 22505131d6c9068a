"""The best play in the Farkle family as tables that people read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.games.dice.rolls import FACES
from simkit.games.dice.turn_graph import END, MUST
from simkit.games.farkle.graph import FamilyTurn, choice_of, counted_rolls, family_turn, listed
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.solve_points import best_turn, thresholds
from simkit.games.farkle.state_names import faces_text, named_states
from simkit.games.farkle.tables import OptionField, build
from simkit.model.solution import Sheet, SheetColumn, Solution

__all__ = ["bank_from", "points_digest"]

_SHOWN = 10
"""Rows of a long table that text shows."""


def points_digest(rules: Rules, solution: Solution) -> list[Sheet]:
    """Tell the play for the most points a turn: from which total to bank, and which dice to leave."""
    family = family_turn(rules)
    return [bank_from(rules, family, solution), *_openings(rules), _leave(rules, family, solution)]


def bank_from(rules: Rules, family: FamilyTurn, solution: Solution) -> Sheet:
    """Tell from which turn total to bank, by the state of the turn and by busts in a row where they count."""
    states, values = named_states(family.states), solution.arrays["values"]
    totals = [thresholds(value, rules.bank_min, family.step) for value in values]
    columns: tuple[SheetColumn, ...] = (SheetColumn("bank_from", "bank from", "count"),)
    if len(values) > 1:
        columns = tuple(
            SheetColumn(f"bank_from_{busts}", f"after {busts} bust{'' if busts == 1 else 's'}", "count")
            for busts in range(len(values))
        )
    rows = tuple((*names, *(each[number] for each in totals)) for number, names in states.rows)
    told = "Turn total from which to bank" + (", by busts in a row before" if len(values) > 1 else "")
    return Sheet("bank_from", told, (*states.columns, *columns), rows, None if len(rows) <= _SHOWN else _SHOWN)


def _openings(rules: Rules) -> Iterator[Sheet]:
    """Tell what a turn is worth before the seat has banked, where it then needs more."""
    opening = max(rules.open_min, rules.bank_min)
    if opening == rules.bank_min:
        return
    columns = (
        SheetColumn("turn", "turn", "text"), SheetColumn("minimum", "needs", "count"),
        SheetColumn("points", "points", "number"),
    )  # fmt: skip
    turns = (("before the seat has banked", opening), ("after that", rules.bank_min))
    rows = tuple((turn, minimum, best_turn(rules, minimum).middle) for turn, minimum in turns)
    yield Sheet("opening", "The best mean of one turn", columns, rows)


class _Play(NamedTuple):
    """Codes of dice of a roll: those that bring the most points, and those to set aside."""

    most: int
    best: int


def _leave(rules: Rules, family: FamilyTurn, solution: Solution) -> Sheet:
    """Find the first rolls of a turn of which it is best not to take the most points."""
    tables, first = build(rules), family.states[0]
    worth_of = _Worth(rules, family, solution.arrays["values"][0])
    ways: dict[_Play, int] = defaultdict(int)
    gain: dict[_Play, float] = {}
    for rolled, number in counted_rolls(first.dice):
        begin, end = listed(tables, first, rolled)
        worths = [worth_of(tables.options[row]) for row in range(begin, end)]
        if worths and max(worths) > worths[0] + 1e-9:  # more than rounding
            best = worths.index(max(worths))
            play = _Play(*(int(tables.options[begin + place, OptionField.FACES]) for place in (0, best)))
            ways[play] += number
            gain[play] = worths[best] - worths[0]
    columns = (
        SheetColumn("scoring", "scoring dice", "text"), SheetColumn("set_aside", "set aside", "text"),
        SheetColumn("rolls", "rolls", "count"), SheetColumn("gain", "gain in points", "number"),
    )  # fmt: skip
    order = sorted(ways, key=lambda play: (-ways[play] * gain[play], play))
    rows = tuple((faces_text(play.most), faces_text(play.best), ways[play], gain[play]) for play in order)
    told = f"First rolls, of {FACES**first.dice:,}, of which to leave scoring dice"
    return Sheet("leave", told, columns, rows, _SHOWN)


class _Worth:
    """What setting dice of the first roll aside is worth."""

    def __init__(self, rules: Rules, family: FamilyTurn, values: npt.NDArray[np.float64]) -> None:
        self._rules, self._family, self._values = rules, family, values
        self._numbers = {state: number for number, state in enumerate(family.states)}

    def __call__(self, row: npt.NDArray[np.int32]) -> float:
        points, state, kind = choice_of(self._rules, self._family.states[0], row)
        rolling = float(self._values[points // self._family.step, self._numbers[state]])
        if kind == MUST or points < self._rules.bank_min:
            return 0.0 if kind == END else rolling
        return float(points) if kind == END else max(rolling, float(points))
