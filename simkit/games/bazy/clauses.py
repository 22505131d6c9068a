"""Clauses of the rules that the tables of Bazy tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("out", "a seat went over the limit", "out_order_SEAT IS NOT NULL"),
    TIE_BREAK,
)
