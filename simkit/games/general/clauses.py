"""Clauses of the rules that the tables of Generał tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause(
        "bonus",
        "a seat got the bonus for its rows",
        "bonus_SEAT > 0",
        holds=lambda rules: rules["school_bonus"] > 0,
    ),
    Clause(
        "malus",
        "a seat got the malus for its rows",
        "bonus_SEAT < 0",
        holds=lambda rules: rules["school_malus"] != 0,
    ),
    TIE_BREAK,
)
