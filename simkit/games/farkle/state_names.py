"""Columns that name the states of a turn of the Farkle family, for tables of exact answers."""

from __future__ import annotations

from typing import Any, NamedTuple

from simkit.games.dice.rolls import dice_of
from simkit.games.farkle.graph import TurnState
from simkit.model.solution import SheetColumn

__all__ = ["NamedStates", "faces_text", "named_states"]


class NamedStates(NamedTuple):
    """States of a turn in the order in which they are shown."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[int, tuple[Any, ...]], ...]
    """Number of each state, and what stands in the columns."""


def named_states(states: list[TurnState]) -> NamedStates:
    """Name states by dice left, and by what else tells them apart: dice set aside, or whether it is the first roll."""
    columns = [SheetColumn("dice", "dice left", "count")]
    names: list[tuple[Any, ...]] = [(state.dice,) for state in states]
    if any(state.is_first for state in states):
        columns.append(SheetColumn("roll", "roll", "text"))
        names = [(state.dice, "first" if state.is_first else "later") for state in states]
    if any(state.frozen for state in states):
        columns.append(SheetColumn("frozen", "set aside", "text"))
        names = [(*name, faces_text(state.frozen)) for name, state in zip(names, states, strict=True)]
    order = sorted(range(len(states)), key=lambda number: (states[number].dice, states[number]))
    return NamedStates(tuple(columns), tuple((number, names[number]) for number in order))


def faces_text(code: int) -> str:
    """Write dice by their faces.

    >>> faces_text(0o20002)
    '1-1-5-5'
    """
    return "-".join(map(str, dice_of(code))) or "nothing"
