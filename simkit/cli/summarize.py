"""``simkit summarize``: the summary of a stored run, again or of any statistic, by any column."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.cli._options import Format, format_option, level_option, statistics_option
from simkit.cli._report import check_reports, question_option, report_option, this_command
from simkit.cli._table import terminal_width
from simkit.errors import UsageError

__all__ = ["command"]


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@format_option()
@level_option
@statistics_option
@report_option
@question_option
@click.option(
    "--by",
    metavar="COLUMN",
    help="Group the games by a column of the games table, such as start; or, for statistics of turns, the turns by one "
    "of theirs.",
)
def command(
    run: Path,
    output_format: Format,
    level: float,
    names: tuple[str, ...],
    reports: tuple[Path, ...],
    question: str,
    by: str | None,
) -> None:
    """Summarize the stored run in the directory RUN: every number with its interval, deals and unit.

    Example: simkit summarize runs/zilch --statistic win_rate --by start --format csv
    """
    from simkit.api import Run, write_reports
    from simkit.report.summary import summarize
    from simkit.report.sweep import summary_page
    from simkit.store.read import open_run

    check_reports(reports)
    if by and reports:
        raise UsageError("--report: a page does not group games; leave out --by, or use --format markdown")
    stored = open_run(run)
    found = summarize(stored, level=level, names=names, by=by)
    if reports:
        write_reports(found, Run(stored), reports=reports, command=this_command(), question=question, names=names)
    click.echo(summary_page(found, output_format, terminal_width()), nl=False)
