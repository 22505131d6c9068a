"""How a batch is played: workers, their back end, progress. None of it changes an outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from simkit.engine.pool import Backend
from simkit.engine.progress import Quiet, Reporter
from simkit.model.parts import Shard

__all__ = ["Playing", "PlayingOptions", "quiet_by_default"]


class PlayingOptions(TypedDict, total=False):
    """The fields of ``Playing`` as keyword arguments, each with the default that it has there."""

    jobs: int | None
    backend: Backend
    chunk_deals: int | None
    progress: Reporter | None
    keep_going: bool
    shard: Shard | None


@dataclass(frozen=True)
class Playing:
    """How a batch is played.

    Parameters
    ----------
    jobs
        Workers at a time; None for the usable cores.
    backend
        What the workers are: ``threads`` or ``processes``.
    chunk_deals
        Deals of a kernel call; None for as many as take 0.2 to 1 s.
    progress
        Told of games played; None for stderr.
    keep_going
        Whether the other cells are played to their end when a bot or game breaks its contract in one.
    shard
        The share of the parts that is played; None for all.
    """

    jobs: int | None = None
    backend: Backend = "threads"
    chunk_deals: int | None = None
    progress: Reporter | None = None
    keep_going: bool = False
    shard: Shard | None = None


def quiet_by_default(options: PlayingOptions) -> PlayingOptions:
    """The same options, without progress where they name none."""
    return {**options, "progress": options.get("progress") or Quiet()}
