"""One turn in which a seat rolls on at its own risk, as a graph: states between rolls, and what rolls lead to.

Plain numbers that the solver of ``turn_values.py`` reads; a game makes them from the tables that its kernel reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np

__all__ = ["END", "MAY", "MUST", "Choice", "Roll", "TurnGraph", "turn_graph"]

MAY, MUST, END = 0, 1, 2
"""After a choice the seat may bank or roll on, must roll on, or the turn ends."""


class Choice(NamedTuple):
    """One way to go on after a roll."""

    points: int
    """What it adds to the turn total, above 0."""
    state: Any
    """The state that the next roll is made in."""
    kind: int
    """``MAY``, ``MUST`` or ``END``."""


class Roll(NamedTuple):
    """Rolls that offer the same choices; none of them where the turn is lost."""

    ways: int
    choices: Iterable[Choice]


class TurnGraph(NamedTuple):
    """A turn as compiled code reads it; state 0 is that before the first roll."""

    roll_first: Any
    """``int64[states + 1]``: where the rolls of a state begin."""
    bust: Any
    """``float64[states]``: chance that a roll loses the turn."""
    chance: Any
    """``float64[rolls]``: chance of each roll in its state."""
    choice_first: Any
    """``int64[rolls + 1]``: where the choices of a roll begin."""
    choices: Any
    """``int64[choices, 3]``: points in steps, the next state, the kind."""


def turn_graph(
    start: Hashable, rolls_of: Callable[[Any], Iterable[Roll]], step: int, *, more_is_better: bool
) -> tuple[TurnGraph, list[Any]]:
    """Walk a turn from its first roll on, and number its states.

    Parameters
    ----------
    start
        The state before the first roll.
    rolls_of
        Every roll of a state; ways are counted, and all ways of a state are equally likely.
    step
        What all points are multiples of.
    more_is_better
        Whether more points are never worse; then of choices that differ in points alone the best one is kept.

    Returns
    -------
    TurnGraph
        The graph.
    list
        The states by number.
    """
    states, numbers = [start], {start: 0}
    roll_first, choice_first = [0], [0]
    chances: list[float] = []
    busts: list[float] = []
    rows: list[tuple[int, int, int]] = []
    for state in states:  # grows meanwhile
        merged: dict[tuple[tuple[int, int, int], ...], int] = defaultdict(int)
        for ways, choices in rolls_of(state):
            for choice in choices:
                if choice.state not in numbers:
                    numbers[choice.state] = len(states)
                    states.append(choice.state)
            found = {(points // step, numbers[after], kind) for points, after, kind in choices}
            merged[tuple(sorted(_undominated(found) if more_is_better else found))] += ways
        whole = sum(merged.values())
        busts.append(merged.pop((), 0) / whole)
        for listed, ways in merged.items():
            chances.append(ways / whole)
            rows += listed
            choice_first.append(len(rows))
        roll_first.append(len(chances))
    return TurnGraph(
        np.array(roll_first),
        np.array(busts),
        np.array(chances),
        np.array(choice_first),
        np.array(rows, dtype=np.int64).reshape(-1, 3),
    ), states


def _undominated(choices: set[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    best: dict[tuple[int, int], int] = {}
    for points, state, kind in choices:
        best[state, kind] = max(points, best.get((state, kind), points))
    return [(points, state, kind) for (state, kind), points in best.items()]
