"""A run to be told about: a config whose missing games are played first, or a directory as it was played."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.errors import UndecidedError, UsageError

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.pool import Backend
    from simkit.store.read import StoredRun

__all__ = ["played", "raise_undecided", "refuse_settings"]


def played(
    config: Path,
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path | None,
    jobs: int | None,
    backend: Backend,
    quiet: bool,
    check: Callable[[Path, Batch], None],
) -> StoredRun:
    """Play what is missing of a config's batch, once ``check`` has found nothing against it.

    Raises
    ------
    UsageError
        The config keeps no games, or what ``check`` says.
    """
    from simkit.batch import load_batch, play
    from simkit.engine.progress import Progress, Quiet

    batch = load_batch(config, settings, games, seed, None, out)
    check(config, batch)
    if batch.log == "none":
        raise UsageError(f'{config}: log = "none" keeps no games to tell about; use `--set run.log=games`')
    try:
        return play(batch, jobs=jobs, backend=backend, progress=Quiet() if quiet else Progress())
    except KeyboardInterrupt:
        click.echo(f"simkit: interrupted; {batch.out} keeps what was finished. To go on:", err=True)
        click.echo(shlex.join(["simkit", *sys.argv[1:]]), err=True)
        raise


def refuse_settings(run: Path, given: bool) -> None:
    """Raise a UsageError when options ask for other games than a run directory has."""
    if given:
        raise UsageError(f"{run}: a run directory is told about as it was played: no --set, --games, --seed or --out")


def raise_undecided(run: StoredRun) -> None:
    """Raise an UndecidedError when a sequential test that the run was played for has accepted nothing."""
    stop = run.stop
    if stop is not None and stop.rule.test is not None and stop.verdict is None:
        raise UndecidedError(*stop.said)
