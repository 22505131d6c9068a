"""Options of Piątka, after the Polish booklet's rule sheet and its relative Super Dodawanie."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simkit.games.dice.options import FinalRound, Start, Tie
from simkit.model.game import RulesModel

__all__ = ["Rules"]


class Rules(RulesModel):
    """Every option, with the booklet's value where it gives one."""

    per_roll: Literal["exactly_one", "one_or_more"] = Field(
        "exactly_one", description="how many dice are set aside after each roll"
    )
    play_to: Literal["turns", "target"] = Field(
        "turns", description="whether the game ends after so many turns each, or at a target"
    )
    turns: int = Field(
        10,
        ge=1,
        le=10_000,
        description="turns of each seat, with play_to = turns",
        json_schema_extra={"unit": "turns"},
    )
    target: int = Field(
        300,
        ge=1,
        le=1_000_000,
        description="score that ends the game, with play_to = target",
        json_schema_extra={"unit": "points"},
    )
    final_round: FinalRound = "none"
    tie: Tie = "shared"
    start: Start = "seat1"
