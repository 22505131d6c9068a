"""Options of the Australian game: those that its rule sheet itself names as variations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simkit.model.game import RulesModel

__all__ = ["AustralianRules", "Points"]

Points = Annotated[int, Field(ge=0, le=10_000, multiple_of=10, json_schema_extra={"unit": "points"})]


class AustralianRules(RulesModel):
    """The options that the rule sheet names, with the value that the Australian game has."""

    misere: Literal["on", "off"] = Field("on", description="whether there are miseres at all, open and blind included")
    misere_requires_seven: bool = Field(
        True, description="whether a misere may be bid only over a bid of seven, whoever made it"
    )
    open_misere: Literal["on", "off"] = Field("on", description="whether an open misere may be bid")
    blind_misere: Literal["off", "on"] = Field(
        "off",
        description="whether a seat may bid a misere before it looks at its cards, as its first call; it ranks with an "
        "open misere, the kitty is taken as usual and the hand stays hidden",
    )
    blind_misere_value: Points = Field(500, description="what a blind misere wins or loses")
    sans_kitty: Literal["off", "same_value", "bonus"] = Field(
        "off",
        description="whether a bid may be made to be played without the kitty, at the same rank: for the same points, "
        "or for sans_kitty_multiplier times as many",
    )
    sans_kitty_multiplier: int = Field(
        200,
        ge=100,
        le=1_000,
        description="percent of its points that a bid without the kitty counts with sans_kitty = bonus, to whole tens",
        json_schema_extra={"unit": "percent"},
    )
    joker_lead: Literal["unled_suit", "last_trick_only"] = Field(
        "unled_suit",
        description="when a joker that belongs to no suit may be led before the last trick: naming a suit that has not "
        "been led, or never",
    )
    self_raise: Literal["never", "same_suit", "allowed", "allowed_reopen"] = Field(
        "never",
        description="whether the highest bidder may raise once all others have passed: never; in the same suit; in "
        "any; or in any, a new suit letting the others call again. Miseres count as one suit; a one-round "
        "auction knows no raise",
    )
    auction: Literal["until_pass_out", "one_round"] = Field(
        "until_pass_out", description="whether calls go round until all but one have passed, or each seat calls once"
    )
    defender_cap: Points = Field(
        0,
        description="score that defenders' tricks do not lift a side past, 490 where that is played; 0 for none",
    )
    defender_trick_points: Points = Field(
        10, description="what each trick is worth to the defenders of a suit or no-trump contract"
    )
    lose_at: int = Field(
        -500,
        ge=-10_000,
        le=0,
        multiple_of=10,
        description="score at which, or below, a side has lost; 0 for none",
        json_schema_extra={"unit": "points"},
    )
    win_by: Literal["contract", "any_points"] = Field(
        "contract",
        description="whether the target must be reached by making a contract, or may be by defenders' tricks",
    )
    target: int = Field(
        500, ge=10, le=100_000, multiple_of=10, description="score that wins", json_schema_extra={"unit": "points"}
    )
