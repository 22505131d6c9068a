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
    help="The cell that others are compared with.  [default: the first; of a variant in a matrix, the config there]",
)
_deals_option = click.option(
    "--deals",
    type=click.IntRange(min=0),
    metavar="N",
    help="Tell the N deals that changed most, in the first mean asked for.  [default: 0; 5 of a --report]",
)
_by_option = click.option(
    "--by",
    metavar="COLUMN",
    help="Differences within each value of a column of the games table, such as start; or, for statistics of turns, of "
    "one of theirs.",
)
_why_option = click.option(
    "--why",
    is_flag=True,
    help="Take the differences apart: which clauses of the rules came into play how often, what that moved, and games "
    "to look at.",
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
        raise UsageError("--why takes differences apart, and goes with no --by or --margin")
    return _Wanted(margins=margins_of(margins), **options)


@click.command()
@click.argument("sources", metavar="CONFIG|RUN...", type=click.Path(path_type=Path), nargs=-1, required=True)
@changes_options(out_option)
@playing_options()
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
    """Compare the variants of a CONFIG, whose missing games are played first, or the cells of one or more RUNs.

    Cells with the same seed are compared deal by deal, which takes far fewer games than independent runs; how many
    fewer is told for every statistic.

    Example: simkit compare configs/endgame.toml --games 200000 --statistic turns

    Example: simkit compare configs/endgame.toml --why

    Example: simkit compare configs/endgame.toml --report endgame.html
    """
    pages.check()
    if pages.reports and wanted.by is not None:
        raise UsageError(f"--by {wanted.by}: a --report is about whole cells; leave out one of the two")
    runs = _runs(sources, changes, playing, wanted)
    tell = _tell_why if wanted.why else _tell_differences
    click.echo(tell(runs, wanted, pages, output), nl=False)


def _runs(
    sources: tuple[Path, ...], changes: Changes, playing: PlayingOptions, wanted: _Wanted
) -> Sequence[Run | Path]:
    """The runs to compare: that of a config, whose missing games are played, or directories as they were played."""
    from simkit.api import Run

    if len(sources) == 1 and not sources[0].is_dir():
        return [Run(played(sources[0], changes, playing, wanted.check))]
    _refuse_configs(sources)
    refuse_changes(sources[0], changes)
    return sources


def _tell_differences(runs: Sequence[Run | Path], wanted: _Wanted, pages: Pages, output: Output) -> str:
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
    if pages.reports:
        made, question = this_command(), pages.question
        write_reports(comparison, *runs, reports=pages.reports, command=made, question=question, names=wanted.names)
    if output.is_screen and wanted.by is None:
        return comparison_screen(comparison, names=wanted.names, deals=bool(wanted.deals), **screen())
    return comparison_page(comparison, output.format, terminal_width())


def _tell_why(runs: Sequence[Run | Path], wanted: _Wanted, pages: Pages, output: Output) -> str:
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
    if pages.reports:
        write_reports(
            compare(*runs, against=wanted.against, level=wanted.level, deals=MOST_CHANGED),
            *runs,
            reports=pages.reports,
            command=this_command(),
            question=pages.question,
            explanation=explanation,
        )
    return render_why(explanation, output.format, terminal_width())


def _refuse_configs(sources: tuple[Path, ...]) -> None:
    files = [source for source in sources if source.is_file()]
    if files:
        raise UsageError(f"{files[0]}: a config is compared by itself; several things to compare must be runs")
