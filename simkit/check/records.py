"""What a baseline says, as strict models: the TOML file, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.check.metrics import MetricKey

__all__ = ["FORMAT", "BaselineRecord", "CellRecord", "FileRecord", "MetricRecord", "SeatRecord"]

FORMAT = 1
"""Version of the baseline's files."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class MetricRecord(_Record):
    """One statistic of the game, a seat or a bot; ``se`` is None where no spread was seen, and of exact values."""

    statistic: str
    seat: int | None = None
    bot: str | None = None
    place: int | None = None
    value: float
    se: float | None = None
    unit: str = ""
    margin: float = Field(gt=0)

    @property
    def key(self) -> MetricKey:
        """What tells the metric from the others of its cell."""
        return self.statistic, self.seat, self.place


class SeatRecord(_Record):
    """The bot at a place of the line-up; ``source`` and ``table`` are hashes, empty where they do not matter."""

    strategy: str
    source: str = ""
    table: str = ""
    params: dict[str, Any] = Field(default_factory=dict)


class CellRecord(_Record):
    """One cell: what was played, and what came out.

    ``digest`` is over the digests of all blocks; ``columns`` are those that digests are over. An exact cell has none of
    them; its rules and seats are those that matter to the values, and ``games`` is what a check begins with.
    """

    name: str
    game: str
    version: int | None = None
    streams: int | None = None
    seed: int | None = None
    seatings: Literal["fixed", "rotate", "all"] = "fixed"
    max_turns: int | None = None
    deals: int | None = None
    games: int = Field(ge=1)
    digest: str | None = None
    columns: tuple[str, ...] = ()
    rules: dict[str, Any] = Field(default_factory=dict)
    seats: tuple[SeatRecord, ...] = ()
    statistics: tuple[MetricRecord, ...]

    def metrics(self) -> Mapping[MetricKey, MetricRecord]:
        """Statistics by key."""
        return {metric.key: metric for metric in self.statistics}


class FileRecord(_Record):
    """A Parquet file that belongs to the baseline: its name, in the same folder, and the SHA-256 of its bytes."""

    name: str
    sha256: str


class BaselineRecord(_Record):
    """The TOML file of a baseline."""

    format: int
    kind: Literal["simulated", "exact"]
    simkit: str = ""
    source: str = ""
    alpha: float = Field(0.001, gt=0, lt=1)
    blocks: FileRecord | None = None
    each_deal: FileRecord | None = None
    cells: tuple[CellRecord, ...] = Field(min_length=1)

    @property
    def is_exact(self) -> bool:
        """Whether the values have no sampling error."""
        return self.kind == "exact"

    @property
    def family(self) -> int:
        """Number of metrics, over which the chance of a false alarm is divided."""
        return sum(len(cell.statistics) for cell in self.cells)
