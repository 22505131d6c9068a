"""``simkit run``: play what is missing of a batch, and print its summary."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    Format,
    backend_option,
    config_options,
    format_option,
    jobs_option,
    log_option,
    out_option,
    quiet_option,
)
from simkit.cli._played import raise_undecided
from simkit.cli._report import check_reports, question_option, report_option, this_command
from simkit.cli._table import terminal_width
from simkit.errors import ContractError, UsageError

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.pool import Backend
    from simkit.model.parts import Log
    from simkit.store.read import StoredRun

__all__ = ["command"]


@click.command()
@config_options
@out_option
@log_option
@jobs_option
@backend_option
@click.option(
    "--fail-fast/--keep-going",
    "fail_fast",
    default=True,
    help="Whether to stop when a bot breaks its contract, or to play the other cells on.  [default: fail-fast]",
)
@click.option("--dry-run", is_flag=True, help="Say what would be played, and play nothing.")
@report_option
@question_option
@format_option()
@quiet_option
@click.option("--chunk-deals", type=click.IntRange(min=1), hidden=True, help="Deals of a kernel call; leaves no trace.")
def command(
    config: Path,
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path | None,
    log: Log | None,
    jobs: int | None,
    backend: Backend,
    fail_fast: bool,
    dry_run: bool,
    reports: tuple[Path, ...],
    question: str,
    output_format: Format,
    quiet: bool,
    chunk_deals: int | None,
) -> None:
    """Play what is missing of a batch, and print its summary.

    Outcomes go to the run directory (--out, by default runs/ and the config's name). Running again plays only what is
    missing; asking for more --games extends the run, and a config with more cells adds those. The same config and seed
    give the same bytes, whatever the jobs. A [stop] in the config ends the run as soon as enough is known.

    Example: simkit run configs/zilch.toml --games 100000 --set rules.target=5000 --out runs/short
    """
    from simkit.batch import load_batch, play
    from simkit.engine.progress import Progress, Quiet
    from simkit.store.read import open_run

    check_reports(reports)
    batch = load_batch(config, settings, games, seed, log, out)
    if reports and batch.log == "none":
        raise UsageError(f'{config}: log = "none" keeps no games to tell about; use `--log games` for a --report')
    if dry_run:
        _print_plan(batch, jobs, output_format)
        return
    try:
        run = play(
            batch,
            jobs=jobs,
            backend=backend,
            chunk_deals=chunk_deals,
            progress=Quiet() if quiet else Progress(),
            keep_going=not fail_fast,
        )
        click.echo(_result(run, output_format, reports, question))
        raise_undecided(run)
    except ContractError:
        if not fail_fast:
            click.echo(_result(open_run(batch.out, finished_only=True), output_format))
        raise
    except KeyboardInterrupt:
        click.echo(f"simkit: interrupted; {batch.out} keeps what was finished. To go on:", err=True)
        click.echo(shlex.join(["simkit", *sys.argv[1:]]), err=True)
        raise


def _print_plan(batch: Batch, jobs: int | None, output_format: Format) -> None:
    from simkit.cli._plan import render_plan
    from simkit.engine.pilot import plan_cell
    from simkit.engine.pool import usable_cores

    planned = [plan_cell(cell, batch.games, batch.log) for cell in batch.cells]
    click.echo(render_plan(batch, planned, jobs or usable_cores(), output_format))


def _result(run: StoredRun, output_format: Format, reports: tuple[Path, ...] = (), question: str = "") -> str:
    """Write the summary, and pages about it; of a run that keeps no games, what was counted."""
    if run.log == "none":
        from simkit.cli._plan import render_counts

        return render_counts(run, output_format)
    from simkit.report.summary import summarize
    from simkit.report.sweep import summary_page

    found = summarize(run)
    if reports:
        from simkit.api import Run, write_reports

        write_reports(found, Run(run), reports=reports, command=this_command(), question=question)
    return summary_page(found, output_format, terminal_width()).rstrip("\n")
