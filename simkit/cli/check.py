"""``simkit check``: tell whether everything still comes out as a baseline recorded it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import (
    backend_option,
    config_argument,
    jobs_option,
    margins_of,
    margins_option,
    quiet_option,
    seed_option,
    set_option,
)

if TYPE_CHECKING:
    from simkit.engine.pool import Backend

__all__ = ["command"]


@click.command()
@config_argument
@set_option
@seed_option
@click.option(
    "--baseline", "baseline", type=click.Path(path_type=Path), metavar="FILE", required=True, help="What was recorded."
)
@click.option("--max-games", type=click.IntRange(min=1), metavar="N", help="Most games of a cell.")
@margins_option
@click.option("--alpha", type=float, metavar="P", help="Chance of a false alarm of the whole check.")
@click.option("--allow-changes", is_flag=True, help="Judge what other rules or bots do, instead of refusing them.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever the verdict is.")
@click.option("--strict", is_flag=True, help="Exit with 1 also when it cannot be told.")
@jobs_option
@backend_option
@quiet_option
def command(
    config: Path,
    settings: tuple[str, ...],
    seed: int | None,
    baseline: Path,
    max_games: int | None,
    margins: tuple[str, ...],
    alpha: float | None,
    allow_changes: bool,
    exit_zero: bool,
    strict: bool,
    jobs: int | None,
    backend: Backend,
    quiet: bool,
) -> None:
    """Play CONFIG's batch again and hold it against a baseline: identical, same, different, or cannot tell.

    Digests are compared first. Where outcomes differ, each statistic is judged by its interval and its margin: wholly
    inside is the same (exit 0), wholly outside is different (exit 1), else it cannot be told (exit 3). On other deals
    (another --seed) more games are played until it can, up to --max-games.

    Example: simkit check configs/zilch.toml --baseline zilch.toml
    """
    from simkit.check.text import as_text
    from simkit.check.verbs import check_baseline
    from simkit.engine.progress import Progress, Quiet

    found = check_baseline(
        config,
        baseline,
        settings=settings,
        seed=seed,
        margins=margins_of(margins),
        alpha=alpha,
        max_games=max_games,
        allow_changes=allow_changes,
        jobs=jobs,
        backend=backend,
        progress=Quiet() if quiet else Progress(),
    )
    click.echo(as_text(found), nl=False)
    click.get_current_context().exit(0 if exit_zero else found.exit_code(strict=strict))
