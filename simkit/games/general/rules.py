"""Options of Generał, as the Polish booklet of dice games tells it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from pydantic.config import JsonDict

from simkit.games.dice.options import Start
from simkit.model.game import RulesModel

__all__ = ["Rules"]

_POINTS: JsonDict = {"unit": "points"}


class Rules(RulesModel):
    """Every option of Generał, with the value that the booklet has."""

    zero_policy: Literal["forced", "free"] = Field(
        "forced",
        description="when 0 may be written into a combination that the dice do not make: only when Ratunek and all "
        "rows are filled and no open combination fits; or always",
    )
    ratunek: Literal["last_resort", "free"] = Field(
        "last_resort",
        description="when Ratunek may be written: only when no open combination fits the dice; or always",
    )
    upper_zero: Literal["minus_three", "forbidden", "forbidden_rows_first"] = Field(
        "minus_three",
        description="whether a row may be written without a single die of its face, at minus three dice; or not, and "
        "where nothing else may be written, 0 goes into any open box, or (forbidden_rows_first) into an open row if "
        "there is one",
    )
    school_bonus_min: int = Field(
        0,
        ge=-63,
        le=42,
        description="total of the six rows from which school_bonus is given",
        json_schema_extra=_POINTS,
    )
    school_bonus: int = Field(
        0,
        ge=0,
        le=1_000,
        description="added when all rows are filled and their total is enough",
        json_schema_extra=_POINTS,
    )
    school_malus: int = Field(
        0,
        ge=-1_000,
        le=0,
        description="added, being 0 or less, when all rows are filled and their total is not enough",
        json_schema_extra=_POINTS,
    )
    two_pairs_four: bool = Field(True, description="whether four equal dice are two pairs")
    full_five: bool = Field(True, description="whether five equal dice are a full")
    first_roll_bonus: int = Field(
        0,
        ge=0,
        le=1_000,
        description="added to a combination that fits and is written after the first roll",
        json_schema_extra=_POINTS,
    )
    tie: Literal["shared", "roll", "seat_order"] = Field(
        "shared",
        description="seats that are level at the end: they share the win; roll two dice each, the highest sum winning, "
        "again while level; or the first of them in playing order wins",
    )
    start: Start = "seat1"
