"""``simkit run``: play what is missing of a batch, and print its summary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    Changes,
    Format,
    changes_options,
    config_argument,
    format_option,
    log_option,
    out_option,
    playing_options,
)
from simkit.cli._played import going_on, raise_undecided
from simkit.cli._report import Pages, pages_options, this_command
from simkit.cli._table import terminal_width
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
    help="Whether to play the other cells on when a bot breaks its contract, or to stop.  [default: fail-fast]",
)
_chunk_option = click.option(
    "--chunk-deals", type=click.IntRange(min=1), hidden=True, help="Deals of a kernel call; leaves no trace."
)
_shard_option = click.option(
    "--shard", metavar="I/N", help="Play only share I of N of the parts, into a directory of its own, for `merge`."
)


@click.command()
@config_argument
@changes_options(out_option)
@log_option
@playing_options(_keep_going_option, _shard_option, _chunk_option)
@click.option("--dry-run", is_flag=True, help="Say what would be played, and play nothing.")
@pages_options
@format_option()
def command(
    config: Path,
    changes: Changes,
    log: Log | None,
    playing: PlayingOptions,
    dry_run: bool,
    pages: Pages,
    output_format: Format,
) -> None:
    """Play what is missing of a batch, and print its summary.

    Outcomes go to the run directory (--out, by default runs/ and the config's name). Running again plays only what is
    missing; asking for more --games extends the run, and a config with more cells adds those. The same config and seed
    give the same bytes, whatever the jobs. A [stop] in the config ends the run as soon as enough is known.

    Example: simkit run configs/zilch.toml --games 100000 --set rules.target=5000 --out runs/short
    """
    from simkit.batch import load_batch, play
    from simkit.cli._shards import render_shard, shard_folder
    from simkit.store.read import open_run

    pages.check()
    batch = load_batch(config, changes.settings, changes.games, changes.seed, log, changes.out)
    if pages.reports and batch.log == "none":
        raise UsageError(f'{config}: log = "none" keeps no games to tell about; use `--log games` for a --report')
    shard = playing.get("shard")
    if shard is not None:
        _refuse_with_shard(dry_run=dry_run, pages=pages)
        batch = batch if changes.out else replace(batch, out=shard_folder(batch.out, shard))
    if dry_run:
        _print_plan(batch, playing.get("jobs"), output_format)
        return
    with going_on(f"{batch.out} keeps what was finished"):
        try:
            run = play(batch, **playing)
        except ContractError:
            if playing.get("keep_going"):
                click.echo(_result(open_run(batch.out, finished_only=True), output_format))
            raise
        click.echo(_result(run, output_format, pages) if shard is None else render_shard(run, shard, output_format))
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


def _result(run: StoredRun, output_format: Format, pages: Pages | None = None) -> str:
    """Write the summary, and pages about it; of a run that keeps no games, what was counted."""
    if run.log == "none":
        from simkit.cli._plan import render_counts

        return render_counts(run, output_format)
    from simkit.report.summary import summarize
    from simkit.report.sweep import summary_page

    summary = summarize(run)
    if pages and pages.reports:
        from simkit.api import Run, write_reports

        write_reports(summary, Run(run), reports=pages.reports, command=this_command(), question=pages.question)
    return summary_page(summary, output_format, terminal_width()).rstrip("\n")
