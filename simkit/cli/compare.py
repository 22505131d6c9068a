"""``simkit compare``: variants, line-ups or stored runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    Format,
    backend_option,
    format_option,
    jobs_option,
    level_option,
    margins_of,
    margins_option,
    out_option,
    quiet_option,
    settings_options,
    statistics_option,
)
from simkit.cli._played import played, refuse_settings
from simkit.cli._report import MOST_CHANGED, check_reports, question_option, report_option, this_command
from simkit.cli._table import terminal_width
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.pool import Backend

__all__ = ["command"]


@click.command()
@click.argument("sources", metavar="CONFIG|RUN...", type=click.Path(path_type=Path), nargs=-1, required=True)
@settings_options
@out_option
@jobs_option
@backend_option
@click.option(
    "--against",
    metavar="NAME",
    help="The cell that others are compared with.  [default: the first; of a variant in a matrix, the config there]",
)
@level_option
@statistics_option
@margins_option
@click.option(
    "--deals",
    type=click.IntRange(min=0),
    metavar="N",
    help="Tell the N deals that changed most, in the first mean asked for.  [default: 0; 5 of a --report]",
)
@report_option
@question_option
@click.option(
    "--by",
    metavar="COLUMN",
    help="Differences within each value of a column of the games table, such as start; or, for statistics of turns, of "
    "one of theirs.",
)
@click.option(
    "--why",
    is_flag=True,
    help="Take the differences apart: which clauses of the rules came into play how often, what that moved, and games "
    "to look at.",
)
@format_option()
@quiet_option
def command(
    sources: tuple[Path, ...],
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path | None,
    jobs: int | None,
    backend: Backend,
    against: str | None,
    level: float,
    names: tuple[str, ...],
    margins: tuple[str, ...],
    deals: int | None,
    by: str | None,
    why: bool,
    reports: tuple[Path, ...],
    question: str,
    output_format: Format,
    quiet: bool,
) -> None:
    """Compare the variants of a CONFIG, whose missing games are played first, or the cells of one or more RUNs.

    Cells with the same seed are compared deal by deal, which takes far fewer games than independent runs; how many
    fewer is told for every statistic.

    Example: simkit compare configs/endgame.toml --games 200000 --statistic turns

    Example: simkit compare configs/endgame.toml --why

    Example: simkit compare configs/endgame.toml --report endgame.html
    """
    from simkit.api import Run, compare, explain, write_reports
    from simkit.report.comparison import check_request
    from simkit.report.sweep import comparison_page
    from simkit.report.why import MOST_CHANGED as MOST_CLAUSE_GAMES
    from simkit.report.why import check_why
    from simkit.report.why_render import render_why

    check_reports(reports)
    if reports and by is not None:
        raise UsageError(f"--by {by}: a --report is about whole cells; leave out one of the two")
    if why and (by is not None or margins):
        raise UsageError("--why takes differences apart, and goes with no --by or --margin")
    matter = margins_of(margins)
    is_config = len(sources) == 1 and not sources[0].is_dir()
    if is_config:

        def check(config: Path, batch: Batch) -> None:
            if len(batch.cells) < 2:
                raise UsageError(f"{config}: nothing to compare: it has one cell; add [variants.NAME] or a [matrix]")
            cells = [(cell.name, cell) for cell in batch.cells]
            check_request(cells, against, level, () if why else names, matter, batch.log, by)
            if why:
                check_why(cells, names, batch.log)

        runs: list[Run | Path] = [Run(played(sources[0], settings, games, seed, out, jobs, backend, quiet, check))]
    else:
        _refuse_configs(sources)
        refuse_settings(sources[0], bool(settings) or any(one is not None for one in (games, seed, out)))
        runs = list(sources)
    if why:
        shown = MOST_CLAUSE_GAMES if deals is None else deals
        explanation = explain(*runs, against=against, level=level, names=names, games=shown)
        if reports:
            found = compare(*runs, against=against, level=level, deals=MOST_CHANGED)
            write_reports(
                found, *runs, reports=reports, command=this_command(), question=question, explanation=explanation
            )
        click.echo(render_why(explanation, output_format, terminal_width()), nl=False)
        return
    most = deals if deals is not None else MOST_CHANGED if reports else 0
    found = compare(*runs, against=against, level=level, names=names, margins=matter, deals=most, by=by)
    if reports:
        write_reports(found, *runs, reports=reports, command=this_command(), question=question, names=names)
    click.echo(comparison_page(found, output_format, terminal_width()), nl=False)


def _refuse_configs(sources: tuple[Path, ...]) -> None:
    files = [source for source in sources if source.is_file()]
    if files:
        raise UsageError(f"{files[0]}: a config is compared by itself; several things to compare must be runs")
