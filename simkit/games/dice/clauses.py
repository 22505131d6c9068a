"""Clauses that the rules of many dice games have."""

from __future__ import annotations

from simkit.model.statistic import Clause

__all__ = ["LAST_ROUND", "TIE_BREAK"]

TIE_BREAK = Clause(
    "tie_break",
    "a round of rolls, or of turns, was played to break a tie",
    "tie_breaks",
    holds=lambda rules: rules["tie"] in ("roll", "turn"),
)

LAST_ROUND = Clause(
    "overtaking",
    "a seat passed the best score so far in the last round",
    "overtakings",
    holds=lambda rules: rules["final_round"] != "none",
)
"""For games with the column ``overtakings``."""
