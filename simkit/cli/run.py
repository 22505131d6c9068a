"""``simkit run``: play the missing games of a config, and print the summary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    Changes,
    Format,
    Output,
    changes_options,
    clear_options,
    config_argument,
    log_option,
    out_option,
    output_options,
    playing_options,
)
from simkit.cli._played import going_on, raise_undecided
from simkit.cli._report import Pages, pages_options, this_command
from simkit.cli._table import summary_text
from simkit.errors import ContractError, UsageError

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.playing import PlayingOptions
    from simkit.model.parts import Log
    from simkit.store.read import StoredRun

__all__ = ["command"]


_keep_going_option = click.option(
    "--keep-going/--fail-fast",
    default=False,
    help="Finish the other cells after a bot breaks its contract, or stop at once.  [default: fail-fast]",
)
_chunk_option = click.option(
    "--chunk-deals", type=click.IntRange(min=1), hidden=True, help="Deals per kernel call; does not affect results."
)
_shard_option = click.option(
    "--shard", metavar="I/N", help="Play only share I of N, into its own directory, for `simkit merge`."
)


@click.command()
@config_argument
@changes_options(out_option)
@log_option
@playing_options(_keep_going_option, _shard_option, _chunk_option, *clear_options)
@click.option("--dry-run", is_flag=True, help="Print what would be played, without playing.")
@pages_options
@output_options
def command(
    config: Path,
    changes: Changes,
    log: Log | None,
    playing: PlayingOptions,
    dry_run: bool,
    pages: Pages,
    output: Output,
) -> None:
    """Play the missing games of CONFIG, and print the summary.

    Games are stored in the run directory (--out, by default runs/ and the config's name). Running again plays only the
    missing games: --games extends a run. After an edit of the config, cells that it still has are kept and new ones are
    played; those that it no longer has stay on disk until --prune. The same config and seed give the same bytes, with
    any number of --jobs. A [stop] table ends the run when the results are precise enough. A CONFIG of - is read from
    stdin; its bots and tables are then looked for in the current folder.

    Example: simkit run configs/zilch.toml --games 100000 --set rules.target=5000 --out runs/short
    """
    from simkit.batch import load_batch, play
    from simkit.cli._shards import render_shard, shard_folder
    from simkit.store.read import open_run

    pages.check()
    batch = load_batch(config, changes.settings, changes.games, changes.seed, log, changes.out)
    if pages.reports and batch.log == "none":
        raise UsageError(f'{config}: log = "none" keeps no games to report on; use `--log games`')
    shard = playing.get("shard")
    if shard is not None:
        _refuse_with_shard(dry_run=dry_run, pages=pages)
        batch = batch if changes.out else replace(batch, out=shard_folder(batch.out, shard))
    if dry_run:
        _print_plan(batch, playing.get("jobs"), output.format)
        return
    with going_on(f"{batch.out} keeps the games played"):
        try:
            run = play(batch, **playing)
        except ContractError:
            if playing.get("keep_going"):
                _tell(open_run(batch.out, finished_only=True), output)
            raise
        if shard is None:
            _tell(run, output, pages)
        else:
            click.echo(render_shard(run, shard, output.format))
    raise_undecided(run)


def _refuse_with_shard(*, dry_run: bool, pages: Pages) -> None:
    if dry_run or pages.reports:
        raise UsageError(f"{'--dry-run' if dry_run else '--report'}: tells of a whole batch; leave out --shard")


def _print_plan(batch: Batch, jobs: int | None, output_format: Format) -> None:
    from simkit.cli._plan import render_plan
    from simkit.engine.pilot import plan_cell
    from simkit.engine.pool import usable_cores

    planned = [plan_cell(cell, batch.games, batch.log) for cell in batch.cells]
    click.echo(render_plan(batch, planned, jobs or usable_cores(), output_format))


def _tell(run: StoredRun, output: Output, pages: Pages | None = None) -> None:
    """Print the summary, then write pages about it; of a run that keeps no games, print what was counted."""
    if run.log == "none":
        from simkit.cli._plan import render_counts

        click.echo(render_counts(run, output.format))
        return
    from simkit.report.summary import summarize

    summary = summarize(run)
    click.echo(summary_text(summary, output), nl=False)
    if pages and pages.reports:
        from simkit.api import Run, write_reports

        write_reports(summary, Run(run), reports=pages.reports, command=this_command(), question=pages.question)
