"""Options of Bazy, after the Polish booklet's rule sheet."""

from __future__ import annotations

from pydantic import Field

from simkit.games.dice.options import Start, Tie
from simkit.model.game import RulesModel

__all__ = ["Rules"]


class Rules(RulesModel):
    """Every option, with the booklet's value where it gives one."""

    limit: int = Field(
        100,
        ge=0,
        le=1_000_000,
        description="points that a seat may have; with more it is out",
        json_schema_extra={"unit": "points"},
    )
    equal_turns: bool = Field(
        False,
        description="whether a round is played to its end before anyone goes out; if all that are left go out "
        "together, the fewest points win, and only then can there be a tie",
    )
    tie: Tie = "shared"
    start: Start = "seat1"
