"""Options of Skreślanka 2, as a Polish booklet of dice games ("Kości", Alexander) tells it or leaves in doubt."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simkit.games.dice.options import Start
from simkit.model.game import RulesModel

__all__ = ["Rules"]


class Rules(RulesModel):
    """Every option, with the value that the booklet's text and examples give."""

    first_dice: int = Field(
        3,
        ge=2,
        le=3,
        description="dice of the first throw: 3 by the examples, 2 by the text",
        json_schema_extra={"unit": "dice"},
    )
    mode: Literal["turns", "clear_all"] = Field(
        "turns",
        description="whether the most numbers crossed off after so many turns win, or the first complete card, at once",
    )
    turns: int = Field(
        20, ge=1, le=10_000, description="turns of each seat, with mode = turns", json_schema_extra={"unit": "turns"}
    )
    # Level seats do not play on: with complete cards they would for ever.
    tie: Literal["shared", "roll", "seat_order"] = Field(
        "shared",
        description="seats that are level at the end share the win; roll two dice each, the highest sum winning, and "
        "again while level; or the earliest of them in playing order wins",
    )
    start: Start = "seat1"
