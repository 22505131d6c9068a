"""Exact answers as plain data: what is asked of a solver, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy.typing as npt

__all__ = ["Bounds", "Form", "Goal", "NotEvaluatedError", "Sheet", "SheetColumn", "Solution", "Solver"]

Form = Literal["text", "count", "number", "share"]
"""How a column is written: words, a whole number, a number with decimals, a share as a percentage."""


@dataclass(frozen=True)
class Goal:
    """What is made as good as possible.

    Parameters
    ----------
    name
        Its name on the command line.
    question
        What its value is, as a phrase.
    unit
        Unit of the value.
    is_least
        Whether less is better.
    bots
        Which bots are evaluated beside the best play: all of the game, those of the line-up, or none.
    """

    name: str
    question: str
    unit: str
    is_least: bool = False
    bots: Literal["all", "lineup", "none"] = "all"


class Bounds(NamedTuple):
    """A number that lies between two numbers."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """Number in the middle."""
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Solution:
    """The value of a game under the best play for a goal, and arrays of its solver's own that tell that play."""

    value: Bounds
    arrays: Mapping[str, npt.NDArray[Any]]


class SheetColumn(NamedTuple):
    """A column of a sheet: its key for machines, its heading for people."""

    key: str
    heading: str
    form: Form


@dataclass(frozen=True)
class Sheet:
    """A table of an exact answer.

    Parameters
    ----------
    name, title
        Name for machines; a title for people.
    columns
        Its columns.
    rows
        Values by column; None where there is none, in a count what never happens.
    shown
        Rows that text shows, from the first on; None for all of them.
    """

    name: str
    title: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[Any, ...], ...]
    shown: int | None = None


class NotEvaluatedError(Exception):
    """A bot cannot be evaluated exactly; the message says why."""


@dataclass(frozen=True)
class Solver:
    """What a game's ``solve`` module offers, as ``SOLVER``.

    Parameters
    ----------
    goals
        The goals that it solves for, the default one first.
    solve
        ``(rules, goal name, tell)``: the best play; ``tell`` takes the share that is done. A ``UsageError`` where these
        rules cannot be solved for that.
    digest
        ``(rules, goal name, solution)``: the best play as tables that people read.
    odds
        ``(rules)``: chances of single rolls and what is best then, as tables.
    evaluate
        ``(rules, goal name, player)``: the value of a bot's play; a ``NotEvaluatedError`` where it cannot be told. None
        where the goals ask for no bots.
    """

    goals: tuple[Goal, ...]
    solve: Callable[[Any, str, Callable[[float], None]], Solution]
    digest: Callable[[Any, str, Solution], Sequence[Sheet]]
    odds: Callable[[Any], Sequence[Sheet]]
    evaluate: Callable[[Any, str, Any], float] | None = None
