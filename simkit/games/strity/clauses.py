"""Clauses of the rules that the tables of Strity tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause(
        "doubled",
        "points of a turn counted double, made with the first roll",
        "doubled_SEAT",
        holds=lambda rules: rules["first_roll_double"],
    ),
    Clause("three_two_one", "a turn scored a triple, a pair and a single", "three_two_one_SEAT"),
    Clause("full_straight", "a turn scored 1-2-3-4-5-6", "full_straight_SEAT"),
    TIE_BREAK,
)
