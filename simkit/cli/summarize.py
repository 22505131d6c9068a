"""``simkit summarize``: the summary of a stored run: all or some statistics, by any column."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.cli._options import Output, level_option, output_options, statistics_option
from simkit.cli._report import Pages, pages_options, this_command
from simkit.cli._table import summary_text
from simkit.errors import UsageError

__all__ = ["command"]


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@output_options
@level_option
@statistics_option
@pages_options
@click.option(
    "--by",
    metavar="COLUMN",
    help="Group the games by a column of the games table, such as start, or the turns by a column of the turns table.",
)
def command(
    run: Path,
    output: Output,
    level: float,
    names: tuple[str, ...],
    pages: Pages,
    by: str | None,
) -> None:
    """Summarize the stored run in the directory RUN: each statistic with its interval, deals and unit.

    Example: simkit summarize runs/zilch --statistic win_rate --by start --format csv
    """
    from simkit.api import Run, write_reports
    from simkit.report.summary import summarize
    from simkit.store.read import open_run

    pages.check()
    if by and pages.reports:
        raise UsageError("--report: a page does not group games; leave out --by, or use --format markdown")
    stored = open_run(run)
    summary = summarize(stored, level=level, names=names, by=by)
    click.echo(summary_text(summary, output, is_chosen=bool(names or by)), nl=False)
    if pages.reports:
        made = this_command()
        write_reports(summary, Run(stored), reports=pages.reports, command=made, question=pages.question, names=names)
