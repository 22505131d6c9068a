"""Options of Strity, as the Polish booklet of dice games tells it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simkit.games.dice.options import Start, Tie
from simkit.model.game import RulesModel

__all__ = ["Rules"]

Points = Annotated[int, Field(ge=0, le=10_000, json_schema_extra={"unit": "points"})]


class Rules(RulesModel):
    """Every option of Strity, with the value that the booklet has."""

    small_straight: Points = Field(15, description="1-2-3-4-5 and any sixth die")
    big_straight: Points = Field(20, description="2-3-4-5-6 and any sixth die")
    full_straight: Points = Field(40, description="1-2-3-4-5-6")
    three_two_one: Points = Field(30, description="a triple, a pair and a single")
    triple_pair_single: Literal["exact", "superset"] = Field(
        "exact",
        description="whether the faces of triple, pair and single have to differ (exact), or groups of the same face "
        "count as well: 3+3, 4+2, 5+1 and six equal dice (superset)",
    )
    first_roll_double: bool = Field(
        True, description="whether a combination scores double when the seat stops after its first roll"
    )
    turns: int = Field(10, ge=1, le=1_000, description="turns of each seat", json_schema_extra={"unit": "turns"})
    tie: Tie = "shared"
    start: Start = "seat1"
