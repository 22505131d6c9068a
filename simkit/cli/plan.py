"""``simkit plan``: what a batch will take, before it is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import config_options, format_option, jobs_option, log_option, out_option

if TYPE_CHECKING:
    from simkit.engine.plan import Log

__all__ = ["command"]


@click.command()
@config_options
@out_option
@log_option
@jobs_option
@format_option()
def command(
    config: Path,
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path | None,
    log: Log | None,
    jobs: int | None,
    output_format: str,
) -> None:
    """Tell what a batch will take: cells, games, deals, parts, time and disk space.

    About a second of every cell is played to find out; nothing is stored. What a run directory holds already is not
    taken into account.

    Example: simkit plan configs/zilch.toml --games 20000000 --log turns
    """
    from simkit.api import load_batch
    from simkit.cli._plan import render_plan
    from simkit.engine.pilot import fly, plan_cell
    from simkit.engine.pool import usable_cores

    batch = load_batch(config, settings, games, seed, log, out)
    planned = [
        plan_cell(cell, batch.games, batch.log, fly(cell, batch.log, batch.folder, batch.replay))
        for cell in batch.cells
    ]
    click.echo(render_plan(batch, planned, jobs or usable_cores(), output_format))
