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

    strategy: str = Field("", description="a bot of the game, FILE.py:BOT beside the config, or an installed one")
    name: str | None = Field(None, min_length=1, description="what reports call this seat's bot")
    table: str | None = Field(
        None, min_length=1, description="FILE.npy beside the config, for a bot that carries a table"
    )

    @property
    def params(self) -> dict[str, Any]:
        """The bot's parameters as the config gives them."""
        return dict(self.model_extra or {})


class Run(_Model):
    """The ``[run]`` table: how much is played, and what is kept of it."""

    games: int | None = Field(
        None, ge=1, le=2**53, description="games of each cell, rounded up to whole deals; --games may give it instead"
    )  # counts are exact as floats up to 2**53
    seed: int = Field(1, ge=0, le=2**63 - 1, description="root seed, shared by all cells")
    seatings: Seatings | None = Field(
        None,
        description="the line-up as written, each of its cyclic shifts, or each of its arrangements, every deal; "
        "rotate where the seats of any cell have different bots, else fixed",
    )
    log: Log = Field("games", description="what is kept of each game: nothing, a row, or a row a turn besides")
    max_turns: int = Field(
        10_000, ge=1, le=2**28 - 1, description="turns of a seat after which a game is cut short"
    )  # the turns of eight seats together fit an int32


class VariantChanges(_Model):
    """A ``[variants.NAME]`` table: what one more cell changes in the config."""

    variant: str | None = Field(None, min_length=1, description="another file of the game's variants")
    rules: dict[str, Any] = Field(default_factory=dict, description="rules that differ")
    seats: dict[str, dict[str, Any]] = Field(
        default_factory=dict, description="by seat, from 1: another strategy, or a table or parameters that differ"
    )


class Tournament(_Model):
    """The ``[tournament]`` table: bots that play each other."""

    seats: int = Field(
        2, ge=2, le=MAX_SEATS, description="bots at a table; every set of so many is one, and changes seats every deal"
    )
    bots: tuple[Seat, ...] = Field((), description="the field")


_Keys = Annotated[
    tuple[str, ...],
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}),
]
"""A key, or a list of keys."""


class Tune(_Model):
    """The ``[tune]`` table: a number of the config to be found such that a statistic meets a target."""

    model_config = ConfigDict(json_schema_extra={"required": ["vary", "statistic", "target"]})

    vary: _Keys = Field((), description="a rule or a bot's parameter, or a list of those that take the same value")
    low: float | None = Field(
        None, alias="from", allow_inf_nan=False, description="its least value; that which is allowed"
    )
    high: float | None = Field(
        None, alias="to", allow_inf_nan=False, description="its largest value; that which is allowed"
    )
    step: float | None = Field(
        None,
        gt=0,
        allow_inf_nan=False,
        description="distance of the values tried; 1, or a thousandth of the range where they need not be whole",
    )
    statistic: str = Field("", description="what has to meet the target, as `simkit summarize` calls it")
    target: float | None = Field(None, allow_inf_nan=False, description="the target, a share as a number from 0 to 1")
    seat: int | None = Field(None, ge=1, description="the seat whose statistic it is")
    bot: int | None = Field(None, ge=1, description="the bot whose statistic it is, by its place in [[seats]]")

    @field_validator("vary", mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        return (given,) if isinstance(given, str) else given


class Check(_Model):
    """The ``[check]`` table: what baselines record and checks judge."""

    margins: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]] = Field(
        default_factory=dict, description="the difference that matters, by statistic; all that have one of their own"
    )
    alpha: float | None = Field(
        None, gt=0, lt=1, description="chance of a false alarm that a whole check allows for; 0.001"
    )


class Config(_Model):
    """A whole config, with its named variants.

    ``path`` is the file it came from or empty.
    """

    model_config = ConfigDict(json_schema_extra={"required": ["game", "seats"]})

    game: str = Field("", description="id of the game")
    variant: str | None = Field(None, min_length=1, description="a file of the game's variants; the game's own default")
    rules: dict[str, Any] = Field(default_factory=dict, description="rules that differ from the variant's")
    seats: tuple[Seat, ...] = Field((), description="the line-up, by seat")
    run: Run = Field(default_factory=Run)
    variants: dict[str, VariantChanges] = Field(default_factory=dict, description="more cells, by name")
    matrix: dict[str, Any] = Field(
        default_factory=dict, description="a grid of cells: values by key, and include, exclude and zip"
    )

    check: Check = Field(default_factory=Check)
    tournament: Tournament | None = Field(None, description="bots that play each other, instead of [[seats]]")
    tune: Tune | None = Field(None, description="what `simkit tune` looks for")

    stop: StopRule | None = Field(None, description="play until this is known, games being the most")

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
