"""A small game for tests of configs and of what describes them: rules, bots and decisions as data, nothing to play."""

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from simkit.model.bot import Bot, Decision, Parameter
from simkit.model.columns import Column, Table
from simkit.model.game import GameSpec, RulesModel


class PigRules(RulesModel):
    target: int = Field(100, ge=10, le=1_000_000, description="score to reach", json_schema_extra={"unit": "points"})
    doubles: bool = Field(False, description="whether two equal dice count twice")
    ending: Literal["at_once", "last_round"] = Field("at_once", description="what happens at the target")
    worths: tuple[Annotated[int, Field(ge=0, le=60)], Annotated[int, Field(ge=0, le=60)]] = Field(
        (1, 6), description="worth of the lowest and the highest face"
    )

    @model_validator(mode="after")
    def _worth(self) -> Self:
        if not any(self.worths):
            raise ValueError("no face is worth anything")
        return self


class Mood(IntEnum):
    CALM = 0
    VERY_BOLD = 1


class HoldAt(NamedTuple):
    hold_at: Annotated[int, Parameter("turn total to hold at", low=1, high=200, unit="points")] = 20
    share: Annotated[float, Parameter("share of the lead", low=0, high=1)] = 0.5
    careful: Annotated[bool, Parameter("whether to hold near the target")] = True
    mood: Annotated[Mood, Parameter("how bold")] = Mood.CALM


class View(NamedTuple):
    """What a seat sees."""

    coin: float
    """A fresh number in [0, 1)."""
    total: int
    """Points of the turn."""


def hold(view: View, params: HoldAt) -> int:
    return int(view.total < params.hold_at)


HOLD_AT = Bot("hold-at", "Holds at a turn total.", "common knowledge", {"roll_again": hold}, HoldAt)
RECKLESS = Bot("reckless", "Never holds.", "nobody", {}, weakness="never scores")
TABLE = Table("games", (Column("turns", "turns of the game", unit="turns"),), part_deals=4)


def pig(**changes: object) -> GameSpec:
    values: dict[str, object] = {
        "id": "pig",
        "title": "Świnka",
        "subtitle": "pig",
        "summary": "Roll until you hold.",
        "version": 3,
        "seats": (2, 4),
        "rules": PigRules,
        "variant": "plain",
        "folder": Path(__file__).parents[1] / "pig_files",
        "tables": (TABLE,),
        "decisions": (Decision("roll_again", "after each roll", View, actions=("hold", "roll")),),
        "package": "tests.config.pig",
        "bots": (HOLD_AT, RECKLESS),
    }
    return GameSpec(**(values | changes))  # type: ignore[arg-type]
