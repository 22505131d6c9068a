"""``simkit compare``: variants, line-ups or stored runs side by side."""

from __future__ import annotations

import shlex
import sys
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
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.api import Run
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
    output_format: Format,
    quiet: bool,
) -> None:
    """Compare the variants of a CONFIG, whose missing games are played first, or the cells of one or more RUNs.

    Cells with the same seed are compared deal by deal, which takes far fewer games than independent runs; how many
    fewer is told for every statistic.

    Example: simkit compare configs/endgame.toml --games 200000 --statistic turns
    """
    from simkit.api import compare
    from simkit.report.sweep import comparison_page

    matter = margins_of(margins)
    is_config = len(sources) == 1 and not sources[0].is_dir()
    if is_config:
        runs: list[Run | Path] = [_played(sources[0], settings, games, seed, out, jobs, backend, quiet)]
    else:
        _refuse_settings(sources, bool(settings) or any(one is not None for one in (games, seed, out)))
        runs = list(sources)
    found = compare(*runs, against=against, level=level, names=names, margins=matter)
    click.echo(comparison_page(found, output_format), nl=False)


def _refuse_settings(sources: tuple[Path, ...], given: bool) -> None:
    files = [source for source in sources if source.is_file()]
    if files:
        raise UsageError(f"{files[0]}: a config is compared by itself; several things to compare must be runs")
    if given:
        raise UsageError(
            f"{sources[0]}: a run directory is compared as it was played: no --set, --games, --seed, --out"
        )


def _played(
    config: Path,
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path | None,
    jobs: int | None,
    backend: Backend,
    quiet: bool,
) -> Run:
    from simkit.api import Run, load_batch, play
    from simkit.engine.progress import Progress, Quiet

    batch = load_batch(config, settings, games, seed, None, out)
    if len(batch.cells) < 2:
        raise UsageError(f"{config}: nothing to compare: it has one cell; add [variants.NAME] tables")
    if batch.log == "none":
        raise UsageError(f'{config}: log = "none" keeps no games to compare; use `--set run.log=games`')
    try:
        return Run(play(batch, jobs=jobs, backend=backend, progress=Quiet() if quiet else Progress()))
    except KeyboardInterrupt:
        click.echo(f"simkit: interrupted; {batch.out} keeps what was finished. To go on:", err=True)
        click.echo(shlex.join(["simkit", *sys.argv[1:]]), err=True)
        raise
