"""Clauses of the rules that the tables of Skreślanka tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("pass", "nothing was crossed off in a turn", "passes_SEAT"),
    Clause("sum", "the sum was crossed off", "sums_SEAT"),
    TIE_BREAK,
)
