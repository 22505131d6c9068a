"""Options of the Farkle family: dice are set aside for points, and a roll that scores nothing loses the turn.

Names and readings follow the rule sheets of Zilch and of the Polish booklet's 10000. Each game of the family is a set
of values for these options (its ``variants/*.toml``); the defaults here are the plain game with no extras.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from simkit.games.dice.options import FinalRound, Start
from simkit.games.farkle.contradictions import contradictions
from simkit.model.game import RulesModel

__all__ = ["FAR", "Rules"]

FAR = 10**9
"""The target where there is none: no score comes near it."""

Points = Annotated[int, Field(ge=0, le=1_000_000, json_schema_extra={"unit": "points"})]
"""Worth of an element; 0 where the element does not count."""


class Rules(RulesModel):
    """Every option of the family, with the value that the plain game has."""

    dice: int = Field(6, ge=5, le=6, description="dice that are played with", json_schema_extra={"unit": "dice"})
    ones: Points = Field(100, description="a single 1")
    fives: Points = Field(50, description="a single 5")
    triples: tuple[Points, Points, Points, Points, Points, Points] = Field(
        (1000, 200, 300, 400, 500, 600), description="three of a kind, for the faces 1 to 6"
    )
    kinds: Literal["none", "fixed", "double", "add", "step"] = Field(
        "none",
        description="four, five and six of a kind: nothing of their own; the same points for every face (four_kind, "
        "five_kind, six_kind); the triple's worth doubled with each die more; added once more; or kind_step more",
    )
    four_kind: Points = Field(4000, description="four of a kind, with kinds = fixed")
    five_kind: Points = Field(5000, description="five of a kind, with kinds = fixed")
    six_kind: Points = Field(6000, description="six of a kind, with kinds = fixed")
    kind_step: Points = Field(100, description="what each die more than three of a kind adds, with kinds = step")
    all_kind: Points = Field(
        0, description="all dice that are played with alike, in one element; at the target's worth they win at once"
    )
    straight6: Points = Field(0, description="straight 1-2-3-4-5-6")
    straight15: Points = Field(0, description="straight 1-2-3-4-5")
    straight26: Points = Field(0, description="straight 2-3-4-5-6")
    three_pairs: Points = Field(0, description="three pairs")
    three_pairs_quads: bool = Field(True, description="whether four and two, and six of a kind, count as three pairs")
    two_triplets: Points = Field(0, description="two triplets")
    two_triplets_six: bool = Field(True, description="whether six of a kind count as two triplets")
    four_pair: Points = Field(0, description="four of a kind with a pair of another face")
    none_first: Points = Field(
        0,
        description="bonus when a roll of all dice scores nothing; the turn then goes on with all of them",
    )
    none_first_only: bool = Field(
        False, description="whether only the first roll of a turn may bring none_first, and none after hot dice"
    )
    set_aside: Literal["any", "all"] = Field(
        "any",
        description="which scoring dice are set aside: one or more of them; or all, so that nothing left over scores "
        "by itself, and no die left over could be added for more points",
    )
    pyramiding: Literal["off", "kinds", "full"] = Field(
        "off",
        description="whether dice combine with those set aside by earlier rolls since the last hot dice: never; into "
        "three or more of a kind; or into every element",
    )
    open_min: Points = Field(
        0, description="least turn total with which a seat may bank for the first time, if it is more than bank_min"
    )
    bank_min: Points = Field(0, description="least turn total with which a seat may bank")
    final_min: bool = Field(True, description="whether open_min and bank_min hold in the last round")
    topping: Literal["off", "strict", "at_least"] = Field(
        "off",
        description="whether a turn may be banked only with more than, or at least, the points that the turn before, "
        "another seat's, has banked",
    )
    piggyback: bool = Field(
        False,
        description="whether a seat may begin its turn with the turn total that the turn before, another seat's, has "
        "banked, and with the dice that it has left",
    )
    hot_dice: Literal["must", "may", "end"] = Field(
        "may",
        description="when all dice are set aside the seat must, or may, roll all of them again; or the turn ends, "
        "banked, or lost if below the minimum",
    )
    hot_scope: Literal["turn", "roll"] = Field(
        "turn",
        description="whether that holds however many rolls it took; or only for all dice of one roll, the turn ending "
        "otherwise",
    )
    challenge: Literal["off", "on"] = Field(
        "off",
        description="whether a seat has two turns in which it may challenge another seat, one below challenge_split "
        "points and one from there on: what it banks is taken off the other; if it banks nothing it pays a penalty",
    )
    challenge_split: Points = Field(
        5_000, description="banked score at which the first challenge is forfeited and the second becomes usable"
    )
    challenge_penalty: tuple[Points, Points] = Field(
        (600, 2_000), description="what the first and the second challenge cost when nothing is banked"
    )
    challenge_floor: Literal["none", "zero"] = Field(
        "none", description="whether a challenge may take a score below zero"
    )
    challenge_needs_board: bool = Field(False, description="whether only a seat that has banked may challenge")
    streak_busts: int = Field(
        0,
        ge=0,
        le=100,
        description="busts in a row at which a seat loses streak_penalty points; 0: never",
        json_schema_extra={"unit": "turns"},
    )
    streak_penalty: Points = Field(0, description="points lost at that many busts in a row")
    streak_reset: bool = Field(
        True, description="whether the count begins anew after the penalty; otherwise each further bust costs it again"
    )
    target: int = Field(
        10_000,
        ge=0,
        le=1_000_000,
        description="score that ends the game; 0: none, and only rounds end it",
        json_schema_extra={"unit": "points"},
    )
    target_strict: bool = Field(False, description="whether the target has to be exceeded, not only reached")
    exact_target: bool = Field(
        False,
        description="whether the target must be met exactly: a turn total that would exceed it is lost at once, and a "
        "minimum asks no more than is missing",
    )
    rounds: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="turns of each seat after which the game ends, if nothing has ended it before; 0: no such end",
        json_schema_extra={"unit": "rounds"},
    )
    endgame: Literal["none", "single_roll", "single_turn"] = Field(
        "none",
        description="how a seat that begins its turn at endgame_from or more must make up the missing points: as ever; "
        "in one roll of all dice, every scoring die counted; or within one turn, which counts only if it is enough",
    )
    endgame_from: Points = Field(9_500, description="banked score from which the endgame rule holds")
    endgame_tries: int = Field(
        1,
        ge=1,
        le=3,
        description="rolls of all dice, each by itself, for endgame = single_roll",
        json_schema_extra={"unit": "rolls"},
    )
    final_round: FinalRound = "none"
    tie: Literal["shared", "roll", "seat_order", "turn"] = Field(
        "shared",
        description="seats that are level at the top: they share the win; each roll all dice once and add the best "
        "value of the roll, until one is ahead; the first of them in playing order wins; or they have one more turn "
        "each, again while level",
    )
    start: Start = "seat1"

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        messages = contradictions(self)
        if messages:
            raise ValueError("; ".join(messages))
        return self
