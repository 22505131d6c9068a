"""The config as strict models: every key that a TOML config may have, declared once.

What depends on the game (rules, bots and their parameters) is plain data here and checked by ``resolve``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, WithJsonSchema, field_validator

from simkit.config.document import Document
from simkit.model.cell import Seatings
from simkit.model.columns import MAX_SEATS
from simkit.model.parts import Log
from simkit.model.stop import StopRule

__all__ = ["BASE", "Check", "Config", "Run", "Seat", "Tournament", "Tune", "VariantChanges"]

BASE = "base"
"""Name of the cell that is the config itself."""


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Seat(_Model):
    """A ``[[seats]]`` table: the bot that plays one seat; its other keys are the bot's parameters."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"required": ["strategy"]})

    strategy: str = Field(
        "", description="a bot of the game, a bot in a file beside the config (FILE.py:BOT), or an installed bot"
    )
    name: str | None = Field(None, min_length=1, description="name of this bot in reports")
    table: str | None = Field(
        None, min_length=1, description="table for a bot that takes one: FILE.npy, beside the config"
    )

    @property
    def params(self) -> dict[str, Any]:
        """The bot's parameters as the config gives them."""
        return dict(self.model_extra or {})


class Run(_Model):
    """The ``[run]`` table: how many games are played, and what is logged."""

    games: int | None = Field(
        None, ge=1, le=2**53, description="games per cell, rounded up to whole deals; --games overrides it"
    )  # counts are exact as floats up to 2**53
    seed: int = Field(1, ge=0, le=2**63 - 1, description="seed of the dice and cards, shared by all cells")
    seatings: Seatings | None = Field(
        None,
        description="how bots change seats within each deal: not at all, by rotation, or in every order; "
        "by default rotate if the seats of any cell have different bots, otherwise fixed",
    )
    log: Log = Field("games", description="what is logged: nothing, one row per game, or also one row per turn")
    max_turns: int = Field(
        10_000, ge=1, le=2**28 - 1, description="length cap: number of turns per seat after which a game is cut short"
    )  # the turns of eight seats together fit an int32


class VariantChanges(_Model):
    """A ``[variants.NAME]`` table: what one more cell changes in the config."""

    variant: str | None = Field(None, min_length=1, description="another variant of the game")
    rules: dict[str, Any] = Field(default_factory=dict, description="rules that differ")
    seats: dict[str, dict[str, Any]] = Field(
        default_factory=dict, description="changes by seat, from 1: another strategy, table or parameters"
    )


class Tournament(_Model):
    """The ``[tournament]`` table: bots that play each other."""

    seats: int = Field(
        2,
        ge=2,
        le=MAX_SEATS,
        description="bots at a table; every set of this size plays, and changes seats within each deal",
    )
    bots: tuple[Seat, ...] = Field((), description="the bots that take part")


_Keys = Annotated[
    tuple[str, ...],
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}),
]
"""A key, or a list of keys."""


class Tune(_Model):
    """The ``[tune]`` table: find the value of a rule or parameter at which a statistic meets a target."""

    model_config = ConfigDict(json_schema_extra={"required": ["vary", "statistic", "target"]})

    vary: _Keys = Field((), description="a rule or a bot's parameter to vary, or a list that gets the same value")
    low: float | None = Field(
        None, alias="from", allow_inf_nan=False, description="lowest value to try; by default the lowest allowed"
    )
    high: float | None = Field(
        None, alias="to", allow_inf_nan=False, description="highest value to try; by default the highest allowed"
    )
    step: float | None = Field(
        None,
        gt=0,
        allow_inf_nan=False,
        description="distance between values; by default 1, or a thousandth of the range for fractions",
    )
    statistic: str = Field("", description="the statistic that has to meet the target, as named by `simkit summarize`")
    target: float | None = Field(None, allow_inf_nan=False, description="the target; a share is a number from 0 to 1")
    seat: int | None = Field(None, ge=1, description="seat of the statistic, from 1")
    bot: int | None = Field(None, ge=1, description="bot of the statistic, by its position in [[seats]], from 1")

    @field_validator("vary", mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        return (given,) if isinstance(given, str) else given


class Check(_Model):
    """The ``[check]`` table: what baselines record, and how checks judge."""

    margins: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]] = Field(
        default_factory=dict, description="smallest difference that matters, by statistic; by default those of the game"
    )
    alpha: float | None = Field(None, gt=0, lt=1, description="false alarm rate of a whole check; by default 0.001")


class Config(_Model):
    """A whole config, with its named variants.

    ``path`` is the file it came from or empty.
    """

    model_config = ConfigDict(json_schema_extra={"required": ["game", "seats"]})

    game: str = Field("", description="id of the game; see `simkit games`")
    variant: str | None = Field(None, min_length=1, description="variant of the game; by default the game's first")
    rules: dict[str, Any] = Field(default_factory=dict, description="rules that differ from the variant")
    seats: tuple[Seat, ...] = Field((), description="the bots, seat by seat")
    run: Run = Field(default_factory=Run)
    variants: dict[str, VariantChanges] = Field(default_factory=dict, description="more cells, by name")
    matrix: dict[str, Any] = Field(
        default_factory=dict, description="a grid of cells: values by key, and include, exclude and zip"
    )

    check: Check = Field(default_factory=Check)
    tournament: Tournament | None = Field(None, description="bots that play each other, instead of [[seats]]")
    tune: Tune | None = Field(None, description="the search of `simkit tune`")

    stop: StopRule | None = Field(None, description="stop as soon as this is known; run.games is then the maximum")

    _document: Document | None = PrivateAttr(None)

    @property
    def document(self) -> Document:
        """The text that the config came from, for messages that name line and column; without one, its own data."""
        return self._document or Document("", self.model_dump(exclude_unset=True))

    @property
    def path(self) -> Path:
        """The config's file; bots given as files lie beside it."""
        return Path(self.document.name)

    def with_document(self, document: Document) -> Config:
        """Return the config with the text that it came from."""
        copy = self.model_copy()
        copy._document = document  # noqa: SLF001 (our own copy)
        return copy
