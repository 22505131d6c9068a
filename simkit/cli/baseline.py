"""``simkit baseline``: record what is right now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import Changes, changes_options, config_argument, margins_of, margins_option, playing_options

if TYPE_CHECKING:
    from simkit.engine.playing import PlayingOptions

__all__ = ["command"]


@click.command()
@config_argument
@changes_options()
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", required=True, help="Where to write: NAME.toml."
)
@margins_option
@click.option("--alpha", type=float, metavar="P", help="Chance of a false alarm of a whole check.  [default: 0.001]")
@click.option("--deals", is_flag=True, help="Record every deal as well, so that a check names those that changed.")
@click.option("--accept", is_flag=True, help="Write over a baseline from which something differs.")
@playing_options()
def command(
    config: Path,
    changes: Changes,
    out: Path,
    margins: tuple[str, ...],
    alpha: float | None,
    deals: bool,
    accept: bool,
    playing: PlayingOptions,
) -> None:
    """Play the batch of CONFIG and record what comes out, for `simkit check`.

    FILE is a TOML table for people and diffs; sums and digests of 256 blocks of deals lie beside it. Recorded is what
    [check] margins and --margin name, or every statistic that has a margin of its own. Over a baseline that is there
    nothing is written without --accept when anything differs; what moves is told first.

    Example: simkit baseline configs/zilch.toml --out zilch.toml --games 100000
    """
    from simkit.check.verbs import record_baseline

    written = record_baseline(
        config,
        out,
        settings=changes.settings,
        games=changes.games,
        seed=changes.seed,
        margins=margins_of(margins),
        alpha=alpha,
        each_deal=deals,
        accept=accept,
        say=click.echo,
        **playing,
    )
    for path in written:
        click.echo(path)
