"""A run to be told about: a config whose missing games are played first, or a directory as it was played."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import Changes
from simkit.errors import UndecidedError, UsageError

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.playing import PlayingOptions
    from simkit.store.read import StoredRun

__all__ = ["going_on", "played", "raise_undecided", "refuse_changes"]


def played(config: Path, changes: Changes, playing: PlayingOptions, check: Callable[[Path, Batch], None]) -> StoredRun:
    """Play what is missing of a config's batch, once ``check`` has found nothing against it.

    Raises
    ------
    UsageError
        The config keeps no games, or what ``check`` says.
    """
    from simkit.batch import load_batch, play

    batch = load_batch(config, changes.settings, changes.games, changes.seed, None, changes.out)
    check(config, batch)
    if batch.log == "none":
        raise UsageError(f'{config}: log = "none" keeps no games to analyse; use `--set run.log=games`')
    with going_on(f"{batch.out} keeps the games played"):
        return play(batch, **playing)


@contextmanager
def going_on(kept: str) -> Iterator[None]:
    """Say, when what is inside is interrupted, what is kept of it and which command goes on."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"simkit: interrupted; {kept}. To continue:", err=True)
        click.echo(shlex.join(["simkit", *sys.argv[1:]]), err=True)
        raise


def refuse_changes(run: Path, changes: Changes, playing: PlayingOptions) -> None:
    """Raise a UsageError when options ask for other games than a run directory has."""
    if changes != Changes():
        raise UsageError(
            f"{run}: a run directory is read as it was played; --set, --games, --seed and --out need a config"
        )
    if playing.get("clear") != "nothing":
        raise UsageError(f"{run}: nothing is removed from a run directory given by itself: no --prune or --fresh")


def raise_undecided(run: StoredRun) -> None:
    """Raise an UndecidedError when a sequential test that the run was played for has accepted nothing."""
    stop = run.stop
    if stop is not None and stop.rule.test is not None and stop.verdict is None:
        raise UndecidedError(*stop.said)
