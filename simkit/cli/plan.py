"""``simkit plan``: what a batch will take, before it is played."""

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
    """Tell what a batch will take: cells, games, deals, parts, time and disk space; and what it will be able to show.

    With several cells, that is the least difference that is found nine times in ten, and how many games it takes to see
    one that matters (--margin, or the game's own). With one cell, it is how well each number will be known.

    About a second of every cell is played to find out; nothing is stored. What a run directory holds already is not
    taken into account.

    Example: simkit plan configs/endgame.toml --games 20000000 --margin turns=0.01
    """
    from simkit.batch import load_batch
    from simkit.cli._plan import foresee, render_plan
    from simkit.engine.pilot import plan_cell, run_pilot
    from simkit.engine.pool import usable_cores
    from simkit.model.contract_errors import replayable

    batch = load_batch(config, changes.settings, changes.games, changes.seed, log, changes.out)
    matter = margins_of(margins)
    with replayable(batch.replay):
        pilots = {cell.id: run_pilot(cell, batch.log, batch.folder) for cell in batch.cells}
    planned = [plan_cell(cell, batch.games, batch.log, pilots[cell.id]) for cell in batch.cells]
    workers = jobs or usable_cores()
    foreseen = foresee(batch, pilots, matter, workers)
    click.echo(render_plan(batch, planned, workers, output_format, foreseen))
