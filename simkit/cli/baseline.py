"""``simkit baseline``: record the current results."""

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
@click.option("--alpha", type=float, metavar="P", help="False alarm rate of a whole check.  [default: 0.001]")
@click.option("--deals", is_flag=True, help="Also record every deal, so that a check can name those that changed.")
@click.option("--accept", is_flag=True, help="Overwrite an existing baseline that differs.")
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
    """Play CONFIG and record the results, for `simkit check`.

    FILE is a TOML file for people and diffs. Sums and digests of 256 blocks of deals are stored beside it. The baseline
    records the statistics named in [check] margins and --margin, or else every statistic that has a margin. An existing
    baseline that differs is not overwritten without --accept; the differences are printed.

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
