"""Stop rules: what a run may be asked to play for, and how far it is played before its judge is asked again.

A judge decides from stored games, look by look in deal order; nothing here opens them. So where a run stops depends on
cells, rule and games alone, not on workers, parts, chunks or interruptions.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Found", "Judge", "SequentialTest", "StopRecord", "StopRule", "Verdict", "ahead"]


Verdict = Literal["H0", "H1"]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class SequentialTest(_Model):
    """A ``test`` of ``[stop]``: whether one bot is ``elo1`` better than the other one (H1), or only ``elo0`` (H0)."""

    elo0: float = Field(0.0, description="Elo difference under H0")
    elo1: float = Field(5.0, description="Elo difference under H1; above elo0")
    alpha: float = Field(0.05, gt=0, lt=0.5, description="probability of accepting H1 if elo0 is true")
    beta: float = Field(0.05, gt=0, lt=0.5, description="probability of accepting H0 if elo1 is true")
    seat: int = Field(1, ge=1, description="seat of the tested bot, from 1, in the line-up as written")


class StopRule(_Model):
    """The ``[stop]`` table: play until all of this is known, or to the games of ``[run]``."""

    half_width: dict[str, float] = Field(
        default_factory=dict,
        description="largest half-width of each cell's estimates, in the unit of the statistic; by statistic",
    )
    half_width_of_difference: dict[str, float] = Field(
        default_factory=dict, description="largest half-width of differences between compared cells; by statistic"
    )
    decided: tuple[str, ...] = Field(
        (),
        strict=False,  # JSON has lists only
        description="statistics whose differences must be decided: not 0, or with a margin, inside or outside it",
    )
    margins: dict[str, float] = Field(
        default_factory=dict,
        description="smallest differences that matter, in the unit of the statistic, for `decided`",
    )
    level: float = Field(
        0.95, gt=0, lt=1, description="confidence level, for all looks together, and for all in `decided` together"
    )
    test: SequentialTest | None = Field(None, description="a sequential test of two bots; excludes the other keys")

    @property
    def compares(self) -> bool:
        """Whether it is about differences between cells."""
        return bool(self.half_width_of_difference or self.decided)


class StopRecord(BaseModel):
    """A run's rule, and what came of it.

    ``cells`` are the ids of the cells it was about; ``deals`` the number of deals of every cell at which it was met,
    None as long as it is not; ``said`` tells in words what was found, and ``verdict`` what a test accepted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: StopRule
    cells: tuple[str, ...]
    deals: int | None = None
    said: tuple[str, ...] = ()
    verdict: Verdict | None = None


class Found(NamedTuple):
    """The number of deals that meets a rule, and what was found there; of a test, what was accepted."""

    deals: int
    said: tuple[str, ...]
    verdict: Verdict | None = None


Run_contra = TypeVar("Run_contra", contravariant=True)


class Judge(Protocol[Run_contra]):
    """What decides whether a rule is met by a stored run; it reads on from where it last stopped."""

    @property
    def rule(self) -> StopRule:
        """The rule."""
        ...

    @property
    def first(self) -> int:
        """Deals at its first look."""
        ...

    def ask(self, run: Run_contra, deals: int) -> Found | None:
        """Look at every number of deals up to ``deals``: the first that meets the rule, and what was found there."""
        ...

    def next(self, deals: int) -> int:
        """Where to play to after ``deals`` were not enough: the look at which they may be, as things are."""
        ...

    def unmet(self) -> tuple[str, ...]:
        """Tell what was still lacking at the last look."""
        ...


_MOST = 5.0
"""How many times further a run is played at the most: no guess can be trusted farther."""


def ahead(deals: int, times: float) -> int:
    """How far to play at least, after ``deals`` were not enough and it may take so many times that.

    >>> ahead(10_000, 2.1), ahead(10_000, 0.3), ahead(10_000, 1e99)
    (21000, 10001, 50000)
    """
    return max(math.ceil(deals * min(times, _MOST)), deals + 1)
