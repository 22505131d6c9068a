"""``simkit check``: tell whether everything still comes out as a baseline recorded it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

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
    from simkit.check.run import CheckResult
    from simkit.engine.pool import Backend

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])


def _file_option(name: str, what: str) -> Callable[[F], F]:
    """Add ``NAME_file: Path | None``."""
    kind = click.Path(path_type=Path)
    return click.option(
        f"--{name}", f"{name}_file", type=kind, metavar="FILE", help=f"Write the verdict there as {what}."
    )


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
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "markdown", "junit", "metrics"]),
    default="text",
    show_default=True,
    help="Form of the verdict on stdout.",
)
@_file_option("json", "JSON")
@_file_option("junit", "JUnit XML")
@_file_option("markdown", "Markdown")
@_file_option("metrics", "JSON for services of continuous benchmarking")
@click.option(
    "--append", type=click.Path(path_type=Path), metavar="FILE", help="Add the verdict to this log, a Parquet file."
)
@click.option(
    "--github/--no-github",
    default=None,
    help="Annotations on stderr, and the job summary.  [default: in GitHub Actions]",
)
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
    output_format: str,
    json_file: Path | None,
    junit_file: Path | None,
    markdown_file: Path | None,
    metrics_file: Path | None,
    append: Path | None,
    github: bool | None,
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
    from datetime import UTC, datetime

    from simkit.check.data import FORMATS
    from simkit.check.files import write_file
    from simkit.check.log import append_log
    from simkit.check.text import as_text
    from simkit.check.verbs import check_baseline
    from simkit.cli._table import terminal_width
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
    files = {"json": json_file, "junit": junit_file, "markdown": markdown_file, "metrics": metrics_file}
    for form, path in files.items():
        if path is not None:
            write_file(path, FORMATS[form](found).encode())
    if append is not None:
        append_log(append, found, datetime.now(UTC))
    _tell_github(found, baseline, github)
    is_text = output_format == "text"
    click.echo(as_text(found, terminal_width()) if is_text else FORMATS[output_format](found), nl=False)
    click.get_current_context().exit(0 if exit_zero else found.exit_code(strict=strict))


def _tell_github(found: CheckResult, baseline: Path, wanted: bool | None) -> None:
    """Print annotations and add to the job summary, when asked for or when run there."""
    from simkit.check.github import append_summary, is_github, workflow_commands

    if is_github() if wanted is None else wanted:
        for line in workflow_commands(found, baseline.read_text(encoding="utf-8")):
            click.echo(line, err=True)
        append_summary(found)
