"""``simkit tune``: the value of a rule or of a bot's parameter that meets a target."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import (
    Changes,
    Format,
    changes_options,
    config_argument,
    format_option,
    level_option,
    out_option,
    playing_options,
)
from simkit.cli._played import going_on
from simkit.cli._table import terminal_width
from simkit.errors import UndecidedError, UsageError

if TYPE_CHECKING:
    from simkit.engine.playing import PlayingOptions

__all__ = ["command"]


@click.command()
@config_argument
@changes_options(out_option)
@click.option(
    "--vary",
    multiple=True,
    metavar="KEY",
    help="Key to vary, such as rules.target; if repeated, all get the same value.",
)
@click.option("--from", "low", metavar="VALUE", help="Lowest value to try.  [default: the lowest allowed]")
@click.option("--to", "high", metavar="VALUE", help="Highest value to try.  [default: the highest allowed]")
@click.option(
    "--step", metavar="VALUE", help="Distance between the values tried.  [default: 1, or a thousandth of the range]"
)
@click.option("--statistic", metavar="NAME", help="Statistic that has to meet the target.")
@click.option("--target", metavar="VALUE", help="The target; a share is a number from 0 to 1.")
@click.option("--seat", metavar="N", help="Seat of the statistic, from 1.")
@click.option("--bot", metavar="N", help="Bot of the statistic, by its position in [[seats]], from 1.")
@playing_options()
@level_option
@format_option()
def command(
    config: Path,
    changes: Changes,
    vary: tuple[str, ...],
    playing: PlayingOptions,
    level: float,
    output_format: Format,
    **options: str | None,
) -> None:
    """Find the value of a rule or of a bot's parameter that meets a target.

    The [tune] table of the config has the key to vary, the statistic and its target; the options override it. The
    search is a bisection. All values play the same deals and are cells of one run directory (--out), so running again
    plays only the missing games.

    Exits with 3 if the target is not met in the range, if the statistic rises and falls there, or if the games are too
    few to tell.

    Example: simkit tune configs/tune.toml --games 50000 --target 30
    """
    from simkit.report.tune import render_tune
    from simkit.tuning import tune

    if not 0 < level < 1:
        raise UsageError(f"--level {level}: must lie between 0 and 1, such as 0.95")
    with going_on("what was played is kept"):
        tuned = tune(
            config,
            settings=[*changes.settings, *_as_settings(vary, options)],
            games=changes.games,
            seed=changes.seed,
            out=changes.out,
            level=level,
            **playing,
        )
    click.echo(render_tune(tuned, output_format, terminal_width()), nl=False)
    if tuned.found.answer != "found":
        raise UndecidedError(f"{config}: {tuned.answer()}")


def _as_settings(vary: tuple[str, ...], options: dict[str, Any]) -> list[str]:
    """Write the options as ``--set`` would take them."""
    names = {"low": "from", "high": "to"}
    settings = [f"tune.vary=[{', '.join(map(repr, vary))}]"] if vary else []
    return settings + [f"tune.{names.get(key, key)}={value}" for key, value in options.items() if value is not None]
