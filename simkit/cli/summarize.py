"""``simkit summarize``: the summary of a stored run, again or of any statistic, by any column."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.cli._options import Format, format_option, level_option, statistics_option

__all__ = ["command"]


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@format_option()
@level_option
@statistics_option
@click.option(
    "--by",
    metavar="COLUMN",
    help="Group the games by a column of the games table, such as start; or, for statistics of turns, the turns by one "
    "of theirs.",
)
def command(run: Path, output_format: Format, level: float, names: tuple[str, ...], by: str | None) -> None:
    """Summarize the stored run in the directory RUN: every number with its interval, deals and unit.

    Example: simkit summarize runs/zilch --statistic win_rate --by start --format csv
    """
    from simkit.report.summary import summarize
    from simkit.report.sweep import summary_page
    from simkit.store.read import open_run

    click.echo(summary_page(summarize(open_run(run), level=level, names=names, by=by), output_format), nl=False)
