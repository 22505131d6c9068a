"""Options of Skreślanka, as a Polish booklet of dice games ("Kości", Alexander) tells it or leaves in doubt."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simkit.games.dice.options import FinalRound, Start
from simkit.model.game import RulesModel

__all__ = ["Rules"]


class Rules(RulesModel):
    """Every option, with the value that the booklet's text and examples give."""

    faces: Literal["both", "one"] = Field(
        "both",
        description="whether the numbers of both faces are crossed off together, the open one of them where the other "
        "is not open; or only one of the two",
    )
    must_cross: bool = Field(
        True, description="whether a seat that can cross off something has to; if not, it may also pass"
    )
    final_round: FinalRound = "none"
    # A complete card cannot be improved, so level seats cannot play on for the win.
    tie: Literal["shared", "roll", "seat_order"] = Field(
        "shared",
        description="seats that complete their cards in the same last round share the win; roll two dice each, the "
        "highest sum winning, and again while level; or the earliest of them in playing order wins",
    )
    start: Start = "seat1"
