"""Clauses of the rules that the tables of 120 tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("double", "a turn showed a double", "doubles_SEAT", holds=lambda rules: rules["double_bonus"] > 0),
    TIE_BREAK,
)
