"""Options of Sto dwadzieścia, after the Polish booklet's rule sheet."""

from __future__ import annotations

from pydantic import Field

from simkit.games.dice.options import FinalRound, Start, Tie
from simkit.model.game import RulesModel

__all__ = ["Rules"]


class Rules(RulesModel):
    """Every option, with the booklet's value where it gives one."""

    target: int = Field(
        120, ge=1, le=1_000_000, description="score that ends the game", json_schema_extra={"unit": "points"}
    )
    double_bonus: int = Field(
        20,
        ge=0,
        le=1_000,
        description="added to the sum when both dice show the same face",
        json_schema_extra={"unit": "points"},
    )
    final_round: FinalRound = "none"
    tie: Tie = "shared"
    start: Start = "seat1"
