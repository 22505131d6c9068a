"""A turn of the Farkle family as a graph for solvers, from the option tables that the kernel reads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.games.dice.rolls import FACES, ROLL_OFFSET, roll_classes
from simkit.games.dice.turn_graph import END, MAY, MUST, Choice, Roll, TurnGraph, turn_graph
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.tables import COUNT_BITS, COUNT_MASK, OptionField, Tables, build

__all__ = [
    "FamilyTurn",
    "TurnState",
    "after",
    "choice_of",
    "counted_rolls",
    "family_turn",
    "has_bonus",
    "hot_kind",
    "listed",
]


class TurnState(NamedTuple):
    """What the next roll of a turn depends on, but for the turn total."""

    slot: int
    """Number of the set of frozen dice; 0 where dice of several rolls do not combine."""
    dice: int
    """Dice to be rolled."""
    is_first: bool = False
    """Whether it is the first roll of the turn, where that matters."""
    frozen: int = 0
    """Code of the dice set aside since the last hot dice, where those of a roll combine with them."""


class FamilyTurn(NamedTuple):
    """A turn under a rule set: its graph, its states by number, and the step that all points are multiples of."""

    graph: TurnGraph
    states: list[TurnState]
    step: int


@cache
def counted_rolls(dice: int) -> tuple[tuple[int, int], ...]:
    """Every class of rolls of so many dice, with the number of ordered rolls; they sum to 6^dice."""
    first = int(ROLL_OFFSET[dice])
    numbers, ways = np.unique(roll_classes()[first : first + FACES**dice], return_counts=True)
    return tuple(zip(numbers.tolist(), ways.tolist(), strict=True))


@cache
def _a_roll_of() -> dict[int, int]:
    """Place of a roll of each class in the table of all rolls."""
    numbers, places = np.unique(roll_classes(), return_index=True)
    return dict(zip(numbers.tolist(), places.tolist(), strict=True))


def listed(tables: Tables, state: TurnState, rolled: int) -> tuple[int, int]:
    """First row and end of the options of a class of rolls, as the kernel finds them."""
    packed = int(
        tables.of_frozen[state.slot, rolled] if len(tables.of_frozen) else tables.of_roll[_a_roll_of()[rolled]]
    )
    return packed >> COUNT_BITS, (packed >> COUNT_BITS) + (packed & COUNT_MASK)


def family_turn(rules: Rules) -> FamilyTurn:
    """Make the graph of a turn."""
    tables = build(rules)
    step = math.gcd(*map(int, tables.options[:, OptionField.POINTS]), rules.none_first)
    start = TurnState(0, rules.dice, is_first=rules.none_first_only)
    # Not so where a higher score may be worse: with an exact target, an endgame, or a last turn of the other seat.
    more_is_better = not rules.exact_target and rules.endgame == "none" and rules.final_round == "none"
    graph, states = turn_graph(start, lambda state: _rolls(rules, tables, state), step, more_is_better=more_is_better)
    return FamilyTurn(graph, states, step)


def _rolls(rules: Rules, tables: Tables, state: TurnState) -> Iterator[Roll]:
    for rolled, ways in counted_rolls(state.dice):
        begin, end = listed(tables, state, rolled)
        choices = [choice_of(rules, state, tables.options[row]) for row in range(begin, end)]
        if not choices and has_bonus(rules, state):
            choices = [Choice(rules.none_first, TurnState(0, rules.dice), MUST)]
        yield Roll(ways, choices)


def has_bonus(rules: Rules, state: TurnState) -> bool:
    """Whether a roll that scores nothing brings the bonus for none: rules.none_first, rules.none_first_only."""
    return (
        rules.none_first > 0
        and state.dice == rules.dice
        and state.slot == 0
        and (state.is_first or not rules.none_first_only)
    )


def choice_of(rules: Rules, state: TurnState, row: npt.NDArray[np.int32]) -> Choice:
    """What an option, a row of the kernel's table, leads to."""
    points, dice, faces, _, slot = row[: OptionField.SLOT + 1].tolist()
    is_hot = dice == state.dice
    return Choice(points, after(rules, state, dice, slot, faces), hot_kind(rules, state) if is_hot else MAY)


def after(rules: Rules, state: TurnState, dice: int, slot: int, faces: int) -> TurnState:
    """The state after so many dice are set aside: all dice are free again after hot dice."""
    if dice == state.dice:
        return TurnState(0, rules.dice)
    return TurnState(slot, state.dice - dice, frozen=state.frozen + faces if slot else 0)


def hot_kind(rules: Rules, state: TurnState) -> int:
    """How a turn goes on when all dice of a state's roll are set aside: rules.hot_dice, rules.hot_scope."""
    if rules.hot_dice == "end" or (rules.hot_scope == "roll" and state.dice < rules.dice):
        return END
    return MUST if rules.hot_dice == "must" else MAY
