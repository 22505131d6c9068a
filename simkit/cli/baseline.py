"""``simkit baseline``: record what is right now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import backend_option, config_options, jobs_option, margins_of, margins_option, quiet_option

if TYPE_CHECKING:
    from simkit.engine.pool import Backend

__all__ = ["command"]


@click.command()
@config_options
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", required=True, help="Where to write: NAME.toml."
)
@margins_option
@click.option("--alpha", type=float, metavar="P", help="Chance of a false alarm of a whole check.  [default: 0.001]")
@click.option("--deals", is_flag=True, help="Record every deal as well, so that a check names those that changed.")
@click.option("--accept", is_flag=True, help="Write over a baseline from which something differs.")
@jobs_option
@backend_option
@quiet_option
def command(
    config: Path,
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path,
    margins: tuple[str, ...],
    alpha: float | None,
    deals: bool,
    accept: bool,
    jobs: int | None,
    backend: Backend,
    quiet: bool,
) -> None:
    """Play the batch of CONFIG and record what comes out, for `simkit check`.

    FILE is a TOML table for people and diffs; sums and digests of 256 blocks of deals lie beside it. Recorded is what
    [check] margins and --margin name, or every statistic that has a margin of its own. Over a baseline that is there
    nothing is written without --accept when anything differs; what moves is told first.

    Example: simkit baseline configs/zilch.toml --out zilch.toml --games 100000
    """
    from simkit.check.verbs import record_baseline
    from simkit.engine.progress import Progress, Quiet

    found = record_baseline(
        config,
        out,
        settings=settings,
        games=games,
        seed=seed,
        margins=margins_of(margins),
        alpha=alpha,
        each_deal=deals,
        accept=accept,
        jobs=jobs,
        backend=backend,
        progress=Quiet() if quiet else Progress(),
        say=click.echo,
    )
    for path in found:
        click.echo(path)
