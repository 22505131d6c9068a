"""``simkit tournament``: every bot against every other, and ratings with intervals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    Changes,
    Output,
    changes_options,
    clear_options,
    level_option,
    out_option,
    output_options,
    playing_options,
)
from simkit.cli._played import played, raise_undecided, refuse_changes
from simkit.cli._table import screen, terminal_width
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.playing import PlayingOptions

__all__ = ["command"]


@click.command()
@click.argument("source", metavar="CONFIG|RUN", type=click.Path(path_type=Path))
@changes_options(out_option)
@playing_options(*clear_options)
@level_option
@output_options
def command(
    source: Path,
    changes: Changes,
    playing: PlayingOptions,
    level: float,
    output: Output,
) -> None:
    """Play the bots of [[tournament.bots]] against each other, and rate them in Elo points.

    Every pair of bots plays at a table (with `seats = 3`, every three, and so on). All tables play the same deals, each
    deal from every seat. Missing games of a CONFIG are played first; a RUN directory is rated as it was played.

    A rating difference d stands for an expected score of 1/(1 + 10^(-d/400)), where a tie counts half. Pairs are rated
    by the Bradley-Terry model, larger tables by the Plackett-Luce model from the finishing order.

    Example: simkit tournament configs/tournament.toml --games 20000
    """
    from simkit.report.screen.tournament import tournament_screen
    from simkit.report.tournament import hold
    from simkit.report.tournament_render import render_tournament
    from simkit.store.read import open_run

    if not 0 < level < 1:
        raise UsageError(f"--level {level}: must lie between 0 and 1, such as 0.95")
    if source.is_dir():
        refuse_changes(source, changes, playing)
        run = open_run(source)
    else:
        run = played(source, changes, playing, _check)
    tournament = hold(run, level)
    if output.is_screen:
        click.echo(tournament_screen(tournament, **screen()), nl=False)
    else:
        click.echo(render_tournament(tournament, output.format, terminal_width()), nl=False)
    raise_undecided(run)


def _check(config: Path, batch: Batch) -> None:
    from simkit.config.tournament import table_names

    if any(table_names(cell.name) is None for cell in batch.cells):
        raise UsageError(f"{config}: not a tournament: it has no [[tournament.bots]]")
