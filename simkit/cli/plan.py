"""``simkit plan``: what a config will take, before it is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    Changes,
    changes_options,
    config_argument,
    format_option,
    jobs_option,
    log_option,
    margins_of,
    margins_option,
    out_option,
)

if TYPE_CHECKING:
    from simkit.model.parts import Log

__all__ = ["command"]


@click.command()
@config_argument
@changes_options(out_option)
@log_option
@jobs_option
@margins_option
@format_option()
def command(
    config: Path,
    changes: Changes,
    log: Log | None,
    jobs: int | None,
    margins: tuple[str, ...],
    output_format: str,
) -> None:
    """Estimate time, disk space and precision before playing CONFIG.

    With several cells, plan prints the smallest difference that will be detected nine times in ten, and how many games
    are needed for a difference that matters (--margin, or the game's own). With one cell, it prints the expected
    half-width of each interval.

    To find out, cells are played for a few seconds, and nothing is stored. Of more than 24 cells, 24 spread over the
    config are tried, and each of the others is assumed to be like the one before it. Games in an existing run directory
    are not taken into account.

    Example: simkit plan configs/endgame.toml --games 20000000 --margin turns=0.01
    """
    from simkit.batch import load_batch
    from simkit.cli._plan import foresee, render_plan
    from simkit.engine.pilot import pilot_of_each, plan_cell, run_pilots
    from simkit.engine.pool import usable_cores
    from simkit.model.contract_errors import replayable

    batch = load_batch(config, changes.settings, changes.games, changes.seed, log, changes.out)
    matter = margins_of(margins)
    with replayable(batch.replay):
        pilots = run_pilots(batch.cells, batch.log, batch.folder)
    each = zip(batch.cells, pilot_of_each(batch.cells, pilots), strict=True)
    planned = [plan_cell(cell, batch.games, batch.log, pilot) for cell, pilot in each]
    workers = jobs or usable_cores()
    foreseen = foresee(batch, pilots, matter, workers)
    click.echo(render_plan(batch, planned, workers, output_format, foreseen))
