"""Options of Siedemsetka, as a Polish booklet of dice games ("Kości", Alexander) tells it or leaves in doubt."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simkit.games.dice.options import FinalRound, Start, Tie
from simkit.model.game import RulesModel

__all__ = ["Rules"]


class Rules(RulesModel):
    """Every option, with the value that the booklet's text and example give."""

    target: int = Field(
        300,
        ge=1,
        le=1_000_000,
        description="score that ends the game: 300 as printed, though the title means seven hundred",
        json_schema_extra={"unit": "points"},
    )
    combos_per_roll: Literal["one", "many"] = Field(
        "one",
        description="whether one combination is taken after a roll, or one or more that share no die: their points "
        "added, all their dice rolled again",
    )
    subset: Literal["any", "best_only"] = Field(
        "any", description="whether any combination may be taken, also part of a longer one, or only what is worth most"
    )
    needs_new_die: bool = Field(
        False,
        description="whether a combination needs at least one of the dice just rolled, not only dice on the table",
    )
    final_round: FinalRound = "none"
    tie: Tie = "shared"
    start: Start = "seat1"
