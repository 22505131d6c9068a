"""Clauses of the rules that the tables of Skreślanka 2 tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("wasted", "nothing was crossed off in a turn", "wasted_SEAT"),
    Clause("second_throw", "a turn had a second throw", "one_more_SEAT + two_more_SEAT"),
    TIE_BREAK,
)
