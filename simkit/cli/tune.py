"""``simkit tune``: the value of a rule or of a bot's parameter that meets a target."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import (
    Format,
    backend_option,
    config_options,
    format_option,
    jobs_option,
    level_option,
    out_option,
    quiet_option,
)
from simkit.cli._table import terminal_width
from simkit.errors import UndecidedError, UsageError

if TYPE_CHECKING:
    from simkit.engine.pool import Backend

__all__ = ["command"]


@click.command()
@config_options
@click.option(
    "--vary", multiple=True, metavar="KEY", help="What is varied, such as rules.target; several move together."
)
@click.option("--from", "low", metavar="VALUE", help="Its least value.  [default: the least allowed]")
@click.option("--to", "high", metavar="VALUE", help="Its largest value.  [default: the largest allowed]")
@click.option(
    "--step", metavar="VALUE", help="Distance of the values tried.  [default: 1, or a thousandth of the range]"
)
@click.option("--statistic", metavar="NAME", help="What has to meet the target.")
@click.option("--target", metavar="VALUE", help="The target, a share as a number from 0 to 1.")
@click.option("--seat", metavar="N", help="The seat whose statistic it is.")
@click.option("--bot", metavar="N", help="The bot whose statistic it is, by its place in [[seats]].")
@out_option
@jobs_option
@backend_option
@level_option
@format_option()
@quiet_option
def command(
    config: Path,
    settings: tuple[str, ...],
    games: int | None,
    seed: int | None,
    vary: tuple[str, ...],
    out: Path | None,
    jobs: int | None,
    backend: Backend,
    level: float,
    output_format: Format,
    quiet: bool,
    **options: str | None,
) -> None:
    """Find the value of a rule or of a bot's parameter that meets a target.

    The config's [tune] table says what is varied, and which statistic has to meet what; each of these options stands
    for one of its keys. The search is a bisection; all points play the same deals, and are cells of one run directory
    (--out): running again plays only what is missing.

    Ends with 3 when the target is not met in the range, when the statistic rises and falls there, or when nothing can
    be told with so few games.

    Example: simkit tune configs/tune.toml --games 50000 --target 30
    """
    from simkit.engine.progress import Progress, Quiet
    from simkit.report.tune import render_tune
    from simkit.tuning import tune

    if not 0 < level < 1:
        raise UsageError(f"--level {level}: must lie between 0 and 1, such as 0.95")
    try:
        found = tune(
            config,
            settings=[*settings, *_as_settings(vary, options)],
            games=games,
            seed=seed,
            out=out,
            jobs=jobs,
            backend=backend,
            level=level,
            progress=Quiet() if quiet else Progress(),
        )
    except KeyboardInterrupt:
        click.echo("simkit: interrupted; what was finished is kept. To go on:", err=True)
        click.echo(shlex.join(["simkit", *sys.argv[1:]]), err=True)
        raise
    click.echo(render_tune(found, output_format, terminal_width()), nl=False)
    if found.found.answer != "found":
        raise UndecidedError(f"{config}: {found.answer()}")


def _as_settings(vary: tuple[str, ...], options: dict[str, Any]) -> list[str]:
    """Write the options as ``--set`` would take them."""
    names = {"low": "from", "high": "to"}
    found = [f"tune.vary=[{', '.join(map(repr, vary))}]"] if vary else []
    return found + [f"tune.{names.get(key, key)}={value}" for key, value in options.items() if value is not None]
