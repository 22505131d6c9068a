"""Clauses of the rules that the tables of Piątka tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("bust", "a turn was lost to a roll without a high enough die", "busts_SEAT"),
    TIE_BREAK,
)
