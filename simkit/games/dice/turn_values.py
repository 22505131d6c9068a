"""What a turn is worth when it is played as well as possible, by its total and state; compiled.

Dynamic programming over a ``TurnGraph``: every choice adds points, so totals are worked through from the highest down.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from simkit.games.dice.turn_graph import END, MAY, TurnGraph
from simkit.jit import helper, kernel
from simkit.kernel import tuple_type

__all__ = ["GRAPH_TYPE", "TABLE_TYPE", "Worth", "fill_row", "longest", "turn_values"]

_INDICES, _NUMBERS = types.Array(types.int64, 1, "C"), types.Array(types.float64, 1, "C")
TABLE_TYPE = types.Array(types.float64, 2, "C")

GRAPH_TYPE = tuple_type(TurnGraph, _INDICES, _NUMBERS, _NUMBERS, _INDICES, types.Array(types.int64, 2, "C"))


class Worth(NamedTuple):
    """What the ways in which a turn ends are worth."""

    banked: Any
    """``float64[totals]``, by turn total in steps; -inf where banking is not allowed. The last stands for all above."""
    short: Any
    """Of a turn that ends by the rules before it may be banked."""
    bust: Any
    """Of a roll that loses the turn."""


_WORTH = tuple_type(Worth, _NUMBERS, types.float64, types.float64)


@helper
def fill_row(graph, worth, total, values, busts):
    """Fill the row of a turn total, the higher ones being filled; ``busts`` are the chances of no points."""
    top = worth.banked.size - 1
    for state in range(graph.bust.size):
        value, lost = graph.bust[state] * worth.bust, graph.bust[state]
        for roll in range(graph.roll_first[state], graph.roll_first[state + 1]):
            best, risk = -np.inf, 0.0
            for choice in range(graph.choice_first[roll], graph.choice_first[roll + 1]):
                reached = min(total + graph.choices[choice, 0], top)
                after, kind = graph.choices[choice, 1], graph.choices[choice, 2]
                banked = worth.banked[reached]
                found, its_risk = values[reached, after], busts[reached, after]
                if kind == END and banked == -np.inf:
                    found, its_risk = worth.short, 1.0
                elif kind == END or (kind == MAY and banked >= found):
                    found, its_risk = banked, 0.0
                if found > best:
                    best, risk = found, its_risk
            value += graph.chance[roll] * best
            lost += graph.chance[roll] * risk
        values[total, state], busts[total, state] = value, lost


@kernel(types.void(GRAPH_TYPE, _WORTH, TABLE_TYPE, TABLE_TYPE))
def turn_values(graph, worth, values, busts):
    """Fill ``values`` and ``busts``, ``float64[totals, states]``, whose last rows are filled already."""
    for total in range(worth.banked.size - 2, -1, -1):
        fill_row(graph, worth, total, values, busts)


@kernel(types.void(GRAPH_TYPE, types.int64, TABLE_TYPE, TABLE_TYPE))
def longest(graph, rolls, points, alive):
    """Fill the most points (in steps) that so many rolls may bring, and the best chance to survive them.

    ``float64[rolls + 1, states]``, by number of rolls. A bust loses no points here, and each is best by itself.
    """
    for number in range(1, rolls + 1):
        for state in range(graph.bust.size):
            most, chance = 0.0, 0.0
            for roll in range(graph.roll_first[state], graph.roll_first[state + 1]):
                best, surviving = 0.0, 0.0
                for choice in range(graph.choice_first[roll], graph.choice_first[roll + 1]):
                    after = graph.choices[choice, 1]
                    best = max(best, graph.choices[choice, 0] + points[number - 1, after])
                    surviving = max(surviving, alive[number - 1, after])
                most += graph.chance[roll] * best
                chance += graph.chance[roll] * surviving
            points[number, state], alive[number, state] = most, chance
