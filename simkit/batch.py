"""A config made ready to be played: its cells, and what is played and kept of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Unpack

from simkit.config import load_config, number_of_games, resolve
from simkit.config.models import Check
from simkit.engine.play import play_batch
from simkit.engine.playing import PlayingOptions
from simkit.model.cell import Cell
from simkit.model.contract_errors import trace_command
from simkit.model.parts import Log
from simkit.model.stop import StopRule
from simkit.stats.stopping import judge_of
from simkit.store.read import StoredRun

__all__ = ["Batch", "load_batch", "play"]


@dataclass(frozen=True)
class Batch:
    """A config ready to be played.

    Parameters
    ----------
    cells, games, log
        What is played, how many games of each cell, and what is kept of them.
    out
        Run directory.
    folder
        Where files of bots lie.
    trace
        Beginning of the command that replays a deal of the config.
    check
        What baselines record and checks judge.
    stop
        The rule that may stop it before all games are played.
    """

    cells: tuple[Cell, ...]
    games: int
    log: Log
    out: Path
    folder: Path
    trace: str
    check: Check = field(default_factory=Check)
    stop: StopRule | None = None

    def replay(self, cell: Cell) -> str:
        """Beginning of the command that replays a deal of one of the cells."""
        return self.trace if len(self.cells) == 1 else f"{self.trace} --cell {cell.name}"


def load_batch(
    config: Path,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    log: Log | None = None,
    out: Path | None = None,
) -> Batch:
    """Read and resolve a config; see ``run`` for the parameters.

    Raises
    ------
    ConfigError
        Everything in the config that does not hold.
    """
    loaded = load_config(config, settings, games, seed)
    return Batch(
        cells=resolve(loaded),
        games=number_of_games(loaded),
        log=log or loaded.run.log,
        out=Path("runs") / config.stem if out is None else out,
        folder=config.parent,
        trace=trace_command(config, settings, seed),
        check=loaded.check,
        stop=loaded.stop,
    )


def play(batch: Batch, **options: Unpack[PlayingOptions]) -> StoredRun:
    """Play what is missing of a batch; see ``simkit.engine.play.play_batch``."""
    return play_batch(
        batch.cells,
        batch.games,
        batch.out,
        log=batch.log,
        folder=batch.folder,
        replay=batch.replay,
        judge=None if batch.stop is None else judge_of(batch.stop, batch.cells, batch.log),
        **options,
    )
