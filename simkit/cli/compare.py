"""``simkit compare``: variants, line-ups or stored runs side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import (
    Changes,
    Output,
    as_one,
    changes_options,
    clear_options,
    level_option,
    margins_of,
    margins_option,
    out_option,
    output_options,
    playing_options,
    statistics_option,
)
from simkit.cli._played import played, refuse_changes
from simkit.cli._report import MOST_CHANGED, Pages, pages_options, this_command
from simkit.cli._table import screen, terminal_width
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.api import Run
    from simkit.batch import Batch
    from simkit.engine.playing import PlayingOptions

__all__ = ["command"]


_against_option = click.option(
    "--against",
    metavar="NAME",
    help="Cell that others are compared with.  [default: the first; in a matrix, the base config at the same point]",
)
_deals_option = click.option(
    "--deals",
    type=click.IntRange(min=0),
    metavar="N",
    help="List the N deals that changed most in the first mean.  [default: 0; with --report 5]",
)
_by_option = click.option(
    "--by",
    metavar="COLUMN",
    help="Show differences within each value of a column of the games table, such as start, or of the turns table.",
)
_why_option = click.option(
    "--why",
    is_flag=True,
    help="Divide the differences by clauses of the rules: how often each came into play, and what it changed.",
)


@dataclass(frozen=True)
class _Wanted:
    """What is to be told of the differences."""

    against: str | None
    level: float
    names: tuple[str, ...]
    margins: Mapping[str, float]
    deals: int | None
    by: str | None
    why: bool

    def check(self, config: Path, batch: Batch) -> None:
        """Raise a UsageError when a config's cells cannot be compared like that."""
        from simkit.report.comparison import check_request
        from simkit.report.why import check_why

        if len(batch.cells) < 2:
            raise UsageError(f"{config}: nothing to compare: it has one cell; add [variants.NAME] or a [matrix]")
        cells = [(cell.name, cell) for cell in batch.cells]
        names = () if self.why else self.names
        check_request(cells, self.against, self.level, names, self.margins, batch.log, self.by)
        if self.why:
            check_why(cells, self.names, batch.log)


def _wanted(margins: tuple[str, ...], **options: Any) -> _Wanted:
    if options["why"] and (options["by"] is not None or margins):
        raise UsageError("--why cannot be combined with --by or --margin")
    return _Wanted(margins=margins_of(margins), **options)


@click.command()
@click.argument("sources", metavar="CONFIG|RUN...", type=click.Path(path_type=Path), nargs=-1, required=True)
@changes_options(out_option)
@playing_options(*clear_options)
@as_one(
    "wanted",
    _wanted,
    _against_option,
    level_option,
    statistics_option,
    margins_option,
    _deals_option,
    _by_option,
    _why_option,
)
@pages_options
@output_options
def command(
    sources: tuple[Path, ...],
    changes: Changes,
    playing: PlayingOptions,
    wanted: _Wanted,
    pages: Pages,
    output: Output,
) -> None:
    """Compare the cells of a CONFIG, or of one or more RUN directories.

    Missing games of a CONFIG are played first. Cells with the same seed are compared deal by deal, which needs far
    fewer games than independent runs.

    Example: simkit compare configs/endgame.toml --games 200000 --statistic turns

    Example: simkit compare configs/endgame.toml --why

    Example: simkit compare configs/endgame.toml --report endgame.html
    """
    pages.check()
    if pages.reports and wanted.by is not None:
        raise UsageError(f"--by {wanted.by}: a --report cannot be grouped; leave out one of the two")
    runs = _runs(sources, changes, playing, wanted)
    tell = _tell_why if wanted.why else _tell_differences
    tell(runs, wanted, pages, output)


def _runs(
    sources: tuple[Path, ...], changes: Changes, playing: PlayingOptions, wanted: _Wanted
) -> Sequence[Run | Path]:
    """The runs to compare: that of a config, whose missing games are played, or directories as they were played."""
    from simkit.api import Run

    if len(sources) == 1 and not sources[0].is_dir():
        return [Run(played(sources[0], changes, playing, wanted.check))]
    _refuse_configs(sources)
    refuse_changes(sources[0], changes, playing)
    return sources


def _tell_differences(runs: Sequence[Run | Path], wanted: _Wanted, pages: Pages, output: Output) -> None:
    from simkit.api import compare, write_reports
    from simkit.report.screen.comparison import comparison_screen
    from simkit.report.sweep import comparison_page

    comparison = compare(
        *runs,
        against=wanted.against,
        level=wanted.level,
        names=wanted.names,
        margins=wanted.margins,
        deals=wanted.deals if wanted.deals is not None else MOST_CHANGED if pages.reports else 0,
        by=wanted.by,
    )
    if output.is_screen and wanted.by is None:
        click.echo(comparison_screen(comparison, names=wanted.names, deals=bool(wanted.deals), **screen()), nl=False)
    else:
        click.echo(comparison_page(comparison, output.format, terminal_width()), nl=False)
    if pages.reports:
        made, question = this_command(), pages.question
        write_reports(comparison, *runs, reports=pages.reports, command=made, question=question, names=wanted.names)


def _tell_why(runs: Sequence[Run | Path], wanted: _Wanted, pages: Pages, output: Output) -> None:
    from simkit.api import compare, explain, write_reports
    from simkit.report.why import MOST_CHANGED as MOST_CLAUSE_GAMES
    from simkit.report.why_render import render_why

    explanation = explain(
        *runs,
        against=wanted.against,
        level=wanted.level,
        names=wanted.names,
        games=MOST_CLAUSE_GAMES if wanted.deals is None else wanted.deals,
    )
    click.echo(render_why(explanation, output.format, terminal_width()), nl=False)
    if pages.reports:
        write_reports(
            compare(*runs, against=wanted.against, level=wanted.level, deals=MOST_CHANGED),
            *runs,
            reports=pages.reports,
            command=this_command(),
            question=pages.question,
            explanation=explanation,
        )


def _refuse_configs(sources: tuple[Path, ...]) -> None:
    files = [source for source in sources if source.is_file()]
    if files:
        raise UsageError(f"{files[0]}: a config must be the only argument; to compare several, give run directories")
