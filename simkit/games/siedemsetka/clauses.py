"""Clauses of the rules that the tables of Siedemsetka tell of."""

from __future__ import annotations

from simkit.games.dice.clauses import TIE_BREAK
from simkit.games.siedemsetka.columns import ROLLED
from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("bust", "a turn ended in a bust", " + ".join(f"busts_of_{dice}_SEAT" for dice in ROLLED)),
    Clause("run", "a run was taken", "runs_SEAT"),
    Clause("equal", "equal dice were taken", "equals_SEAT"),
    TIE_BREAK,
)
