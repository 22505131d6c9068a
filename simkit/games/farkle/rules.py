"""Options of the Farkle family: dice are set aside for points, and a roll that scores nothing loses the turn.

Names and readings follow the rule sheets of Zilch and of the Polish booklet's 10000. Each game of the family is a set
of values for these options (its ``variants/*.toml``); the defaults here are the plain game with no extras.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from simkit.games.base import RulesModel
from simkit.games.dice.options import FinalRound, Start

__all__ = ["FarkleRules"]

Points = Annotated[int, Field(ge=0, le=1_000_000, json_schema_extra={"unit": "points"})]
"""Worth of an element; 0 where the element does not count."""


class FarkleRules(RulesModel):
    """Every option of the family, with the value that the plain game has."""

    ones: Points = Field(100, description="a single 1")
    fives: Points = Field(50, description="a single 5")
    triples: tuple[Points, Points, Points, Points, Points, Points] = Field(
        (1000, 200, 300, 400, 500, 600), description="three of a kind, for the faces 1 to 6"
    )
    kinds: Literal["none", "fixed"] = Field(
        "none", description="four, five and six of a kind: nothing of their own, or the same points for every face"
    )
    four_kind: Points = Field(4000, description="four of a kind, with kinds = fixed")
    five_kind: Points = Field(5000, description="five of a kind, with kinds = fixed")
    six_kind: Points = Field(6000, description="six of a kind, with kinds = fixed")
    straight6: Points = Field(0, description="straight 1-2-3-4-5-6")
    three_pairs: Points = Field(0, description="three pairs; four and two, or six of a kind, count as three pairs")
    two_triplets: Points = Field(0, description="two triplets; six of a kind counts as two triplets")
    open_min: Points = Field(
        0, description="least turn total with which a seat may bank for the first time, if it is more than bank_min"
    )
    bank_min: Points = Field(0, description="least turn total with which a seat may bank")
    hot_dice: Literal["must", "may"] = Field(
        "may", description="when all six dice are set aside the seat must, or may, roll all six again"
    )
    target: int = Field(
        10_000, ge=50, le=1_000_000, description="score that ends the game", json_schema_extra={"unit": "points"}
    )
    target_strict: bool = Field(False, description="whether the target has to be exceeded, not only reached")
    endgame: Literal["none", "single_roll", "single_turn"] = Field(
        "none",
        description="how a seat that begins its turn at endgame_from or more must make up the missing points: as ever; "
        "in one roll of six dice, every scoring die counted; or within one turn, which counts only if it is enough",
    )
    endgame_from: Points = Field(9_500, description="banked score from which the endgame rule holds")
    final_round: FinalRound = "none"
    tie: Literal["shared", "roll"] = Field(
        "shared",
        description="seats that are level at the top share the win, or each roll six dice once and add the best value "
        "of the roll, until one is ahead",
    )
    start: Start = "seat1"

    @model_validator(mode="after")
    def _something_scores(self) -> Self:
        if not (self.ones or self.fives or any(self.triples)):
            raise ValueError("no single die and no triple scores: a turn could never be begun")
        return self
